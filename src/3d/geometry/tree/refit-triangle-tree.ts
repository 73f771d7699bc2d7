import { buildTriangleTree, NEEDLE_ROUNDING_SQUARED, NEEDLE_SQUARED } from './build-triangle-tree.ts';
import { copyVertices } from './leaf-pages.ts';
import { roundDown, roundUp } from './round-outwards.ts';
import { isUsable, refuseTriangle, type TriangleMesh, writeCorners } from './triangle-mesh.ts';
import {
  LEAF_STRIDE,
  LEAF_VERTEX,
  leafEnd,
  leafFirst,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  type TriangleTree,
} from './triangle-tree.ts';

/** The box that is being fitted: the least coordinates, then the largest. */
const fitted = new Float64Array(6);
const corners = new Float64Array(9);

/**
 * Fits the boxes of a tree to the present places of the vertices `from` … `to` − 1; all other vertices have stayed. The
 * grouping of triangles stays as well, so queries stay right, but slow down where a mesh has changed much. Where a
 * triangle may have come up that was left out of the tree, the tree is built anew; triangles that have lost their area
 * stay in it.
 * @throws CollisionError `invalid-number` for a corner that is not finite, before anything has been written.
 */
export function refitTriangleTree(name: string, tree: TriangleTree, from: number, to: number): void {
  const { mesh, boxes, links, nodeCount } = tree;
  requireUsable(name, mesh, from, to);
  if (hasComeUp(tree, from, to)) {
    Object.assign(tree, buildTriangleTree(name, mesh));
    return;
  }
  const isMoved = new Uint8Array(nodeCount);
  // Coordinates that are f32 already, as those of boxes are, need not be rounded outwards.
  const isExact = mesh.positions instanceof Float32Array;
  for (let node = nodeCount - 1; node >= 0; node--) {
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const link = links[NODE_CHILDREN * node + i];
      if (link === NO_CHILD) continue;
      if (link > 0) {
        if (isMoved[link] === 0) continue;
        fitNode(boxes, link);
      } else if (!fitLeaf(tree, link, from, to)) continue;
      isMoved[node] = 1;
      const at = NODE_STRIDE * node + i;
      if (link < 0 && !isExact) roundFitted();
      for (let axis = 0; axis < 3; axis++) {
        boxes[at + NODE_CHILDREN * axis] = fitted[axis];
        boxes[at + NODE_MAX + NODE_CHILDREN * axis] = fitted[3 + axis];
      }
    }
  }
}

/** Rounds the box that has been fitted outwards. */
function roundFitted(): void {
  for (let axis = 0; axis < 3; axis++) {
    fitted[axis] = roundDown(fitted[axis]);
    fitted[3 + axis] = roundUp(fitted[3 + axis]);
  }
}

/** Throws unless all triangles at the vertices that have moved can be used. */
function requireUsable(name: string, mesh: TriangleMesh, from: number, to: number): void {
  const { positions, indices, triangleCount } = mesh;
  let isFine = true;
  for (let i = 3 * from; i < 3 * to; i++) if (!isUsable(positions[i], positions[i])) isFine = false;
  if (isFine) return;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      const vertex = 3 * (indices === undefined ? corner : indices[corner]);
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[vertex + axis];
        if (!isUsable(value, value)) refuseTriangle(name, mesh, triangle);
      }
    }
  }
}

/** Returns whether a triangle that is in no leaf has moved and has an area now. */
function hasComeUp({ mesh, absent }: TriangleTree, from: number, to: number): boolean {
  for (let i = 0; i < absent.length; i++) {
    if (hasMoved(mesh, absent, i, i + 1, from, to) && hasArea(mesh, absent[i])) return true;
  }
  return false;
}

/** Returns whether a triangle has an area, by the rule that applies when a tree is built. */
function hasArea(mesh: TriangleMesh, triangle: number): boolean {
  writeCorners(corners, 0, mesh, triangle);
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  const u = ux * ux + uy * uy + uz * uz;
  const v = vx * vx + vy * vy + vz * vz;
  const w = wx * wx + wy * wy + wz * wz;
  const longest = Math.max(u, v, w);
  let far = 0;
  for (let k = 0; k < 9; k++) far = Math.max(far, Math.abs(corners[k]));
  const least = Math.max(NEEDLE_SQUARED * longest, NEEDLE_ROUNDING_SQUARED * far * far);
  return nx * nx + ny * ny + nz * nz > least * longest;
}

function fitNode(boxes: Float32Array, node: number): void {
  const at = NODE_STRIDE * node;
  for (let axis = 0; axis < 3; axis++) {
    const least = at + NODE_CHILDREN * axis;
    const largest = least + NODE_MAX;
    fitted[axis] = Math.min(boxes[least], boxes[least + 1], boxes[least + 2], boxes[least + 3]);
    fitted[3 + axis] = Math.max(boxes[largest], boxes[largest + 1], boxes[largest + 2], boxes[largest + 3]);
  }
}

/** Copies the vertices of a leaf and fits a box to them, if any of them has moved; false if none has. */
function fitLeaf(tree: TriangleTree, link: number, from: number, to: number): boolean {
  const { mesh, order, leaves, vertices } = tree;
  const isWhole = from === 0 && 3 * to === mesh.positions.length;
  if (!isWhole && !hasMoved(mesh, order, leafFirst(tree, link), leafEnd(tree, link), from, to)) return false;
  copyVertices(mesh, order, tree, ~link);
  const at = LEAF_STRIDE * ~link + LEAF_VERTEX;
  const end = 3 * leaves[at + LEAF_STRIDE];
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = 3 * leaves[at]; i < end; i += 3) {
    const x = vertices[i];
    const y = vertices[i + 1];
    const z = vertices[i + 2];
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (z < minZ) minZ = z;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
    if (z > maxZ) maxZ = z;
  }
  fitted[0] = minX;
  fitted[1] = minY;
  fitted[2] = minZ;
  fitted[3] = maxX;
  fitted[4] = maxY;
  fitted[5] = maxZ;
  return true;
}

function hasMoved(
  { indices }: TriangleMesh,
  order: Uint32Array,
  first: number,
  end: number,
  from: number,
  to: number,
): boolean {
  for (let i = first; i < end; i++) {
    const at = 3 * order[i];
    for (let corner = at; corner < at + 3; corner++) {
      const vertex = indices === undefined ? corner : indices[corner];
      if (vertex >= from && vertex < to) return true;
    }
  }
  return false;
}
