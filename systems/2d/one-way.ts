import { type OneWayStore, oneWaySpec } from '../../components/2d/one-way.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_STRIDE,
  POSE_X,
} from '../../src/2d/collider-set.ts';
import {
  hasPiece,
  loadPieceAt,
  loadSolidAt,
  makesSheet,
  measureAlong,
  measureRims,
  measureSide,
  turnDirection,
  writeTurn,
} from '../../src/2d/narrow-phase/came-from-side.ts';
import { createPlacedPiece, type PlacedPiece } from '../../src/2d/shapes/placed-piece.ts';
import { type OneWayKind, oneWayComponent } from '../core/one-way-component.ts';
import { plane } from './dimension.ts';

const planeOneWay: OneWayKind<ColliderSet, PlacedPiece> = {
  dimension: plane,
  spec: oneWaySpec,
  sides: {
    poseStride: POSE_STRIDE,
    placeAt: POSE_X,
    turnAt: POSE_COS,
    turnLength: 2,
    sizesAt: POSE_HALF_WIDTH,
    sizesEnd: POSE_HALF_HEIGHT + 1,
    createOneWay: () => createPlacedPiece(8),
    makesSheet,
    hasPiece,
    hasTurn: () => true,
    loadOneWay: loadPieceAt,
    loadSolid: loadSolidAt,
    measureAlong,
    measureRims,
    measureSide,
    turnDirection,
    writeTurn,
  },
};

/**
 * Returns the component by which colliders of a world are solid from one side only: platforms to jump onto from below,
 * doors that open one way. The first call makes it.
 *
 *     const OneWay = oneWay(world);
 *     addComponent(world, platform, set(OneWay, { normalX: 0, normalY: 1 }));
 *
 * Such a collider is in contact only with colliders that came from the side to which its normal points, for as long as
 * they touch: colliders that were on that side in the last tick, as far as they had been pushed out of floors and walls
 * by then, and new ones that are there in their first tick. A collider that came from elsewhere passes, and is judged
 * again in each tick, until it has been on that side. So platforms may move and turn, and rows of them are one floor.
 * Each piece of a chain or compound is judged alone. Sensors see it as if it were solid.
 *
 * Rays, casts, moving shapes and `moveAndSlide` are stopped if they begin on that side, and come to a surface that
 * faces there. To drop through, move a little into it and call `reconsider(world, entity)`.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision. The tick throws `invalid-number` for a
 * normal that is no finite number, naming the entity; until then, queries take it for (0, 0).
 */
export function oneWay(world: object): OneWayStore {
  return oneWayComponent(planeOneWay, world);
}
