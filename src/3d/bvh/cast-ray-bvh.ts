import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_HIGH,
  FRAME_LOW,
  FRAME_ORIGIN,
  FRAME_SCALE,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { releaseWalk, takeWalk, WALK_PARAMETERS, walkStack } from './walk-stack.ts';

/** Called with each item whose box a cast may meet; returns the fraction beyond which nothing matters any more. */
export type CastVisit = (item: number, maxFraction: number) => number;

/**
 * Visits the items whose boxes the ray meets at a fraction of its direction from 0 to `maxFraction`, nearer subtrees
 * first, and returns the last `maxFraction`. `visit` tests the item itself and returns the new `maxFraction`: the
 * fraction it hit at to find the closest, the one it was given to see all, a negative number to stop. A zero direction
 * visits the boxes that contain the origin. Boxes missed by a rounding error may be visited, none that is met is left
 * out. A visit may query any tree, this one included, but not rebuild it.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986.
 */
export function castRayBvh(
  bvh: Bvh,
  bounds: Float64Array,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  return castAabbBvh(
    bvh,
    bounds,
    originX,
    originY,
    originZ,
    0,
    0,
    0,
    directionX,
    directionY,
    directionZ,
    maxFraction,
    visit,
  );
}

// The stretch a walk takes begins with the query: centre 3, direction 3, what a moving box grows others by 3, and the
// length of the direction. Everything else follows from these and the node.
const CENTRE = 0;
const DIRECTION = 3;
const GROWTH = 6;
const LENGTH = 9;

/**
 * Visits the items whose boxes a box meets that is moved by a fraction of the direction from 0 to `maxFraction`; the
 * rest is as with `castRayBvh`. The moving box is given by its centre and half extents: it meets a box where the ray
 * of its centre meets the box grown by the half extents.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.8, for each box of the tree.
 */
export function castAabbBvh(
  bvh: Bvh,
  bounds: Float64Array,
  centerX: number,
  centerY: number,
  centerZ: number,
  halfExtentX: number,
  halfExtentY: number,
  halfExtentZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  // Also false for NaN.
  if (!(maxFraction >= 0) || bvh.nodeEnd === 0) return maxFraction;
  const start = takeWalk(bvh.depth);
  try {
    const query = walkStack.numbers;
    query[start + CENTRE] = centerX;
    query[start + CENTRE + 1] = centerY;
    query[start + CENTRE + 2] = centerZ;
    query[start + DIRECTION] = directionX;
    query[start + DIRECTION + 1] = directionY;
    query[start + DIRECTION + 2] = directionZ;
    // A sum of half extent and bound may round by this much.
    query[start + GROWTH] = halfExtentX > 0 ? halfExtentX + 4 * EPSILON * (halfExtentX + Math.abs(centerX)) : 0;
    query[start + GROWTH + 1] = halfExtentY > 0 ? halfExtentY + 4 * EPSILON * (halfExtentY + Math.abs(centerY)) : 0;
    query[start + GROWTH + 2] = halfExtentZ > 0 ? halfExtentZ + 4 * EPSILON * (halfExtentZ + Math.abs(centerZ)) : 0;
    query[start + LENGTH] = lengthOf(directionX, directionY, directionZ);
    const sum = centerX + centerY + centerZ + directionX + directionY + directionZ;
    if (Number.isNaN(sum)) return maxFraction;
    return walkCast(bvh, bounds, start, maxFraction, visit);
  } finally {
    releaseWalk(start);
  }
}

/** Dividing by the largest component first keeps the squares from over- and underflowing. */
function lengthOf(x: number, y: number, z: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0)) return 0;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  return largest * Math.sqrt(u * u + v * v + w * w);
}

function walkCast(bvh: Bvh, bounds: Float64Array, start: number, maxFraction: number, visit: CastVisit): number {
  const nodes = bvh.nodes;
  const order = bvh.order;
  const stack = walkStack.nodes;
  const numbers = walkStack.numbers;
  const bottom = start + WALK_PARAMETERS;
  let limit = maxFraction;
  let top = bottom;
  let node = 0;
  if (nodeEntry(bvh, node, numbers, start, limit) === Infinity) return limit;
  for (;;) {
    const left = node + NODE_STRIDE;
    if (nodes[node + NODE_SKIP] === left) {
      const end = nodes[left + NODE_FIRST];
      for (let i = nodes[node + NODE_FIRST]; i < end; i++) {
        if (itemEntry(bounds, BOUNDS_STRIDE * order[i], numbers, start, limit) === Infinity) continue;
        limit = visit(order[i], limit);
        if (!(limit >= 0)) return limit;
      }
    } else {
      const right = nodes[left + NODE_SKIP];
      const leftEntry = nodeEntry(bvh, left, numbers, start, limit);
      const rightEntry = nodeEntry(bvh, right, numbers, start, limit);
      const leftFirst = leftEntry <= rightEntry;
      const near = leftFirst ? leftEntry : rightEntry;
      const far = leftFirst ? rightEntry : leftEntry;
      if (far < Infinity) {
        stack[top] = leftFirst ? right : left;
        numbers[top++] = far;
      }
      if (near < Infinity) {
        node = leftFirst ? left : right;
        continue;
      }
    }
    do {
      if (top === bottom) return limit;
      top--;
    } while (!(numbers[top] <= limit * (1 + 8 * EPSILON)));
    node = stack[top];
  }
}

