import { computeLeafRanges } from '../../../core/tree/leaf-ranges.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { BOX_STRIDE, boundsStride, SEGMENT_STRIDE, type SegmentTreeKind } from './segment-tree.ts';

/** Returns the volume of each node, fitted to the points of all segments below it (`ends` in leaf order). */
export function fitBounds(
  kind: SegmentTreeKind,
  links: Int32Array,
  nodeCount: number,
  ends: Float64Array,
): Float64Array {
  const stride = boundsStride(kind);
  const bounds = new Float64Array(nodeCount * stride);
  const ranges = computeLeafRanges(links, nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (node === 1) {
      continue;
    }
    const begin = ranges[node * 2] * SEGMENT_STRIDE;
    const end = begin + ranges[node * 2 + 1] * SEGMENT_STRIDE;
    if (kind === 'aabb') {
      fitAabb(bounds, node * stride, links, node, ends, begin, end);
    } else if (kind === 'obb') {
      fitObb(bounds, node * stride, ends, begin, end);
    } else {
      fitCircle(bounds, node * stride, ends, begin, end);
    }
  }
  return bounds;
}

/** An inner node's box is that of its children, which come later and are already fitted. */
function fitAabb(
  bounds: Float64Array,
  at: number,
  links: Int32Array,
  node: number,
  ends: Float64Array,
  begin: number,
  end: number,
): void {
  const leaf = links[node * LINK_STRIDE + 1] > 0;
  const points = leaf ? ends : bounds;
  const from = leaf ? begin : links[node * LINK_STRIDE] * BOX_STRIDE;
  const to = leaf ? end : from + 2 * BOX_STRIDE;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = from; i < to; i += 2) {
    minX = Math.min(minX, points[i]);
    minY = Math.min(minY, points[i + 1]);
    maxX = Math.max(maxX, points[i]);
    maxY = Math.max(maxY, points[i + 1]);
  }
  bounds[at] = minX;
  bounds[at + 1] = minY;
  bounds[at + 2] = maxX;
  bounds[at + 3] = maxY;
}

const candidate = new Float64Array(6);

/**
 * Of the box along the axes and the box along the principal directions of the segments the one of smaller perimeter.
 * The direction is that of the second moments of the segments as uniform wires: points alone would follow dense
 * stretches (Gottschalk, Lin, Manocha, OBBTree, 1996, reduced to the plane).
 */
function fitObb(bounds: Float64Array, at: number, ends: Float64Array, begin: number, end: number): void {
  const originX = ends[begin];
  const originY = ends[begin + 1];
  let weight = 0;
  let meanX = 0;
  let meanY = 0;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = begin; i < end; i += SEGMENT_STRIDE) {
    const ax = ends[i] - originX;
    const ay = ends[i + 1] - originY;
    const bx = ends[i + 2] - originX;
    const by = ends[i + 3] - originY;
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    // Over a wire from a to b: ∫x = (a + b)/2 and ∫x² = (a² + ab + b²)/3, per unit length.
    weight += length;
    meanX += length * (ax + bx) * 0.5;
    meanY += length * (ay + by) * 0.5;
    xx += (length * (ax * ax + ax * bx + bx * bx)) / 3;
    yy += (length * (ay * ay + ay * by + by * by)) / 3;
    xy += (length * (2 * (ax * ay + bx * by) + ax * by + bx * ay)) / 6;
  }
  fitAlong(bounds, at, ends, begin, end, 1, 0);
  if (!(weight > 0)) {
    return;
  }
  const difference = (xx - (meanX * meanX) / weight - (yy - (meanY * meanY) / weight)) * 0.5;
  const mixed = xy - (meanX * meanY) / weight;
  const root = Math.sqrt(difference * difference + mixed * mixed);
  // The eigenvector of the larger eigenvalue, from whichever of the two rows does not cancel.
  const x = difference >= 0 ? difference + root : mixed;
  const y = difference >= 0 ? mixed : root - difference;
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) {
    return;
  }
  fitAlong(candidate, 0, ends, begin, end, x / length, y / length);
  if (candidate[2] + candidate[3] < bounds[at + 2] + bounds[at + 3]) {
    for (let i = 0; i < 6; i++) {
      bounds[at + i] = candidate[i];
    }
  }
}

