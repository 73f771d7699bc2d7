import { EPSILON } from '../tolerance.ts';

/**
 * Says how a cast counts shapes that overlap or touch at its start: as a hit at fraction 0, as no hit, or as no hit
 * unless the translation leads deeper in. Each child of a compound counts alone.
 */
export type InitialOverlap = 'hit' | 'ignore' | 'ignore-separating';

/*
 * The translation of a cast is also its ray: the origin, a coordinate an axis, the direction, a radius that routines of
 * rays use as they like, how much of the direction may be travelled, and the unit of fractions.
 */

/** Returns the index at which the direction of a translation begins. */
export function directionAt(axes: number): number {
  return axes;
}

/** Returns the index of the limit of a translation. */
export function limitAt(axes: number): number {
  return 2 * axes + 1;
}

/** Returns the index of the factor by which fractions are multiplied before they are reported: see `scaleWay`. */
export function unitAt(axes: number): number {
  return 2 * axes + 2;
}

/** Returns how many numbers a translation has. */
export function translationLength(axes: number): number {
  return 2 * axes + 3;
}

/**
 * The layout of a hit on a piece: the fraction, Infinity for no hit, the unit normal there, and then the contact point.
 */
export const HIT_FRACTION = 0;
export const HIT_NORMAL = 1;

/** Returns the index at which the contact point of a hit begins. */
export function hitPointAt(axes: number): number {
  return HIT_NORMAL + axes;
}

/** The routines of a dimension that cast a piece at another, both in one frame. */
export interface PieceCastRoutines<Piece> {
  readonly axes: number;
  createPiece(): Piece;
  /**
   * Writes to `reach[0]` an upper bound of the distance between any points of the two pieces, wherever these are, and
   * to `reach[1]` half of the length of translation after which nothing more can be met: the same number, unless one
   * piece is unbounded.
   */
  writeReach(reach: Float64Array, mover: Piece, target: Piece): void;
  /**
   * Casts along a translation. Writes the contact point on the target, the unit normal from it to the mover, and the
   * fraction of the translation, 0 where they meet at the start and Infinity for a miss.
   */
  cast(contact: Float64Array, mover: Piece, target: Piece, translation: Float64Array): void;
  /** Writes the unit normal from a to b, the deepest point of a, that of b, and the depth, negative when apart. */
  penetrate(out: Float64Array, a: Piece, b: Piece): void;
  /** Makes `out` a copy of a piece, moved. */
  copyMoved(out: Piece, piece: Piece, by: Float64Array): void;
}

/** See `createPieceCast`. */
export type PieceCast<Piece> = (
  hit: Float64Array,
  mover: Piece,
  target: Piece,
  translation: Float64Array,
  initialOverlap: InitialOverlap,
) => void;

/** How far ahead a cast looks to see whether it leads deeper, relative to the sizes and the distance. */
const AHEAD = 2 ** -26;

/** Relative to the sizes and the distance: what rounding makes of a depth. */
const DEPTH_ROUNDING = 16 * EPSILON;

/**
 * Makes the routine that casts a piece along a translation at another, both in one frame. It writes the fraction of the
 * translation at first contact, Infinity for a miss, the unit normal from `target` to `mover`, and the contact point on
 * the target's surface. For pieces that overlap at the start, unless that is ignored, these are the direction of the
 * shortest way out and the deepest point.
 *
 * The last bits of a fraction depend on the limit, which is the unit of the iteration: give the limit of the whole
 * query, not the part that is left of it, or the bits depend on the order in which shapes are met.
 */
export function createPieceCast<Piece>(routines: PieceCastRoutines<Piece>): PieceCast<Piece> {
  const { axes, writeReach, cast, penetrate, copyMoved } = routines;
  const toDirection = directionAt(axes);
  const toLimit = limitAt(axes);
  const toPoint = hitPointAt(axes);
  const ahead = routines.createPiece();
  /** The normal, the deepest points and the depth of two pieces: see `penetrate`. */
  const deepest = new Float64Array(3 * axes + 1);
  const toDepth = 3 * axes;
  /** The depth where a translation begins. */
  const atStart = new Float64Array(1);
  const wholeTranslation = new Float64Array(axes);
  const contact = new Float64Array(2 * axes + 1);
  const reach = new Float64Array(2);
  /** The length of the translation, or its largest coordinate if the square of the length overflows. */
  const speed = new Float64Array(1);
  const moved = new Float64Array(axes);

  function castPiece(
    hit: Float64Array,
    mover: Piece,
    target: Piece,
    translation: Float64Array,
    initialOverlap: InitialOverlap,
  ): void {
    // The rest is computed in units of the whole translation, cut off where the mover must have passed the target
    // wherever the two pieces are.
    writeReach(reach, mover, target);
    measureSpeed(translation);
    const whole = speed[0] > 0 ? Math.min(translation[toLimit], (2 * reach[1]) / speed[0]) : 0;
    for (let axis = 0; axis < axes; axis++) wholeTranslation[axis] = translation[toDirection + axis] * whole;
    cast(contact, mover, target, wholeTranslation);
    const fraction = contact[2 * axes];
    if (fraction === 0) {
      hitAtStart(hit, mover, target, translation, initialOverlap);
      return;
    }
    // A miss stays one when there was nothing to travel.
    hit[HIT_FRACTION] = fraction === Infinity ? fraction : fraction * whole;
    for (let axis = 0; axis < axes; axis++) {
      hit[toPoint + axis] = contact[axis];
      hit[HIT_NORMAL + axis] = contact[axes + axis];
    }
  }

  function measureSpeed(translation: Float64Array): void {
    let squared = 0;
    let longest = 0;
    for (let axis = 0; axis < axes; axis++) {
      const way = translation[toDirection + axis];
      squared += way * way;
      longest = Math.max(longest, Math.abs(way));
    }
    speed[0] = Math.sqrt(squared);
    if (speed[0] === 0 || speed[0] === Infinity) speed[0] = longest;
  }

  function hitAtStart(
    hit: Float64Array,
    mover: Piece,
    target: Piece,
    translation: Float64Array,
    initialOverlap: InitialOverlap,
  ): void {
    hit[HIT_FRACTION] = Infinity;
    if (initialOverlap === 'ignore') return;
    penetrate(deepest, target, mover);
    atStart[0] = deepest[toDepth];
    for (let axis = 0; axis < axes; axis++) {
      hit[HIT_NORMAL + axis] = deepest[axis];
      hit[toPoint + axis] = deepest[axes + axis];
    }
    if (initialOverlap === 'ignore-separating') {
      // The depth a little later decides whether the two separate, not the normal: if several ways out are equally
      // short, separating along one of them is enough.
      const part = Math.min(1, (AHEAD * reach[0]) / speed[0]);
      for (let axis = 0; axis < axes; axis++) moved[axis] = part * translation[toDirection + axis];
      copyMoved(ahead, mover, moved);
      penetrate(deepest, target, ahead);
      if (!(deepest[toDepth] > atStart[0] + DEPTH_ROUNDING * reach[0])) return;
    }
    hit[HIT_FRACTION] = 0;
  }

  return castPiece;
}
