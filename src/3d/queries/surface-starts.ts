import type { IndexList } from '../../core/index-list.ts';
import { NO_MARGIN } from '../../core/narrow-phase/contact-margin.ts';
import { HIT_FRACTION, HIT_NORMAL, hitPointAt, type InitialOverlap } from '../../core/queries/cast-piece.ts';
import type { SurfaceStarts } from '../../core/queries/surface-casts.ts';
import { addStart, startRounding, writeSearched } from '../../core/queries/surface-starts.ts';
import {
  createShapeContacts,
  SHAPE_POINT_SEPARATION,
  SHAPE_POINT_STRIDE,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  VECTOR_STRIDE,
} from '../../core/shape-contacts.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { shapeCollider } from './collide-shape.ts';
import type { QueryShape } from './query-shape.ts';

/** How many numbers a hit has: the fraction, the normal and the point. */
const HIT_LENGTH = 7;
const POINT = /* @__PURE__ */ hitPointAt(3);
/** See `writeSearched`. */
const START_ROUNDING = 256;

const contacts = /* @__PURE__ */ createShapeContacts();
/** The radii of the shape's pieces as they were placed. */
let radii = new Float64Array(8);

/** Writes the box in which pieces may be met at the start by a shape with these bounds. */
export function writeSearchedBox(searched: Float64Array, box: Float64Array): void {
  writeSearched(searched, box, START_ROUNDING);
}

/** Lists the contacts that a shape has with some surfaces at the start of a cast. */
export function collectStarts(
  starts: SurfaceStarts,
  set: ColliderSet,
  slots: IndexList,
  mover: QueryShape,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): void {
  starts.slots.count = starts.children.count = 0;
  const { pieces, count } = mover;
  if (pieces[0].isHalfSpace) measureRoundingAt(set, slots, mover);
  // The radii are put back as they were: taking a growth off again may leave other last bits.
  radii = reserve(radii, count);
  for (let k = 0; k < count; k++) {
    radii[k] = pieces[k].radius;
    pieces[k].radius = radii[k] + startRounding[0];
  }
  shapeCollider.collideAmong(contacts, set, slots, mover, NO_MARGIN);
  for (let k = 0; k < count; k++) pieces[k].radius = radii[k];
  for (let row = 0; row < contacts.count; row++) {
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += contacts.normals[VECTOR_STRIDE * row + axis] * ray[3 + axis];
    if (along < 0 || initialOverlap !== 'ignore-separating') takeContact(starts, contacts, row, mover);
  }
}

/**
 * Writes `startRounding` for a half-space and the colliders that it may meet. The bounds of a half-space end 2^40 units
 * away and say nothing of rounding, so the largest bounds among the colliders are taken.
 */
function measureRoundingAt({ kinds, bounds }: ColliderSet, { items, count }: IndexList, { x, y, z }: QueryShape): void {
  const place = Math.abs(x) + Math.abs(y) + Math.abs(z);
  startRounding[0] = 0;
  for (let i = 0; i < count; i++) {
    if (kinds[items[i]] === SHAPE_HALF_SPACE) continue;
    let sides = place;
    for (let side = 0; side < BOUNDS_STRIDE; side++) sides += Math.abs(bounds[BOUNDS_STRIDE * items[i] + side]);
    startRounding[0] = Math.max(startRounding[0], START_ROUNDING * EPSILON * sides);
  }
}

/** Adds a contact at its deepest point, on the surface that is met. */
function takeContact(starts: SurfaceStarts, contacts: ShapeContacts, row: number, mover: QueryShape): void {
  const to = addStart(starts, contacts.slots[row], contacts.children[row], HIT_LENGTH);
  const { hits } = starts;
  const first = SHAPE_POINTS_STRIDE * row;
  let deepest = first;
  for (let i = 1; i < contacts.pointCounts[row]; i++) {
    const at = first + SHAPE_POINT_STRIDE * i;
    if (contacts.points[at + SHAPE_POINT_SEPARATION] < contacts.points[deepest + SHAPE_POINT_SEPARATION]) deepest = at;
  }
  const back = 0.5 * contacts.points[deepest + SHAPE_POINT_SEPARATION];
  hits[to + HIT_FRACTION] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const normal = contacts.normals[VECTOR_STRIDE * row + axis];
    const place = axis === 0 ? mover.x : axis === 1 ? mover.y : mover.z;
    hits[to + HIT_NORMAL + axis] = normal;
    hits[to + POINT + axis] = contacts.points[deepest + axis] - back * normal - place;
  }
}
