import { refuse } from '../../../src/core/errors.ts';
import { type SavedArray, type SavedColumns, saveColumn, savedColumn } from './saved-columns.ts';

/**
 * Components whose values a snapshot holds, under the names that `explainDivergence` calls them:
 * `{ Transform, Health }`. Each an array of numbers by entity index, or an object of such arrays; typed arrays or plain
 * ones.
 */
export type SavedStores = Readonly<Record<string, object>>;

/** One array of a store, found anew each time: stores replace their arrays when they grow. */
export interface StoreColumn {
  readonly name: string;
  readonly store: object;
  /** The field of the store, undefined where the store itself is the array. */
  readonly field: string | undefined;
  /** The name of the column that lists the owners of the component. */
  readonly owners: string;
  /** The part that is saved of an array much longer than its used part. */
  view: SavedArray | undefined;
}

/**
 * Returns the columns of stores. @throws CollisionError `invalid-state` for a store that holds no arrays of numbers.
 */
export function listStoreColumns(stores: SavedStores): StoreColumn[] {
  const listed: StoreColumn[] = [];
  for (const [name, store] of Object.entries(stores)) {
    const before = listed.length;
    const owners = `owners.${name}`;
    if (isColumn(store)) listed.push({ name, store, field: undefined, owners, view: undefined });
    else if (typeof store === 'object' && store !== null) {
      for (const [field, column] of Object.entries(store)) {
        if (isColumn(column)) listed.push({ name: `${name}.${field}`, store, field, owners, view: undefined });
      }
    }
    if (listed.length === before) refuse('invalid-state', `stores.${name}`, 'an array or an object of arrays', store);
  }
  return listed;
}

/**
 * Requires that plain arrays hold numbers: they may hold anything, one object for each entity, say, which a snapshot of
 * numbers cannot bring back.
 * @throws CollisionError `invalid-number` for the first of `count` entries that is neither a number nor missing.
 */
export function requireNumbers(stores: readonly StoreColumn[], count: number): void {
  for (let i = 0; i < stores.length; i++) {
    const source = arrayOf(stores[i]);
    if (!Array.isArray(source)) continue;
    const end = Math.min(count, source.length);
    for (let index = 0; index < end; index++) {
      const value: unknown = source[index];
      if (typeof value === 'number' || value === undefined) continue;
      refuse('invalid-number', `stores.${stores[i].name}[${index}]`, 'a number', value);
    }
  }
}

/** Saves the first `count` entries of every array. */
export function saveStores(columns: SavedColumns, stores: readonly StoreColumn[], count: number): void {
  for (let i = 0; i < stores.length; i++) {
    const source = arrayOf(stores[i]);
    if (Array.isArray(source)) savePlain(columns, stores[i].name, source, count);
    else saveColumn(columns, stores[i].name, usedPart(stores[i], source, count), Math.min(count, source.length));
  }
}

/**
 * Writes back the saved values, and those that lay behind them then: nothing is left of entities that came later,
 * unless the array has grown for them.
 */
export function restoreStores(columns: SavedColumns, stores: readonly StoreColumn[]): void {
  for (let i = 0; i < stores.length; i++) {
    const target = arrayOf(stores[i]);
    const { values, count } = savedColumn(columns, stores[i].name);
    if (!Array.isArray(target) && values.length <= target.length) {
      target.set(values);
      continue;
    }
    const end = Array.isArray(target) ? count : Math.min(count, target.length);
    for (let index = 0; index < end; index++) {
      // Plain arrays have holes for entities without the component: saved as NaN, they stay holes.
      if (target[index] !== undefined || !Number.isNaN(values[index])) target[index] = values[index];
    }
  }
}

/**
 * Returns a view of the used part of an array that has room for far more entities than there are, so that it is not
 * copied as a whole.
 */
function usedPart(column: StoreColumn, source: SavedArray, count: number): SavedArray {
  if (source.length <= 4 * count + LITTLE) return source;
  const { view } = column;
  if (view !== undefined && view.buffer === source.buffer && view.length >= count) return view;
  column.view = source.subarray(0, 2 * count + LITTLE);
  return column.view;
}

const LITTLE = 1024;

function savePlain(columns: SavedColumns, name: string, source: readonly number[], count: number): void {
  const end = Math.min(count, source.length);
  let column = columns.get(name);
  if (column === undefined || column.values.length < end) {
    column = { values: new Float64Array(2 * end), count: 0 };
    columns.set(name, column);
  }
  for (let i = 0; i < end; i++) column.values[i] = source[i];
  column.count = end;
}

function arrayOf({ store, field }: StoreColumn): SavedArray | number[] {
  return (field === undefined ? store : (store as Record<string, unknown>)[field]) as SavedArray | number[];
}

function isColumn(value: unknown): boolean {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}
