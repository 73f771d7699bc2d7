import { shapeCollider } from '../../../src/3d/queries/collide-shape.ts';
import { type CastPose, createQueryShape, placeShape } from '../../../src/3d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/3d/shapes/shape-spec.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { type CollideShapeOptions, ContactQueries, collideShapeIn } from '../../core/queries/collide-shape.ts';
import { space } from '../dimension.ts';

/** A point of a contact, midway between the two surfaces, in the world. */
export interface ShapeContactPoint {
  x: number;
  y: number;
  z: number;
  /** The signed gap between the two there: negative when they overlap, at most the margin. */
  separation: number;
}

/** Where a shape at a pose touches a collider. */
export interface ShapeContact {
  entity: EntityId;
  /** The index of the piece of the collider's shape; 0 when the shape is a single piece. */
  child: number;
  /** Unit, from the collider to the shape: by `penetration` along it, the shape is clear of this collider or child. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** The least separation over the points: negative when penetrating, 0 when touching, at most the margin. */
  separation: number;
  /** max(0, −separation). */
  penetration: number;
  /** The number of entries of `points` that belong to this contact: 1 to 4. */
  pointCount: number;
  points: [ShapeContactPoint, ShapeContactPoint, ShapeContactPoint, ShapeContactPoint];
}

const queries = /* @__PURE__ */ new ContactQueries({
  dimension: space,
  collider: shapeCollider,
  createShape: createQueryShape,
});

/**
 * Fills `out` with the contacts of a shape at a pose: one for each collider that it touches, by entity index. Returns
 * how many; `out` is cut or grown to that length. The shape need not be in the world, and the pose is only read. The
 * least separation is the one that a contact of the two in a tick would have.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-shape` for a value that no shape
 *   maker returned, `invalid-state` for a world without collision, an unknown option, or `out` that is no array or
 *   cannot be written to.
 */
export function collideShape(
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  out: ShapeContact[],
  options?: CollideShapeOptions,
): number {
  return collideShapeIn(queries, placeShape, world, shape, pose, out, options);
}
