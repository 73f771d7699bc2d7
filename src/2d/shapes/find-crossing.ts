import { orient2d } from '../geometry/measure/orientation.ts';

/** No segment. */
const NONE = -1;

/**
 * Finds two segments of a closed polyline (x, y of every vertex, the last one a copy of the first; segment i goes from
 * vertex i to the next one) that cross in their interiors. Returns their numbers, the lower one first, or undefined
 * when there are none. Segments that only touch do not cross. Exact; takes O(n log n) time and O(n) memory.
 *
 * A vertical line sweeps over the plane and keeps the segments that it meets in order, from below to above. Up to the
 * first crossing that order never changes, and the two that cross there are neighbours in it before, so only neighbours
 * are tested. At a vertex, segments that end there leave before segments that begin there enter, so paths that touch at
 * the vertex are in order too; of segments in one line, the one with the lower number counts as the lower one. Of
 * points on a vertical line, the lower ones count as left.
 *
 * Source: Shamos and Hoey, Geometric Intersection Problems, 1976; the order is a treap (Seidel and Aragon, 1996), whose
 * priorities are hashed numbers, so that the same points take the same time.
 */
export function findCrossing(vertices: Float64Array, pieces: number): readonly [number, number] | undefined {
  const line = new SweepLine(vertices, pieces);
  const order = new Uint32Array(pieces);
  for (let i = 0; i < pieces; i++) order[i] = i;
  order.sort((a, b) => vertices[2 * a] - vertices[2 * b] || vertices[2 * a + 1] - vertices[2 * b + 1]);
  for (let first = 0; first < pieces; ) {
    let end = first + 1;
    while (end < pieces && !line.precedes(order[first], order[end])) end++;
    // Each vertex at this place ends or begins two segments: those that end here are removed, then those that begin are
    // inserted.
    for (let i = first; i < end; i++) {
      for (const segment of [order[i], (order[i] || pieces) - 1]) {
        if (line.precedes(order[first], line.rightOf(segment))) continue;
        const { below, above } = line.remove(segment);
        if (line.cross(below, above)) return sorted(below, above);
      }
    }
    for (let i = first; i < end; i++) {
      for (const segment of [order[i], (order[i] || pieces) - 1]) {
        if (line.precedes(line.leftOf(segment), order[first])) continue;
        const { below, above } = line.insert(segment);
        if (line.cross(below, segment)) return sorted(below, segment);
        if (line.cross(segment, above)) return sorted(segment, above);
      }
    }
    first = end;
  }
  return undefined;
}

/** The segments that the sweep line meets, from below to above: a treap, whose nodes are the segments' numbers. */
class SweepLine {
  /** The neighbours that `insert` and `remove` return, NONE where there is none. */
  readonly #neighbours = { below: NONE, above: NONE };
  readonly #vertices: Float64Array;
  #root = NONE;
  /** By segment: its two children, its parent, and its neighbours in the order. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #parents: Int32Array;
  readonly #below: Int32Array;
  readonly #above: Int32Array;

  constructor(vertices: Float64Array, pieces: number) {
    const column = (): Int32Array => new Int32Array(pieces).fill(NONE);
    this.#vertices = vertices;
    this.#low = column();
    this.#high = column();
    this.#parents = column();
    this.#below = column();
    this.#above = column();
  }

  /** Returns whether a vertex comes before another one in the sweep, by its coordinates alone. */
  precedes(a: number, b: number): boolean {
    const vertices = this.#vertices;
    const difference = vertices[2 * a] - vertices[2 * b] || vertices[2 * a + 1] - vertices[2 * b + 1];
    return difference < 0;
  }

  leftOf(segment: number): number {
    return this.precedes(segment, segment + 1) ? segment : segment + 1;
  }

  rightOf(segment: number): number {
    return this.precedes(segment, segment + 1) ? segment + 1 : segment;
  }

