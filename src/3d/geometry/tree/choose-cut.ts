/** How many numbers a box has: the least coordinates, then the largest ones. */
export const BOX_STRIDE = 6;
/** The largest number of bins into which a range of leaves is sorted, and so the length of the arrays of bins. */
export const MOST_BINS = 12;

/** By bin: the box of the leaves in it, and their number. Written by the callers of `chooseCut`. */
export const binBoxes = new Float32Array(MOST_BINS * BOX_STRIDE);
export const binCounts = new Int32Array(MOST_BINS);
/** By bin: the surface of the boxes of all bins from this one on, or a number in proportion to it. */
const costsFrom = new Float64Array(MOST_BINS);

/**
 * Finds the first bin of the second half of the cut that costs least, writes the boxes of both halves and returns it; 0
 * when all are in one bin.
 */
export function chooseCut(bins: number, total: number, low: Float32Array, high: Float32Array): number {
  emptyBox(high, 0);
  let above = 0;
  for (let bin = bins - 1; bin > 0; bin--) {
    above += binCounts[bin];
    if (binCounts[bin] > 0) growBox(high, 0, binBoxes, BOX_STRIDE * bin);
    costsFrom[bin] = above > 0 ? above * surfaceOf(high, 0) : Infinity;
  }
  emptyBox(low, 0);
  let below = 0;
  let least = Infinity;
  let cut = 0;
  for (let bin = 1; bin < bins; bin++) {
    below += binCounts[bin - 1];
    if (binCounts[bin - 1] > 0) growBox(low, 0, binBoxes, BOX_STRIDE * (bin - 1));
    if (below === 0 || below === total) continue;
    const cost = below * surfaceOf(low, 0) + costsFrom[bin];
    if (cost < least) {
      least = cost;
      cut = bin;
    }
  }
  if (cut === 0) return 0;
  emptyBox(low, 0);
  emptyBox(high, 0);
  for (let bin = 0; bin < bins; bin++) {
    if (binCounts[bin] > 0) growBox(bin < cut ? low : high, 0, binBoxes, BOX_STRIDE * bin);
  }
  return cut;
}

/** Returns a quarter of the surface of a box. */
export function surfaceOf(box: Float32Array, at: number): number {
  const x = box[at + 3] - box[at];
  const y = box[at + 4] - box[at + 1];
  const z = box[at + 5] - box[at + 2];
  return 0.5 * (x * y + y * z + z * x);
}

export function emptyBox(box: Float32Array, at: number): void {
  box[at] = box[at + 1] = box[at + 2] = Infinity;
  box[at + 3] = box[at + 4] = box[at + 5] = -Infinity;
}

export function growBox(box: Float32Array, at: number, by: Float32Array, from: number): void {
  if (by[from] < box[at]) box[at] = by[from];
  if (by[from + 1] < box[at + 1]) box[at + 1] = by[from + 1];
  if (by[from + 2] < box[at + 2]) box[at + 2] = by[from + 2];
  if (by[from + 3] > box[at + 3]) box[at + 3] = by[from + 3];
  if (by[from + 4] > box[at + 4]) box[at + 4] = by[from + 4];
  if (by[from + 5] > box[at + 5]) box[at + 5] = by[from + 5];
}
