import {
  CAST_CENTER,
  CAST_DIRECTION,
  type CastWalk,
  createCastWalk,
  isMetInTime,
  nextCastLeaf,
  startCast,
} from '../bvh/cast-walk.ts';
import { WALK_LIMIT } from '../bvh/ordered-walk.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createIndexList, reserveIndices } from '../index-list.ts';
import type { SlotFilter } from '../query-filter.ts';
import { compositeOf, type ShapeOf } from '../shapes/registered-of.ts';
import { directionAt, HIT_FRACTION, HIT_NORMAL, translationLength } from './cast-piece.ts';
import type { CastRoutines } from './cast-routines.ts';
import { createQueryHit, isVisible, type QueryHit, type QueryScope } from './query-scope.ts';
import type { QueryShape } from './query-shape.ts';

/** Says whether a ray meets a piece, as casts do. */
export interface PieceGate {
  admits(slot: number, child: number, hit: Float64Array): boolean;
}

/** Relative to the coordinates involved: gaps between pieces that are no wider are rounding, and no way out. */
const GAP = 2 ** -40;
/**
 * How far beyond the exit found so far the search looks for further pieces, relative to that distance and to the size
 * of the collider: rounding must not hide a piece that begins where another one ends.
 */
const LOOK_AHEAD = 2 ** -16;

/**
 * A reverse ray from beyond the bounds of a half-space, which are 2^40 units away, is rounded to lengths that matter,
 * so it is cast again from nearer to its hit, by this part of the distance that it travelled.
 */
const NEARER = 2 ** -26;

/**
 * Finds where a ray leaves the union of pieces that it is in. Every piece is convex, so the ray is in it along one
 * stretch: from where the ray enters it, to where a ray in the opposite direction, from beyond the piece, enters it. A
 * stretch that begins before the union is left carries on to its own end.
 */
export class RayExit<Set extends ColliderSet, Piece> {
  /** The end of the union as far as it is known: the piece that reaches there, and its outward normal there. */
  readonly exit: QueryHit = createQueryHit();
  readonly #routines: CastRoutines<Set, Piece>;
  readonly #axes: number;
  #way: Float64Array;
  /** The reverse ray, which comes back from beyond the current collider. */
  readonly #back: Float64Array;
  readonly #localWay: Float64Array;
  readonly #localBack: Float64Array;
  /** The hits of the ray and of the reverse ray. */
  readonly #ahead: Float64Array;
  readonly #behind: Float64Array;
  /**
   * Three numbers about the reverse ray, which is cast from beyond the collider to find exits: the fraction of the ray
   * at which it begins; the length of the collider along the ray; the width below which a gap is rounding. Behind them
   * how far the ray goes along all axes together.
   */
  readonly #reach = new Float64Array(4);
  readonly #walk: CastWalk = createCastWalk();
  readonly #childWalk: CastWalk = createCastWalk();
  readonly #backWalk: CastWalk = createCastWalk();
  /** The pieces that end where the union does, as far as rounding can tell: colliders and children. */
  readonly #endSlots = createIndexList();
  readonly #endChildren = createIndexList();
  /** A point at the start of the reverse ray, as the shape that surfaces of several pieces are asked with. */
  readonly #start: QueryShape<Piece>;

  constructor(routines: CastRoutines<Set, Piece>) {
    const { axes } = routines.loader;
    this.#routines = routines;
    this.#axes = axes;
    this.#way = new Float64Array(0);
    this.#back = new Float64Array(translationLength(axes));
    this.#localWay = new Float64Array(translationLength(axes));
    this.#localBack = new Float64Array(translationLength(axes));
    this.#ahead = new Float64Array(routines.hitLength);
    this.#behind = new Float64Array(routines.hitLength);
    this.#start = routines.createShape();
    this.#start.isPoint = true;
  }