/** Where the cast enters a node: a fraction of 0 or more that is never too large, or Infinity for a miss. */
function nodeEntry(bvh: Bvh, node: number, query: Float64Array, at: number, limit: number): number {
  return bvh.kind === 'box' ? boxEntry(bvh, node, query, at, limit) : sphereEntry(bvh, node, query, at, limit);
}

/**
 * How far a quantised coordinate may be off, in cells, when seen from `x`: one cell for the rounding down (a maximum),
 * one for the rounding of the arithmetic, and rounding errors relative to the distance.
 */
export function cellSlack(x: number): number {
  return 2 + (QUANTISED_MAX + Math.abs(x)) * 8 * EPSILON;
}

/** In cells of the tree's frame; the clamped cells at the rim reach as far as the frame says. */
function boxEntry(bvh: Bvh, node: number, query: Float64Array, at: number, limit: number): number {
  const nodes = bvh.nodes;
  const frame = bvh.frame;
  let near = 0;
  let far = limit * (1 + 8 * EPSILON);
  for (let axis = 0; axis < 3; axis++) {
    const scale = frame[FRAME_SCALE + axis];
    const x = (query[at + CENTRE + axis] - frame[FRAME_ORIGIN + axis]) * scale;
    const grow = query[at + GROWTH + axis] * scale + cellSlack(x);
    const min = nodes[node + axis] === 0 ? frame[FRAME_LOW + axis] : nodes[node + axis];
    const max = nodes[node + 3 + axis] === QUANTISED_MAX ? frame[FRAME_HIGH + axis] : nodes[node + 3 + axis];
    const inverse = 1 / (query[at + DIRECTION + axis] * scale);
    const enter = ((inverse < 0 ? max + grow : min - grow) - x) * inverse;
    const leave = ((inverse < 0 ? min - grow : max + grow) - x) * inverse * (1 + 8 * EPSILON);
    if (enter > near) near = enter;
    if (leave < far) far = leave;
  }
  return near <= far ? near : Infinity;
}

/**
 * Where the ray enters an item's box. ±Infinity (no motion along an axis) times 0 (origin on the boundary) is NaN, which
 * the comparisons let pass as no constraint. The far side and the limit are pushed out by the rounding errors of both sides,
 * which are relative to the fractions, so that boxes without width are not missed (Ize, Robust BVH Ray Traversal, 2013).
 */
function itemEntry(bounds: Float64Array, box: number, query: Float64Array, at: number, limit: number): number {
  let near = 0;
  let far = limit * (1 + 8 * EPSILON);
  for (let axis = 0; axis < 3; axis++) {
    const x = query[at + CENTRE + axis];
    const grow = query[at + GROWTH + axis];
    const min = bounds[box + axis] - grow - x;
    const max = bounds[box + 3 + axis] + grow - x;
    // Also turns NaN and what is inside out away.
    if (!(min <= max)) return Infinity;
    const inverse = 1 / query[at + DIRECTION + axis];
    const enter = (inverse < 0 ? max : min) * inverse;
    const leave = (inverse < 0 ? min : max) * inverse * (1 + 8 * EPSILON);
    if (enter > near) near = enter;
    if (leave < far) far = leave;
  }
  return near <= far ? near : Infinity;
}

/**
 * Where a ray enters a sphere, too early rather than too late: the sphere is met only if its centre lies within the
 * radius of the line, and then not before the foot of the perpendicular less the radius.
 */
function sphereEntry(bvh: Bvh, node: number, query: Float64Array, at: number, limit: number): number {
  const spheres = bvh.nodeSpheres;
  const frame = bvh.frame;
  const x = spheres[node] - (query[at + CENTRE] - frame[FRAME_ORIGIN]);
  const y = spheres[node + 1] - (query[at + CENTRE + 1] - frame[FRAME_ORIGIN + 1]);
  const z = spheres[node + 2] - (query[at + CENTRE + 2] - frame[FRAME_ORIGIN + 2]);
  const growX = query[at + GROWTH];
  const growY = query[at + GROWTH + 1];
  const growZ = query[at + GROWTH + 2];
  const distanceSquared = x * x + y * y + z * z;
  const radius =
    spheres[node + 3] +
    Math.sqrt(growX * growX + growY * growY + growZ * growZ) +
    16 *
      EPSILON *
      (Math.abs(x) +
        Math.abs(y) +
        Math.abs(z) +
        Math.abs(query[at]) +
        Math.abs(query[at + 1]) +
        Math.abs(query[at + 2]));
  const length = query[at + LENGTH];
  if (length === 0) return distanceSquared > radius * radius ? Infinity : 0;
  const u = query[at + DIRECTION] / length;
  const v = query[at + DIRECTION + 1] / length;
  const w = query[at + DIRECTION + 2] / length;
  const offX = y * w - z * v;
  const offY = z * u - x * w;
  const offZ = x * v - y * u;
  if (offX * offX + offY * offY + offZ * offZ > radius * radius) return Infinity;
  const along = x * u + y * v + z * w;
  if (along + radius < 0) return Infinity;
  const entry = along > radius ? (along - radius) / length : 0;
  return entry <= limit * (1 + 8 * EPSILON) ? entry : Infinity;
}
