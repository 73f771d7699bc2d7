import type { CastWalk } from '../../../core/bvh/cast-walk.ts';
import { CLOSEST_POINT } from '../../../core/bvh/closest-walk.ts';
import { type OrderedWalk, startAtRoot, WALK_LIMIT, WALK_ROUNDING } from '../../../core/bvh/ordered-walk.ts';
import { type IndexList, reserveIndices } from '../../../core/index-list.ts';
import { sortIndices } from '../../../core/sort-indices.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { enterBox, setCast } from './cast-setup.ts';
import { type HeightField, MOST_CELLS, writeFieldCorners, writeNodeBox } from './height-field.ts';

/*
 * How queries find the triangles of a field, in its own frame: down the pyramid, as through a tree of four children a
 * node. A leaf is a node of the lowest level: 2 × 2 cells, whose eight triangles are as many as walks list at a time.
 */

const LEAF_LEVEL = 1;
/** A node in an integer: its level, row and column. */
const ROW_SHIFT = 13;
const LEVEL_SHIFT = 26;
const PLACE_MASK = MOST_CELLS / 2 - 1;

const box = new Float64Array(6);
const corners = new Float64Array(9);

function nodeOf(level: number, column: number, row: number): number {
  return (level << LEVEL_SHIFT) | (row << ROW_SHIFT) | column;
}

/** Returns how many nodes a walk has put off at most: three siblings for each level, and the last four. */
function stackNeeded({ top }: HeightField): number {
  return 3 * top + 4;
}

/** Writes the box of part number `part` of a node, and returns the part; −1 where the field ends before. */
function writePart(field: HeightField, node: number, part: number): number {
  const level = (node >>> LEVEL_SHIFT) - 1;
  const column = 2 * (node & PLACE_MASK) + (part & 1);
  const row = 2 * ((node >>> ROW_SHIFT) & PLACE_MASK) + (part >> 1);
  if (column << level >= field.columns - 1 || row << level >= field.rows - 1) return -1;
  writeNodeBox(box, field, level, column, row);
  return nodeOf(level, column, row);
}

/**
 * Appends the triangles of a leaf that are not part of a hole to `items`, ascending; returns how many there are then.
 */
function listLeaf(items: Uint32Array, first: number, field: HeightField, leaf: number): number {
  const cells = field.columns - 1;
  const column = 2 * (leaf & PLACE_MASK);
  const row = 2 * ((leaf >>> ROW_SHIFT) & PLACE_MASK);
  let count = first;
  for (let r = row; r < row + 2 && r < field.rows - 1; r++) {
    for (let c = column; c < column + 2 && c < cells; c++) {
      for (let k = 0; k < 2; k++) {
        const triangle = 2 * (r * cells + c) + k;
        if (writeFieldCorners(corners, field, triangle)) items[count++] = triangle;
      }
    }
  }
  return count;
}

/** Writes the triangles whose bounds meet a box (the least coordinates, then the largest), ascending. */
export function findFieldTriangles(out: IndexList, field: HeightField, query: Float64Array): void {
  out.count = 0;
  const { nodes: stack } = borrowStack(stackNeeded(field));
  let top = 1;
  stack[0] = nodeOf(field.top, 0, 0);
  while (top > 0) {
    const node = stack[--top];
    if (node >>> LEVEL_SHIFT === LEAF_LEVEL) {
      const first = out.count;
      const items = reserveIndices(out, 8);
      const end = listLeaf(items, first, field, node);
      for (let i = first; i < end; i++) {
        writeFieldCorners(corners, field, items[i]);
        if (meetsBox(query)) items[out.count++] = items[i];
      }
      continue;
    }
    for (let part = 0; part < 4; part++) {
      const child = writePart(field, node, part);
      if (child < 0) continue;
      let meets = true;
      for (let axis = 0; axis < 3; axis++) {
        if (!(box[axis] <= query[3 + axis] && box[3 + axis] >= query[axis])) meets = false;
      }
      if (meets) stack[top++] = child;
    }
  }
  sortIndices(out.items, out.count);
}

