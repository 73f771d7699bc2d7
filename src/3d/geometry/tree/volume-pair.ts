import { AABB_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';
import { transformPoints } from './tree-transform.ts';

/** A node of each tree as an oriented box, the second in the first tree's frame. */
const boxA = new Float64Array(OBB_STRIDE);
const boxB = new Float64Array(OBB_STRIDE);

/**
 * Returns whether a node of the first tree and a node of the second, moved by `transform`, may overlap when grown by
 * `slack`: by centres and radii for two spheres, else by the separating axes of the oriented boxes around both.
 */
export function volumesMayOverlap(
  treeA: MeshTree,
  nodeA: number,
  treeB: MeshTree,
  nodeB: number,
  transform: Float64Array,
  slack: number,
): boolean {
  if (treeA.kind === 'sphere' && treeB.kind === 'sphere') {
    transformPoints(boxB, 0, transform, treeB.bounds, nodeB * SPHERE_STRIDE, 1);
    const at = nodeA * SPHERE_STRIDE;
    const x = boxB[0] - treeA.bounds[at];
    const y = boxB[1] - treeA.bounds[at + 1];
    const z = boxB[2] - treeA.bounds[at + 2];
    const reach = treeA.bounds[at + 3] + treeB.bounds[nodeB * SPHERE_STRIDE + 3] + slack;
    return x * x + y * y + z * z <= reach * reach;
  }
  writeBox(boxA, treeA, nodeA);
  writeBox(boxB, treeB, nodeB);
  moveBox(boxB, transform);
  return obbsMayOverlap(boxA, boxB, slack);
}

function writeBox(out: Float64Array, tree: MeshTree, node: number): void {
  const bounds = tree.bounds;
  if (tree.kind === 'obb') {
    for (let k = 0; k < OBB_STRIDE; k++) out[k] = bounds[node * OBB_STRIDE + k];
    return;
  }
  for (let k = 6; k < OBB_STRIDE; k++) out[k] = k === 6 || k === 10 || k === 14 ? 1 : 0;
  for (let axis = 0; axis < 3; axis++) {
    if (tree.kind === 'sphere') {
      out[axis] = bounds[node * SPHERE_STRIDE + axis];
      out[3 + axis] = bounds[node * SPHERE_STRIDE + 3];
    } else {
      const low = bounds[node * AABB_STRIDE + axis];
      const high = bounds[node * AABB_STRIDE + 3 + axis];
      out[axis] = (low + high) * 0.5;
      out[3 + axis] = (high - low) * 0.5;
    }
  }
}

function moveBox(box: Float64Array, transform: Float64Array): void {
  transformPoints(box, 0, transform, box, 0, 1);
  for (let axis = 6; axis < OBB_STRIDE; axis += 3) {
    const x = box[axis];
    const y = box[axis + 1];
    const z = box[axis + 2];
    box[axis] = transform[0] * x + transform[3] * y + transform[6] * z;
    box[axis + 1] = transform[1] * x + transform[4] * y + transform[7] * z;
    box[axis + 2] = transform[2] * x + transform[5] * y + transform[8] * z;
  }
}

/** The other box's axes in the first one's frame, row i for its axis i, and their absolute values. */
const turn = new Float64Array(9);
const size = new Float64Array(9);
const between = new Float64Array(3);

/**
 * Does the separating axis test of two boxes: the three axes of each, then the nine cross products of one of each
 * (Gottschalk, Lin and Manocha, OBBTree, 1996). Nearly parallel axes have a cross product close to zero, on which both
 * sides vanish; the slack then keeps the answer at "may overlap".
 */
function obbsMayOverlap(a: Float64Array, b: Float64Array, slack: number): boolean {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  for (let i = 0; i < 3; i++) {
    const axis = 6 + i * 3;
    for (let j = 0; j < 3; j++) {
      const other = 6 + j * 3;
      const dot = a[axis] * b[other] + a[axis + 1] * b[other + 1] + a[axis + 2] * b[other + 2];
      turn[i * 3 + j] = dot;
      size[i * 3 + j] = Math.abs(dot);
    }
    const along = a[axis] * x + a[axis + 1] * y + a[axis + 2] * z;
    between[i] = along;
    const reach = a[3 + i] + b[3] * size[i * 3] + b[4] * size[i * 3 + 1] + b[5] * size[i * 3 + 2];
    if (Math.abs(along) > reach + slack) return false;
  }
  for (let j = 0; j < 3; j++) {
    const along = between[0] * turn[j] + between[1] * turn[3 + j] + between[2] * turn[6 + j];
    const reach = b[3 + j] + a[3] * size[j] + a[4] * size[3 + j] + a[5] * size[6 + j];
    if (Math.abs(along) > reach + slack) return false;
  }
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    for (let j = 0; j < 3; j++) {
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      const along = between[i2] * turn[i1 * 3 + j] - between[i1] * turn[i2 * 3 + j];
      const reachA = a[3 + i1] * size[i2 * 3 + j] + a[3 + i2] * size[i1 * 3 + j];
      const reachB = b[3 + j1] * size[i * 3 + j2] + b[3 + j2] * size[i * 3 + j1];
      if (Math.abs(along) > reachA + reachB + slack) return false;
    }
  }
  return true;
}