function fitAlong(
  out: Float64Array,
  at: number,
  ends: Float64Array,
  begin: number,
  end: number,
  cos: number,
  sin: number,
): void {
  const originX = ends[begin];
  const originY = ends[begin + 1];
  let minU = Infinity;
  let minV = Infinity;
  let maxU = -Infinity;
  let maxV = -Infinity;
  for (let i = begin; i < end; i += 2) {
    const x = ends[i] - originX;
    const y = ends[i + 1] - originY;
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const u = minU + (maxU - minU) * 0.5;
  const v = minV + (maxV - minV) * 0.5;
  out[at] = originX + u * cos - v * sin;
  out[at + 1] = originY + u * sin + v * cos;
  out[at + 2] = (maxU - minU) * 0.5;
  out[at + 3] = (maxV - minV) * 0.5;
  out[at + 4] = cos;
  out[at + 5] = sin;
}

/** Each step of the search enlarges the circle; a handful suffice, and stopping early only costs tightness. */
const MAX_CIRCLE_STEPS = 24;
const support = new Float64Array(8);
const trial = new Float64Array(3);
const bestCircle = new Float64Array(3);

/**
 * The smallest circle around the points: a support set of at most three, to which the farthest point outside is added
 * and from which the smallest circle around those four is taken anew (Gärtner, Fast and Robust Smallest Enclosing
 * Balls, 1999, by exhaustion instead of pivoting). The radius finally reaches the farthest point, whatever the search
 * left.
 */
function fitCircle(bounds: Float64Array, at: number, ends: Float64Array, begin: number, end: number): void {
  support[0] = ends[begin];
  support[1] = ends[begin + 1];
  let supportCount = 1;
  bestCircle[0] = support[0];
  bestCircle[1] = support[1];
  bestCircle[2] = 0;
  for (let step = 0; step < MAX_CIRCLE_STEPS; step++) {
    const farthest = findFarthest(bestCircle[0], bestCircle[1], ends, begin, end);
    const dx = ends[farthest] - bestCircle[0];
    const dy = ends[farthest + 1] - bestCircle[1];
    if (!(Math.sqrt(dx * dx + dy * dy) > bestCircle[2] * (1 + 1e-12))) {
      break;
    }
    const before = bestCircle[2];
    support[supportCount * 2] = ends[farthest];
    support[supportCount * 2 + 1] = ends[farthest + 1];
    supportCount = smallestCircle(supportCount + 1);
    if (!(bestCircle[2] > before)) {
      break;
    }
  }
  const farthest = findFarthest(bestCircle[0], bestCircle[1], ends, begin, end);
  const dx = ends[farthest] - bestCircle[0];
  const dy = ends[farthest + 1] - bestCircle[1];
  bounds[at] = bestCircle[0];
  bounds[at + 1] = bestCircle[1];
  bounds[at + 2] = Math.sqrt(dx * dx + dy * dy);
}

function findFarthest(x: number, y: number, ends: Float64Array, begin: number, end: number): number {
  let farthest = begin;
  let best = -1;
  for (let i = begin; i < end; i += 2) {
    const dx = ends[i] - x;
    const dy = ends[i + 1] - y;
    const distance = dx * dx + dy * dy;
    if (distance > best) {
      best = distance;
      farthest = i;
    }
  }
  return farthest;
}

/**
 * Sets `bestCircle` to the smallest circle around the first `count` (2 to 4) support points, keeps in `support` only
 * the two or three that define it and returns their number.
 */
function smallestCircle(count: number): number {
  let best = Infinity;
  let keepA = 0;
  let keepB = 1;
  let keepC = -1;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      for (let k = j; k < count; k++) {
        // k = j stands for the circle over the diameter ij alone.
        const made = k === j ? diameterCircle(i, j) : circumcircle(i, j, k);
        if (made && trial[2] < best && holdsSupport(count)) {
          best = trial[2];
          bestCircle.set(trial);
          keepA = i;
          keepB = j;
          keepC = k === j ? -1 : k;
        }
      }
    }
  }
  if (best === Infinity) {
    // All tries failed by rounding (points almost on one line): let the caller stop here.
    return Math.min(count, 3);
  }
  const cx = keepC < 0 ? 0 : support[keepC * 2];
  const cy = keepC < 0 ? 0 : support[keepC * 2 + 1];
  // The indices ascend, so nothing is overwritten before it is read.
  support[0] = support[keepA * 2];
  support[1] = support[keepA * 2 + 1];
  support[2] = support[keepB * 2];
  support[3] = support[keepB * 2 + 1];
  support[4] = cx;
  support[5] = cy;
  return keepC < 0 ? 2 : 3;
}

function diameterCircle(i: number, j: number): boolean {
  const dx = (support[j * 2] - support[i * 2]) * 0.5;
  const dy = (support[j * 2 + 1] - support[i * 2 + 1]) * 0.5;
  trial[0] = support[i * 2] + dx;
  trial[1] = support[i * 2 + 1] + dy;
  trial[2] = Math.sqrt(dx * dx + dy * dy);
  return true;
}

function circumcircle(i: number, j: number, k: number): boolean {
  const bx = support[j * 2] - support[i * 2];
  const by = support[j * 2 + 1] - support[i * 2 + 1];
  const cx = support[k * 2] - support[i * 2];
  const cy = support[k * 2 + 1] - support[i * 2 + 1];
  const area = 2 * (bx * cy - by * cx);
  const b = bx * bx + by * by;
  const c = cx * cx + cy * cy;
  const ux = (cy * b - by * c) / area;
  const uy = (bx * c - cx * b) / area;
  trial[0] = support[i * 2] + ux;
  trial[1] = support[i * 2 + 1] + uy;
  trial[2] = Math.sqrt(ux * ux + uy * uy);
  return trial[2] < Infinity;
}

function holdsSupport(count: number): boolean {
  const reach = trial[2] * (1 + 1e-12);
  for (let i = 0; i < count; i++) {
    const dx = support[i * 2] - trial[0];
    const dy = support[i * 2 + 1] - trial[1];
    if (!(dx * dx + dy * dy <= reach * reach)) {
      return false;
    }
  }
  return true;
}
