import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import { pairAllowed } from '../../core/pair-filter.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { type PathBoxes, pathsMeet, WAY_STRIDE } from './path-boxes.ts';

/**
 * The colliders that paths may lead to, by the cells of a grid that their boxes lie in. A path of many times its own
 * width goes through few cells, where its box would meet much of what is to its sides; and bullets are far more than
 * what they are shot at, so that a hierarchy over their paths, made anew in every tick, is what costs most.
 */
export interface TargetGrid {
  columns: number;
  rows: number;
  /** The least x and y of the grid; columns and rows per unit of length. */
  readonly frame: Float64Array;
  /** By cell: the end of its targets in `items`; they start where those of the cell before end. */
  ends: Uint32Array;
  /** The slots of targets, cell by cell. */
  items: Uint32Array;
  /** Their boxes as they lie in the grid, stride BLOCK_STRIDE: the middle and half the size. */
  blocks: Float64Array;
  /** By slot: the number of the last path that has met a target, as it may be in many cells. */
  seen: Uint32Array;
  /** How many targets are in the grid. */
  count: number;
}

const FRAME_X = 0;
const FRAME_Y = 1;
const FRAME_SCALE_X = 2;
const FRAME_SCALE_Y = 3;

const BLOCK_STRIDE = 4;

/** Cells for each target. As many again, or half, make no difference that could be measured. */
const CELLS_A_TARGET = 4;
/** How much higher than wide cells are: a row costs a path more than a column of it. */
const STRETCH = 8;
const MOST_CELLS = 1 << 16;
/** What is in cells, for each target and each cell: what does not fit in is left to a hierarchy. */
const ENTRIES_A_TARGET = 4;
const ENTRIES_A_CELL = 2;
/** When those in one cell are so many on average, as seen by each of them, all are left to a hierarchy. */
const CROWDED = 32;
/** In cells: a path is this much wider than it is, more than rounding can make of it. */
const CELL_SLACK = 2 ** -10;
/** The same relative to coordinates. */
const ROUNDING = 2 ** -48;
/** Paths flatter than this, or longer in cells, count as level: where they cross a row would be rounding. */
const MOST_SLOPE = 2 ** 8;
const MOST_REACH = 2 ** 18;

export function createTargetGrid(): TargetGrid {
  return {
    columns: 0,
    rows: 0,
    frame: new Float64Array(4),
    ends: new Uint32Array(0),
    items: new Uint32Array(0),
    blocks: new Float64Array(0),
    seen: new Uint32Array(0),
    count: 0,
  };
}

/**
 * Puts targets, which have boxes, into the cells of a grid that holds as much of them as lies within `whole`. Those
 * that are in too many cells for that, or all where most are in few cells, are written to `rest` instead.
 */
export function buildTargetGrid(
  grid: TargetGrid,
  rest: IndexList,
  { boxes }: PathBoxes,
  targets: IndexList,
  whole: Float64Array,
): void {
  rest.count = 0;
  grid.count = 0;
  if (targets.count === 0) return;
  layOut(grid, boxes, targets, whole);
  const { items } = targets;
  const out = reserveIndices(rest, targets.count);
  const cells = grid.columns * grid.rows;
  grid.ends = reserve(grid.ends, cells);
  grid.ends.fill(0, 0, cells);
  const budget = ENTRIES_A_TARGET * targets.count + ENTRIES_A_CELL * cells;
  const room = reserveIndices(gridded, targets.count);
  let entries = 0;
  gridded.count = 0;
  for (let i = 0; i < targets.count; i++) {
    findSpan(grid, boxes, items[i]);
    const spanned = (span[2] - span[0] + 1) * (span[3] - span[1] + 1);
    if (entries + spanned > budget) {
      out[rest.count++] = items[i];
      continue;
    }
    entries += spanned;
    room[gridded.count++] = items[i];
    countIn(grid);
  }
  if (sumUp(grid.ends, cells) > CROWDED * entries) {
    for (let i = 0; i < targets.count; i++) out[i] = items[i];
    rest.count = targets.count;
    return;
  }
  grid.items = reserve(grid.items, entries);
  grid.blocks = reserve(grid.blocks, entries * BLOCK_STRIDE);
  for (let i = 0; i < gridded.count; i++) {
    findSpan(grid, boxes, room[i]);
    putIn(grid, boxes, room[i]);
  }
  grid.count = gridded.count;
}

/** Scratch: the targets that the grid has room for, and the first and the last column and row of one. */
const gridded: IndexList = { items: new Uint32Array(0), count: 0 };
const span = new Int32Array(4);
const extent = new Float64Array(BOUNDS_STRIDE);