  /**
   * Begins with a ray in the world, laid out as in cast-piece.ts, which is in some piece when it has reached the hit
   * `from`.
   */
  begin(way: Float64Array, from: QueryHit): void {
    const direction = directionAt(this.#axes);
    this.#way = way;
    this.exit.slot = -1;
    this.exit.fraction = from.fraction;
    this.#endSlots.count = this.#endChildren.count = 0;
    this.#reach[SPEED] = 0;
    for (let axis = 0; axis < this.#axes; axis++) {
      this.#reach[SPEED] += Math.abs(way[direction + axis]);
      this.#walk.cast[CAST_CENTER + axis] = way[axis];
      this.#walk.cast[CAST_DIRECTION + axis] = way[direction + axis];
      this.#back[direction + axis] = -way[direction + axis];
    }
  }

  /** Follows the union through all colliders of a world that a filter lets through. */
  followAll(scope: QueryScope<Set>, filter: SlotFilter, gate: PieceGate): void {
    const { exit } = this;
    const walk = this.#walk;
    let reached: number;
    do {
      reached = exit.fraction;
      for (let i = 0; i < scope.hierarchies.length; i++) {
        const bvh = scope.hierarchies[i];
        this.#lookAhead();
        startCast(walk, bvh);
        for (
          let count = nextCastLeaf(walk, bvh, scope.set.bounds);
          count > 0;
          count = nextCastLeaf(walk, bvh, scope.set.bounds)
        ) {
          for (let k = 0; k < count && isMetInTime(walk, k); k++) {
            if (!isVisible(scope.set, walk.items[k], filter)) continue;
            this.#extend(scope.set, walk.items[k], gate);
            this.#lookAhead();
          }
        }
      }
    } while (exit.fraction > reached);
  }

  /** Follows the union through the pieces of one collider. */
  follow(set: Set, slot: number, gate: PieceGate): void {
    const { exit } = this;
    let reached: number;
    do {
      reached = exit.fraction;
      this.#extend(set, slot, gate);
    } while (exit.fraction > reached);
  }

  /**
   * Writes where the exit is and, where pieces make a common surface there, gives it a normal of this surface. The
   * piece of the exit may not have such a normal, because the next piece covers its side there. Then the exit is from
   * another piece that ends there: of those with such a normal, the one with the lowest collider and child.
   */
  settle(set: Set): void {
    const { exit } = this;
    const way = this.#way;
    const direction = directionAt(this.#axes);
    exit.x = way[0] + exit.fraction * way[direction];
    exit.y = way[1] + exit.fraction * way[direction + 1];
    if (this.#axes === 3) exit.z = way[2] + exit.fraction * way[direction + 2];
    if (this.#routines.surfaces === undefined) return;
    const slots = this.#endSlots;
    const children = this.#endChildren;
    let { slot, child } = exit;
    while (slot >= 0) {
      if (this.#isSettled(set, slot, child)) {
        exit.slot = slot;
        exit.child = child;
        this.#takeNormal();
        return;
      }
      // Finds the piece that follows the one that has been tried, in the order of colliders and children.
      let next = -1;
      for (let i = 0; i < slots.count; i++) {
        if (!isBefore(set, slot, child, slots.items[i], children.items[i])) continue;
        if (next >= 0 && !isBefore(set, slots.items[i], children.items[i], slots.items[next], children.items[next]))
          continue;
        next = i;
      }
      if (next < 0) return;
      slot = slots.items[next];
      child = children.items[next];
    }
  }

  /** Casts the reverse ray at a piece, and returns whether the normal there is one of the whole surface. */
  #isSettled(set: Set, slot: number, child: number): boolean {
    const { surfaces, rays, children } = this.#routines;
    const behind = this.#behind;
    const shape = compositeOf(set, slot);
    this.#turnBack(set, slot);
    if (shape === undefined) rays!.castRay(behind, this.#back, set, slot);
    else {
      children!.toLocal(this.#localBack, this.#childWalk, this.#back, this.#backWalk, set, slot);
      rays!.castRayChild(behind, this.#localBack, set, slot, child);
    }
    if (!(behind[HIT_FRACTION] < Infinity)) return false;
    const start = this.#start;
    start.x = this.#back[0];
    start.y = this.#back[1];
    if (this.#axes === 3) start.z = this.#back[2];
    for (let axis = 0; axis < this.#axes; axis++) start.box[axis] = start.box[this.#axes + axis] = this.#back[axis];
    return (
      (shape === undefined || surfaces!.castsOf(shape)?.settle(behind, start, this.#back, set, slot, shape, child)) !==
        false && surfaces!.seamlessOf(set)?.settles(behind, this.#back, start, slot, child) !== false
    );
  }

  /** Returns whether a hit on the collider that was followed last lies beyond the exit, by more than rounding. */
  isPassed(hit: Float64Array): boolean {
    return hit[HIT_FRACTION] > this.exit.fraction + this.#reach[ROUNDING] / this.#reach[SPEED];
  }

  #lookAhead(): void {
    const { exit } = this;
    let far = 0;
    for (let axis = 0; axis < this.#axes; axis++) far += Math.abs(this.#way[axis]);
    this.#walk.query[WALK_LIMIT] = exit.fraction + LOOK_AHEAD * exit.fraction + (GAP * far) / this.#reach[SPEED];
  }

  #extend(set: Set, slot: number, gate: PieceGate): void {
    const { castRay } = this.#routines.rays!;
    this.#turnBack(set, slot);
    const shape = compositeOf(set, slot);
    if (shape !== undefined) {
      if (this.#routines.children!.isSolid?.(set, slot, shape) === true)
        this.#extendThroughSolid(set, slot, shape, gate);
      else this.#extendThrough(set, slot, shape, gate);
      return;
    }
    castRay(this.#ahead, this.#way, set, slot);
    castRay(this.#behind, this.#back, set, slot);
    // A reverse ray that begins 2^41 units away is only right to 2^15 units, so it is cast again from near the place
    // found.
    const isUnbounded = this.#isUnbounded(set, slot);
    for (let i = 0; i < 2 && isUnbounded && this.#behind[HIT_FRACTION] > 0; i++) {
      if (!(this.#behind[HIT_FRACTION] < Infinity)) break;
      const leave = this.#reach[FAR] - this.#behind[HIT_FRACTION];
      this.#startBack(leave + NEARER * Math.abs(this.#behind[HIT_FRACTION]));
      castRay(this.#behind, this.#back, set, slot);
    }
    // The ray never comes out, and the fraction of the reverse ray is only the rounding of where the ray comes in.
    const isEndless = isUnbounded && this.#behind[HIT_FRACTION] === 0;
    if (isEndless && this.#ahead[HIT_FRACTION] < Infinity) this.#startBack(this.#ahead[HIT_FRACTION]);
    this.#join(set, slot, 0, gate);
  }

  #isUnbounded(set: Set, slot: number): boolean {
    return this.#routines.rays!.isUnbounded?.(set, slot) === true;
  }

  #extendThrough(set: Set, slot: number, shape: ShapeOf<Set>, gate: PieceGate): void {
    const walk = this.#childWalk;
    const children = this.#routines.children!;
    const { castRayChild } = this.#routines.rays!;
    const { exit } = this;
    const more = LOOK_AHEAD * this.#reach[LENGTH];
    children.toLocal(this.#localBack, walk, this.#back, this.#backWalk, set, slot);
    children.toLocal(this.#localWay, walk, this.#way, this.#walk, set, slot);
    walk.query[WALK_LIMIT] = exit.fraction + more;
    children.start(walk, shape);
    for (let count = children.next(walk, shape); count > 0; count = children.next(walk, shape)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        const child = walk.items[i];
        castRayChild(this.#ahead, this.#localWay, set, slot, child);
        if (!(this.#ahead[HIT_FRACTION] < Infinity)) continue;
        castRayChild(this.#behind, this.#localBack, set, slot, child);
        this.#join(set, slot, child, gate);
        walk.query[WALK_LIMIT] = exit.fraction + more;
      }
    }
  }

  /**
   * Goes on to the end of the stretch in a solid whose pieces are its surface: the ray is inside where it passes the
   * next piece from inside. Where it passes two pieces at once, it only grazes an edge.
   */
  #extendThroughSolid(set: Set, slot: number, shape: ShapeOf<Set>, gate: PieceGate): void {
    const walk = this.#childWalk;
    const children = this.#routines.children!;
    const { castRayChild } = this.#routines.rays!;
    const { exit } = this;
    const ahead = this.#ahead;
    const behind = this.#behind;
    const reach = this.#reach;
    const rounding = reach[ROUNDING] / reach[SPEED];
    children.toLocal(this.#localBack, walk, this.#back, this.#backWalk, set, slot);
    children.toLocal(this.#localWay, walk, this.#way, this.#walk, set, slot);
    for (let from = exit.fraction; ; ) {
      let enter = Infinity;
      let leave = Infinity;
      let last = -1;
      walk.query[WALK_LIMIT] = Infinity;
      children.start(walk, shape);
      for (let count = children.next(walk, shape); count > 0; count = children.next(walk, shape)) {
        for (let i = 0; i < count && isMetInTime(walk, i); i++) {
          const child = walk.items[i];
          castRayChild(ahead, this.#localWay, set, slot, child);
          castRayChild(behind, this.#localBack, set, slot, child);
          const into = ahead[HIT_FRACTION];
          if (into > from + rounding && into < enter && gate.admits(slot, child, ahead)) enter = into;
          const out = reach[FAR] - behind[HIT_FRACTION];
          if (out > from + rounding && (out < leave || (out === leave && child < last))) {
            leave = out;
            last = child;
          }
          walk.query[WALK_LIMIT] = Math.min(enter, leave) + 2 * rounding;
        }
      }
      if (!(leave < Infinity) || enter < leave - rounding) return;
      if (enter > leave + rounding) {
        castRayChild(behind, this.#localBack, set, slot, last);
        exit.slot = slot;
        exit.child = last;
        exit.fraction = leave;
        this.#takeNormal();
        this.#noteEndsOfSolid(set, slot, shape);
        return;
      }
      from = Math.max(enter, leave);
    }
  }

  /** Notes the pieces of a solid that the ray passes where the exit is. */
  #noteEndsOfSolid(set: Set, slot: number, shape: ShapeOf<Set>): void {
    const walk = this.#childWalk;
    const children = this.#routines.children!;
    const rounding = this.#reach[ROUNDING] / this.#reach[SPEED];
    this.#endSlots.count = this.#endChildren.count = 0;
    walk.query[WALK_LIMIT] = this.exit.fraction + 2 * rounding;
    children.start(walk, shape);
    for (let count = children.next(walk, shape); count > 0; count = children.next(walk, shape)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        this.#routines.rays!.castRayChild(this.#behind, this.#localBack, set, slot, walk.items[i]);
        const end = this.#reach[FAR] - this.#behind[HIT_FRACTION];
        if (Math.abs(end - this.exit.fraction) <= rounding) this.#noteEnd(slot, walk.items[i]);
      }
    }
  }

  /** Notes a piece that ends where the union does. */
  #noteEnd(slot: number, child: number): void {
    const slots = this.#endSlots;
    const children = this.#endChildren;
    for (let i = 0; i < slots.count; i++) if (slots.items[i] === slot && children.items[i] === child) return;
    reserveIndices(slots, 1)[slots.count++] = slot;
    reserveIndices(children, 1)[children.count++] = child;
  }

  /** Puts the start of the ray back beyond a collider's bounds, by no more than their own size. */
  #turnBack({ bounds }: Set, slot: number): void {
    const axes = this.#axes;
    const direction = directionAt(axes);
    const way = this.#way;
    const reach = this.#reach;
    const at = slot * 2 * axes;
    let leave = Infinity;
    let size = 0;
    let coordinates = 0;
    for (let axis = 0; axis < axes; axis++) {
      const low = bounds[at + axis];
      const high = bounds[at + axes + axis];
      const along = way[direction + axis];
      size += high - low;
      coordinates += Math.abs(way[axis]) + Math.abs(low) + Math.abs(high);
      if (along !== 0) leave = Math.min(leave, ((along > 0 ? high : low) - way[axis]) / along);
    }
    reach[LENGTH] = size / reach[SPEED];
    this.#startBack(leave + reach[LENGTH]);
    reach[ROUNDING] = GAP * coordinates;
  }

  /** Starts the reverse ray at a fraction of the ray. */
  #startBack(fraction: number): void {
    const way = this.#way;
    const back = this.#back;
    const direction = directionAt(this.#axes);
    let coordinates = 0;
    this.#reach[FAR] = fraction;
    for (let axis = 0; axis < this.#axes; axis++) {
      back[axis] = way[axis] + fraction * way[direction + axis];
      coordinates += Math.abs(way[axis]) + Math.abs(back[axis]);
      this.#backWalk.cast[CAST_CENTER + axis] = back[axis];
      this.#backWalk.cast[CAST_DIRECTION + axis] = back[direction + axis];
    }
    this.#reach[ROUNDING] = GAP * coordinates;
  }

  /** Goes on to the end of a stretch in a piece, of which both ends have been found, if it begins in the union. */
  #join(set: Set, slot: number, child: number, gate: PieceGate): void {
    const { exit } = this;
    const ahead = this.#ahead;
    const behind = this.#behind;
    const reach = this.#reach;
    const enter = ahead[HIT_FRACTION];
    if (!(enter < Infinity)) return;
    const isEndless = behind[HIT_FRACTION] === 0 && this.#isUnbounded(set, slot);
    const end = isEndless ? Infinity : reach[FAR] - behind[HIT_FRACTION];
    const leave = behind[HIT_FRACTION] < Infinity ? Math.max(enter, end) : enter;
    const rounding = reach[ROUNDING] / reach[SPEED];
    if (!(leave >= exit.fraction - rounding)) return;
    const gap = enter - exit.fraction;
    if (gap > 0) {
      // How wide the gap is across the side that is entered. A ray that only grazes a piece beyond the gap is not in
      // it.
      let approach = 0;
      const direction = directionAt(this.#axes);
      for (let axis = 0; axis < this.#axes; axis++) approach -= this.#way[direction + axis] * ahead[HIT_NORMAL + axis];
      if (!(gap * approach <= reach[ROUNDING] && gap <= leave - enter + rounding)) return;
    }
    if (!gate.admits(slot, child, ahead)) return;
    if (leave > exit.fraction + rounding) this.#endSlots.count = this.#endChildren.count = 0;
    this.#noteEnd(slot, child);
    if (leave < exit.fraction) return;
    // If several pieces end at one place, the one with the lowest collider and child counts, in whatever order they are
    // found.
    if (leave === exit.fraction && exit.slot >= 0 && !isBefore(set, slot, child, exit.slot, exit.child)) return;
    exit.slot = slot;
    exit.child = child;
    exit.fraction = leave;
    this.#takeNormal();
  }

  #takeNormal(): void {
    const { exit } = this;
    exit.normalX = this.#behind[HIT_NORMAL];
    exit.normalY = this.#behind[HIT_NORMAL + 1];
    if (this.#axes === 3) exit.normalZ = this.#behind[HIT_NORMAL + 2];
  }
}

/** The indices of `#reach`. */
const FAR = 0;
const LENGTH = 1;
const ROUNDING = 2;
const SPEED = 3;

/** Returns whether a piece comes before another one: by entity index, then by child. */
function isBefore({ slots }: ColliderSet, slot: number, child: number, other: number, otherChild: number): boolean {
  const apart = slots.index[slot] - slots.index[other];
  return apart < 0 || (apart === 0 && child < otherChild);
}
