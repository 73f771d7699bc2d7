/**
 * The least side that is used, as a part of the largest side of a mover's bounds: movers without width have a side
 * of 0.
 */
const THIN_PART = 0.1;

/**
 * Returns the smallest side of a mover's bounds (the least coordinates, then the largest), by which the skin is
 * measured unless the game gives one.
 */
export function leastSide(box: Float64Array): number {
  const axes = box.length / 2;
  let least = Infinity;
  let most = 0;
  for (let axis = 0; axis < axes; axis++) {
    const side = box[axes + axis] - box[axis];
    least = Math.min(least, side);
    most = Math.max(most, side);
  }
  return Math.max(least, THIN_PART * most);
}
