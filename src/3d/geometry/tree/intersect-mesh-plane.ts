import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { reserve } from '../../../core/typed-array.ts';
import type { MeshSection } from './mesh-section.ts';
import { AABB_STRIDE, CORNER_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';
import { rootMagnitude } from './query-slack.ts';

// Each corner lies above the plane or below it; one on the plane counts as above, wherever it occurs. So a triangle
// with corners on both sides is crossed along exactly one segment, between two of its edges, and whatever is left of a
// triangle in the plane or touching it with a corner is a segment of no length, which is dropped. The crossing of an
// edge is computed from its lower to its upper end, so that the triangles that share it give the same point to the bit;
// lines are joined by that alone.
//
// The segment runs from the edge that the triangle's winding leads down to the one it leads up. For triangles wound
// counterclockwise seen from outside this keeps the inside on the left, seen from the tip of the normal.

/** Rounding of n·x − d and of the volumes' arithmetic, in units of EPSILON times the sizes at play. */
const SLACK_ROUNDING = 32;

/** The plane of the current query, and the slack of its heights. */
const cut = { x: 0, y: 0, z: 0, d: 0, slack: 0 };

/** The segments found, 6 numbers each, and the triangles they lie in. */
const found = {
  ends: new Float64Array(6 * 64),
  triangles: new Uint32Array(64),
  count: 0,
};

/** The segments by their first point; for each, the one that follows it, −1 for none; and whether one precedes it. */
const chain = {
  order: new Uint32Array(64),
  next: new Int32Array(64),
  state: new Uint8Array(64),
};

/** States of a segment: it begins an open line; another leads to it; it is part of a line already written. */
const FIRST = 0;
const PRECEDED = 1;
const WRITTEN = 2;

/**
 * Fills `section` (cleared first) with the lines along which a plane (n·x = d, normal of any length; 4 numbers) cuts a
 * mesh, and returns how many there are. Of a closed mesh all lines are closed; where triangles run counterclockwise
 * seen from outside, lines run counterclockwise around the inside, seen from the side the normal points to. Lines of an
 * open mesh end at its border, and lines of a mesh whose triangles have different windings end where the winding
 * changes. All kinds of tree give the same answer.
 *
 * A part of the mesh in the plane counts as on the side the normal points to: a face in the plane gives its outline if
 * the mesh goes on below it, and nothing if it goes on above. Triangles share an edge where its ends have the same
 * coordinates. A zero normal and NaN give no lines.
 *
 * Derived here: crossings of edges, each computed alike by all its triangles, joined where they are the same.
 */
export function intersectMeshPlane(
  section: MeshSection,
  plane: NumberArray,
  planeOffset: number,
  tree: MeshTree,
): number {
  section.pointCount = 0;
  section.lineCount = 0;
  found.count = 0;
  cut.x = plane[planeOffset];
  cut.y = plane[planeOffset + 1];
  cut.z = plane[planeOffset + 2];
  cut.d = plane[planeOffset + 3];
  const size = (Math.abs(cut.x) + Math.abs(cut.y) + Math.abs(cut.z)) * rootMagnitude(tree) + Math.abs(cut.d);
  cut.slack = SLACK_ROUNDING * EPSILON * size;
  if (!(cut.slack < Infinity)) return 0;
  findSegments(tree);
  const { count } = found;
  chain.order = reserve(chain.order, count);
  chain.next = reserve(chain.next, count);
  chain.state = reserve(chain.state, count);
  for (let i = 0; i < count; i++) chain.order[i] = i;
  sortByFirstPoint(count);
  linkSegments(count);
  section.points = reserve(section.points, 6 * count);
  for (let k = 0; k < count; k++) if (chain.state[chain.order[k]] === FIRST) writeLine(section, chain.order[k]);
  for (let k = 0; k < count; k++) if (chain.state[chain.order[k]] === PRECEDED) writeLine(section, chain.order[k]);
  return section.lineCount;
}

/**
 * Writes the segment (6 numbers) along which a plane (n·x = d, normal of any length) cuts a triangle (9) and returns
 * true; false, and nothing written, where it does not. A corner on the plane counts as on the side the normal points
 * to, so a triangle that lies in the plane, or touches it from that side, is not cut. Seen from that side, with the
 * triangle's normal pointing outward, the segment keeps the inside on its left. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 8.3.4, for a triangle.
 */
export function intersectTrianglePlane(
  out: WritableNumberArray,
  outOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  cut.x = plane[planeOffset];
  cut.y = plane[planeOffset + 1];
  cut.z = plane[planeOffset + 2];
  cut.d = plane[planeOffset + 3];
  return cutTriangle(out, outOffset, triangle, triangleOffset);
}

/** Returns n·x − d at a corner. */
function heightAt(corners: NumberArray, at: number): number {
  return cut.x * corners[at] + cut.y * corners[at + 1] + cut.z * corners[at + 2] - cut.d;
}

const ends = new Float64Array(6);

function cutTriangle(out: WritableNumberArray, outOffset: number, corners: NumberArray, at: number): boolean {
  let crossings = 0;
  let previous = at + 6;
  let previousHeight = heightAt(corners, previous);
  for (let corner = at; corner < at + CORNER_STRIDE; corner += 3) {
    const height = heightAt(corners, corner);
    if (Number.isNaN(height)) return false;
    if (height >= 0 !== previousHeight >= 0) {
      const upward = height >= 0;
      crossEdge(
        upward ? 3 : 0,
        corners,
        upward ? previous : corner,
        upward ? previousHeight : height,
        upward ? corner : previous,
        upward ? height : previousHeight,
      );
      crossings++;
    }
    previous = corner;
    previousHeight = height;
  }
  if (crossings === 0) return false;
  for (let i = 0; i < 6; i++) out[outOffset + i] = ends[i];
  return true;
}

/** Writes to `ends` where the edge from a lower to an upper corner crosses the plane, from the nearer of the two. */
function crossEdge(
  place: number,
  corners: NumberArray,
  lower: number,
  lowerHeight: number,
  upper: number,
  upperHeight: number,
): void {
  const isUpperNearer = upperHeight <= -lowerHeight;
  const from = isUpperNearer ? upper : lower;
  const to = isUpperNearer ? lower : upper;
  const height = isUpperNearer ? upperHeight : lowerHeight;
  const t = height / (height - (isUpperNearer ? lowerHeight : upperHeight));
  // Adding 0 makes a negative zero a plain one, which it must equal in every bit.
  for (let axis = 0; axis < 3; axis++) {
    const start = corners[from + axis];
    ends[place + axis] = start + t * (corners[to + axis] - start) + 0;
  }
}

/** Walks down to the leaves that the plane may cross, and notes the segments of their triangles. */
function findSegments(tree: MeshTree): void {
  const { links, corners, triangles } = tree;
  const { nodes } = borrowStack(tree.depth + 2);
  let top = 1;
  nodes[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (!mayCross(tree, node)) continue;
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count === 0) {
      nodes[top++] = first + 1;
      nodes[top++] = first;
      continue;
    }
    found.ends = reserve(found.ends, 6 * (found.count + count));
    found.triangles = reserve(found.triangles, found.count + count);
    for (let place = first; place < first + count; place++) {
      const at = 6 * found.count;
      if (!cutTriangle(found.ends, at, corners, place * CORNER_STRIDE)) continue;
      if (comparePoints(found.ends, at, found.ends, at + 3) === 0) continue;
      found.triangles[found.count++] = triangles[place];
    }
  }
}

