import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Debug drawing': {
    before: `
      import { createWorld } from 'bitecs';
      import { collisionSystem, createCollision } from 'bitecs-collision/2d';
      import { type Application, Container } from 'pixi.js';
      const world = createWorld();
      createCollision(world);
      const app = { stage: new Container() } as Application;
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(app.stage.children.length, 1);`,
  },
  'What it shows': {
    before: `${WORLD}
      import { createDebugDraw } from 'bitecs-collision/pixi';
      import { Container } from 'pixi.js';
      const camera = new Container();
      const isDeveloper = true;
      spawn(collision, 0, 0, circle(1));
      collisionSystem(world);`,
    after: `${EXPECT}
      debug.update();
      assert.ok(debug.lineCount > 8);`,
  },
  'Shapes in your own pictures': {
    before: `${WORLD}
      import { Graphics, GraphicsContext } from 'pixi.js';
      const player = spawn(collision, 5, 0, circle(1));
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.ok(Math.abs(crate.bounds.maxX - 1.2) < 0.01);
      assert.ok(Math.abs(marked.context.bounds.maxX - 6.05) < 0.1);`,
  },
  'Without PixiJS': {
    before: `${WORLD}
      interface CanvasRenderingContext2D {
        beginPath(): void;
        moveTo(x: number, y: number): void;
        lineTo(x: number, y: number): void;
        stroke(): void;
      }
      spawn(collision, 3, 0, box(1, 2));
      collisionSystem(world);`,
    after: `${EXPECT}
      const ends: string[] = [];
      const end = (x: number, y: number): void => { ends.push(x + ' ' + y); };
      draw({ beginPath() {}, moveTo: end, lineTo: end, stroke() {} }, 20);
      assert.deepEqual([...new Set(ends)].sort(), ['2 -2', '2 2', '4 -2', '4 2']);`,
  },
};
