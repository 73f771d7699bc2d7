import { overlapsTriangleTriangle } from '../overlap/overlaps-triangle-triangle.ts';
import { boundTriangles } from './fit-aabbs.ts';
import { CORNER_STRIDE, type MeshTree } from './mesh-tree.ts';
import { transformPoints } from './tree-transform.ts';

/** The triangles of the second tree's current leaf, in the first tree's frame, and the box of each. */
let movedCorners = new Float64Array(16 * CORNER_STRIDE);
let movedBoxes = new Float64Array(16 * 6);
const box = new Float64Array(6);
/** The leaf that these triangles are of: a leaf met many times in a row is moved once. */
const held = { first: -1 };

/** Forgets the leaf that was moved last; to be called when the second tree or the transform changes. */
export function forgetMovedLeaf(): void {
  held.first = -1;
}

/** Moves the triangles first..first + count of a tree's leaf order and computes their boxes. */
export function moveLeaf(tree: MeshTree, first: number, count: number, transform: Float64Array): void {
  if (held.first === first) return;
  if (movedBoxes.length < count * 6) {
    movedCorners = new Float64Array(count * CORNER_STRIDE);
    movedBoxes = new Float64Array(count * 6);
  }
  transformPoints(movedCorners, 0, transform, tree.corners, first * CORNER_STRIDE, count * 3);
  for (let i = 0; i < count; i++) {
    boundTriangles(movedBoxes, i * 6, movedCorners, i * CORNER_STRIDE, (i + 1) * CORNER_STRIDE);
  }
  held.first = first;
}

/** Places of the pairs found in the last leaf pair: first tree's place, second tree's place, in turn. */
export const foundPlaces: { items: Uint32Array } = { items: new Uint32Array(256) };

/**
 * Tests each triangle of a leaf of the first tree against each of the moved leaf and returns how many pairs overlap;
 * they are in `foundPlaces`. With `onlyFirst` it stops at one.
 */
export function findLeafPairs(
  treeA: MeshTree,
  firstA: number,
  countA: number,
  firstB: number,
  countB: number,
  onlyFirst: boolean,
): number {
  if (foundPlaces.items.length < countA * countB * 2) foundPlaces.items = new Uint32Array(countA * countB * 2);
  const items = foundPlaces.items;
  const corners = treeA.corners;
  const boxes = movedBoxes;
  let found = 0;
  for (let a = firstA; a < firstA + countA; a++) {
    boundTriangles(box, 0, corners, a * CORNER_STRIDE, (a + 1) * CORNER_STRIDE);
    const minX = box[0];
    const minY = box[1];
    const minZ = box[2];
    const maxX = box[3];
    const maxY = box[4];
    const maxZ = box[5];
    for (let i = 0; i < countB; i++) {
      const b = i * 6;
      if (maxX < boxes[b] || maxY < boxes[b + 1] || maxZ < boxes[b + 2]) continue;
      if (minX > boxes[b + 3] || minY > boxes[b + 4] || minZ > boxes[b + 5]) continue;
      if (!overlapsTriangleTriangle(corners, a * CORNER_STRIDE, movedCorners, i * CORNER_STRIDE)) continue;
      items[found * 2] = a;
      items[found * 2 + 1] = firstB + i;
      found++;
      if (onlyFirst) return found;
    }
  }
  return found;
}