  /** Returns whether two segments, of which either may be NONE, cross in their interiors. */
  cross(a: number, b: number): boolean {
    if (a === NONE || b === NONE) return false;
    return (
      areOpposite(this.#orientation(a, a + 1, b), this.#orientation(a, a + 1, b + 1)) &&
      areOpposite(this.#orientation(b, b + 1, a), this.#orientation(b, b + 1, a + 1))
    );
  }

  /** Enters a segment, and returns its neighbours. */
  insert(segment: number): { readonly below: number; readonly above: number } {
    const low = this.#low;
    const high = this.#high;
    const parents = this.#parents;
    let parent = NONE;
    let below = NONE;
    let above = NONE;
    for (let node = this.#root; node !== NONE; ) {
      parent = node;
      if (this.#isAbove(segment, node)) {
        below = node;
        node = high[node];
      } else {
        above = node;
        node = low[node];
      }
    }
    parents[segment] = parent;
    if (parent === NONE) this.#root = segment;
    else if (parent === below) high[parent] = segment;
    else low[parent] = segment;
    this.#link(below, segment);
    this.#link(segment, above);
    while (parents[segment] !== NONE && priority(segment) > priority(parents[segment])) this.#lift(segment);
    return this.#found(below, above);
  }

  /** Removes a segment, and returns the neighbours that it had. */
  remove(segment: number): { readonly below: number; readonly above: number } {
    const low = this.#low;
    const high = this.#high;
    while (low[segment] !== NONE && high[segment] !== NONE) {
      this.#lift(priority(low[segment]) > priority(high[segment]) ? low[segment] : high[segment]);
    }
    this.#replace(segment, low[segment] === NONE ? high[segment] : low[segment]);
    this.#link(this.#below[segment], this.#above[segment]);
    return this.#found(this.#below[segment], this.#above[segment]);
  }

  #found(below: number, above: number): { readonly below: number; readonly above: number } {
    this.#neighbours.below = below;
    this.#neighbours.above = above;
    return this.#neighbours;
  }

  #orientation(a: number, b: number, c: number): number {
    const vertices = this.#vertices;
    return orient2d(
      vertices[2 * a],
      vertices[2 * a + 1],
      vertices[2 * b],
      vertices[2 * b + 1],
      vertices[2 * c],
      vertices[2 * c + 1],
    );
  }

  /** Returns whether a segment that begins at the sweep line comes above another one that the line meets. */
  #isAbove(segment: number, other: number): boolean {
    const left = this.leftOf(other);
    const right = this.rightOf(other);
    const side =
      this.#orientation(left, right, this.leftOf(segment)) || this.#orientation(left, right, this.rightOf(segment));
    return side === 0 ? segment > other : side > 0;
  }

  #link(lower: number, upper: number): void {
    if (lower !== NONE) this.#above[lower] = upper;
    if (upper !== NONE) this.#below[upper] = lower;
  }

  /** Puts `node`, or nothing, in the place of `old` under its parent. */
  #replace(old: number, node: number): void {
    const parent = this.#parents[old];
    if (parent === NONE) this.#root = node;
    else if (this.#low[parent] === old) this.#low[parent] = node;
    else this.#high[parent] = node;
    if (node !== NONE) this.#parents[node] = parent;
  }

  /** Rotates a node into the place of its parent. */
  #lift(node: number): void {
    const parents = this.#parents;
    const parent = parents[node];
    const isLow = this.#low[parent] === node;
    const near = isLow ? this.#low : this.#high;
    const far = isLow ? this.#high : this.#low;
    this.#replace(parent, node);
    near[parent] = far[node];
    if (far[node] !== NONE) parents[far[node]] = parent;
    far[node] = parent;
    parents[parent] = node;
  }
}

function areOpposite(a: number, b: number): boolean {
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}

function sorted(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a];
}

/** Returns a hashed number, so that the priorities of successive segments are unrelated. */
function priority(segment: number): number {
  const mixed = Math.imul(segment ^ (segment >>> 15), 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0;
}
