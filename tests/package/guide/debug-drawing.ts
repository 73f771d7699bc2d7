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
      const lines: number[][] = [];
      const drawLine = (...line: number[]): void => { lines.push(line); };
      spawn(collision, 0, 0, circle(1));
      spawn(collision, 2, 0, circle(1));
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.deepEqual(lines, [[1, 0, 1.5, 0]]);`,
  },
};
