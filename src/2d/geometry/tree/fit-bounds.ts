import { computeLeafRanges } from '../../../core/tree/leaf-ranges.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { computeBoundingCircle } from '../measure/bounding-circle.ts';
import { BOX_STRIDE, boundsStride, SEGMENT_STRIDE, type SegmentTreeKind } from './segment-tree.ts';

/** Fits the volume of each node to the points of all segments below it (`ends` in leaf order). */
export function fitBounds(
  bounds: Float64Array,
  kind: SegmentTreeKind,
  links: Int32Array,
  nodeCount: number,
  ends: Float64Array,
): void {
  const stride = boundsStride(kind);
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
      computeBoundingCircle(bounds, node * stride, ends, begin, (end - begin) / 2);
    }
  }
}

/**
 * Fits the box of a node. The box of an inner node is that of its children, which come later and are already fitted.
 */
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
 * Fits a node with the smaller, by perimeter, of the box along the axes and the box along the principal directions of
 * the segments. The direction is that of the second moments of the segments as uniform wires: points alone would follow
 * dense stretches (Gottschalk, Lin, Manocha, OBBTree, 1996, reduced to the plane).
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
