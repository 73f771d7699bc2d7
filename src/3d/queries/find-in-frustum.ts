import type { PairCache } from '../../core/broad-phase/pair-cache.ts';
import { type Bvh, FRAME_ORIGIN, FRAME_SCALE, FRAME_VOIDS, QUANTISED_MAX, sphereOf } from '../../core/bvh/bvh.ts';
import { cellBounds, loadCellBounds } from '../../core/bvh/cell-bounds.ts';
import { CELL_SLACK } from '../../core/bvh/cell-slack.ts';
import { hasPlainCells } from '../../core/bvh/ordered-walk.ts';
import { boundsMargin } from '../../core/collider-set.ts';
import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import { keepFound } from '../../core/queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../../core/queries/query-scope.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';

/** Planes of a frustum, and numbers of a plane: `nx ny nz d`, normals inward. */
const PLANES = 6;
const PLANE_STRIDE = 4;

/**
 * The indices of the numbers of a node of a tree in space: first its box, then where its subtree ends, and where its
 * items begin.
 */
const TO_SKIP = 6;
const TO_FIRST = 7;
const NODE_STRIDE = 8;

/** The box of the current node: its middle, then half its extents. */
const box = new Float64Array(6);
/** Relative to the sizes of all terms: room for the rounding of a plane's distance, so that no box is misjudged. */
const SLACK = 16 * EPSILON;

/*
 * The planes in the cells of a tree whose frame is even, by plane: the normal, three numbers each; where in a quantised
 * box the corner is that lies farthest along it, three each; and the heights of corners along it, reckoned from cell 0,
 * below which a box is behind the plane and above which it is before it, with room for the rounding of cells and sums.
 */
const cellNormals = new Float64Array(3 * PLANES);
const farCorner = new Int32Array(3 * PLANES);
const behind = new Float64Array(PLANES);
const before = new Float64Array(PLANES);

/** By level, of the nodes above the current one: where their subtrees end, and which planes pass through them. */
let ends = new Int32Array(64);
let masks = new Int32Array(64);

/**
 * Writes the slots whose world bounds, without the speculative margin, are not wholly behind one of the six planes of a
 * frustum, by ascending entity index unless the filter wants no order. A slot's own bounds decide, so that no answer
 * depends on the hierarchy.
 *
 * A plane that a node lies wholly in front of is not tested again below that node. A node in front of all six planes is
 * taken with all items below it.
 *
 * Source: Assarsson and Möller, Optimized View Frustum Culling Algorithms, 2000.
 */
export function findInFrustum(
  scope: QueryScope<ColliderSet>,
  planes: Float64Array,
  filter: SlotFilter,
  out: IndexList,
): void {
  out.count = 0;
  const mask = askedPlanes(planes);
  if (mask >= 0 && scope.unbuilt !== undefined) appendReaching(scope.set, scope.unbuilt, planes, mask, out);
  for (let i = 0; mask >= 0 && i < scope.hierarchies.length; i++) {
    findInTree(scope.set, scope.hierarchies[i], planes, mask, out);
  }
  if (mask >= 0 && scope.foreseen !== undefined) findForeseen(scope.set, scope.foreseen, planes, mask, out);
  keepFound(scope, filter, out);
}

/**
 * Returns which planes have to be tested, a bit for each. A plane without a normal, such as the far plane of a
 * projection without an end, holds everything; where its d is above 0 it holds nothing, and −1 is returned.
 */
function askedPlanes(planes: Float64Array): number {
  let mask = 0;
  for (let plane = 0; plane < PLANES; plane++) {
    const at = plane * PLANE_STRIDE;
    if (planes[at] !== 0 || planes[at + 1] !== 0 || planes[at + 2] !== 0) mask |= 1 << plane;
    else if (planes[at + 3] > 0) return -1;
  }
  return mask;
}

/** Appends those of a list of slots whose bounds reach into the frustum. */
function appendReaching(
  set: ColliderSet,
  { items, count }: IndexList,
  planes: Float64Array,
  mask: number,
  out: IndexList,
): void {
  const found = reserveIndices(out, count);
  let end = out.count;
  for (let i = 0; i < count; i++) if (reachesIn(set, items[i], planes, mask)) found[end++] = items[i];
  out.count = end;
}

