import { drawShape } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { arrow } from '../../../shared/pens.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { EXTENT, type SceneSim, type Thing } from './sim.ts';
import { SHAPE_NAMES, SHAPES } from './things.ts';

/** Widths in units of the scene. */
const CHAIN = 0.1;
const EDGE = 0.04;
const GROUND = 1;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = app.stage.addChild(new Container());
  const { minX, minY, maxX, maxY } = EXTENT;
  const camera = new Camera(stage, EXTENT);
  const room = new Graphics().rect(minX, minY, maxX - minX, maxY - minY).stroke({ color: colours.faint, width: 0.05 });
  room.rect(minX, maxY - GROUND, maxX - minX, GROUND).fill(colours.faint);
  const marks = new Graphics();
  stage.addChild(room, marks);
  const pictures = new Map<Thing, Graphics>();
  // By shape: one white drawing, tinted for each thing that has the shape.
  const drawings = SHAPE_NAMES.map((name) => {
    const edge = { color: 0x000000, width: EDGE, alpha: 0.4, alignment: 1 };
    return drawShape(new GraphicsContext(), SHAPES[name])
      .fill(0xffffff)
      .stroke(edge)
      .moveTo(0, 0)
      .lineTo(0.3, 0)
      .stroke(edge);
  });

  function createPicture({ item, shape }: Thing): Graphics {
    if ('points' in item) {
      const line = { color: colours.ink, width: CHAIN, join: 'round', cap: 'round' } as const;
      return drawShape(new Graphics(), shape).stroke(line);
    }
    const kind = SHAPE_NAMES.indexOf(item.shape);
    const picture = new Graphics(drawings[kind]);
    picture.tint = colours.kinds[kind % colours.kinds.length];
    return picture;
  }

  function drawMarks(): void {
    const { stroke, ray, hits } = sim;
    const pixel = 1 / camera.scale;
    marks.clear();
    if (stroke.length >= 4) marks.poly([...stroke], false).stroke({ color: colours.player, width: CHAIN });
    if (!ray.isCast) return;
    marks
      .moveTo(ray.x, ray.y)
      .lineTo(ray.toX, ray.toY)
      .stroke({ color: colours.player, width: 2 * pixel });
    marks.circle(ray.x, ray.y, 4 * pixel).fill(colours.player);
    for (const { x, y, normalX, normalY } of hits) {
      marks.circle(x, y, 4 * pixel).fill(colours.contact);
      arrow(marks, x, y, normalX, normalY, 26, pixel, colours.contact);
    }
  }

  return {
    camera,
    isDraggable: true,
    draw() {
      for (const [thing, picture] of pictures) {
        if (sim.things.includes(thing)) continue;
        picture.destroy({ context: 'points' in thing.item });
        pictures.delete(thing);
      }
      for (const thing of sim.things) {
        let picture = pictures.get(thing);
        if (picture === undefined) pictures.set(thing, (picture = stage.addChild(createPicture(thing))));
        picture.position.set(Transform.x[thing.eid], Transform.y[thing.eid]);
        picture.rotation = Transform.rotation[thing.eid];
      }
      drawMarks();
      stage.addChild(marks); // above what is new
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      stage.destroy({ children: true, context: true });
      for (const drawing of drawings) drawing.destroy();
    },
  };
}
