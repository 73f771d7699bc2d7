import { CollisionError } from '../../../core/errors.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { AABB_STRIDE, boundsStride, CORNER_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';
import { querySlack } from './query-slack.ts';

/**
 * Checks a mesh tree: every node but the root has one parent before it, depth and counts are as stated, each triangle
 * lies in exactly one leaf, the copied corners are the mesh's, and every volume holds all triangles below it.
 *
 * Throws CollisionError `broken-invariant` naming the first node or triangle at fault.
 *
 * Derived here: the invariants of MeshTree, one by one.
 */
export function validateMeshTree(tree: MeshTree): void {
  validateSizes(tree);
  validateCorners(tree);
  const seen = new Uint8Array(tree.triangleCount);
  const reached = new Uint8Array(tree.nodeCount);
  const chain: number[] = [0];
  const levels: number[] = [1];
  let depth = 0;
  while (chain.length > 0) {
    const node = chain.pop()!;
    const level = levels.pop()!;
    depth = Math.max(depth, level);
    demand(reached[node] === 0, `node ${node} has two parents`);
    reached[node] = 1;
    const first = tree.links[node * LINK_STRIDE];
    const count = tree.links[node * LINK_STRIDE + 1];
    if (count === 0) {
      demand(first > node && first % 2 === 0 && first + 1 < tree.nodeCount, `node ${node} has children at ${first}`);
      chain.push(first, first + 1);
      levels.push(level + 1, level + 1);
      continue;
    }
    demand(count > 0 && first >= 0 && first + count <= tree.triangleCount, `leaf ${node} holds ${first}, ${count}`);
    for (let place = first; place < first + count; place++) {
      const triangle = tree.triangles[place];
      demand(seen[triangle] === 0, `triangle ${triangle} lies in two leaves`);
      seen[triangle] = 1;
    }
  }
  for (let node = 0; node < tree.nodeCount; node++) {
    demand(node === 1 || reached[node] === 1, `node ${node} has no parent`);
  }
  for (let i = 0; i < tree.triangleCount; i++) demand(seen[i] === 1, `triangle ${i} lies in no leaf`);
  demand(depth === tree.depth, `depth is ${depth}, the tree says ${tree.depth}`);
  validateVolumes(tree);
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new CollisionError('broken-invariant', `mesh tree: ${message}`);
}

function validateSizes(tree: MeshTree): void {
  demand(
    tree.triangles.length === tree.triangleCount,
    `${tree.triangles.length} places for ${tree.triangleCount} triangles`,
  );
  demand(tree.corners.length === tree.triangleCount * CORNER_STRIDE, `corners.length is ${tree.corners.length}`);
  demand(tree.links.length === tree.nodeCount * LINK_STRIDE, `links.length is ${tree.links.length}`);
  demand(tree.bounds.length === tree.nodeCount * boundsStride(tree.kind), `bounds.length is ${tree.bounds.length}`);
}

function validateCorners(tree: MeshTree): void {
  for (let i = 0; i < tree.corners.length; i++) {
    const place = Math.floor(i / CORNER_STRIDE);
    const corner = tree.triangles[place] * 3 + Math.floor((i % CORNER_STRIDE) / 3);
    const vertex = tree.index === null ? corner : tree.index[corner];
    const value = tree.positions[vertex * 3 + (i % 3)];
    demand(
      tree.corners[i] === value,
      `corner ${corner} is at ${tree.corners[i]}, the mesh has it at ${value}: refit after moving vertices`,
    );
  }
}

/** Walks each node's triangles by its leaves; children lie behind parents, so ranges can be added up from the end. */
function validateVolumes(tree: MeshTree): void {
  const slack = querySlack(tree, 0);
  const begins = new Int32Array(tree.nodeCount);
  const ends = new Int32Array(tree.nodeCount);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (node === 1) continue;
    if (tree.kind === 'obb') validateAxes(tree, node);
    const first = tree.links[node * LINK_STRIDE];
    const count = tree.links[node * LINK_STRIDE + 1];
    begins[node] = count > 0 ? first : Math.min(begins[first], begins[first + 1]);
    ends[node] = count > 0 ? first + count : Math.max(ends[first], ends[first + 1]);
    let lowest = Infinity;
    for (let place = begins[node]; place < ends[node]; place++) lowest = Math.min(lowest, tree.triangles[place]);
    demand(tree.lowest[node] === lowest, `node ${node} has lowest triangle ${tree.lowest[node]}, not ${lowest}`);
    for (let at = begins[node] * CORNER_STRIDE; at < ends[node] * CORNER_STRIDE; at += 3) {
      const excess = excessOf(tree, node, at);
      demand(
        excess <= slack,
        `node ${node} leaves out a corner of triangle ${tree.triangles[Math.floor(at / 9)]} by ${excess}`,
      );
    }
  }
}

/** Returns how far a corner lies outside a node's volume along the volume's own axes. */
function excessOf(tree: MeshTree, node: number, at: number): number {
  const { bounds, corners } = tree;
  const x = corners[at];
  const y = corners[at + 1];
  const z = corners[at + 2];
  if (tree.kind === 'aabb') {
    const b = node * AABB_STRIDE;
    return Math.max(
      Math.max(bounds[b] - x, x - bounds[b + 3]),
      Math.max(bounds[b + 1] - y, y - bounds[b + 4]),
      Math.max(bounds[b + 2] - z, z - bounds[b + 5]),
    );
  }
  if (tree.kind === 'sphere') {
    const b = node * SPHERE_STRIDE;
    const dx = x - bounds[b];
    const dy = y - bounds[b + 1];
    const dz = z - bounds[b + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz) - bounds[b + 3];
  }
  const b = node * OBB_STRIDE;
  let excess = -Infinity;
  for (let k = 0; k < 3; k++) {
    const axis = b + 6 + k * 3;
    const along =
      (x - bounds[b]) * bounds[axis] + (y - bounds[b + 1]) * bounds[axis + 1] + (z - bounds[b + 2]) * bounds[axis + 2];
    excess = Math.max(excess, Math.abs(along) - bounds[b + 3 + k]);
  }
  return excess;
}

/** On the product of two axes: the frames come from normalised cross products and rotations, right to rounding. */
const AXES_TOLERANCE = 1e-12;

function validateAxes(tree: MeshTree, node: number): void {
  const axes = node * OBB_STRIDE + 6;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += tree.bounds[axes + i * 3 + k] * tree.bounds[axes + j * 3 + k];
      demand(Math.abs(dot - (i === j ? 1 : 0)) <= AXES_TOLERANCE, `axes ${i} and ${j} of node ${node} give ${dot}`);
    }
  }
}
