/*
 * Clipping of a face by the sides of another, in the plane of that other: (u, v) along it and the height w above it.
 * The polygon is handed over in the two columns below, `clipPoints` and `clipSides`; each cut reads one pair of
 * buffers and writes the other.
 *
 * Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974.
 */

/** How many numbers a point has: u, v, w. */
export const CLIP_STRIDE = 3;
/** Corners there is room for at first. A convex polygon gains one at most with each cut. */
const CAPACITY = 64;

/**
 * The corners of the polygon, counter-clockwise or clockwise alike. Written by the routine that clips, and then by each
 * cut.
 */
export let clipPoints = new Float64Array(CLIP_STRIDE * CAPACITY);
/**
 * For each corner, what the side of the polygon that leaves it lies on: side i of the clipped face as i, cut number k
 * as `CUT_SIDE + k`. Every side appears once, so that the sides before and after a corner name the corner for as long
 * as the same features meet.
 */
export let clipSides = new Int32Array(CAPACITY);
/** After `nameCorners`, the side that arrives at each corner. */
export let clipArrivals = new Int32Array(CAPACITY);
let nextPoints = new Float64Array(CLIP_STRIDE * CAPACITY);
let nextSides = new Int32Array(CAPACITY);

/** The number of the first cut's side; the sides of the clipped face have lower ones. */
export const CUT_SIDE = 1 << 15;

/** Makes room for a polygon of `corners` that is cut `cuts` times. The old values of the columns are lost. */
export function reserveClip(corners: number, cuts: number): void {
  const needed = corners + cuts;
  if (needed <= clipSides.length) return;
  clipPoints = new Float64Array(2 * CLIP_STRIDE * needed);
  nextPoints = new Float64Array(2 * CLIP_STRIDE * needed);
  clipSides = new Int32Array(2 * needed);
  nextSides = new Int32Array(2 * needed);
  clipArrivals = new Int32Array(2 * needed);
}

/**
 * The line of a cut: the part at `nu·u + nv·v ≤ limit` is kept, in the order `nu nv limit`. Written by the routine that
 * clips, before each cut. Numbers are in arrays, here and below, because V8 puts numbers on the heap that are handed to
 * a function.
 */
export const clipLine = new Float64Array(3);
/** The height that `keepBelow` and `isReached` ask for. Written by their caller. */
export const clipLimit = new Float64Array(1);

/**
 * Keeps the part of a polygon of `count` corners on the inner side of `clipLine`, the boundary included, and returns
 * how many it has then. `cut` is the number of this cut.
 */
export function clipBySide(count: number, cut: number): number {
  if (count === 0) return 0;
  const nu = clipLine[0];
  const nv = clipLine[1];
  const limit = clipLine[2];
  const from = clipPoints;
  const fromSides = clipSides;
  const to = nextPoints;
  const toSides = nextSides;
  let kept = 0;
  let last = CLIP_STRIDE * (count - 1);
  let lastSide = fromSides[count - 1];
  let before = nu * from[last] + nv * from[last + 1] - limit;
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    const here = nu * from[at] + nv * from[at + 1] - limit;
    if ((before < 0 && here > 0) || (before > 0 && here < 0)) {
      const t = before / (before - here);
      const o = CLIP_STRIDE * kept;
      to[o] = from[last] + t * (from[at] - from[last]);
      to[o + 1] = from[last + 1] + t * (from[at + 1] - from[last + 1]);
      to[o + 2] = from[last + 2] + t * (from[at + 2] - from[last + 2]);
      // Where the polygon leaves the half-plane, its next side is on the cut; where it comes back, it is its own side
      // again.
      toSides[kept++] = here > 0 ? CUT_SIDE + cut : lastSide;
    }
    if (here <= 0) {
      const o = CLIP_STRIDE * kept;
      to[o] = from[at];
      to[o + 1] = from[at + 1];
      to[o + 2] = from[at + 2];
      toSides[kept++] = fromSides[i];
    }
    last = at;
    lastSide = fromSides[i];
    before = here;
  }
  clipPoints = to;
  clipSides = toSides;
  nextPoints = from;
  nextSides = fromSides;
  return kept;
}

