import { computeLeafRanges } from '../../../core/tree/leaf-ranges.ts';
import { CORNER_STRIDE, OBB_STRIDE } from './mesh-tree.ts';
import { computePrincipalAxes } from './principal-axes.ts';

/** The three axes that are being tried, one after the other. */
const axes = new Float64Array(9);
const candidate = new Float64Array(OBB_STRIDE);

/**
 * Computes a small oriented box around the triangles below every node. Three frames are tried and the one of least
 * surface is kept: the world's axes, the principal axes of the surface (Gottschalk, Lin and Manocha, OBBTree, 1996) and
 * the frame of the largest triangle, which is the one that fits small leaves.
 */
export function fitObbs(bounds: Float64Array, links: Int32Array, nodeCount: number, corners: Float64Array): void {
  const ranges = computeLeafRanges(links, nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (node === 1) continue;
    const begin = ranges[node * 2] * CORNER_STRIDE;
    fitObb(bounds, node * OBB_STRIDE, corners, begin, begin + ranges[node * 2 + 1] * CORNER_STRIDE);
  }
}

function fitObb(bounds: Float64Array, write: number, corners: Float64Array, begin: number, end: number): void {
  setWorldAxes();
  let best = fitToAxes(bounds, write, corners, begin, end);
  if (computeLargestTriangleAxes(corners, begin, end)) best = keepIfSmaller(bounds, write, corners, begin, end, best);
  if (computePrincipalAxes(axes, corners, begin, end)) keepIfSmaller(bounds, write, corners, begin, end, best);
}

function keepIfSmaller(
  bounds: Float64Array,
  write: number,
  corners: Float64Array,
  begin: number,
  end: number,
  best: number,
): number {
  const area = fitToAxes(candidate, 0, corners, begin, end);
  if (!(area < best)) return best;
  for (let k = 0; k < OBB_STRIDE; k++) bounds[write + k] = candidate[k];
  return area;
}

function setWorldAxes(): void {
  axes.fill(0);
  axes[0] = 1;
  axes[4] = 1;
  axes[8] = 1;
}

/** Writes the box along `axes` to out and returns a quarter of half its surface, the measure of a box's worth. */
function fitToAxes(out: Float64Array, write: number, corners: Float64Array, begin: number, end: number): number {
  out[write] = 0;
  out[write + 1] = 0;
  out[write + 2] = 0;
  // Coordinates are relative to one of the points, so that a mesh far from the origin loses nothing to rounding.
  const originX = corners[begin];
  const originY = corners[begin + 1];
  const originZ = corners[begin + 2];
  for (let k = 0; k < 3; k++) {
    const x = axes[k * 3];
    const y = axes[k * 3 + 1];
    const z = axes[k * 3 + 2];
    let low = 0;
    let high = 0;
    for (let read = begin; read < end; read += 3) {
      const along =
        (corners[read] - originX) * x + (corners[read + 1] - originY) * y + (corners[read + 2] - originZ) * z;
      if (along < low) low = along;
      if (along > high) high = along;
    }
    const middle = (low + high) * 0.5;
    out[write] = out[write] + middle * x;
    out[write + 1] = out[write + 1] + middle * y;
    out[write + 2] = out[write + 2] + middle * z;
    out[write + 3 + k] = (high - low) * 0.5;
    out[write + 6 + k * 3] = x;
    out[write + 7 + k * 3] = y;
    out[write + 8 + k * 3] = z;
  }
  out[write] = out[write] + originX;
  out[write + 1] = out[write + 1] + originY;
  out[write + 2] = out[write + 2] + originZ;
  const a = out[write + 3];
  const b = out[write + 4];
  const c = out[write + 5];
  return a * b + b * c + c * a;
}

/**
 * Sets `axes` to the longest edge and the normal of the largest triangle, and their cross product; false if all are
 * flat.
 */
function computeLargestTriangleAxes(corners: Float64Array, begin: number, end: number): boolean {
  let largest = 0;
  let at = -1;
  for (let read = begin; read < end; read += CORNER_STRIDE) {
    const area = setNormal(corners, read);
    if (area > largest) {
      largest = area;
      at = read;
    }
  }
  if (at < 0 || !(largest < Infinity)) return false;
  setNormal(corners, at);
  const length = Math.sqrt(largest);
  axes[6] = axes[6] / length;
  axes[7] = axes[7] / length;
  axes[8] = axes[8] / length;
  return setLongestEdge(corners, at);
}

/** Writes (b − a) × (c − a) to the third axis and returns its squared length. */
function setNormal(corners: Float64Array, read: number): number {
  const abX = corners[read + 3] - corners[read];
  const abY = corners[read + 4] - corners[read + 1];
  const abZ = corners[read + 5] - corners[read + 2];
  const acX = corners[read + 6] - corners[read];
  const acY = corners[read + 7] - corners[read + 1];
  const acZ = corners[read + 8] - corners[read + 2];
  const x = abY * acZ - abZ * acY;
  const y = abZ * acX - abX * acZ;
  const z = abX * acY - abY * acX;
  axes[6] = x;
  axes[7] = y;
  axes[8] = z;
  return x * x + y * y + z * z;
}

/** Completes the frame around the unit normal in the third axis; the edge is made exactly perpendicular to it first. */
function setLongestEdge(corners: Float64Array, read: number): boolean {
  let longest = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < 3; k++) {
    const from = read + k * 3;
    const to = read + ((k + 1) % 3) * 3;
    const edgeX = corners[to] - corners[from];
    const edgeY = corners[to + 1] - corners[from + 1];
    const edgeZ = corners[to + 2] - corners[from + 2];
    const squared = edgeX * edgeX + edgeY * edgeY + edgeZ * edgeZ;
    if (squared > longest) {
      longest = squared;
      x = edgeX;
      y = edgeY;
      z = edgeZ;
    }
  }
  const off = x * axes[6] + y * axes[7] + z * axes[8];
  x -= off * axes[6];
  y -= off * axes[7];
  z -= off * axes[8];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return false;
  axes[0] = x / length;
  axes[1] = y / length;
  axes[2] = z / length;
  axes[3] = axes[7] * axes[2] - axes[8] * axes[1];
  axes[4] = axes[8] * axes[0] - axes[6] * axes[2];
  axes[5] = axes[6] * axes[1] - axes[7] * axes[0];
  return true;
}
