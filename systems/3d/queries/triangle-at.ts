import { closestPointTriangle } from '../../../src/3d/geometry/closest/closest-point-triangle.ts';
import { pointsToWorld, pointToComposite } from '../../../src/3d/narrow-phase/find-children.ts';
import { isRegisteredKind } from '../../../src/3d/shapes/shape-kind.ts';
import { writeSurfaceTriangle } from '../../../src/3d/shapes/surface-triangle.ts';
import { SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { refuse } from '../../../src/core/errors.ts';
import type { WritableNumberArray } from '../../../src/core/number-array.ts';
import { registeredOf } from '../../../src/core/shapes/registered-of.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { slotOf } from '../../core/adapter/member-slots.ts';
import { requireState } from '../../core/collision-state.ts';
import { space } from '../dimension.ts';

/** A triangle of a mesh or heightfield: the hit of a query, say. */
export interface TriangleOfSurface {
  readonly entity: EntityId;
  readonly child: number;
}

/** A place on a mesh or heightfield: the hit of a query, say. */
export interface PlaceOnSurface extends TriangleOfSurface {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A place on a triangle of a mesh or a heightfield. */
export interface TrianglePlace {
  /** The number of the triangle: the hit's `child`. */
  triangle: number;
  /**
   * The vertices of its corners. For a heightfield they are numbered row · columns + column; for a surface that
   * `meshFrom` of `bitecs-collision/three` has joined, the vertices of all its objects are numbered one after another,
   * and `objectAt` names the object.
   */
  vertexA: number;
  vertexB: number;
  vertexC: number;
  /** Barycentric coordinates, ≥ 0 and 1 together: weights for values given at the vertices, such as uv and colours. */
  weightA: number;
  weightB: number;
  weightC: number;
}

const place = new Float64Array(3);
const corners = new Float64Array(9);
const vertices = new Uint32Array(3);
const nearest = new Float64Array(7);
/** The index at which `closestPointTriangle` writes the weights of the corners. */
const WEIGHTS = 3;

/**
 * Returns where on its triangle a hit of `castRay`, `castShape`, `closestPoint` or another query is: the vertices of
 * the triangle and barycentric coordinates. Undefined for a collider that is neither mesh nor heightfield. The result
 * is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, or a world without 3D collision;
 *   `out-of-range` for a child that is no triangle of its shape.
 */
export function triangleAt(world: object, hit: PlaceOnSurface, out?: TrianglePlace): TrianglePlace | undefined {
  const { set } = requireState(world, space);
  const slot = findTriangle(world, hit);
  if (slot < 0) return undefined;
  place[0] = hit.x;
  place[1] = hit.y;
  place[2] = hit.z;
  pointToComposite(place, place, set, slot);
  closestPointTriangle(nearest, 0, place, 0, corners, 0);
  const result = out ?? { triangle: 0, vertexA: 0, vertexB: 0, vertexC: 0, weightA: 0, weightB: 0, weightC: 0 };
  result.triangle = hit.child;
  result.vertexA = vertices[0];
  result.vertexB = vertices[1];
  result.vertexC = vertices[2];
  result.weightA = nearest[WEIGHTS];
  result.weightB = nearest[WEIGHTS + 1];
  result.weightC = nearest[WEIGHTS + 2];
  return result;
}

/**
 * Returns where the corners of the triangle of a hit are in the world, x y z each, in the order of `triangleAt`: to
 * highlight it, say. For a contact, pass the entity and the child of one side:
 * `{ entity: level, child: contact.childB }`. The radius of a mesh is not added. Undefined for a collider that is
 * neither mesh nor heightfield. The result is a new Float64Array, or the first nine numbers of `out` filled, which may
 * be the position array of a geometry of three.js.
 *
 * @throws CollisionError as `triangleAt`.
 */
export function triangleCornersAt(world: object, hit: TriangleOfSurface): Float64Array | undefined;
export function triangleCornersAt<T extends WritableNumberArray>(
  world: object,
  hit: TriangleOfSurface,
  out: T,
): T | undefined;
export function triangleCornersAt(
  world: object,
  hit: TriangleOfSurface,
  out: WritableNumberArray = new Float64Array(9),
): WritableNumberArray | undefined {
  const { set } = requireState(world, space);
  const slot = findTriangle(world, hit);
  if (slot < 0) return undefined;
  pointsToWorld(corners, set, slot);
  for (let i = 0; i < corners.length; i++) out[i] = corners[i];
  return out;
}

/**
 * Writes the triangle of a hit to `corners`, in the frame of its shape, and to `vertices`. Returns the slot of its
 * collider, or −1 for a collider that has no triangles.
 */
function findTriangle(world: object, hit: TriangleOfSurface): number {
  const { adapter, set } = requireState(world, space);
  const slot = slotOf(adapter, hit?.entity);
  if (slot < 0 || set.slots.state[slot] !== SLOT_LIVE)
    refuse('invalid-state', 'hit.entity', 'one with a collider', hit);
  const surface = isRegisteredKind(set.kinds[slot]) ? registeredOf(set, slot)?.surface : undefined;
  if (surface === undefined) return -1;
  if (!writeSurfaceTriangle(corners, vertices, surface, hit.child)) {
    refuse('out-of-range', 'hit.child', 'a triangle of the shape', hit.child);
  }
  return slot;
}
