import { closestBvh } from '../bvh/closest-bvh.ts';
import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { type ConvexPiece, createConvexPiece } from '../geometry/convex-piece.ts';
import { closestPointsGjk, createGjkCache } from '../geometry/gjk.ts';
import { frameOrigin, loadChild, loadCollider, loadPoint, placement } from '../narrow-phase/load-piece.ts';
import { registeredOf } from '../narrow-phase/registered-of.ts';
import { isCompositeKind } from '../shapes/shape-kind.ts';
import { type Accepts, comesFirst, isVisible, type QueryHit, type QueryScope } from './query-scope.ts';

const point = createConvexPiece(1);
const witness = new Float64Array(4);
const gjk = createGjkCache();

/** Searches the point on any collider that is nearest to a given one. Reusable; one search at a time. */
export class ClosestPointSearch {
  readonly hit: QueryHit;
  readonly #piece = createConvexPiece(8);
  #set: ColliderSet | undefined;
  #accepts: Accepts = () => true;
  #x = 0;
  #y = 0;
  #limit = Infinity;
  #slot = 0;
  #scale = 1;
  #radius = 0;

  constructor(hit: QueryHit) {
    this.hit = hit;
  }

  /**
   * Writes `hit`: `fraction` is the distance, 0 with the point itself and no normal when it lies in a collider; else the normal
   * points from the collider to the given point. Slot −1 when nothing is within `maxDistance`.
   */
  run(scope: QueryScope, x: number, y: number, maxDistance: number, accepts: Accepts): void {
    this.#set = scope.set;
    this.#accepts = accepts;
    this.#x = x;
    this.#y = y;
    this.hit.slot = -1;
    this.hit.fraction = Infinity;
    let limit = maxDistance;
    for (let i = 0; i < scope.hierarchies.length; i++) {
      limit = closestBvh(scope.hierarchies[i]!, scope.set.bounds, x, y, limit, this.#visit);
    }
  }

  readonly #visit = (slot: number, maxDistance: number): number => {
    const set = this.#set!;
    if (!isVisible(set, slot, this.#accepts)) return maxDistance;
    this.#limit = maxDistance;
    if (isCompositeKind(set.shape.kind[set.slots.index[slot]!]!)) this.#searchChildren(set, slot);
    else {
      this.#setFrame();
      loadCollider(this.#piece, set, slot);
      this.#measure(slot, 0);
    }
    return this.#limit;
  };

  /** Searches the hierarchy of a composite, in its own frame. */
  #searchChildren(set: ColliderSet, slot: number): void {
    const { poses } = set;
    const at = slot * POSE_STRIDE;
    const dx = this.#x - poses[at + POSE_X]!;
    const dy = this.#y - poses[at + POSE_Y]!;
    const c = poses[at + POSE_COS]!;
    const s = poses[at + POSE_SIN]!;
    this.#scale = poses[at + POSE_SCALE]!;
    this.#radius = set.shape.radius[set.slots.index[slot]!]! * this.#scale;
    this.#slot = slot;
    const shape = registeredOf(set, slot);
    const x = (c * dx + s * dy) / this.#scale;
    const y = (c * dy - s * dx) / this.#scale;
    closestBvh(shape.bvh!, shape.pieceBounds, x, y, this.#localLimit(), this.#visitChild);
  }

  readonly #visitChild = (child: number): number => {
    const set = this.#set!;
    this.#setFrame();
    loadChild(this.#piece, set, this.#slot, registeredOf(set, this.#slot), child);
    this.#measure(this.#slot, child);
    return this.#localLimit();
  };

  /** The frame is shared with everything that loads pieces, a query in a predicate included: set it before each load. */
  #setFrame(): void {
    frameOrigin[0] = this.#x;
    frameOrigin[1] = this.#y;
  }

  /** How far a child's box may be, in the composite's frame, with room for the rounding of the change of frame. */
  #localLimit(): number {
    return ((this.#limit + this.#radius) / this.#scale) * (1 + 1e-12);
  }

  #measure(slot: number, child: number): void {
    const distance = closestToOrigin(this.#piece);
    if (!(distance <= this.#limit) || !comesFirst(this.#set!, distance, slot, child, this.hit)) return;
    this.#limit = distance;
    const { hit } = this;
    hit.slot = slot;
    hit.child = child;
    hit.fraction = distance;
    hit.x = this.#x + witness[0]!;
    hit.y = this.#y + witness[1]!;
    hit.normalX = distance > 0 ? witness[2]! : 0;
    hit.normalY = distance > 0 ? witness[3]! : 0;
  }
}

/** Distance from the origin to a rounded piece; the point and the unit direction from it to the origin go to `witness`. */
function closestToOrigin(piece: ConvexPiece): number {
  placement.fill(0);
  loadPoint(point);
  gjk.count = 0;
  const core = Math.sqrt(closestPointsGjk(witness, 0, point, piece, gjk));
  const x = witness[2]!;
  const y = witness[3]!;
  const distance = core - piece.radius;
  if (!(distance > 0)) {
    witness[0] = 0;
    witness[1] = 0;
    return 0;
  }
  // 0 − x keeps a zero positive.
  const normalX = (0 - x) / core;
  const normalY = (0 - y) / core;
  witness[0] = x + normalX * piece.radius;
  witness[1] = y + normalY * piece.radius;
  witness[2] = normalX;
  witness[3] = normalY;
  return distance;
}