/** Chooses where the grid lies and how large its cells are: about as many as targets, and no smaller than these. */
function layOut(grid: TargetGrid, boxes: Float64Array, { items, count }: IndexList, whole: Float64Array): void {
  extent[0] = extent[1] = Infinity;
  extent[2] = extent[3] = -Infinity;
  let sizes = 0;
  for (let i = 0; i < count; i++) {
    const at = items[i] * BOUNDS_STRIDE;
    const minX = Math.max(boxes[at], whole[0]);
    const minY = Math.max(boxes[at + 1], whole[1]);
    const maxX = Math.min(boxes[at + 2], whole[2]);
    const maxY = Math.min(boxes[at + 3], whole[3]);
    sizes += maxX - minX + (maxY - minY);
    if (minX < extent[0]) extent[0] = minX;
    if (minY < extent[1]) extent[1] = minY;
    if (maxX > extent[2]) extent[2] = maxX;
    if (maxY > extent[3]) extent[3] = maxY;
  }
  const width = extent[2] - extent[0];
  const height = extent[3] - extent[1];
  const cells = Math.min(MOST_CELLS, CELLS_A_TARGET * count);
  // Not narrower than the mean of the boxes' sides, nor so that there were more in a row than there are to be in all.
  const side = Math.max(
    Math.sqrt((width * height) / (STRETCH * cells)),
    sizes / (2 * count),
    Math.max(width, height / STRETCH) / cells,
  );
  const scale = side > 0 && side < Infinity ? 1 / side : 0;
  grid.frame[FRAME_X] = extent[0];
  grid.frame[FRAME_Y] = extent[1];
  grid.frame[FRAME_SCALE_X] = scale;
  grid.frame[FRAME_SCALE_Y] = scale / STRETCH;
  grid.columns = Math.floor(width * scale) + 1 || 1;
  grid.rows = Math.floor((height * scale) / STRETCH) + 1 || 1;
}

/** Writes the columns and rows that a target's box lies in. What is beyond the grid counts as in its last cells. */
function findSpan({ frame, columns, rows }: TargetGrid, boxes: Float64Array, slot: number): void {
  const at = slot * BOUNDS_STRIDE;
  const scaleX = frame[FRAME_SCALE_X];
  const scaleY = frame[FRAME_SCALE_Y];
  span[0] = Math.min(Math.max(0, (boxes[at] - frame[FRAME_X]) * scaleX), columns - 1);
  span[1] = Math.min(Math.max(0, (boxes[at + 1] - frame[FRAME_Y]) * scaleY), rows - 1);
  span[2] = Math.min(Math.max(0, (boxes[at + 2] - frame[FRAME_X]) * scaleX), columns - 1);
  span[3] = Math.min(Math.max(0, (boxes[at + 3] - frame[FRAME_Y]) * scaleY), rows - 1);
}

function countIn({ ends, columns }: TargetGrid): void {
  for (let row = span[1]; row <= span[3]; row++) {
    for (let column = span[0]; column <= span[2]; column++) ends[row * columns + column]++;
  }
}

/** Turns counts into where each cell starts. Returns the sum of their squares. */
function sumUp(ends: Uint32Array, cells: number): number {
  let sum = 0;
  let squares = 0;
  for (let cell = 0; cell < cells; cell++) {
    const held = ends[cell];
    ends[cell] = sum;
    sum += held;
    squares += held * held;
  }
  return squares;
}

/** Every start moves on to its cell's end as the targets come in. */
function putIn({ ends, items, blocks, columns, frame }: TargetGrid, boxes: Float64Array, slot: number): void {
  const at = slot * BOUNDS_STRIDE;
  const scaleX = frame[FRAME_SCALE_X];
  const scaleY = frame[FRAME_SCALE_Y];
  const minX = (boxes[at] - frame[FRAME_X]) * scaleX;
  const minY = (boxes[at + 1] - frame[FRAME_Y]) * scaleY;
  const maxX = (boxes[at + 2] - frame[FRAME_X]) * scaleX;
  const maxY = (boxes[at + 3] - frame[FRAME_Y]) * scaleY;
  for (let row = span[1]; row <= span[3]; row++) {
    for (let column = span[0]; column <= span[2]; column++) {
      const entry = ends[row * columns + column]++;
      items[entry] = slot;
      blocks[entry * BLOCK_STRIDE] = (minX + maxX) / 2;
      blocks[entry * BLOCK_STRIDE + 1] = (minY + maxY) / 2;
      blocks[entry * BLOCK_STRIDE + 2] = (maxX - minX) / 2;
      blocks[entry * BLOCK_STRIDE + 3] = (maxY - minY) / 2;
    }
  }
}

/**
 * Appends the pairs of a path and a target of the grid that meet on the way and that filters allow, once each, the
 * path's slot first.
 *
 * Row by row: while its box reaches into a row, its centre goes on along x as far as the slope says. Of the targets
 * there, most lie to a side of the path, so the axis across it is asked first. Which columns are the first and the last
 * would be guesses, so that takes no branch.
 */
export function findTargets(
  out: PairList,
  grid: TargetGrid,
  paths: PathBoxes,
  { items, count }: IndexList,
  set: ColliderSet,
): void {
  const { boxes, ways } = paths;
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
    const at = slot * BOUNDS_STRIDE;
    const x = ((boxes[at] + boxes[at + 2]) / 2 - originX) * scaleX;
    const y = ((boxes[at + 1] + boxes[at + 3]) / 2 - originY) * scaleY;
    const halfX = ((boxes[at + 2] - boxes[at]) / 2) * scaleX;
    const halfY = ((boxes[at + 3] - boxes[at + 1]) / 2) * scaleY;
    const wayX = ways[slot * WAY_STRIDE] * scaleX;
    const wayY = ways[slot * WAY_STRIDE + 1] * scaleY;
    const aside = Math.abs(wayX);
    const along = Math.abs(wayY);
    const slack = CELL_SLACK + MOST_SLOPE * (far + ROUNDING * (Math.abs(x) + Math.abs(y) + halfX + halfY));
    const reachX = halfX + slack;
    const reachY = halfY + slack;
    // Also false for what has no box.
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
        take(out, grid, paths, set, slot, targets[k], i);
      }
    }
  }
}

/** Adds a pair unless path number i has met that target before, or they miss each other by little. */
function take(
  out: PairList,
  { seen }: TargetGrid,
  paths: PathBoxes,
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
