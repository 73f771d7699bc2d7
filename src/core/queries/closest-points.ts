import { boundsMargin, type ColliderSet } from '../collider-set.ts';
import type { ContactRoutines } from './collide-shape.ts';
import { PieceCursor } from './pieces.ts';

/** The routines of a dimension that measure how far apart two colliders are. */
export interface ProximityRoutines<Set extends ColliderSet, Piece>
  extends Pick<ContactRoutines<Set, Piece>, 'loader' | 'maxPoints' | 'collide'> {
  /** Sets the frame's origin to a collider's place, so that no precision is lost far from the world's origin. */
  centreFrame(set: Set, slot: number): void;
  /** Writes the bounds of a loaded piece grown by `reach[0]`, in the frame: the least coordinates, then the largest. */
  writeBounds(box: Float64Array, piece: Piece, reach: Float64Array): void;
  /**
   * Returns whether a loaded piece of another collider is on the side of a piece on which the piece does not collide.
   */
  isBehind(set: Set, slot: number, piece: Piece, other: Piece): boolean;
  /**
   * Replaces the result by how deep two colliders are in each other, where one is a solid whose pieces are only its
   * surface: a piece in the middle of such a solid is near none of them. Undefined where there are no such solids.
   */
  readonly measureSolids:
    | ((proximity: Float64Array, children: Uint32Array, set: Set, slotA: number, slotB: number) => void)
    | undefined;
}

/** In `proximity`: the signed separation; then the normal, the point on A and the point on B, in world units. */
export const PROXIMITY_SEPARATION = 0;
export const PROXIMITY_NORMAL = 1;

/** Farther than any two pieces can be, so that every separation is measured. */
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Number.MAX_VALUE);

/**
 * The number of rounds of a search that doubles its reach. Fewer rounds find every collider, unless one shape is 2^60
 * times as large as the other.
 */
const MAX_ROUNDS = 64;

/** Measures how far apart two colliders are. */
export class ProximitySearch<Set extends ColliderSet, Piece> {
  /** The result of `measure`; see `PROXIMITY_SEPARATION`. */
  readonly proximity: Float64Array;
  /** The pieces of A and of B that `proximity` is about. */
  readonly children = new Uint32Array(2);
  readonly #routines: ProximityRoutines<Set, Piece>;
  readonly #cursorA: PieceCursor<Set, Piece>;
  readonly #cursorB: PieceCursor<Set, Piece>;
  readonly #manifold: Float64Array;
  readonly #features: Uint32Array;
  readonly #box: Float64Array;
  readonly #reach = new Float64Array(1);

  constructor(routines: ProximityRoutines<Set, Piece>) {
    const { loader, maxPoints } = routines;
    const { axes } = loader;
    this.#routines = routines;
    this.#cursorA = new PieceCursor(loader);
    this.#cursorB = new PieceCursor(loader);
    this.#manifold = new Float64Array(axes + maxPoints * (axes + 1));
    this.#features = new Uint32Array(maxPoints);
    this.#box = new Float64Array(2 * axes);
    this.proximity = new Float64Array(PROXIMITY_NORMAL + 3 * axes);
  }

