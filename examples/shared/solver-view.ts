import { SHAPE_KIND_NAMES, type ShapeSpec } from 'bitecs-collision/2d';
import { drawShape } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { Camera, type Extent } from '../shell/camera.ts';
import { palette } from '../shell/palette.ts';
import type { View } from '../shell/scene.ts';
import type { SolverSim } from './solver-sim.ts';

/** How thick the dark lines on bodies are, in units of the scene. */
const LINE = 0.04;

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
      if (context === undefined) contexts.set(shape, (context = drawBody(shape)));
      const picture = stage.addChild(new Graphics(context));
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

/** A white picture of a shape, to be tinted; a line on round ones shows how they turn. */
function drawBody(shape: ShapeSpec): GraphicsContext {
  const line = { color: 0x000000, width: LINE, alpha: 0.45 };
  const context = drawShape(new GraphicsContext(), shape)
    .fill(0xffffff)
    .stroke({ ...line, alignment: 1 });
  const { radius, halfHeight } = shape;
  if (SHAPE_KIND_NAMES[shape.kind] === 'circle') context.moveTo(0, 0).lineTo(radius, 0).stroke(line);
  if (SHAPE_KIND_NAMES[shape.kind] === 'capsule') context.moveTo(0, -halfHeight).lineTo(0, halfHeight).stroke(line);
  return context;
}