function findInTree(set: ColliderSet, bvh: Bvh, planes: Float64Array, asked: number, out: IndexList): void {
  const { nodes, order, itemBoxes } = bvh;
  const isPlain = hasPlainCells(bvh);
  // The frame of quantised boxes tells whether any box is invalid. Other kinds of hierarchy do not, so their items are
  // always tested.
  const hasVoids = bvh.kind !== 'aabb' || bvh.frame[FRAME_VOIDS] !== 0;
  startWalk(bvh, planes, asked);
  for (let node = nextReached(bvh, planes); node >= 0; node = nextReached(bvh, planes)) {
    const mask = walk.mask;
    const first = nodes[node + TO_FIRST];
    const end = nodes[nodes[node + TO_SKIP] + TO_FIRST];
    const items = reserveIndices(out, end - first);
    let { count } = out;
    for (let i = first; i < end; i++) {
      const slot = order[i];
      const doubted = isPlain && mask !== 0 ? passedCells(itemBoxes, TO_SKIP * i, mask) : mask;
      if (doubted < 0) continue;
      if ((doubted === 0 && !hasVoids) || reachesIn(set, slot, planes, doubted)) items[count++] = slot;
    }
    out.count = count;
  }
}

/**
 * Appends the colliders whose bounds reach into the frustum, out of those inside their fat AABBs. The hierarchy may
 * still hold colliders that have left the world or moved to another hierarchy since it was built; these are not marked
 * as inside.
 */
function findForeseen(
  set: ColliderSet,
  { serving: { bvh }, inside, settled }: PairCache,
  planes: Float64Array,
  asked: number,
  out: IndexList,
): void {
  const { nodes, order } = bvh;
  startWalk(bvh, planes, asked);
  for (let node = nextReached(bvh, planes); node >= 0; node = nextReached(bvh, planes)) {
    const mask = walk.mask;
    const first = nodes[node + TO_FIRST];
    const end = nodes[nodes[node + TO_SKIP] + TO_FIRST];
    const items = reserveIndices(out, end - first);
    let { count } = out;
    for (let i = first; i < end; i++) {
      const slot = order[i];
      if (inside[slot] === 0 || settled[slot] !== 0) continue;
      if (mask === 0 || reachesIn(set, slot, planes, mask)) items[count++] = slot;
    }
    out.count = count;
  }
}

/** Where a walk is, and which planes pass through the node that it has reached last. */
const walk = { node: 0, depth: 0, asked: 0, mask: 0, isPlain: false };

function startWalk(bvh: Bvh, planes: Float64Array, asked: number): void {
  walk.node = 0;
  walk.depth = 0;
  walk.asked = asked;
  walk.isPlain = hasPlainCells(bvh);
  if (walk.isPlain) setCellPlanes(bvh.frame, planes);
}

/**
 * Returns the next leaf, or node wholly in front of all planes, that is not wholly behind one; −1 after the last. The
 * planes that pass through it are in `walk.mask`.
 */
function nextReached(bvh: Bvh, planes: Float64Array): number {
  const { nodes, nodeEnd } = bvh;
  const { asked, isPlain } = walk;
  let { node, depth } = walk;
  while (node < nodeEnd) {
    while (depth > 0 && node >= ends[depth - 1]) depth--;
    const left = depth === 0 ? asked : masks[depth - 1];
    const mask = isPlain ? passedCells(nodes, node, left) : passedPlanes(bvh, node, planes, left);
    const skip = nodes[node + TO_SKIP];
    if (mask < 0) {
      node = skip;
    } else if (mask === 0 || skip === node + NODE_STRIDE) {
      walk.node = skip;
      walk.depth = depth;
      walk.mask = mask;
      return node;
    } else {
      if (depth === ends.length) {
        ends = reserve(ends, depth + 1);
        masks = reserve(masks, depth + 1);
      }
      ends[depth] = skip;
      masks[depth++] = mask;
      node += NODE_STRIDE;
    }
  }
  return -1;
}

