/** The ids of the tiles in some cells that follow each other. */
type Chunk = Uint8Array | Uint16Array;

/** The cells of a map as they were at some time. They are not changed any more. */
export type KeptCells = readonly Chunk[];

const CHUNK_BITS = 12;
/**
 * The number of cells that are copied when a cell of a kept map changes: few bytes, in lists that are short in the
 * largest maps.
 */
const CHUNK_CELLS = 1 << CHUNK_BITS;

/**
 * The cells of a map in chunks, so that keeping a map copies nothing: a later change of a cell changes a copy of its
 * chunk, and all chunks that stay as they are have one copy, however often they are kept.
 */
export interface TileCells {
  readonly count: number;
  chunks: Chunk[];
  /** By chunk: 1 where no kept map shares it. */
  readonly isOwn: Uint8Array;
  /** Whether a kept map shares `chunks`, the list. */
  isKept: boolean;
}

/** Makes cells of id 0, of a byte each, or two. */
export function createCells(count: number, bytes: 1 | 2): TileCells {
  const chunks: Chunk[] = [];
  for (let from = 0; from < count; from += CHUNK_CELLS) {
    const length = Math.min(CHUNK_CELLS, count - from);
    chunks.push(bytes === 1 ? new Uint8Array(length) : new Uint16Array(length));
  }
  return { count, chunks, isOwn: new Uint8Array(chunks.length).fill(1), isKept: false };
}

export function tileIdAt({ chunks }: TileCells, cell: number): number {
  return chunks[cell >>> CHUNK_BITS][cell & (CHUNK_CELLS - 1)];
}

export function setCell(cells: TileCells, cell: number, id: number): void {
  const { isOwn } = cells;
  if (cells.isKept) {
    cells.chunks = cells.chunks.slice();
    cells.isKept = false;
    isOwn.fill(0);
  }
  const { chunks } = cells;
  const chunk = cell >>> CHUNK_BITS;
  if (isOwn[chunk] === 0) {
    chunks[chunk] = chunks[chunk].slice();
    isOwn[chunk] = 1;
  }
  chunks[chunk][cell & (CHUNK_CELLS - 1)] = id;
}

/** Returns the present cells in a form that later changes do not alter. */
export function keepCells(cells: TileCells): KeptCells {
  cells.isKept = true;
  return cells.chunks;
}

/** Puts cells back as they were. @returns Whether that may have changed one. */
export function bringBackCells(cells: TileCells, kept: KeptCells): boolean {
  if (cells.chunks === kept) return false;
  cells.chunks = kept as Chunk[];
  cells.isKept = true;
  return true;
}

/** Makes cells with the ids of kept ones, which can be changed without changing these. */
export function cellsAsKept({ count }: TileCells, kept: KeptCells): TileCells {
  return { count, chunks: kept as Chunk[], isOwn: new Uint8Array(kept.length), isKept: true };
}
