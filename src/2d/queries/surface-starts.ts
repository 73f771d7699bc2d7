import { createIndexList, reserveIndices } from '../../core/index-list.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { contactMargin } from '../narrow-phase/contact-margin.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { segmentContacts } from '../narrow-phase/segment-contacts.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import {
  HIT_WITH_POINT_LENGTH,
  HIT_X,
  HIT_Y,
  type InitialOverlap,
  TRANSLATION_X,
  TRANSLATION_Y,
} from './cast-piece.ts';
import type { QueryShape } from './query-shape.ts';

/** What a shape meets at the start of a cast: hits, and which pieces. */
const starts = { hits: new Float64Array(0), children: createIndexList(16) };
const near = createIndexList(64);

/**
 * How far from touching a start may still be: casts of pieces tell starts by other sums, and what just touches must not
 * slip in between the two.
 */
const rounding = new Float64Array(1);
const START_ROUNDING = 32 * EPSILON;

function noteRounding(box: Float64Array): void {
  rounding[0] = 0;
  for (let side = 0; side < 4; side++) rounding[0] += START_ROUNDING * Math.abs(box[side]);
}

/** See `SurfaceCasts.findStarts`: these are the contacts that a shape has there with the surface as a whole. */
export function findSurfaceStarts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  mover: QueryShape,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): number {
  const { children } = starts;
  children.count = 0;
  if (mover.isPoint || initialOverlap === 'ignore') return 0;
  noteRounding(mover.box);
  for (let side = 0; side < 4; side++) worldBox[side] = mover.box[side] + (side < 2 ? -rounding[0] : rounding[0]);
  findChildren(set, slot, shape, near);
  contactMargin[0] = rounding[0];
  frameOrigin[0] = mover.x;
  frameOrigin[1] = mover.y;
  for (let k = 0; k < mover.count; k++) {
    const end = shape.record.collect!(set, slot, shape, near, mover.pieces[k], k, 0);
    for (let i = 0; i < end; i++) {
      const { manifold, points, child } = segmentContacts[i];
      if (points === 0) continue;
      const isOneWay = shape.record.grid?.isOneWay(shape, child) === true;
      // What is in a one-way tile did not come from above.
      const most = isOneWay ? mover.grownBy + rounding[0] : Infinity;
      if (!noteStart(manifold, points, most, ray, initialOverlap)) continue;
      reserveIndices(children, 1)[children.count++] = child;
    }
  }
  return children.count;
}

/** Writes a contact as a hit after those that there are; false when it is too deep, or none by `initialOverlap`. */
function noteStart(
  manifold: Float64Array,
  points: number,
  most: number,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): boolean {
  const first = CONTACT_POINTS;
  const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
  const isSecond = points > 1 && manifold[second + CONTACT_SEPARATION] < manifold[first + CONTACT_SEPARATION];
  const from = isSecond ? second : first;
  const separation = manifold[from + CONTACT_SEPARATION];
  if (!(separation <= rounding[0] && separation >= -most)) return false;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  const leadsIn = x * ray[TRANSLATION_X] + y * ray[TRANSLATION_Y] < 0;
  if (initialOverlap === 'ignore-separating' && !leadsIn) return false;
  const to = starts.children.count * HIT_WITH_POINT_LENGTH;
  starts.hits = reserve(starts.hits, to + HIT_WITH_POINT_LENGTH);
  const { hits } = starts;
  hits[to + HIT_FRACTION] = 0;
  hits[to + HIT_NORMAL_X] = x;
  hits[to + HIT_NORMAL_Y] = y;
  hits[to + HIT_X] = manifold[from] - (separation / 2) * x;
  hits[to + HIT_Y] = manifold[from + 1] - (separation / 2) * y;
  return true;
}

/** See `SurfaceCasts.readStart`. */
export function readSurfaceStart(hit: Float64Array, index: number): number {
  for (let i = 0; i < HIT_WITH_POINT_LENGTH; i++) hit[i] = starts.hits[index * HIT_WITH_POINT_LENGTH + i];
  return starts.children.items[index];
}
