import { collectContacts } from '../../../src/2d/queries/collide-shape.ts';
import { type CastPose, createQueryShape, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import { requireNonNegative } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import { GrownShape } from '../../../src/core/queries/grown-shape.ts';
import {
  createShapeContacts,
  SHAPE_POINT_SEPARATION,
  SHAPE_POINT_STRIDE,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  VECTOR_STRIDE,
} from '../../../src/core/shape-contacts.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import { refuseOut, requireArray, scopeOf } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';

/** A point of a contact, midway between the two surfaces, in the world. */
export interface ShapeContactPoint {
  x: number;
  y: number;
  /** The signed gap between the two there: negative when they overlap, at most the margin. */
  separation: number;
}

/** Where a shape at a pose touches a collider, or a child of one. */
export interface ShapeContact {
  entity: EntityId;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  child: number;
  /** Unit, from the collider to the shape: by `penetration` along it, the shape is clear of this collider or child. */
  normalX: number;
  normalY: number;
  /** The least separation over the points: negative when penetrating, 0 when touching, at most the margin. */
  separation: number;
  /** max(0, −separation). */
  penetration: number;
  /** 1 or 2: so many of `points` are this contact's. */
  pointCount: number;
  points: [ShapeContactPoint, ShapeContactPoint];
}

export interface CollideShapeOptions extends QueryOptions {
  /** Reports also what is no farther away than this, in world units. Default 0: what touches or overlaps. */
  margin?: number;
}

export const COLLIDE_SHAPE_KEYS = [...QUERY_KEYS, 'margin'] as const;

/** A shape that is asked about, what it sees, and what it touches. */
class ContactQuery {
  readonly shape = createQueryShape();
  readonly grown = new GrownShape(this.shape);
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
  readonly contacts = createShapeContacts();
  readonly position = new Float64Array(2);
  readonly margin = new Float64Array(1);
}

const queries: Pool<ContactQuery> = /* @__PURE__ */ new Pool(
  () => new ContactQuery(),
  ({ filter }) => filter.forget(),
);

/**
 * Fills `out` with the contacts of a shape at a pose: one for each collider, segment of a chain or child of a compound
 * that it touches, and for each of its own pieces when it is a compound; by entity index, then child. Returns how many;
 * `out` is cut or grown to that length. The shape need not be in the world, and the pose is only read.
 *
 * These are contacts as in a tick: along a chain only those that its surface has, and none behind one that is
 * one-sided.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-shape` for what no shape maker
 *   returned, `invalid-state` for a world without collision, an option that there is not, or `out` that is no array or
 *   cannot be written to.
 */
export function collideShape(
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  out: ShapeContact[],
  options?: CollideShapeOptions,
): number {
  requireArray(out);
  const query = queries.take();
  try {
    const { position, margin, contacts, grown } = query;
    placeShape(query.shape, shape, pose);
    margin[0] = options?.margin === undefined ? 0 : requireNonNegative('margin', options.margin);
    position[0] = pose.x;
    position[1] = pose.y;
    grown.capture();
    grown.put(position, margin);
    const scope = scopeOf(world, plane);
    const filter = query.filter.set(scope.state, options, COLLIDE_SHAPE_KEYS);
    collectContacts(contacts, scope, query.shape, filter, query.found);
    report(out, contacts, scope.set.slots.entity, margin);
    return contacts.count;
  } finally {
    queries.give();
  }
}

function report(out: ShapeContact[], contacts: ShapeContacts, entity: Int32Array, margin: Float64Array): void {
  try {
    for (let i = 0; i < contacts.count; i++) {
      if (i === out.length) out.push(emptyContact());
      fill(out[i], contacts, i, entity, margin);
    }
    while (out.length > contacts.count) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
}

function fill(out: ShapeContact, contacts: ShapeContacts, row: number, entity: Int32Array, margin: Float64Array): void {
  const by = margin[0];
  const normalX = contacts.normals[row * VECTOR_STRIDE];
  const normalY = contacts.normals[row * VECTOR_STRIDE + 1];
  out.entity = entity[contacts.slots[row]];
  out.child = contacts.children[row];
  out.normalX = normalX;
  out.normalY = normalY;
  const separation = contacts.separations[row] + by;
  out.separation = separation;
  out.penetration = separation < 0 ? -separation : 0;
  out.pointCount = contacts.pointCounts[row];
  // What another query has filled has none.
  out.points ??= emptyPoints();
  for (let i = 0; i < out.pointCount; i++) {
    const at = row * SHAPE_POINTS_STRIDE + i * SHAPE_POINT_STRIDE;
    const point = out.points[i];
    // The shape that was grown is nearer by the margin: the middle between the surfaces lies half of it farther out.
    point.x = contacts.points[at] + (by / 2) * normalX;
    point.y = contacts.points[at + 1] + (by / 2) * normalY;
    point.separation = contacts.points[at + SHAPE_POINT_SEPARATION] + by;
  }
}

function emptyContact(): ShapeContact {
  return {
    entity: 0,
    child: 0,
    normalX: NaN,
    normalY: NaN,
    separation: NaN,
    penetration: NaN,
    pointCount: 0,
    points: emptyPoints(),
  };
}

function emptyPoints(): ShapeContact['points'] {
  return [
    { x: NaN, y: NaN, separation: NaN },
    { x: NaN, y: NaN, separation: NaN },
  ];
}
