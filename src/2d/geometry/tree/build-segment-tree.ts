import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { buildTopology, requireTreeOptions } from '../../../core/tree/build-topology.ts';
import { computeLowest } from '../../../core/tree/topology.ts';
import { fitBounds } from './fit-bounds.ts';
import {
  boundsStride,
  SEGMENT_STRIDE,
  type SegmentTree,
  type SegmentTreeConstruction,
  type SegmentTreeKind,
} from './segment-tree.ts';

export interface SegmentTreeOptions {
  /** Bounding volume of the nodes. Default `aabb`. */
  readonly kind?: SegmentTreeKind;
  /** How nodes are formed. Default `top-down`. */
  readonly construction?: SegmentTreeConstruction;
  /** The most segments a leaf may hold, a whole number from 1. Default 4. */
  readonly leafSize?: number;
}

const MAX_SEGMENTS = 2 ** 25;

/**
 * Returns the segments (4 numbers each) of a chain of points (`x y` each): segment i runs from point i to the next one;
 * a `closed` chain also has one from the last point to the first.
 *
 * Throws CollisionError `invalid-shape` for fewer than two points or an odd number of coordinates.
 *
 * Derived here: a change of layout.
 */
export function segmentsFromChain(points: NumberArray, closed = false): Float64Array {
  const count = points.length / 2;
  if (!(count >= 2) || Math.floor(count) !== count) {
    throw new CollisionError(
      'invalid-shape',
      `a chain needs two points or more of two numbers, got ${points.length} numbers`,
    );
  }
  const segmentCount = closed ? count : count - 1;
  const segments = new Float64Array(segmentCount * SEGMENT_STRIDE);
  for (let i = 0; i < segmentCount; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    segments[i * SEGMENT_STRIDE] = points[i * 2];
    segments[i * SEGMENT_STRIDE + 1] = points[i * 2 + 1];
    segments[i * SEGMENT_STRIDE + 2] = points[next * 2];
    segments[i * SEGMENT_STRIDE + 3] = points[next * 2 + 1];
  }
  return segments;
}

/**
 * Builds a hierarchy of bounding volumes over segments (two points each; 4 numbers), which may be any soup or what
 * segmentsFromChain makes of a chain. The segments are copied. Segments of zero length are kept as points. Of the three
 * kinds `obb` prunes most where segments run aslant: the boxes of a leaf of one segment have no thickness at all.
 *
 * Throws CollisionError: `invalid-shape` for no segment or a length that ends inside one, `invalid-number` for a
 * coordinate that is not finite, a leafSize that is no whole number from 1, or another kind or construction.
 *
 * Source: Goldsmith and Salmon, Automatic Creation of Object Hierarchies for Ray Tracing, 1987 (the price of a cut);
 * Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007; Gottschalk, Lin and Manocha, OBBTree,
 * 1996; Ericson, Real-Time Collision Detection, 6.2.
 */
export function buildSegmentTree(segments: NumberArray, options: SegmentTreeOptions = {}): SegmentTree {
  const given = readSegments(segments);
  const checked = requireTreeOptions(options);
  const { kind } = checked;
  const topology = buildTopology(2, given, SEGMENT_STRIDE, checked);
  const { links, nodeCount, depth, order } = topology;
  const ends = new Float64Array(given.length);
  const magnitude = placeSegments(ends, given, order);
  const bounds = new Float64Array(nodeCount * boundsStride(kind));
  fitBounds(bounds, kind, links, nodeCount, ends);
  const lowest = computeLowest(topology);
  return {
    kind,
    segmentCount: order.length,
    nodeCount,
    depth,
    links,
    bounds,
    lowest,
    segments: order,
    ends,
    magnitude,
  };
}

/**
 * Takes the segments of a tree from where they are now, in the order they had when it was built, and fits the volumes
 * to them. The grouping of the segments stays, so queries stay right but slow down when a lot has changed; build anew
 * then.
 *
 * Throws CollisionError `out-of-range` when the length differs and `invalid-number` for a coordinate that is not
 * finite; the tree is then unchanged.
 *
 * Source: van den Bergen, Efficient Collision Detection of Complex Deformable Models using AABB Trees, 1997.
 */
export function refitSegmentTree(tree: SegmentTree, segments: NumberArray): void {
  if (segments.length !== tree.ends.length) {
    throw new CollisionError(
      'out-of-range',
      `segments.length must stay ${tree.ends.length} to refit, got ${segments.length}`,
    );
  }
  const magnitude = placeSegments(tree.ends, readSegments(segments), tree.segments);
  (tree as { magnitude: number }).magnitude = magnitude;
  fitBounds(tree.bounds, tree.kind, tree.links, tree.nodeCount, tree.ends);
}

/** Copies segments in leaf order and returns their largest coordinate in magnitude. */
function placeSegments(ends: Float64Array, given: Float64Array, order: Uint32Array): number {
  let magnitude = 0;
  for (let i = 0; i < ends.length; i++) {
    ends[i] = given[order[Math.floor(i / SEGMENT_STRIDE)] * SEGMENT_STRIDE + (i % SEGMENT_STRIDE)];
    magnitude = Math.max(magnitude, Math.abs(ends[i]));
  }
  return magnitude;
}

function readSegments(segments: NumberArray): Float64Array {
  const count = segments.length / SEGMENT_STRIDE;
  if (!(count >= 1) || Math.floor(count) !== count) {
    throw new CollisionError('invalid-shape', `segments need a positive multiple of 4 numbers, got ${segments.length}`);
  }
  if (count > MAX_SEGMENTS) {
    throw new CollisionError('out-of-range', `a tree holds at most ${MAX_SEGMENTS} segments, got ${count}`);
  }
  const given = new Float64Array(segments.length);
  for (let i = 0; i < given.length; i++) {
    const value = segments[i];
    if (!Number.isFinite(value)) {
      throw new CollisionError('invalid-number', `segments[${i}] must be a finite number, got ${value}`);
    }
    given[i] = value;
  }
  return given;
}