function setCellPlanes(frame: Float64Array, planes: Float64Array): void {
  for (let plane = 0; plane < PLANES; plane++) {
    const d = planes[plane * PLANE_STRIDE + 3];
    let height = d;
    let terms = Math.abs(d);
    let slack = 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * plane + axis;
      const scale = frame[FRAME_SCALE + axis];
      const normal = planes[plane * PLANE_STRIDE + axis];
      const cell = scale > 0 ? normal / scale : 0;
      cellNormals[at] = cell;
      farCorner[at] = normal > 0 ? axis + 3 : axis;
      height -= normal * frame[FRAME_ORIGIN + axis];
      terms += Math.abs(normal * frame[FRAME_ORIGIN + axis]) + Math.abs(cell) * QUANTISED_MAX;
      slack += Math.abs(cell) * CELL_SLACK;
    }
    behind[plane] = height - slack - SLACK * terms;
    before[plane] = height + slack + SLACK * terms;
  }
}

/** Does what `passedPlanes` does, for a quantised box. */
function passedCells(cells: Int32Array, at: number, mask: number): number {
  let passed = 0;
  for (let plane = 0; plane < PLANES; plane++) {
    if ((mask & (1 << plane)) === 0) continue;
    const from = 3 * plane;
    const x = cellNormals[from];
    const y = cellNormals[from + 1];
    const z = cellNormals[from + 2];
    const farX = farCorner[from];
    const farY = farCorner[from + 1];
    const farZ = farCorner[from + 2];
    if (x * cells[at + farX] + y * cells[at + farY] + z * cells[at + farZ] < behind[plane]) return -1;
    // The sums of the places of opposite corners are 3, 5 and 7.
    const near = x * cells[at + 3 - farX] + y * cells[at + 5 - farY] + z * cells[at + 7 - farZ];
    if (!(near > before[plane])) passed |= 1 << plane;
  }
  return passed;
}

function loadNode(bvh: Bvh, node: number): void {
  if (bvh.kind === 'sphere') {
    const sphere = sphereOf(node);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = bvh.nodeSpheres[sphere + axis];
      box[3 + axis] = bvh.nodeSpheres[sphere + 3];
    }
    return;
  }
  loadCellBounds(bvh.frame, 3, bvh.nodes, node);
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = 0.5 * cellBounds[axis] + 0.5 * cellBounds[3 + axis];
    box[3 + axis] = 0.5 * cellBounds[3 + axis] - 0.5 * cellBounds[axis];
  }
}

/**
 * Returns which planes of `mask` pass through a node, or come so near that rounding may decide: a bit for each. −1 when
 * the node is wholly behind one. An unbounded node passes through all planes.
 */
function passedPlanes(bvh: Bvh, node: number, planes: Float64Array, mask: number): number {
  loadNode(bvh, node);
  let passed = 0;
  for (let plane = 0; plane < PLANES; plane++) {
    if ((mask & (1 << plane)) === 0) continue;
    const at = plane * PLANE_STRIDE;
    const x = planes[at] * box[0];
    const y = planes[at + 1] * box[1];
    const z = planes[at + 2] * box[2];
    const reach = Math.abs(planes[at]) * box[3] + Math.abs(planes[at + 1]) * box[4] + Math.abs(planes[at + 2]) * box[5];
    const gap = x + y + z - planes[at + 3];
    const slack = SLACK * (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(planes[at + 3]) + reach);
    if (gap + reach < -slack) return -1;
    if (!(gap - reach > slack)) passed |= 1 << plane;
  }
  return passed;
}

/**
 * Returns whether the corner of a slot's bounds that lies farthest along the normal of each plane in `mask` is not
 * behind it. Bounds of NaN reach nowhere.
 */
function reachesIn(set: ColliderSet, slot: number, planes: Float64Array, mask: number): boolean {
  const { bounds } = set;
  const from = slot * BOUNDS_STRIDE;
  const margin = boundsMargin(set, slot);
  if (!(bounds[from] <= bounds[from + 3])) return false;
  for (let plane = 0; plane < PLANES; plane++) {
    if ((mask & (1 << plane)) === 0) continue;
    const at = plane * PLANE_STRIDE;
    let height = -planes[at + 3];
    for (let axis = 0; axis < 3; axis++) {
      const normal = planes[at + axis];
      height += normal * (normal > 0 ? bounds[from + 3 + axis] - margin : bounds[from + axis] + margin);
    }
    if (height < 0) return false;
  }
  return true;
}
