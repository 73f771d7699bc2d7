import type { IndexList } from '../../../core/index-list.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { CROSSING, collectTriangles, INSIDE, OUTSIDE } from './collect-triangles.ts';
import { AABB_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';
import { overlapsTriangleHalfSpaces } from './overlaps-triangle-half-spaces.ts';
import { querySlack } from './query-slack.ts';

const PLANE_STRIDE = 4;
const PLANE_COUNT = 6;
const planes = new Float64Array(PLANE_COUNT * PLANE_STRIDE);
/** The length of each plane's normal, the unit in which its distances are measured. */
const lengths = new Float64Array(PLANE_COUNT);
const query = { slack: 0 };
/** The slack of a plane's own offset, 32 EPSILON or 7e-15 as for lengths. */
const SLACK_OF_OFFSET = 1e-14;

/**
 * Fills `list` (cleared first) with the triangles of a mesh tree that reach into a frustum (six planes n·x ≥ d; 24), by
 * ascending index.
 * Exact in that a triangle outside the frustum but inside the reach of every single plane is left out. Normals need not
 * be unit; touching counts. Returns how many there are; 0 for NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3 and 8.3.4; planes in the manner of Gribb and Hartmann, 2001.
 */
export function queryMeshTreeFrustum(
  list: IndexList,
  frustum: NumberArray,
  frustumOffset: number,
  tree: MeshTree,
): number {
  list.count = 0;
  let sum = 0;
  for (let k = 0; k < PLANE_COUNT * PLANE_STRIDE; k++) {
    planes[k] = frustum[frustumOffset + k];
    sum += planes[k];
  }
  if (!(sum - sum === 0)) return 0;
  for (let plane = 0; plane < PLANE_COUNT; plane++) {
    const at = plane * PLANE_STRIDE;
    lengths[plane] = Math.sqrt(
      planes[at] * planes[at] + planes[at + 1] * planes[at + 1] + planes[at + 2] * planes[at + 2],
    );
  }
  query.slack = querySlack(tree, 0);
  return collectTriangles(list, tree, classifyVolume, reachesIn);
}

function reachesIn(corners: Float64Array, at: number): boolean {
  return overlapsTriangleHalfSpaces(corners, at, planes, 0, PLANE_COUNT);
}

/**
 * Classifies a volume: beyond one plane it is outside, on the inner side of all planes it is inside, else it may be
 * either.
 */
function classifyVolume(tree: MeshTree, node: number): number {
  let side = INSIDE;
  for (let plane = 0; plane < PLANE_COUNT; plane++) {
    const at = plane * PLANE_STRIDE;
    const reach = reachAlong(tree, node, planes[at], planes[at + 1], planes[at + 2], lengths[plane]);
    const slack = query.slack * lengths[plane] + SLACK_OF_OFFSET * Math.abs(planes[at + 3]);
    const gap = centreAlong(tree, node, planes[at], planes[at + 1], planes[at + 2]) - planes[at + 3];
    if (gap + reach + slack < 0) return OUTSIDE;
    if (!(gap - reach - slack >= 0)) side = CROSSING;
  }
  return side;
}

function centreAlong(tree: MeshTree, node: number, x: number, y: number, z: number): number {
  const bounds = tree.bounds;
  if (tree.kind === 'aabb') {
    const at = node * AABB_STRIDE;
    return (
      0.5 *
      (x * (bounds[at] + bounds[at + 3]) +
        y * (bounds[at + 1] + bounds[at + 4]) +
        z * (bounds[at + 2] + bounds[at + 5]))
    );
  }
  const at = node * (tree.kind === 'obb' ? OBB_STRIDE : SPHERE_STRIDE);
  return x * bounds[at] + y * bounds[at + 1] + z * bounds[at + 2];
}

/** Returns half the length of the volume's shadow on a direction, times the direction's length. */
function reachAlong(tree: MeshTree, node: number, x: number, y: number, z: number, length: number): number {
  const bounds = tree.bounds;
  if (tree.kind === 'aabb') {
    const at = node * AABB_STRIDE;
    return (
      0.5 *
      (Math.abs(x) * (bounds[at + 3] - bounds[at]) +
        Math.abs(y) * (bounds[at + 4] - bounds[at + 1]) +
        Math.abs(z) * (bounds[at + 5] - bounds[at + 2]))
    );
  }
  if (tree.kind === 'sphere') return length * bounds[node * SPHERE_STRIDE + 3];
  const at = node * OBB_STRIDE;
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    const axis = at + 6 + 3 * k;
    reach += bounds[at + 3 + k] * Math.abs(x * bounds[axis] + y * bounds[axis + 1] + z * bounds[axis + 2]);
  }
  return reach;
}