function meetsBox(query: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = corners[axis];
    const b = corners[3 + axis];
    const c = corners[6 + axis];
    if (!(Math.min(a, b, c) <= query[3 + axis] && Math.max(a, b, c) >= query[axis])) return false;
  }
  return true;
}

/** Begins the walk of `walk.cast`, up to the fraction `query[WALK_LIMIT]`. */
export function startFieldCast(walk: CastWalk, field: HeightField): void {
  walk.top = 0;
  // The comparison is also false for NaN.
  if (!(walk.query[WALK_LIMIT] >= 0)) return;
  setCast(walk);
  startAtRoot(walk, stackNeeded(field));
  walk.nodes[0] = nodeOf(field.top, 0, 0);
}

/** Does what `nextTriangleCast` does, for a field of heights. */
export function nextFieldCast(walk: CastWalk, field: HeightField): number {
  const { query, keys, nodes: stack } = walk;
  const limit = query[WALK_LIMIT] * WALK_ROUNDING;
  while (walk.top > 0) {
    const key = keys[--walk.top];
    if (!(key <= limit)) continue;
    const node = stack[walk.top];
    if (node >>> LEVEL_SHIFT === LEAF_LEVEL) {
      const count = listKeyed(walk, field, node, key);
      if (count > 0) return count;
      continue;
    }
    const bottom = walk.top;
    for (let part = 0; part < 4; part++) {
      const child = writePart(field, node, part);
      if (child < 0 || !(box[1] <= box[4])) continue;
      enterBox(walk, box, walk.top);
      if (keys[walk.top] < Infinity) putOff(walk, child, bottom);
    }
  }
  return 0;
}

/** Lists the triangles of a leaf, all with the key of the leaf. */
function listKeyed(walk: OrderedWalk, field: HeightField, leaf: number, key: number): number {
  const count = listLeaf(walk.items, 0, field, leaf);
  for (let i = 0; i < count; i++) walk.itemKeys[i] = key;
  return count;
}

/**
 * Pushes a node, whose key stands at the top of the stack, into the order of the keys above `bottom`, so that the
 * nearest node is on top.
 */
function putOff(walk: OrderedWalk, node: number, bottom: number): void {
  const { keys, nodes: stack } = walk;
  const key = keys[walk.top];
  let place = walk.top++;
  while (place > bottom && keys[place - 1] < key) {
    keys[place] = keys[place - 1];
    stack[place] = stack[place - 1];
    place--;
  }
  keys[place] = key;
  stack[place] = node;
}

/** Begins the walk around the point `query[CLOSEST_POINT …]`, up to the distance `query[WALK_LIMIT]`. */
export function startFieldClosest(walk: OrderedWalk, field: HeightField): void {
  walk.top = 0;
  if (!(walk.query[WALK_LIMIT] >= 0)) return;
  startAtRoot(walk, stackNeeded(field));
  walk.nodes[0] = nodeOf(field.top, 0, 0);
}

/** Does what `nextTriangleClosest` does, for a field of heights. */
export function nextFieldClosest(walk: OrderedWalk, field: HeightField): number {
  const { query, keys, nodes: stack } = walk;
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  while (walk.top > 0) {
    const key = keys[--walk.top];
    if (!(key <= limit)) continue;
    const node = stack[walk.top];
    if (node >>> LEVEL_SHIFT === LEAF_LEVEL) {
      const count = listKeyed(walk, field, node, key);
      if (count > 0) return count;
      continue;
    }
    const bottom = walk.top;
    for (let part = 0; part < 4; part++) {
      const child = writePart(field, node, part);
      if (child < 0 || !(box[1] <= box[4])) continue;
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        const at = query[CLOSEST_POINT + axis];
        const off = Math.max(box[axis] - at, at - box[3 + axis], 0);
        squared += off * off;
      }
      if (!(squared <= limit)) continue;
      keys[walk.top] = squared;
      putOff(walk, child, bottom);
    }
  }
  return 0;
}
