import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { INVALID_SLOT } from '../../../src/core/collider-slots.ts';
import {
  PROXIMITY_NORMAL,
  PROXIMITY_SEPARATION,
  type ProximitySearch,
} from '../../../src/core/queries/closest-points.ts';
import { hasShape } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../adapter/entities.ts';
import { slotOf } from '../adapter/member-slots.ts';
import type { CollisionState } from '../collision-state.ts';
import type { Dimension } from '../dimension.ts';
import { isPlaced } from './is-placed.ts';
import { refuseOut, scopeOf } from './query-scope.ts';

/** Where two colliders of any dimension are nearest to each other; without z in the plane. */
export interface AnyClosestPair {
  separation: number;
  distance: number;
  xA: number;
  yA: number;
  zA?: number;
  xB: number;
  yB: number;
  zB?: number;
  normalX: number;
  normalY: number;
  normalZ?: number;
  childA: number;
  childB: number;
}

/** The routines of a dimension that distances of colliders need. */
export interface ProximityDimension<Set extends ColliderSet, Piece> {
  readonly dimension: Dimension<Set>;
  readonly search: ProximitySearch<Set, Piece>;
}

/** See `closestPoints` of the dimensions. */
export function closestPointsIn<Set extends ColliderSet, Piece, Pair extends AnyClosestPair>(
  { dimension, search }: ProximityDimension<Set, Piece>,
  world: object,
  a: EntityId,
  b: EntityId,
  out: Pair | undefined,
): Pair | undefined {
  const { axes } = dimension;
  const { state, set } = scopeOf(world, dimension);
  const slotA = placedSlot(state, a);
  const slotB = placedSlot(state, b);
  if (slotA < 0 || slotB < 0 || slotA === slotB || !search.measure(set, slotA, slotB)) return undefined;
  const result = out ?? (emptyPair(axes) as Pair);
  const { proximity, children } = search;
  const separation = proximity[PROXIMITY_SEPARATION];
  const pointA = PROXIMITY_NORMAL + axes;
  const pointB = pointA + axes;
  try {
    result.separation = separation;
    result.distance = Math.max(separation, 0);
    result.xA = proximity[pointA];
    result.yA = proximity[pointA + 1];
    result.xB = proximity[pointB];
    result.yB = proximity[pointB + 1];
    result.normalX = proximity[PROXIMITY_NORMAL];
    result.normalY = proximity[PROXIMITY_NORMAL + 1];
    result.childA = children[0];
    result.childB = children[1];
    if (axes === 3) {
      result.zA = proximity[pointA + 2];
      result.zB = proximity[pointB + 2];
      result.normalZ = proximity[PROXIMITY_NORMAL + 2];
    }
  } catch (error) {
    refuseOut(result, error);
  }
  return result;
}

/** Returns the slot of an entity whose collider has a shape and a place, or INVALID_SLOT. */
function placedSlot(state: CollisionState, entity: EntityId): number {
  const slot = slotOf(state.adapter, entity);
  if (slot < 0 || !hasShape(state.set, slot)) return INVALID_SLOT;
  return isPlaced(state, slot) ? slot : INVALID_SLOT;
}

function emptyPair(axes: number): AnyClosestPair {
  const points = axes === 2 ? { xA: 0, yA: 0, xB: 0, yB: 0 } : { xA: 0, yA: 0, zA: 0, xB: 0, yB: 0, zB: 0 };
  const normal = axes === 2 ? { normalX: 0, normalY: 0 } : { normalX: 0, normalY: 0, normalZ: 0 };
  return { separation: 0, distance: 0, ...points, ...normal, childA: 0, childB: 0 };
}
