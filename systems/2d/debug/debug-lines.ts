import { type ColliderSet, POSE_X } from '../../../src/2d/collider-set.ts';
import { computePose } from '../../../src/2d/compute-bounds.ts';
import type { DebugDimension } from '../../core/debug/debug-dimension.ts';
import { type DebugLines, updateLines } from '../../core/debug/debug-lines.ts';
import { drawNumber } from '../../core/debug/draw-number.ts';
import { plane } from '../dimension.ts';
import { drawCollider } from './draw-collider.ts';
import { addBox, addCircle, addCross } from './outline.ts';

const draw: DebugDimension<ColliderSet> = {
  dimension: plane,
  placeAt: POSE_X,
  sizes: ['radius', 'halfWidth', 'halfHeight'],
  versionOf({ shape, registry }, index) {
    const registered = registry.shapes[shape.shape[index]];
    return registered?.record.grid?.versionOf(registered) ?? 0;
  },
  computePose,
  drawCollider,
  drawBox: addBox,
  drawBall: addCircle,
  drawCross: addCross,
  drawNumber,
};

/**
 * Writes the lines of the world as the last tick saw it, in world units. `pixel` is the size of a screen's pixel in
 * world units, by which circles get enough lines and crosses and ids the right size; it is negative where y points up
 * on the screen. Allocates nothing unless a list has to grow.
 * @throws CollisionError `invalid-state` for lines of a world without collision, `invalid-number` for a `pixel` that is
 *   not finite.
 */
export function updateDebugLines(lines: DebugLines, pixel: number): void {
  updateLines(draw, lines, pixel);
}
