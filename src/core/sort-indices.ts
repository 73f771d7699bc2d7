const INSERTION_LIMIT = 24;

/** Sorts the first `count` numbers of `items` ascending, in place and without allocation. */
export function sortIndices(items: Uint32Array, count: number): void {
  if (count > INSERTION_LIMIT) heapSort(items, count);
  else insertionSort(items, count);
}

function insertionSort(items: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const item = items[i];
    let at = i;
    while (at > 0 && items[at - 1] > item) {
      items[at] = items[at - 1];
      at--;
    }
    items[at] = item;
  }
}

function heapSort(items: Uint32Array, count: number): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) siftDown(items, root, count);
  for (let end = count - 1; end > 0; end--) {
    const largest = items[0];
    items[0] = items[end];
    items[end] = largest;
    siftDown(items, 0, end);
  }
}

function siftDown(items: Uint32Array, start: number, end: number): void {
  const item = items[start];
  let root = start;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= end) break;
    if (child + 1 < end && items[child + 1] > items[child]) child++;
    if (items[child] <= item) break;
    items[root] = items[child];
    root = child;
  }
  items[root] = item;
}
