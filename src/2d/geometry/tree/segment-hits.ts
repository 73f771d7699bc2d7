import { reserve } from '../../../core/typed-array.ts';

/**
 * A growable list of segments found, each with a value: the fraction of a ray, or a squared distance. Entries are
 * `segments[0 .. count)` and `values[0 .. count)`, sorted by value, equal values by segment index.
 */
export interface SegmentHits {
  segments: Uint32Array;
  values: Float64Array;
  count: number;
}

/** Makes an empty list with room for `capacity` entries before it first grows. */
export function createSegmentHits(capacity = 16): SegmentHits {
  return {
    segments: new Uint32Array(Math.max(1, capacity)),
    values: new Float64Array(Math.max(1, capacity)),
    count: 0,
  };
}

/** Adds an entry at the end. */
export function pushHit(hits: SegmentHits, segment: number, value: number): void {
  if (hits.count === hits.segments.length) {
    hits.segments = reserve(hits.segments, hits.count + 1);
    hits.values = reserve(hits.values, hits.segments.length);
  }
  hits.segments[hits.count] = segment;
  hits.values[hits.count++] = value;
}

/** Returns whether entry (segment, value) comes after (otherSegment, otherValue) in the order of the list. */
export function isAfter(segment: number, value: number, otherSegment: number, otherValue: number): boolean {
  return value > otherValue || (value === otherValue && segment > otherSegment);
}

/** Moves the entry at `start` down until the binary heap over [0, count) has its last-ordered entry on top again. */
export function siftDown(hits: SegmentHits, start: number, count: number): void {
  const { segments, values } = hits;
  const segment = segments[start];
  const value = values[start];
  let hole = start;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= count) {
      break;
    }
    if (child + 1 < count && isAfter(segments[child + 1], values[child + 1], segments[child], values[child])) {
      child++;
    }
    if (!isAfter(segments[child], values[child], segment, value)) {
      break;
    }
    segments[hole] = segments[child];
    values[hole] = values[child];
    hole = child;
  }
  segments[hole] = segment;
  values[hole] = value;
}

/** Sorts the list in place (heapsort: no allocation, no bad case). */
export function sortHits(hits: SegmentHits): void {
  for (let i = (hits.count >> 1) - 1; i >= 0; i--) {
    siftDown(hits, i, hits.count);
  }
  sortHeap(hits);
}

/** Sorts a list that already is a heap. */
export function sortHeap(hits: SegmentHits): void {
  const { segments, values } = hits;
  for (let end = hits.count - 1; end > 0; end--) {
    const segment = segments[0];
    const value = values[0];
    segments[0] = segments[end];
    values[0] = values[end];
    segments[end] = segment;
    values[end] = value;
    siftDown(hits, 0, end);
  }
}