/** Returns whether a node's volume, grown by the slack, reaches both sides of the plane. */
function mayCross(tree: MeshTree, node: number): boolean {
  const { bounds } = tree;
  const { x, y, z } = cut;
  let height: number;
  let reach: number;
  if (tree.kind === 'aabb') {
    const at = node * AABB_STRIDE;
    height =
      (x * (bounds[at] + bounds[at + 3]) +
        y * (bounds[at + 1] + bounds[at + 4]) +
        z * (bounds[at + 2] + bounds[at + 5])) /
      2;
    reach =
      (Math.abs(x) * (bounds[at + 3] - bounds[at]) +
        Math.abs(y) * (bounds[at + 4] - bounds[at + 1]) +
        Math.abs(z) * (bounds[at + 5] - bounds[at + 2])) /
      2;
  } else {
    const at = node * (tree.kind === 'obb' ? OBB_STRIDE : SPHERE_STRIDE);
    height = x * bounds[at] + y * bounds[at + 1] + z * bounds[at + 2];
    if (tree.kind === 'sphere') {
      reach = bounds[at + 3] * Math.sqrt(x * x + y * y + z * z);
    } else {
      reach = 0;
      for (let k = 0; k < 3; k++) {
        const axis = at + 6 + 3 * k;
        reach += bounds[at + 3 + k] * Math.abs(x * bounds[axis] + y * bounds[axis + 1] + z * bounds[axis + 2]);
      }
    }
  }
  return Math.abs(height - cut.d) <= reach + cut.slack;
}

