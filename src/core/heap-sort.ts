/** Sorts `count` numbers from `base` on ascending, in place, without allocation, in n log n steps whatever their order. */
export function heapSort(items: Float64Array, base: number, count: number): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) siftDown(items, base, root, count);
  for (let end = count - 1; end > 0; end--) {
    const largest = items[base]!;
    items[base] = items[base + end]!;
    items[base + end] = largest;
    siftDown(items, base, 0, end);
  }
}

function siftDown(items: Float64Array, base: number, start: number, end: number): void {
  const item = items[base + start]!;
  let root = start;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= end) break;
    if (child + 1 < end && items[base + child + 1]! > items[base + child]!) child++;
    if (items[base + child]! <= item) break;
    items[base + root] = items[base + child]!;
    root = child;
  }
  items[base + root] = item;
}
