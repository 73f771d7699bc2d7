import { type IndexList, reserveIndices } from '../index-list.ts';
import { reserve } from '../typed-array.ts';
import type { PathBoxes } from './path-boxes.ts';

/**
 * The colliders that paths may lead to, by the cells of a grid that their boxes lie in. A path many times as long as it
 * is wide goes through few cells, while its box would meet many targets beside it; and there are far more bullets than
 * targets, so that a hierarchy over the paths of bullets, made anew in every tick, would be the largest cost.
 */
export interface TargetGrid {
  /**
   * How many coordinates a place has. In space the grid lies along two of them, and its cells reach through all of the
   * third.
   */
  readonly axes: number;
  /** Along which axis its columns follow each other, here called x, and along which its rows, y. */
  axisX: number;
  axisY: number;
  columns: number;
  rows: number;
  /** The least x and y of the grid; columns and rows per unit of length. */
  readonly frame: Float64Array;
  /** By cell: the end of its targets in `items`; they start where those of the cell before end. */
  ends: Uint32Array;
  /** The slots of targets, cell by cell. */
  items: Uint32Array;
  /** The boxes of the targets as they lie in the grid, stride BLOCK_STRIDE: the middle and half the size. */
  blocks: Float64Array;
  /** By slot: the number of the last path that has met the target, so that a target in many cells is found once. */
  seen: Uint32Array;
  /** The number of targets in the grid. */
  count: number;
}

export const FRAME_X = 0;
export const FRAME_Y = 1;
export const FRAME_SCALE_X = 2;
export const FRAME_SCALE_Y = 3;

export const BLOCK_STRIDE = 4;

/** The number of cells for each target. Twice as many, or half, made no difference that could be measured. */
const CELLS_A_TARGET = 4;
/** How much higher than wide cells are: for a path, another row costs more than another column. */
const STRETCH = 8;
const MOST_CELLS = 1 << 16;
/** The capacity of the grid, in entries for each target and each cell: further targets are left to a hierarchy. */
const ENTRIES_A_TARGET = 4;
const ENTRIES_A_CELL = 2;
/** The average number of targets in a cell, weighted by targets, from which on all targets are left to a hierarchy. */
const CROWDED = 32;

export function createTargetGrid(axes: number): TargetGrid {
  return {
    axes,
    axisX: 0,
    axisY: 1,
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
 * Puts targets, which have boxes, into the cells of a grid over `whole`. Targets that are in too many cells, or all
 * targets where most are in few cells, are written to `rest` instead.
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
  if (grid.axes > 2) chooseAxes(grid, whole);
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
const extent = new Float64Array(4);

/** Lays the grid along the two axes along which paths reach farthest. */
function chooseAxes(grid: TargetGrid, whole: Float64Array): void {
  const { axes } = grid;
  let least = axes - 1;
  for (let axis = axes - 2; axis >= 0; axis--) {
    if (whole[axes + axis] - whole[axis] < whole[axes + least] - whole[least]) least = axis;
  }
  grid.axisX = least === 0 ? 1 : 0;
  grid.axisY = least === 2 ? 1 : 2;
}

/** Chooses where the grid lies and how large its cells are: about as many as targets, and no smaller than these. */
function layOut(grid: TargetGrid, boxes: Float64Array, { items, count }: IndexList, whole: Float64Array): void {
  const { axes, axisX, axisY } = grid;
  extent[0] = extent[1] = Infinity;
  extent[2] = extent[3] = -Infinity;
  let sizes = 0;
  for (let i = 0; i < count; i++) {
    const x = items[i] * 2 * axes + axisX;
    const y = items[i] * 2 * axes + axisY;
    const minX = Math.max(boxes[x], whole[axisX]);
    const minY = Math.max(boxes[y], whole[axisY]);
    const maxX = Math.min(boxes[x + axes], whole[axes + axisX]);
    const maxY = Math.min(boxes[y + axes], whole[axes + axisY]);
    sizes += maxX - minX + (maxY - minY);
    if (minX < extent[0]) extent[0] = minX;
    if (minY < extent[1]) extent[1] = minY;
    if (maxX > extent[2]) extent[2] = maxX;
    if (maxY > extent[3]) extent[3] = maxY;
  }
  const width = extent[2] - extent[0];
  const height = extent[3] - extent[1];
  const cells = Math.min(MOST_CELLS, CELLS_A_TARGET * count);
  // Cells are not narrower than the mean of the boxes' sides, and no row has more cells than the grid may have in all.
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

/** Writes the columns and rows that a target's box lies in. A place beyond the grid counts to its outermost cells. */
function findSpan({ axes, axisX, axisY, frame, columns, rows }: TargetGrid, boxes: Float64Array, slot: number): void {
  const x = slot * 2 * axes + axisX;
  const y = slot * 2 * axes + axisY;
  const scaleX = frame[FRAME_SCALE_X];
  const scaleY = frame[FRAME_SCALE_Y];
  span[0] = Math.min(Math.max(0, (boxes[x] - frame[FRAME_X]) * scaleX), columns - 1);
  span[1] = Math.min(Math.max(0, (boxes[y] - frame[FRAME_Y]) * scaleY), rows - 1);
  span[2] = Math.min(Math.max(0, (boxes[x + axes] - frame[FRAME_X]) * scaleX), columns - 1);
  span[3] = Math.min(Math.max(0, (boxes[y + axes] - frame[FRAME_Y]) * scaleY), rows - 1);
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

/** Puts a target into its cells. The start of each cell moves on to the cell's end as targets come in. */
function putIn(grid: TargetGrid, boxes: Float64Array, slot: number): void {
  const { axes, axisX, axisY, ends, items, blocks, columns, frame } = grid;
  const x = slot * 2 * axes + axisX;
  const y = slot * 2 * axes + axisY;
  const scaleX = frame[FRAME_SCALE_X];
  const scaleY = frame[FRAME_SCALE_Y];
  const minX = (boxes[x] - frame[FRAME_X]) * scaleX;
  const minY = (boxes[y] - frame[FRAME_Y]) * scaleY;
  const maxX = (boxes[x + axes] - frame[FRAME_X]) * scaleX;
  const maxY = (boxes[y + axes] - frame[FRAME_Y]) * scaleY;
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
