import { type OneWayStore, oneWaySpec } from '../../components/3d/one-way.ts';
import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { BODY_AXES, BODY_HALF_X, BODY_STRIDE, BODY_X } from '../../src/3d/geometry/body-pose.ts';
import {
  hasPiece,
  hasTurn,
  loadOneWayAt,
  loadSolidAt,
  makesSheet,
  measureAlong,
  measureRims,
  measureSide,
  OneWayPiece,
  type PosedPiece,
  turnDirection,
  writeTurn,
} from '../../src/3d/narrow-phase/came-from-side.ts';
import { type OneWayKind, oneWayComponent } from '../core/one-way-component.ts';
import { space } from './dimension.ts';

const spaceOneWay: OneWayKind<ColliderSet, PosedPiece, OneWayPiece> = {
  dimension: space,
  spec: oneWaySpec,
  sides: {
    poseStride: BODY_STRIDE,
    placeAt: BODY_X,
    turnAt: BODY_AXES,
    turnLength: 9,
    sizesAt: BODY_HALF_X,
    sizesEnd: BODY_STRIDE,
    createOneWay: () => new OneWayPiece(),
    makesSheet,
    hasPiece,
    hasTurn,
    loadOneWay: loadOneWayAt,
    loadSolid: loadSolidAt,
    measureAlong,
    measureRims,
    measureSide,
    turnDirection,
    writeTurn,
  },
};

/**
 * Returns the component by which colliders of a world are solid from one side only: floors to jump onto from below,
 * doors and windows that open one way. The first call makes it.
 *
 *     const OneWay = oneWay(world);
 *     addComponent(world, floor, set(OneWay, { normalX: 0, normalY: 1, normalZ: 0 }));
 *
 * Such a collider is in contact only with colliders that came from the side to which its normal points, for as long as
 * they touch: colliders that were on that side in the last tick, as far as they had been pushed out of floors and walls
 * by then, and new ones that are there in their first tick. A collider that came from elsewhere passes, and is judged
 * again in each tick, until it has been on that side. So floors may move and turn, and rows of them are one floor. Each
 * piece of a compound, and each triangle of a mesh or heightfield, is judged alone; triangles whose outside faces away
 * from that side are passed by all. Sensors see it as if it were solid.
 *
 * Rays, casts, moving shapes and `moveAndSlide` are stopped if they begin on that side, and come to a surface that
 * faces there. To drop through, move a little into it and call `reconsider(world, entity)`.
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision. The tick throws `invalid-number` for a
 * normal that is no finite number, naming the entity; until then, queries take it for (0, 0, 0).
 */
export function oneWay(world: object): OneWayStore {
  return oneWayComponent(spaceOneWay, world) as OneWayStore;
}