/** Compares two points by x, then y, then z. */
function comparePoints(a: Float64Array, aOffset: number, b: Float64Array, bOffset: number): number {
  for (let axis = 0; axis < 3; axis++) {
    const difference = a[aOffset + axis] - b[bOffset + axis];
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares two segments by their first points, then by the triangles they lie in. */
function compareSegments(a: number, b: number): number {
  return comparePoints(found.ends, 6 * a, found.ends, 6 * b) || found.triangles[a] - found.triangles[b];
}

/** Sorts by heap sort, which needs no memory. */
function sortByFirstPoint(count: number): void {
  const { order } = chain;
  for (let i = (count >> 1) - 1; i >= 0; i--) siftDown(i, count);
  for (let last = count - 1; last > 0; last--) {
    const top = order[0];
    order[0] = order[last];
    order[last] = top;
    siftDown(0, last);
  }
}

function siftDown(from: number, count: number): void {
  const { order } = chain;
  const moved = order[from];
  let place = from;
  for (let child = 2 * place + 1; child < count; child = 2 * place + 1) {
    if (child + 1 < count && compareSegments(order[child + 1], order[child]) > 0) child++;
    if (compareSegments(order[child], moved) <= 0) break;
    order[place] = order[child];
    place = child;
  }
  order[place] = moved;
}

/** Gives each segment a follower that begins where it ends, and that no other has. */
function linkSegments(count: number): void {
  const { order, next, state } = chain;
  const { ends: points } = found;
  state.fill(FIRST, 0, count);
  for (let k = 0; k < count; k++) {
    const segment = order[k];
    const end = 6 * segment + 3;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePoints(points, 6 * order[middle], points, end) < 0) low = middle + 1;
      else high = middle;
    }
    next[segment] = -1;
    for (; low < count && comparePoints(points, 6 * order[low], points, end) === 0; low++) {
      const follower = order[low];
      if (state[follower] !== FIRST) continue;
      state[follower] = PRECEDED;
      next[segment] = follower;
      break;
    }
  }
}

/** Adds the line that begins with a segment; there is room for its points. */
function writeLine(section: MeshSection, first: number): void {
  const { next, state } = chain;
  const line = section.lineCount++;
  section.starts = reserve(section.starts, line + 2);
  section.closed = reserve(section.closed, line + 1);
  section.starts[line] = section.pointCount;
  const isClosed = state[first] === PRECEDED;
  let last = first;
  for (let segment = first; segment >= 0 && state[segment] !== WRITTEN; segment = next[segment]) {
    state[segment] = WRITTEN;
    writePoint(section, 6 * segment);
    last = segment;
  }
  if (!isClosed) writePoint(section, 6 * last + 3);
  section.closed[line] = isClosed ? 1 : 0;
  section.starts[line + 1] = section.pointCount;
}

function writePoint(section: MeshSection, at: number): void {
  const place = 3 * section.pointCount++;
  for (let axis = 0; axis < 3; axis++) section.points[place + axis] = found.ends[at + axis];
}
