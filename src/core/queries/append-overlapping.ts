import { type IndexList, reserveIndices } from '../index-list.ts';

/**
 * Appends those of a list of slots whose bounds overlap a box (the least coordinates, then the largest; touching
 * counts), in the order of the list. Bounds of NaN overlap nothing.
 */
export function appendOverlapping(out: IndexList, list: IndexList, bounds: Float64Array, box: Float64Array): void {
  out.count += box.length === 4 ? appendInPlane(out, list, bounds, box) : appendInSpace(out, list, bounds, box);
}

/**
 * Appends in the plane, and returns how many slots it has appended. Each slot is written; without a branch, the end
 * moves on only past a slot that is kept.
 */
function appendInPlane(out: IndexList, { items, count }: IndexList, bounds: Float64Array, box: Float64Array): number {
  const found = reserveIndices(out, count);
  const start = out.count;
  const [minX, minY, maxX, maxY] = box;
  let end = start;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = 4 * slot;
    found[end] = slot;
    end +=
      Number(bounds[at] <= maxX) &
      Number(bounds[at + 1] <= maxY) &
      Number(bounds[at + 2] >= minX) &
      Number(bounds[at + 3] >= minY);
  }
  return end - start;
}

function appendInSpace(out: IndexList, { items, count }: IndexList, bounds: Float64Array, box: Float64Array): number {
  const found = reserveIndices(out, count);
  const start = out.count;
  const [minX, minY, minZ, maxX, maxY, maxZ] = box;
  let end = start;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = 6 * slot;
    found[end] = slot;
    end +=
      Number(bounds[at] <= maxX) &
      Number(bounds[at + 1] <= maxY) &
      Number(bounds[at + 2] <= maxZ) &
      Number(bounds[at + 3] >= minX) &
      Number(bounds[at + 4] >= minY) &
      Number(bounds[at + 5] >= minZ);
  }
  return end - start;
}
