import { SHAPE_KIND_NAMES, type ShapeSpec } from 'bitecs-collision/2d';
import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { Camera, type Extent } from '../shell/camera.ts';
import { palette } from '../shell/palette.ts';
import type { View } from '../shell/scene.ts';
import type { SolverSim } from './solver-sim.ts';

/** PixiJS rounds circles by their radius in its own units, so shapes are drawn large and scaled down. */
const DRAWN_LARGER = 50;

/** Draws the bodies of a solver: one picture a shape, whatever number of bodies has it. */
export function createSolverView(app: Application, sim: SolverSim, extent: Extent, ground: Container): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, extent);
  stage.addChild(ground);
  const contexts = new Map<ShapeSpec, GraphicsContext>();
  const pictures = sim.bodies
    .filter((body) => body.isFree)
    .map(({ eid, shape }, i) => {
      let context = contexts.get(shape);
      if (context === undefined) contexts.set(shape, (context = drawShape(shape)));
      const picture = stage.addChild(new Graphics(context));
      picture.scale.set(1 / DRAWN_LARGER);
      picture.tint = colours.kinds[i % colours.kinds.length];
      return { eid, picture };
    });

  return {
    camera,
    isDraggable: true,
    draw() {
      for (const { eid, picture } of pictures) {
        picture.position.set(Transform.x[eid], Transform.y[eid]);
        picture.rotation = Transform.rotation[eid];
      }
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      stage.destroy({ children: true, context: true });
      for (const context of contexts.values()) context.destroy();
    },
  };
}

/** A white picture of a box, circle or capsule, to be tinted; a line on round ones shows how they turn. */
function drawShape({ kind, radius, halfWidth, halfHeight }: ShapeSpec): GraphicsContext {
  const context = new GraphicsContext();
  const [r, w, h] = [radius * DRAWN_LARGER, halfWidth * DRAWN_LARGER, halfHeight * DRAWN_LARGER];
  const line = { color: 0x000000, width: 2, alpha: 0.45 };
  switch (SHAPE_KIND_NAMES[kind]) {
    case 'box':
      return context
        .rect(-w, -h, 2 * w, 2 * h)
        .fill(0xffffff)
        .stroke({ ...line, alignment: 1 });
    case 'circle':
      context
        .circle(0, 0, r)
        .fill(0xffffff)
        .stroke({ ...line, alignment: 1 });
      return context.moveTo(0, 0).lineTo(r, 0).stroke(line);
    case 'capsule':
      context
        .roundRect(-r, -h - r, 2 * r, 2 * (h + r), r)
        .fill(0xffffff)
        .stroke({ ...line, alignment: 1 });
      return context.moveTo(0, -h).lineTo(0, h).stroke(line);
    default:
      throw new Error(`no picture of a ${SHAPE_KIND_NAMES[kind]}`);
  }
}
