import type { ColliderSet } from '../../../src/3d/collider-set.ts';
import { computePose } from '../../../src/3d/compute-pose.ts';
import { BODY_X } from '../../../src/3d/geometry/body-pose.ts';
import type { DebugDimension } from '../../core/debug/debug-dimension.ts';
import { type DebugLines, updateLines } from '../../core/debug/debug-lines.ts';
import { drawNumber } from '../../core/debug/draw-number.ts';
import { space } from '../dimension.ts';
import { drawCollider } from './draw-collider.ts';
import { addBall, addBox, addCross } from './outline.ts';

const draw: DebugDimension<ColliderSet> = {
  dimension: space,
  placeAt: BODY_X,
  sizes: ['radius', 'halfX', 'halfY', 'halfZ'],
  versionOf: () => 0,
  computePose,
  drawCollider,
  drawBox: addBox,
  drawBall: addBall,
  drawCross: addCross,
  drawNumber,
};

/**
 * Writes the lines of the world as the last tick saw it, in world units. `pixel` is the size of a screen's pixel in
 * world units near the middle of the view: crosses, normals, ids, and the square that stands for a half-space have a
 * size in pixels. Allocates nothing unless a list has to grow.
 * @throws CollisionError `invalid-state` for lines of a world without collision, `invalid-number` for a `pixel` that is
 *   not finite.
 */
export function updateDebugLines(lines: DebugLines, pixel: number): void {
  updateLines(draw, lines, pixel);
}
