import { createIndexList } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { InitialOverlap } from '../../core/queries/cast-piece.ts';
import type { SurfaceStarts } from '../../core/queries/surface-casts.ts';
import {
  addStart,
  createSurfaceStarts,
  readStart,
  startRounding,
  writeSearched,
} from '../../core/queries/surface-starts.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { type SegmentContact, segmentContacts } from '../narrow-phase/segment-contacts.ts';
import { collectorOf } from '../narrow-phase/surface-table.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { HIT_WITH_POINT_LENGTH, HIT_X, HIT_Y, TRANSLATION_X, TRANSLATION_Y } from './cast-piece.ts';
import type { QueryShape } from './query-shape.ts';

const own = createSurfaceStarts();
const near = createIndexList(64);

/** See `writeSearched`. */
const START_ROUNDING = 32;

/** Begins a list for a shape with these bounds, and writes the box in which pieces may be met at the start. */
export function beginStarts(starts: SurfaceStarts, searched: Float64Array, box: Float64Array): void {
  writeSearched(searched, box, START_ROUNDING);
  starts.slots.count = starts.children.count = 0;
}

/** Sets margin and frame so that contacts as far apart as `startRounding` are made, as seen from where the shape is. */
export function useStartMargin(mover: QueryShape): void {
  contactMargin[0] = startRounding[0];
  frameOrigin[0] = mover.x;
  frameOrigin[1] = mover.y;
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
  if (mover.isPoint || initialOverlap === 'ignore') return 0;
  beginStarts(own, worldBox, mover.box);
  findChildren(set, slot, shape, near);
  useStartMargin(mover);
  for (let k = 0; k < mover.count; k++) {
    const end = collectorOf(shape)!(set, slot, shape, near, mover.pieces[k], k, 0);
    for (let i = 0; i < end; i++) {
      const contact = segmentContacts[i];
      const isOneWay = shape.record.grid?.isOneWay(shape, contact.child) === true;
      // A shape that is deeper than this in a one-way tile did not come from above.
      most[0] = isOneWay ? mover.grownBy + startRounding[0] : Infinity;
      if (isStart(contact, ray, initialOverlap)) takeContact(own, contact, slot, contact.child);
    }
  }
  return own.children.count;
}

/** The depth up to which a contact is a start. */
const most = new Float64Array(1);

/** Returns whether a contact of a surface that has just been collected is met by a cast, and not too deep. */
function isStart({ manifold, points }: SegmentContact, ray: Float64Array, initialOverlap: InitialOverlap): boolean {
  if (points === 0) return false;
  const separation = manifold[deepestPoint(manifold, points) + CONTACT_SEPARATION];
  if (!(separation <= startRounding[0] && separation >= -most[0])) return false;
  const along = manifold[CONTACT_NORMAL_X] * ray[TRANSLATION_X] + manifold[CONTACT_NORMAL_Y] * ray[TRANSLATION_Y];
  return along < 0 || initialOverlap !== 'ignore-separating';
}

/** Adds a contact of a surface to the starts, at its deepest point. */
function takeContact(starts: SurfaceStarts, { manifold, points }: SegmentContact, slot: number, child: number): void {
  const from = deepestPoint(manifold, points);
  const off = manifold[from + CONTACT_SEPARATION] / 2;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  const to = addStart(starts, slot, child, HIT_WITH_POINT_LENGTH);
  const { hits } = starts;
  hits[to + HIT_FRACTION] = 0;
  hits[to + HIT_NORMAL_X] = x;
  hits[to + HIT_NORMAL_Y] = y;
  hits[to + HIT_X] = manifold[from] - off * x;
  hits[to + HIT_Y] = manifold[from + 1] - off * y;
}

/** Returns the index at which the deepest point of a manifold begins. */
function deepestPoint(manifold: Float64Array, points: number): number {
  const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
  const isSecond = points > 1 && manifold[second + CONTACT_SEPARATION] < manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  return isSecond ? second : CONTACT_POINTS;
}

/** Adds a contact of one of several colliders that are one surface, if a cast meets it. */
export function takeStart(
  starts: SurfaceStarts,
  contact: SegmentContact,
  slot: number,
  child: number,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): void {
  most[0] = Infinity;
  if (isStart(contact, ray, initialOverlap)) takeContact(starts, contact, slot, child);
}

/** See `SurfaceCasts.readStart`. */
export function readSurfaceStart(hit: Float64Array, index: number): number {
  readStart(hit, own, index);
  return own.children.items[index];
}
