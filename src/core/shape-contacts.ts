import { lengthened, reserve } from './typed-array.ts';

/** The largest number of points that a contact of a shape has, in any dimension. */
const MAX_POINTS = 4;
/** How many coordinates a vector has: three; in the plane the last is 0. */
export const VECTOR_STRIDE = 3;
/** How many numbers a contact has in `points`: coordinates and separation of each point. */
export const SHAPE_POINT_STRIDE = VECTOR_STRIDE + 1;
export const SHAPE_POINTS_STRIDE = MAX_POINTS * SHAPE_POINT_STRIDE;
export const SHAPE_POINT_SEPARATION = VECTOR_STRIDE;

/**
 * Where a placed shape touches colliders: one row for each pair of a piece of the shape and a piece of a collider.
 * Growable, and reused from one query to the next.
 */
export interface ShapeContacts {
  count: number;
  slots: Uint32Array;
  children: Uint32Array;
  pointCounts: Uint8Array;
  /** The least over the points; negative where they overlap. */
  separations: Float64Array;
  /** Unit, from the collider to the shape: the direction in which the shape gets clear. */
  normals: Float64Array;
  /** Midway between the two surfaces. */
  points: Float64Array;
}

export function createShapeContacts(): ShapeContacts {
  return {
    count: 0,
    slots: new Uint32Array(0),
    children: new Uint32Array(0),
    pointCounts: new Uint8Array(0),
    separations: new Float64Array(0),
    normals: new Float64Array(0),
    points: new Float64Array(0),
  };
}

/** Adds an empty row and returns its number. */
export function addShapeContact(contacts: ShapeContacts, slot: number, child: number): number {
  const row = contacts.count++;
  if (row >= contacts.slots.length) growContacts(contacts, row + 1);
  contacts.slots[row] = slot;
  contacts.children[row] = child;
  contacts.pointCounts[row] = 0;
  contacts.separations[row] = Infinity;
  return row;
}

function growContacts(contacts: ShapeContacts, needed: number): void {
  contacts.slots = reserve(contacts.slots, needed);
  // All columns get the length of the first one, as `reserve` would round up each length differently.
  const { length } = contacts.slots;
  contacts.children = lengthened(contacts.children, length);
  contacts.pointCounts = lengthened(contacts.pointCounts, length);
  contacts.separations = lengthened(contacts.separations, length);
  contacts.normals = lengthened(contacts.normals, length * VECTOR_STRIDE);
  contacts.points = lengthened(contacts.points, length * SHAPE_POINTS_STRIDE);
}

/** Lets two rows change places. */
export function swapRows(out: ShapeContacts, a: number, b: number): void {
  swap(out.slots, a, b);
  swap(out.children, a, b);
  swap(out.pointCounts, a, b);
  swap(out.separations, a, b);
  for (let i = 0; i < VECTOR_STRIDE; i++) swap(out.normals, a * VECTOR_STRIDE + i, b * VECTOR_STRIDE + i);
  for (let i = 0; i < SHAPE_POINTS_STRIDE; i++)
    swap(out.points, a * SHAPE_POINTS_STRIDE + i, b * SHAPE_POINTS_STRIDE + i);
}

function swap(values: Uint32Array | Uint8Array | Float64Array, a: number, b: number): void {
  const held = values[a];
  values[a] = values[b];
  values[b] = held;
}

/**
 * Sorts all rows by the entity index of their collider and then by child. Rows of one child keep the order in which
 * they came.
 */
export function sortByCollider(out: ShapeContacts, index: Uint32Array): void {
  const { slots, children } = out;
  for (let i = 1; i < out.count; i++) {
    for (let at = i; at > 0; at--) {
      const order = index[slots[at - 1]] - index[slots[at]] || children[at - 1] - children[at];
      if (order <= 0) break;
      swapRows(out, at - 1, at);
    }
  }
}
