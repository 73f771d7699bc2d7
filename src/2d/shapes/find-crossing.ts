import { orient2d } from '../geometry/measure/orientation.ts';

/** No segment. */
const NONE = -1;

/**
 * Finds two segments of a closed polyline (x, y of every vertex, the last one a copy of the first; segment i goes from
 * vertex i to the next one) that cross in their interiors. Returns them, the lower one first, or undefined when there
 * are none. What only touches does not cross. Exact; takes O(n log n) time and O(n) memory.
 *
 * A vertical line sweeps over the plane and keeps the segments that it meets in order, from below to above. Up to the
 * first crossing that order never changes, and the two that cross there are neighbours in it before, so only neighbours
 * are tested. At a vertex, what ends there leaves before what begins there enters, so paths that touch in it are in
 * order too; of what lies in one line, the lower number is the lower one. On a vertical line, what is below is left.
 *
 * Source: Shamos and Hoey, Geometric Intersection Problems, 1976; the order is a treap (Seidel and Aragon, 1996), whose
 * priorities are hashed numbers, so that the same points take the same time.
 */
export function findCrossing(vertices: Float64Array, pieces: number): readonly [number, number] | undefined {
  const low = new Int32Array(pieces).fill(NONE);
  const high = new Int32Array(pieces).fill(NONE);
  const parents = new Int32Array(pieces).fill(NONE);
  const below = new Int32Array(pieces).fill(NONE);
  const above = new Int32Array(pieces).fill(NONE);
  let root = NONE;

  /** Whether a vertex comes before another one in the sweep, by its coordinates alone. */
  const precedes = (a: number, b: number): boolean =>
    vertices[2 * a] < vertices[2 * b] ||
    (vertices[2 * a] === vertices[2 * b] && vertices[2 * a + 1] < vertices[2 * b + 1]);
  const orientation = (a: number, b: number, c: number): number =>
    orient2d(
      vertices[2 * a],
      vertices[2 * a + 1],
      vertices[2 * b],
      vertices[2 * b + 1],
      vertices[2 * c],
      vertices[2 * c + 1],
    );
  const leftOf = (segment: number): number => (precedes(segment, segment + 1) ? segment : segment + 1);
  const rightOf = (segment: number): number => (precedes(segment, segment + 1) ? segment + 1 : segment);

  const isAbove = (segment: number, other: number): boolean => {
    const left = leftOf(other);
    const right = rightOf(other);
    const side = orientation(left, right, leftOf(segment)) || orientation(left, right, rightOf(segment));
    return side === 0 ? segment > other : side > 0;
  };
  const cross = (a: number, b: number): boolean =>
    a !== NONE &&
    b !== NONE &&
    areOpposite(orientation(a, a + 1, b), orientation(a, a + 1, b + 1)) &&
    areOpposite(orientation(b, b + 1, a), orientation(b, b + 1, a + 1));

  /** Puts `node`, or nothing, in the place of `old` under its parent. */
  const replace = (old: number, node: number): void => {
    const parent = parents[old];
    if (parent === NONE) root = node;
    else if (low[parent] === old) low[parent] = node;
    else high[parent] = node;
    if (node !== NONE) parents[node] = parent;
  };
  /** Rotates a node into the place of its parent. */
  const lift = (node: number): void => {
    const parent = parents[node];
    const [near, far] = low[parent] === node ? [low, high] : [high, low];
    replace(parent, node);
    near[parent] = far[node];
    if (far[node] !== NONE) parents[far[node]] = parent;
    far[node] = parent;
    parents[parent] = node;
  };
  const link = (lower: number, upper: number): void => {
    if (lower !== NONE) above[lower] = upper;
    if (upper !== NONE) below[upper] = lower;
  };
  const insert = (segment: number): void => {
    let parent = NONE;
    let lower = NONE;
    let upper = NONE;
    for (let node = root; node !== NONE; ) {
      parent = node;
      if (isAbove(segment, node)) {
        lower = node;
        node = high[node];
      } else {
        upper = node;
        node = low[node];
      }
    }
    parents[segment] = parent;
    if (parent === NONE) root = segment;
    else if (parent === lower) high[parent] = segment;
    else low[parent] = segment;
    link(lower, segment);
    link(segment, upper);
    while (parents[segment] !== NONE && priority(segment) > priority(parents[segment])) lift(segment);
  };
  const remove = (segment: number): void => {
    while (low[segment] !== NONE && high[segment] !== NONE) {
      lift(priority(low[segment]) > priority(high[segment]) ? low[segment] : high[segment]);
    }
    replace(segment, low[segment] === NONE ? high[segment] : low[segment]);
    link(below[segment], above[segment]);
  };

  const order = new Uint32Array(pieces);
  for (let i = 0; i < pieces; i++) order[i] = i;
  order.sort((a, b) => vertices[2 * a] - vertices[2 * b] || vertices[2 * a + 1] - vertices[2 * b + 1]);
  for (let first = 0; first < pieces; ) {
    let end = first + 1;
    while (end < pieces && !precedes(order[first], order[end])) end++;
    // All vertices at one place: the two segments of each.
    for (let i = first; i < end; i++) {
      for (const segment of [order[i], (order[i] || pieces) - 1]) {
        if (precedes(order[first], rightOf(segment))) continue;
        remove(segment);
        if (cross(below[segment], above[segment])) return sorted(below[segment], above[segment]);
      }
    }
    for (let i = first; i < end; i++) {
      for (const segment of [order[i], (order[i] || pieces) - 1]) {
        if (precedes(leftOf(segment), order[first])) continue;
        insert(segment);
        if (cross(below[segment], segment)) return sorted(below[segment], segment);
        if (cross(segment, above[segment])) return sorted(segment, above[segment]);
      }
    }
    first = end;
  }
  return undefined;
}

function areOpposite(a: number, b: number): boolean {
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}

function sorted(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a];
}

/** Returns a number that has no relation to that of the next segment: neighbours get unrelated priorities. */
function priority(segment: number): number {
  const mixed = Math.imul(segment ^ (segment >>> 15), 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0;
}
