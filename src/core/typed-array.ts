/**
 * Growth of typed arrays. Buffers grow by reallocation and copy: length-tracking views on resizable buffers are several
 * times slower to read. A held reference to the old array goes stale, so owners re-read the field after a call that may
 * grow.
 */

type Growable = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Placeholders for arrays that are not needed yet. A world has many arrays, most of which small worlds never need. */
export const NO_BYTES = new Uint8Array(0);
export const NO_INTEGERS = new Int32Array(0);
export const NO_NUMBERS = new Uint32Array(0);
export const NO_FRACTIONS = new Float64Array(0);

type ArrayType<T> = {
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

/**
 * Arrays of at most SMALL_BYTES share buffers of PAGE_BYTES: a buffer of its own takes more memory than a few numbers.
 */
const SMALL_BYTES = 512;
const PAGE_BYTES = 1 << 16;
const page = { buffer: new ArrayBuffer(0), used: 0 };

/**
 * Makes an array of zeros. A small array shares its buffer with others, also of other worlds: hand on only the array,
 * never its buffer.
 */
export function makeArray<T extends Growable>(type: ArrayType<T>, length: number): T {
  // A multiple of 8 is an offset at which an array of any type may start.
  const bytes = (length * type.BYTES_PER_ELEMENT + 7) & ~7;
  if (bytes > SMALL_BYTES) return new type(length);
  if (page.used + bytes > page.buffer.byteLength) {
    page.buffer = new ArrayBuffer(PAGE_BYTES);
    page.used = 0;
  }
  const start = page.used;
  page.used += bytes;
  return new type(page.buffer, start, length);
}

/** Up to this many entries, an array that has to grow doubles; beyond, it grows by half. */
const LARGE = 4096;

/** Returns the capacity to grow to: at least `needed`, and so much more that n pushes copy O(n) numbers. */
export function grownCapacity(current: number, needed: number): number {
  return Math.max(needed, current + (current < LARGE ? current : current >> 1), 16);
}

/** Returns `array` when it holds `needed` numbers, else a longer copy of it. Added numbers are 0. */
export function reserve<T extends Growable>(array: T, needed: number): T {
  return needed <= array.length ? array : lengthened(array, grownCapacity(array.length, needed));
}

/** Returns `array` when it has `length` numbers, else a copy of that length. Added numbers are 0. */
export function lengthened<T extends Growable>(array: T, length: number): T {
  if (length <= array.length) return array;
  const longer = makeArray(array.constructor as ArrayType<T>, length);
  longer.set(array as never);
  return longer;
}

/**
 * Makes the named columns of an owner as long, unless they are longer. For growth that concerns many columns and is
 * rare.
 */
export function growColumns(owner: object, names: readonly string[], length: number): void {
  const columns = owner as Record<string, Growable>;
  for (const name of names) columns[name] = lengthened(columns[name], length);
}

/** Returns whether all named columns of an owner are arrays of numbers that have room for so many. */
export function haveRoom(owner: object, names: readonly string[], length: number): boolean {
  const columns = owner as Record<string, Growable>;
  for (const name of names) {
    const column = columns[name];
    if (!(ArrayBuffer.isView(column) && typeof column.fill === 'function' && column.length >= length)) return false;
    if (typeof column[0] === 'bigint') return false;
  }
  return true;
}

/**
 * Returns how many entries an array gets that must hold `count` and is so large that doubling would waste too much
 * memory: a sixteenth more, and a few at least. n pushes still copy O(n) numbers, and a steady world stays within what
 * is to spare.
 */
export function withSpare(count: number): number {
  return count + Math.max(64, count >> 4);
}
