import type { Graphics, GraphicsContext } from 'pixi.js';
import type { CompoundChild } from '../../src/2d/kinds/compound.ts';
import { visitOutlines } from '../2d/debug/shape-outlines.ts';

/**
 * Adds the outline of a shape to a picture, as `graphics.circle` and the like do: in world units, in the frame of the
 * entity, an offset included. Fill or stroke it afterwards: `drawShape(new Graphics(), box(1, 2)).fill(0xff8800)`. Move
 * the picture where the entity is, and give it its scale. Returns the picture.
 *
 * Full circles have 64 corners. Chains and segments have no inside: stroke them. Each tile of a map, and
 * each hole of a concave solid, is an outline of its own. Bodies of one shape may share a `GraphicsContext`.
 * @throws CollisionError `invalid-shape` for a value that no shape maker returned.
 */
export function drawShape<Pen extends Graphics | GraphicsContext>(pen: Pen, shape: CompoundChild): Pen {
  visitOutlines(shape, (points, count, closed) => {
    pen.poly(
      Array.from({ length: 2 * count }, (_, i) => points[i]),
      closed,
    );
  });
  return pen;
}
