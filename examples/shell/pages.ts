/** Words of 32 bits, or bytes, of a page: two worlds a second apart have most pages in common. */
const PAGE = 1024;

export type Numbers =
  | (Float64Array | Float32Array | Int32Array | Uint32Array)
  | (Int16Array | Uint16Array | Int8Array | Uint8Array | Uint8ClampedArray);

/** A copy of a typed array, in pages that copies of earlier and later have in common. */
export interface Paged {
  readonly length: number;
  readonly pages: readonly (Int32Array | Uint8Array)[];
  /** Bytes of the pages that the copy before has not. */
  readonly ownBytes: number;
}

/** Copies an array; what is as it was `before` is not copied again. Bits are compared, so NaN and −0 are kept. */
export function copyPages(source: Numbers, before: Paged | undefined): Paged {
  const words = wordsOf(source);
  const pages: (Int32Array | Uint8Array)[] = [];
  let ownBytes = 0;
  for (let start = 0; start < words.length; start += PAGE) {
    const end = Math.min(words.length, start + PAGE);
    const known = before?.pages[pages.length];
    if (known !== undefined && isSame(words, start, end, known)) pages.push(known);
    else {
      const page = words.slice(start, end);
      ownBytes += page.byteLength;
      pages.push(page);
    }
  }
  return { length: source.length, pages, ownBytes };
}

/** Writes a copy into an array of the same kind that is at least as long. */
export function pastePages({ pages }: Paged, target: Numbers): void {
  const words = wordsOf(target);
  let at = 0;
  for (const page of pages) {
    words.set(page, at);
    at += page.length;
  }
}

function wordsOf({ buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: Numbers): Int32Array | Uint8Array {
  return BYTES_PER_ELEMENT >= 4
    ? new Int32Array(buffer, byteOffset, byteLength / 4)
    : new Uint8Array(buffer, byteOffset, byteLength);
}

function isSame(words: Int32Array | Uint8Array, start: number, end: number, page: Int32Array | Uint8Array): boolean {
  if (page.length !== end - start) return false;
  for (let i = start; i < end; i++) if (words[i] !== page[i - start]) return false;
  return true;
}