/** Writes `clipArrivals`: called after the last cut, before corners are dropped. */
export function nameCorners(count: number): void {
  for (let i = 0; i < count; i++) clipArrivals[i] = clipSides[i === 0 ? count - 1 : i - 1];
}

/** Drops corners higher than `clipLimit`, and returns how many are left. */
export function keepBelow(count: number): number {
  const limit = clipLimit[0];
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    if (!(clipPoints[at + 2] <= limit)) continue;
    moveCorner(kept++, i);
  }
  return kept;
}

/** Returns whether a corner is no higher than `clipLimit`. */
export function isReached(count: number): boolean {
  const limit = clipLimit[0];
  for (let i = 0; i < count; i++) if (clipPoints[CLIP_STRIDE * i + 2] <= limit) return true;
  return false;
}

/**
 * Corners whose heights differ by less than this share of the polygon's size are equally low, and a distance or an area
 * counts as larger only by this factor. Of equal corners the first one counts: the corners of a round face that stands
 * on another differ by rounding alone, and which of them are kept is not to change with it from tick to tick.
 */
const AS_LOW = 1e-8;
const LARGER = 1 + 1e-6;

/**
 * Reduces a polygon of more than four corners to four: the lowest corner, the corner farthest from it, and on each side
 * of the line through these two the corner that spans the largest triangle with them. The first of several that are
 * equally low gets the height of the lowest. The corners stay in their order. Returns how many there are.
 */
export function reduceToFour(count: number): number {
  if (count <= 4) return count;
  const deepest = findLowest(count);
  const u0 = clipPoints[CLIP_STRIDE * deepest];
  const v0 = clipPoints[CLIP_STRIDE * deepest + 1];
  let far = deepest;
  let farSquare = -1;
  for (let i = 0; i < count; i++) {
    const u = clipPoints[CLIP_STRIDE * i] - u0;
    const v = clipPoints[CLIP_STRIDE * i + 1] - v0;
    const square = u * u + v * v;
    if (i !== deepest && square > LARGER * farSquare) {
      farSquare = square;
      far = i;
    }
  }
  const lineU = clipPoints[CLIP_STRIDE * far] - u0;
  const lineV = clipPoints[CLIP_STRIDE * far + 1] - v0;
  let left = -1;
  let right = -1;
  let most = 0;
  let least = 0;
  for (let i = 0; i < count; i++) {
    const area = lineU * (clipPoints[CLIP_STRIDE * i + 1] - v0) - lineV * (clipPoints[CLIP_STRIDE * i] - u0);
    if (area > LARGER * most) {
      most = area;
      left = i;
    } else if (area < LARGER * least) {
      least = area;
      right = i;
    }
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (i === deepest || i === far || i === left || i === right) moveCorner(kept++, i);
  }
  return kept;
}

/** Returns the first of the lowest corners, which gets the height of the lowest one. */
function findLowest(count: number): number {
  let low = Infinity;
  let size = 0;
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    if (clipPoints[at + 2] < low) low = clipPoints[at + 2];
    size = Math.max(size, Math.abs(clipPoints[at] - clipPoints[0]), Math.abs(clipPoints[at + 1] - clipPoints[1]));
  }
  let lowest = 0;
  while (clipPoints[CLIP_STRIDE * lowest + 2] > low + AS_LOW * size) lowest++;
  clipPoints[CLIP_STRIDE * lowest + 2] = low;
  return lowest;
}

function moveCorner(to: number, from: number): void {
  if (to === from) return;
  const o = CLIP_STRIDE * to;
  const at = CLIP_STRIDE * from;
  clipPoints[o] = clipPoints[at];
  clipPoints[o + 1] = clipPoints[at + 1];
  clipPoints[o + 2] = clipPoints[at + 2];
  clipSides[to] = clipSides[from];
  clipArrivals[to] = clipArrivals[from];
}
