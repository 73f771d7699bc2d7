import { CollisionError } from '../../../src/core/errors.ts';
import { lengthened, reserve } from '../../../src/core/typed-array.ts';

/** The arrays a column is saved from and to. */
export type SavedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** The first `count` numbers are saved; the rest is room. */
export interface SavedColumn {
  values: SavedArray;
  count: number;
}

/** The columns of a snapshot, by name. */
export type SavedColumns = Map<string, SavedColumn>;

/**
 * Saves the first `count` numbers of an array. The numbers behind them are copied too: a copy of the whole array is
 * fastest, and needs no view, which would be allocated.
 */
export function saveColumn(columns: SavedColumns, name: string, source: SavedArray, count: number): void {
  let column = columns.get(name);
  if (column === undefined || column.values.constructor !== source.constructor) {
    column = { values: emptyLike(source), count: 0 };
    columns.set(name, column);
  }
  if (column.values.length < source.length) column.values = lengthened(emptyLike(source), source.length);
  column.values.set(source);
  column.count = count;
}

/**
 * Saves the first `count` whole numbers of an array, none above `most`, with 8, 16 or 32 bits each, as `most` needs:
 * most columns are slots, ids and ticks of worlds that are not large. A column never becomes narrower again.
 */
export function saveWhole(
  columns: SavedColumns,
  name: string,
  source: Uint32Array | Int32Array,
  count: number,
  most: number,
): void {
  let column = columns.get(name);
  const wanted = most >>> 8 === 0 ? 1 : most >>> 16 === 0 ? 2 : 4;
  if (column === undefined || column.values.BYTES_PER_ELEMENT < wanted) {
    const values = wanted === 1 ? new Uint8Array(0) : wanted === 2 ? new Uint16Array(0) : emptyLike(source);
    column = { values, count: 0 };
    columns.set(name, column);
  }
  if (column.values.length < source.length) column.values = lengthened(emptyLike(column.values), source.length);
  // The numbers behind the first `count` are copied too, cut off: they have no meaning.
  column.values.set(source);
  column.count = count;
}

/** Returns a number that has all bits that any of the first `count` numbers has. */
export function allBits(source: Uint32Array | Int32Array, count: number): number {
  let bits = 0;
  for (let i = 0; i < count; i++) bits |= source[i];
  return bits;
}

/** Returns `target`, or a longer one, with the numbers that were saved. */
export function restoreColumn<T extends SavedArray>(columns: SavedColumns, name: string, target: T): T {
  const { values } = savedColumn(columns, name);
  const restored = lengthened(target, values.length);
  restored.set(values);
  return restored;
}

/** Saves a list of whole numbers of 32 bits, signed. */
export function saveList(columns: SavedColumns, name: string, list: ArrayLike<number>): void {
  const column = roomFor(columns, name, list.length);
  const { values } = column;
  for (let i = 0; i < list.length; i++) values[i] = list[i];
  column.count = list.length;
}

export function restoreList(columns: SavedColumns, name: string, list: number[]): void {
  const { values, count } = savedColumn(columns, name);
  while (list.length > count) list.pop();
  for (let i = 0; i < count; i++) list[i] = values[i];
}

/** Returns a column of signed whole numbers of 32 bits, with room for `count`, for the caller to fill. */
export function roomFor(columns: SavedColumns, name: string, count: number): SavedColumn & { values: Int32Array } {
  let column = columns.get(name);
  if (column === undefined) {
    column = { values: new Int32Array(Math.max(16, count)), count: 0 };
    columns.set(name, column);
  }
  column.values = reserve(column.values, count);
  column.count = count;
  return column as SavedColumn & { values: Int32Array };
}

/**
 * Returns a column of fractions with room for `count`, for the caller to fill. A column that grows keeps its values.
 */
export function roomForFractions(columns: SavedColumns, name: string, count: number): Float64Array {
  let column = columns.get(name);
  if (column === undefined) {
    column = { values: new Float64Array(Math.max(16, count)), count: 0 };
    columns.set(name, column);
  }
  column.values = reserve(column.values, count);
  column.count = count;
  return column.values as Float64Array;
}

/** Returns a saved column. @throws CollisionError `invalid-state` when nothing was saved under this name. */
export function savedColumn(columns: SavedColumns, name: string): SavedColumn {
  const column = columns.get(name);
  if (column === undefined) {
    throw new CollisionError('invalid-state', `the snapshot has no column ${name}: it was saved without, or never`);
  }
  return column;
}

function emptyLike<T extends SavedArray>(array: T): T {
  return new (array.constructor as new (length: number) => T)(0);
}