  /**
   * Finds the two pieces of two colliders that are nearest to each other, or deepest in each other, and writes
   * `proximity` and `children`. Filters and tags play no part. Segments of a one-sided chain do not count for pieces
   * behind them; returns false when no pair is left.
   *
   * Pieces are searched within a reach that doubles until it contains a pair no farther apart than the reach: a nearer
   * pair would have been found. So the size of a chain hardly matters, only how much of it is near.
   */
  measure(set: Set, slotA: number, slotB: number): boolean {
    const { proximity } = this;
    this.#routines.centreFrame(set, slotA);
    proximity[PROXIMITY_SEPARATION] = Infinity;
    let reach = gapOfBounds(set, slotA, slotB);
    const whole = reachOfBoth(set, slotA, slotB);
    const step = Math.min(extentOf(set, slotA), extentOf(set, slotB)) / 8;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.#reach[0] = reach;
      this.#visitWithin(set, slotA, slotB);
      const least = proximity[PROXIMITY_SEPARATION];
      if (least <= reach || reach >= whole) break;
      // A pair farther away than the reach has been found: the search need not look beyond its distance.
      reach = Math.min(least, 2 * reach + step);
    }
    this.#routines.measureSolids?.(proximity, this.children, set, slotA, slotB);
    return proximity[PROXIMITY_SEPARATION] < Infinity;
  }

  /**
   * Measures all pairs of pieces whose boxes come within the reach, or within the least separation so far, if that is
   * less.
   */
  #visitWithin(set: Set, slotA: number, slotB: number): void {
    const box = this.#box;
    const cursorA = this.#cursorA;
    const cursorB = this.#cursorB;
    const { isBehind } = this.#routines;
    const { boundsStride } = set;
    const reach = this.#reach[0];
    for (let side = 0; side < boundsStride; side++) {
      box[side] = set.bounds[slotB * boundsStride + side] + (2 * side < boundsStride ? -reach : reach);
    }
    cursorA.find(set, slotA, box);
    for (let i = 0; i < cursorA.count; i++) {
      const childA = cursorA.load(set, slotA, i);
      this.#reach[0] = Math.max(0, Math.min(reach, this.proximity[PROXIMITY_SEPARATION]));
      this.#findNear(set, slotB, cursorA.piece);
      for (let k = 0; k < cursorB.count; k++) {
        const childB = cursorB.load(set, slotB, k);
        if (isBehind(set, slotA, cursorA.piece, cursorB.piece) || isBehind(set, slotB, cursorB.piece, cursorA.piece))
          continue;
        this.#measurePieces(childA, childB);
      }
    }
  }

  /** Finds the pieces of a collider that come within the reach of a piece. */
  #findNear(set: Set, slot: number, piece: Piece): void {
    const box = this.#box;
    const { loader, writeBounds } = this.#routines;
    writeBounds(box, piece, this.#reach);
    for (let i = 0; i < box.length; i++) box[i] = box[i] + loader.frameOrigin[i < loader.axes ? i : i - loader.axes];
    this.#cursorB.find(set, slot, box);
  }

  /** Keeps the current pair when it is nearer than the nearest one so far; among equals the first pair is kept. */
  #measurePieces(childA: number, childB: number): void {
    const { proximity, children } = this;
    const { loader, collide } = this.#routines;
    const { axes, frameOrigin } = loader;
    const manifold = this.#manifold;
    const points = collide(manifold, this.#features, this.#cursorA.piece, this.#cursorB.piece, NO_LIMIT);
    for (let i = 0; i < points; i++) {
      const at = axes + i * (axes + 1);
      const separation = manifold[at + axes];
      if (!(separation < proximity[PROXIMITY_SEPARATION])) continue;
      // The point lies midway between the two surfaces.
      const half = separation / 2;
      proximity[PROXIMITY_SEPARATION] = separation;
      for (let axis = 0; axis < axes; axis++) {
        const normal = manifold[axis];
        const point = manifold[at + axis] + frameOrigin[axis];
        proximity[PROXIMITY_NORMAL + axis] = normal;
        proximity[PROXIMITY_NORMAL + axes + axis] = point - half * normal;
        proximity[PROXIMITY_NORMAL + 2 * axes + axis] = point + half * normal;
      }
      children[0] = childA;
      children[1] = childB;
    }
  }
}

/** Returns how far apart two colliders' bounds are, without the speculative margin: 0 when they touch or overlap. */
export function gapOfBounds(set: ColliderSet, slotA: number, slotB: number): number {
  const { bounds, boundsStride } = set;
  const axes = boundsStride / 2;
  const margin = boundsMargin(set, slotA) + boundsMargin(set, slotB);
  let squared = 0;
  let only = 0;
  let gaps = 0;
  for (let axis = 0; axis < axes; axis++) {
    const a = slotA * boundsStride + axis;
    const b = slotB * boundsStride + axis;
    const gap = Math.max(bounds[a] - bounds[b + axes], bounds[b] - bounds[a + axes]) + margin;
    if (!(gap > 0)) continue;
    squared += gap * gap;
    only = gap;
    gaps++;
  }
  // A single gap is exact, and its square might not be a number above 0.
  return gaps > 1 ? Math.sqrt(squared) : only;
}

/** Returns the sum of the sides of a collider's bounds. */
function extentOf(set: ColliderSet, slot: number): number {
  return reachOfBoth(set, slot, slot);
}

/** Returns an upper bound of the distance between any point in one of two bounds and any point in the other. */
function reachOfBoth(set: ColliderSet, slotA: number, slotB: number): number {
  const { bounds, boundsStride } = set;
  const axes = boundsStride / 2;
  let reach = 0;
  for (let axis = 0; axis < axes; axis++) {
    const a = slotA * boundsStride + axis;
    const b = slotB * boundsStride + axis;
    reach += Math.max(bounds[a + axes], bounds[b + axes]) - Math.min(bounds[a], bounds[b]);
  }
  return reach;
}
