import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { HIT_FRACTION, HIT_NORMAL, hitPointAt, type InitialOverlap } from '../../core/queries/cast-piece.ts';
import type { SurfaceStarts } from '../../core/queries/surface-casts.ts';
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
import type { ColliderSet } from '../collider-set.ts';
import { shapeCollider } from './collide-shape.ts';
import type { QueryShape } from './query-shape.ts';

/** Numbers of a hit: the fraction, the normal and the point. */
const HIT_LENGTH = 7;
const POINT = /* @__PURE__ */ hitPointAt(3);
/**
 * How far from touching a start may still be, in the sides of the shape's bounds: casts of pieces tell starts by other
 * sums, and what just touches must not slip in between the two.
 */
const START_ROUNDING = 256 * EPSILON;

const contacts = /* @__PURE__ */ createShapeContacts();
const rounding = new Float64Array(1);

export function createSurfaceStarts(): SurfaceStarts {
  return {
    hits: new Float64Array(0),
    slots: createIndexList(4),
    children: createIndexList(4),
    near: createIndexList(16),
  };
}

/** Writes the box in which pieces may be met at the start by a shape with these bounds. */
export function writeSearched(searched: Float64Array, box: Float64Array): void {
  rounding[0] = 0;
  for (let side = 0; side < 6; side++) rounding[0] += START_ROUNDING * Math.abs(box[side]);
  for (let side = 0; side < 6; side++) searched[side] = box[side] + (side < 3 ? -rounding[0] : rounding[0]);
}

/** Fills a list with what a shape meets of some surfaces at its start: its contacts with them there. */
export function collectStarts(
  starts: SurfaceStarts,
  set: ColliderSet,
  slots: IndexList,
  mover: QueryShape,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): void {
  starts.slots.count = starts.children.count = 0;
  for (let k = 0; k < mover.count; k++) mover.pieces[k].radius += rounding[0];
  shapeCollider.collideAmong(contacts, set, slots, mover);
  for (let k = 0; k < mover.count; k++) mover.pieces[k].radius -= rounding[0];
  for (let row = 0; row < contacts.count; row++) {
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += contacts.normals[VECTOR_STRIDE * row + axis] * ray[3 + axis];
    if (along < 0 || initialOverlap !== 'ignore-separating') addStart(starts, contacts, row, mover);
  }
}

/** Adds a contact at its deepest point, on the surface that is met. */
function addStart(starts: SurfaceStarts, contacts: ShapeContacts, row: number, mover: QueryShape): void {
  const { slots, children } = starts;
  const to = HIT_LENGTH * children.count;
  starts.hits = reserve(starts.hits, to + HIT_LENGTH);
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
  reserveIndices(slots, 1)[slots.count++] = contacts.slots[row];
  reserveIndices(children, 1)[children.count++] = contacts.children[row];
}

/** Writes a hit of a list. */
export function readStart(hit: Float64Array, { hits }: SurfaceStarts, index: number): void {
  for (let i = 0; i < HIT_LENGTH; i++) hit[i] = hits[HIT_LENGTH * index + i];
}
