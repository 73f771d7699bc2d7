/**
 * A growable list of triangles found, each with a value: the fraction of a ray, or a squared distance. Entries are
 * `triangles[0 .. count)` and `values[0 .. count)`, sorted by value, equal values by triangle index. Entry i's point 3,
 * normal 3 and barycentric weights 3 begin at `details[i * TRIANGLE_HIT_STRIDE]`.
 */
export interface TriangleHits {
  triangles: Uint32Array;
  values: Float64Array;
  details: Float64Array;
  count: number;
}

/**
 * How many numbers an entry takes in `details`: point 3, unit normal 3, weights of the triangle's corners 3 (sum 1).
 */
export const TRIANGLE_HIT_STRIDE = 9;

/** Makes an empty list with room for `capacity` entries before it first grows. */
export function createTriangleHits(capacity = 16): TriangleHits {
  const room = Math.max(1, capacity);
  return {
    triangles: new Uint32Array(room),
    values: new Float64Array(room),
    details: new Float64Array(room * TRIANGLE_HIT_STRIDE),
    count: 0,
  };
}

/** Makes room for `count` entries; those in the list stay. */
export function reserveHits(hits: TriangleHits, count: number): void {
  if (count <= hits.triangles.length) return;
  const grown = createTriangleHits(Math.max(count, hits.triangles.length * 2));
  grown.triangles.set(hits.triangles);
  grown.values.set(hits.values);
  grown.details.set(hits.details);
  hits.triangles = grown.triangles;
  hits.values = grown.values;
  hits.details = grown.details;
}

/**
 * Makes room for an entry where it belongs, moving later ones up, and returns its number. Its details are the caller's
 * to write.
 */
export function insertHit(hits: TriangleHits, triangle: number, value: number): number {
  reserveHits(hits, hits.count + 1);
  const { triangles, values, details, count } = hits;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value || (values[middle] === value && triangles[middle] < triangle)) low = middle + 1;
    else high = middle;
  }
  triangles.copyWithin(low + 1, low, count);
  values.copyWithin(low + 1, low, count);
  details.copyWithin((low + 1) * TRIANGLE_HIT_STRIDE, low * TRIANGLE_HIT_STRIDE, count * TRIANGLE_HIT_STRIDE);
  triangles[low] = triangle;
  values[low] = value;
  hits.count++;
  return low;
}
