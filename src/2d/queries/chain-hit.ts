import type { ColliderSet } from '../collider-set.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { ANGLE_SLACK, findBeyond, findJointRays, forgetJointRays } from '../narrow-phase/joint-rays.ts';
import { frameOrigin, loadChild } from '../narrow-phase/load-collider.ts';
import { createSegmentContact } from '../narrow-phase/segment-contacts.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { TRANSLATION_X, TRANSLATION_Y } from './cast-piece.ts';
import type { QueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';

const contact = createSegmentContact();
const normal = new Float64Array(2);

/**
 * See `SurfaceCasts.settle`: for chains. As with contacts (filter-joints.ts), a normal that leans over an end of its
 * segment counts only if no segment that goes on there lies above it; instead the segment is met with its own normal.
 * A cast that only runs along the segment, or away from it, does not meet it there.
 */
export function settleChainHit(
  hit: Float64Array,
  mover: QueryShape,
  ray: Float64Array,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
): boolean {
  const { normals } = contact.segment;
  // The point of a ray has no extent that could catch on the end of a segment; a hit without a normal is a start on the
  // line.
  if (mover.isPoint || hit[HIT_FRACTION] === Infinity) return true;
  frameOrigin[0] = mover.x;
  frameOrigin[1] = mover.y;
  loadChild(contact.segment, set, slot, shape, child);
  contact.slot = slot;
  contact.child = child;
  normal[0] = hit[HIT_NORMAL_X];
  normal[1] = hit[HIT_NORMAL_Y];
  const lean = normal[0] * normals[3] - normal[1] * normals[2];
  if (Math.abs(lean) <= ANGLE_SLACK) return true;
  forgetJointRays();
  findJointRays(set, contact, lean > 0, seamlessOf(set)?.solid.links);
  if (findBeyond(normal) < 0) return true;
  const x = ray[TRANSLATION_X];
  const y = ray[TRANSLATION_Y];
  const side = sideOf(mover, hit, ray);
  hit[HIT_NORMAL_X] = side * normals[2];
  hit[HIT_NORMAL_Y] = side * normals[3];
  const along = x * hit[HIT_NORMAL_X] + y * hit[HIT_NORMAL_Y];
  return hit[HIT_FRACTION] === 0 || along < -ANGLE_SLACK * (Math.abs(x) + Math.abs(y));
}

/**
 * Returns the side of the segment on which a shape meets it: the side of the shape's middle, or for a swept collider,
 * whose pieces are not known, the side that it comes from.
 */
function sideOf({ pieces, count }: QueryShape, hit: Float64Array, ray: Float64Array): number {
  const { vertices, normals } = contact.segment;
  let across = 0 - (ray[TRANSLATION_X] * normals[2] + ray[TRANSLATION_Y] * normals[3]);
  if (count > 0) {
    across *= 0 - hit[HIT_FRACTION];
    across -= vertices[0] * normals[2] + vertices[1] * normals[3];
    for (let i = 0; i < count; i++) across += alongNormal(pieces[i].vertices, pieces[i].count) / count;
  }
  return across < 0 ? -1 : 1;
}

/** Returns how far the mean of some vertices is along the left normal of the segment. */
function alongNormal(vertices: Float64Array, count: number): number {
  const { normals } = contact.segment;
  let along = 0;
  for (let i = 0; i < count; i++) along += (vertices[2 * i] * normals[2] + vertices[2 * i + 1] * normals[3]) / count;
  return along;
}
