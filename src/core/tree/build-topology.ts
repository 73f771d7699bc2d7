import { CollisionError, requireKeys } from '../errors.ts';
import { clusterBottomUp } from './cluster-bottom-up.ts';
import { splitTopDown } from './split-top-down.ts';
import { BOX_STRIDE, LINK_STRIDE, type Topology, type TreeKind } from './topology.ts';

/**
 * How the nodes of a tree are formed. `top-down`: cut where the surface area heuristic expects the cheapest queries.
 * `median`: from the top too, in halves along the longest axis; quickest to build. `bottom-up`: neighbours that fit one
 * another best are merged first.
 */
export type TreeConstruction = 'top-down' | 'median' | 'bottom-up';

export interface TreeOptions {
  readonly kind?: TreeKind;
  readonly construction?: TreeConstruction;
  readonly leafSize?: number;
}

const DEFAULT_LEAF_SIZE = 4;
const TREE_KEYS = ['kind', 'construction', 'leafSize'] as const;

/** Throws CollisionError `invalid-number` for another kind or construction, or a leafSize that is no whole number. */
export function requireTreeOptions(options: TreeOptions): Required<TreeOptions> {
  requireKeys('tree options', options, TREE_KEYS);
  const { kind = 'aabb', construction = 'top-down', leafSize = DEFAULT_LEAF_SIZE } = options;
  if (kind !== 'aabb' && kind !== 'obb' && kind !== 'sphere') {
    throw new CollisionError('invalid-number', `kind must be 'aabb', 'obb' or 'sphere', got ${kind}`);
  }
  if (!(leafSize >= 1 && Math.floor(leafSize) === leafSize && leafSize < Infinity)) {
    throw new CollisionError('invalid-number', `leafSize must be a whole number from 1, got ${leafSize}`);
  }
  if (construction !== 'top-down' && construction !== 'median' && construction !== 'bottom-up') {
    throw new CollisionError(
      'invalid-number',
      `construction must be 'top-down', 'median' or 'bottom-up', got ${construction}`,
    );
  }
  return { kind, construction, leafSize };
}

/**
 * Orders items into a tree. points: of each item as many points, `axes` numbers each; `itemStride` is how many numbers
 * that makes.
 */
export function buildTopology(
  axes: number,
  points: Float64Array,
  itemStride: number,
  { construction, leafSize }: Required<TreeOptions>,
): Topology {
  const boxes = boundItems(axes, points, itemStride);
  const topology =
    construction === 'bottom-up'
      ? clusterBottomUp(axes, boxes, leafSize)
      : splitTopDown(axes, boxes, leafSize, construction === 'top-down');
  return { ...topology, links: topology.links.slice(0, topology.nodeCount * LINK_STRIDE) };
}

/** Returns the box of each item, `BOX_STRIDE` numbers. */
function boundItems(axes: number, points: Float64Array, itemStride: number): Float64Array {
  const boxes = new Float64Array((points.length / itemStride) * BOX_STRIDE);
  for (let read = 0, write = 0; read < points.length; read += itemStride, write += BOX_STRIDE) {
    for (let axis = 0; axis < axes; axis++) {
      let min = Infinity;
      let max = -Infinity;
      for (let at = read + axis; at < read + itemStride; at += axes) {
        min = Math.min(min, points[at]);
        max = Math.max(max, points[at]);
      }
      boxes[write + axis] = min;
      boxes[write + 3 + axis] = max;
    }
  }
  return boxes;
}
