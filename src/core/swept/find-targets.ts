import type { ColliderSet } from '../collider-set.ts';
import type { IndexList } from '../index-list.ts';
import { pairAllowed } from '../pair-filter.ts';
import { type PairList, reservePairs } from '../pair-list.ts';
import { reserve } from '../typed-array.ts';
import type { PathBoxes, PathsMeet } from './path-boxes.ts';
import { BLOCK_STRIDE, FRAME_SCALE_X, FRAME_SCALE_Y, FRAME_X, FRAME_Y, type TargetGrid } from './target-grid.ts';

/** The width in cells by which a path is widened: more than rounding can move it. */
const CELL_SLACK = 2 ** -10;
/** The rounding of coordinates in cells, relative to the coordinates. */
const ROUNDING = 2 ** -48;
/** Paths flatter than this, or longer in cells, count as level: where they cross a row would be rounding. */
const MOST_SLOPE = 2 ** 8;
const MOST_REACH = 2 ** 18;

/**
 * Appends the pairs of a path and a target of the grid that meet on the way and that filters allow, once each, the
 * path's slot first.
 *
 * The path is followed row by row: while its box reaches into a row, its centre moves along x as far as the slope of
 * the path gives. Most targets there lie to a side of the path, so the axis across the path is tested first. The first
 * and the last column are found without branches, which a processor could not predict.
 */
export function findTargets(
  out: PairList,
  grid: TargetGrid,
  paths: PathBoxes,
  { items, count }: IndexList,
  set: ColliderSet,
  pathsMeet: PathsMeet,
): void {
  const { boxes, ways } = paths;
  const { axes, axisX, axisY } = grid;
  const { ends, items: targets, blocks, columns, rows, frame } = grid;
  grid.seen = reserve(grid.seen, set.slots.end).fill(0);
  const originX = frame[FRAME_X];
  const originY = frame[FRAME_Y];
  const scaleX = frame[FRAME_SCALE_X];
  const scaleY = frame[FRAME_SCALE_Y];
  const lastColumn = columns - 1;
  const lastRow = rows - 1;
  const far = ROUNDING * (Math.abs(originX) * scaleX + Math.abs(originY) * scaleY);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const atX = slot * 2 * axes + axisX;
    const atY = slot * 2 * axes + axisY;
    const x = ((boxes[atX] + boxes[atX + axes]) / 2 - originX) * scaleX;
    const y = ((boxes[atY] + boxes[atY + axes]) / 2 - originY) * scaleY;
    const halfX = ((boxes[atX + axes] - boxes[atX]) / 2) * scaleX;
    const halfY = ((boxes[atY + axes] - boxes[atY]) / 2) * scaleY;
    const wayX = ways[slot * axes + axisX] * scaleX;
    const wayY = ways[slot * axes + axisY] * scaleY;
    const aside = Math.abs(wayX);
    const along = Math.abs(wayY);
    const slack = CELL_SLACK + MOST_SLOPE * (far + ROUNDING * (Math.abs(x) + Math.abs(y) + halfX + halfY));
    const reachX = halfX + slack;
    const reachY = halfY + slack;
    // The comparison is also false for a collider without a box.
    if (!(x + reachX > 0 && x - reachX < columns && y + reachY > 0 && y - reachY < rows)) continue;
    const isShort = reachX < MOST_REACH && reachY < MOST_REACH;
    const isSteep = isShort && along * MOST_SLOPE > aside;
    const slope = isSteep ? wayX / wayY : 0;
    const bodyX = reachX - aside / 2;
    const bodyY = reachY - along / 2;
    const across = aside * bodyY + along * bodyX;
    const run = isSteep ? (0.5 + bodyY) * Math.abs(slope) + bodyX : MOST_REACH;
    const minX = isShort ? (x - reachX) | 0 : 0;
    const minY = isShort ? (y - reachY) | 0 : 0;
    const beyondX = isShort ? (((x + reachX) | 0) - lastColumn) | 0 : 0;
    const beyondY = isShort ? (((y + reachY) | 0) - lastRow) | 0 : 0;
    const lowest = minX & ~(minX >> 31);
    const highest = lastColumn + (beyondX & (beyondX >> 31));
    const rowEnd = lastRow + (beyondY & (beyondY >> 31));
    let row = minY & ~(minY >> 31);
    let middle = isSteep ? x + (row + 0.5 - y) * slope : 0;
    for (; row <= rowEnd; row++) {
      const overLow = (((middle - run) | 0) - lowest) | 0;
      const overHigh = (((middle + run) | 0) - highest) | 0;
      const first = lowest + (overLow & ~(overLow >> 31));
      const last = highest + (overHigh & (overHigh >> 31));
      middle += slope;
      if (first > last) continue;
      // Cells of a row lie one after the other, and so do their targets.
      const cell = row * columns + first;
      const end = ends[row * columns + last];
      for (let k = cell === 0 ? 0 : ends[cell - 1]; k < end; k++) {
        const block = k * BLOCK_STRIDE;
        const offX = blocks[block] - x;
        const offY = blocks[block + 1] - y;
        const reach = aside * blocks[block + 3] + along * blocks[block + 2] + across;
        if (Math.abs(offY * wayX - offX * wayY) > reach) continue;
        take(out, grid, paths, pathsMeet, set, slot, targets[k], i);
      }
    }
  }
}

/**
 * Adds a pair unless path number i has met that target before, the test of both paths shows a miss, or filters keep the
 * two apart.
 */
function take(
  out: PairList,
  { seen }: TargetGrid,
  paths: PathBoxes,
  pathsMeet: PathsMeet,
  { slots, shape }: ColliderSet,
  slot: number,
  target: number,
  i: number,
): void {
  if (seen[target] === i + 1) return;
  seen[target] = i + 1;
  if (!pathsMeet(paths, slot, target) || !pairAllowed(slots, shape, slot, target)) return;
  const to = reservePairs(out, 1);
  to[2 * out.count] = slot;
  to[2 * out.count + 1] = target;
  out.count++;
}
