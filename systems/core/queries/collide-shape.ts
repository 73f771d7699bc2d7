import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { requireDistance } from '../../../src/core/limits.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { ShapeCollider } from '../../../src/core/queries/collide-shape.ts';
import { findInAabb } from '../../../src/core/queries/find-in-aabb.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import {
  createShapeContacts,
  SHAPE_POINT_SEPARATION,
  SHAPE_POINT_STRIDE,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  VECTOR_STRIDE,
} from '../../../src/core/shape-contacts.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { Dimension } from '../dimension.ts';
import type { PlaceShape } from './casts.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from './query-options.ts';
import { boundsScopeOf, refuseOut, requireArray } from './query-scope.ts';
import type { AnyVector } from './vector.ts';

export interface CollideShapeOptions extends QueryOptions {
  /**
   * The largest distance at which a collider is reported, in world units. Default 0: only colliders that touch or
   * overlap are.
   */
  margin?: number;
}

export const COLLIDE_SHAPE_KEYS = [...QUERY_KEYS, 'margin'] as const;

/** A point of a contact in any dimension; without z in the plane. */
interface AnyContactPoint {
  x: number;
  y: number;
  z?: number;
  separation: number;
}

/** A contact of a shape in any dimension; without z in the plane. */
export interface AnyShapeContact {
  entity: EntityId;
  child: number;
  normalX: number;
  normalY: number;
  normalZ?: number;
  separation: number;
  penetration: number;
  pointCount: number;
  points: AnyContactPoint[];
}

/** The routines of a dimension that contacts of placed shapes need. */
export interface ContactDimension<Set extends ColliderSet, Piece extends { radius: number }> {
  readonly dimension: Dimension<Set>;
  readonly collider: ShapeCollider<Set, Piece>;
  createShape(): QueryShape<Piece>;
}

/** A query about the contacts of a shape: the shape, the filter made of its options, and the contacts found. */
class ContactQuery<Piece extends { radius: number }> {
  readonly shape: QueryShape<Piece>;
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
  readonly contacts = createShapeContacts();
  readonly margin = new Float64Array(1);

  constructor(shape: QueryShape<Piece>) {
    this.shape = shape;
  }
}

/**
 * The pool of query objects of one dimension. A query takes one and gives it back, so that asking allocates nothing.
 */
export class ContactQueries<Set extends ColliderSet, Piece extends { radius: number }> extends Pool<
  ContactQuery<Piece>
> {
  readonly kind: ContactDimension<Set, Piece>;

  constructor(kind: ContactDimension<Set, Piece>) {
    super(
      () => new ContactQuery(kind.createShape()),
      ({ filter }) => filter.forget(),
    );
    this.kind = kind;
  }
}

/** See `collideShape` of the dimensions. */
export function collideShapeIn<Set extends ColliderSet, Piece extends { radius: number }, Spec, Pose extends AnyVector>(
  queries: ContactQueries<Set, Piece>,
  placeShape: PlaceShape<Piece, Spec, Pose>,
  world: object,
  shape: Spec,
  pose: Pose,
  out: AnyShapeContact[],
  options: CollideShapeOptions | undefined,
): number {
  requireArray(out);
  const { dimension, collider } = queries.kind;
  const query = queries.take();
  try {
    const { margin, contacts } = query;
    placeShape(query.shape, shape, pose);
    margin[0] = options?.margin === undefined ? 0 : requireDistance('margin', options.margin);
    growBox(query.shape.box, margin);
    const scope = boundsScopeOf(world, dimension, undefined);
    const filter = query.filter.set(scope.state, options, COLLIDE_SHAPE_KEYS);
    // The filter may run queries itself, which use the same scratch, so it is asked before contacts are computed.
    findInAabb(scope, query.shape.box, filter, query.found);
    collider.collideAmong(contacts, scope.set, query.found, query.shape, margin);
    report(out, contacts, scope.set.slots.entity, dimension);
    return contacts.count;
  } finally {
    queries.give();
  }
}

/** Grows a box, the least coordinates and then the largest, by `by[0]` to all sides. */
function growBox(box: Float64Array, by: Float64Array): void {
  const axes = box.length / 2;
  for (let axis = 0; axis < axes; axis++) {
    box[axis] -= by[0];
    box[axes + axis] += by[0];
  }
}

function report<Set extends ColliderSet>(
  out: AnyShapeContact[],
  contacts: ShapeContacts,
  entity: Int32Array,
  dimension: Dimension<Set>,
): void {
  try {
    for (let i = 0; i < contacts.count; i++) {
      if (i === out.length) out.push(emptyContact(dimension));
      fill(out[i], contacts, i, entity, dimension);
    }
    while (out.length > contacts.count) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
}

function fill<Set extends ColliderSet>(
  out: AnyShapeContact,
  contacts: ShapeContacts,
  row: number,
  entity: Int32Array,
  dimension: Dimension<Set>,
): void {
  const { axes } = dimension;
  const { normals } = contacts;
  const at = row * VECTOR_STRIDE;
  out.entity = entity[contacts.slots[row]];
  out.child = contacts.children[row];
  out.normalX = normals[at];
  out.normalY = normals[at + 1];
  if (axes === 3) out.normalZ = normals[at + 2];
  const separation = contacts.separations[row];
  out.separation = separation;
  out.penetration = Math.max(0, -separation);
  out.pointCount = contacts.pointCounts[row];
  // An object that another query has filled has no points.
  out.points ??= emptyPoints(dimension);
  for (let i = 0; i < out.pointCount; i++) {
    const from = row * SHAPE_POINTS_STRIDE + i * SHAPE_POINT_STRIDE;
    const point = out.points[i];
    point.x = contacts.points[from];
    point.y = contacts.points[from + 1];
    if (axes === 3) point.z = contacts.points[from + 2];
    point.separation = contacts.points[from + SHAPE_POINT_SEPARATION];
  }
}

/**
 * Makes a contact to be filled. Each of the two is one literal: V8 puts every fraction on the heap that is written to a
 * field which has come by a spread record.
 */
function emptyContact<Set extends ColliderSet>(dimension: Dimension<Set>): AnyShapeContact {
  const points = emptyPoints(dimension);
  return dimension.axes === 2
    ? {
        entity: 0,
        child: 0,
        normalX: NaN,
        normalY: NaN,
        separation: NaN,
        penetration: NaN,
        pointCount: 0,
        points,
      }
    : {
        entity: 0,
        child: 0,
        normalX: NaN,
        normalY: NaN,
        normalZ: NaN,
        separation: NaN,
        penetration: NaN,
        pointCount: 0,
        points,
      };
}

/**
 * Makes the points of a contact. The separation comes first: all records that begin with x, y and z share a hidden
 * class, and if one of these holds an object, as the columns of a component do, V8 boxes fractions in each of them.
 */
function emptyPoints<Set extends ColliderSet>({ axes, maxPoints }: Dimension<Set>): AnyContactPoint[] {
  const make = () => (axes === 2 ? { separation: NaN, x: NaN, y: NaN } : { separation: NaN, x: NaN, y: NaN, z: NaN });
  return Array.from({ length: maxPoints }, make);
}
