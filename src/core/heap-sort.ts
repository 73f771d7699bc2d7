/**
 * Sorts `count` numbers from `base` on ascending, in place, without allocation, in n log n steps whatever their order.
 */
export function heapSort(items: Float64Array, base: number, count: number): void {
  // Items from `heap` on are a heap; once all are, the largest goes behind its end, and the one from there finds a new
  // place.
  let heap = count >> 1;
  let end = count;
  while (end > 1) {
    let item: number;
    if (heap > 0) item = items[base + --heap];
    else {
      item = items[base + --end];
      items[base + end] = items[base];
    }
    let root = heap;
    for (;;) {
      let child = 2 * root + 1;
      if (child >= end) break;
      if (child + 1 < end && items[base + child + 1] > items[base + child]) child++;
      if (items[base + child] <= item) break;
      items[base + root] = items[base + child];
      root = child;
    }
    items[base + root] = item;
  }
}
