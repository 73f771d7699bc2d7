import { findSorted } from './index-list.ts';
import { reserve } from './typed-array.ts';

/**
 * Tells which rows of a contact list were found on the way of a tick rather than at its end, for code that reads the
 * list.
 */
export interface SweptRows {
  /** Forgets all: the list is emptied. */
  clear(): void;
  /** Writes when in the tick the two of a row met, where that was on the way, and when they parted. */
  show(row: number, out: { fraction: number; exitFraction: number }): void;
  /** Returns whether a row was found on the way. */
  has(row: number): boolean;
  /** All rows in the order in which begins are reported; undefined where this is the order of the list. */
  readonly order: Uint32Array | undefined;
  /**
   * Returns, for each end event of a tick, when in the tick the two parted: the part of the tick, 1 where neither is
   * swept or one is gone, and 0 where they had parted before the tick began. The array is used again.
   */
  findPartings(ends: EndList): Float64Array;
}

/** The ends of a tick: see `ContactTracking`. */
export interface EndList {
  readonly ends: Uint32Array;
  readonly endCount: number;
}

/** Fractions kept for a row: after which part of the tick the two met, and parted; 1 for not yet. */
export const SWEPT_ROW_STRIDE = 2;

/** The rows found on the way, which are added in ascending order. */
export class SweptRowList implements SweptRows {
  /** The number of rows found. A snapshot saves it; the other fields are derived by `arrange`. */
  count = 0;
  rows = new Uint32Array(0);
  /** By row found, stride SWEPT_ROW_STRIDE: the fractions of the tick at which the two meet and part. */
  fractions = new Float64Array(0);
  /**
   * The order in which all rows are reported: first the rows found on the way, by fraction, then by row; then the
   * others.
   */
  #order = new Uint32Array(0);
  /** The number of rows of the list that were not found on the way. */
  #others = 0;
  /** Scratch of the sort: how many rows there are in each part of the tick, and where the next row of a part goes. */
  #parts = new Uint32Array(0);
  readonly findPartings: SweptRows['findPartings'];

  constructor(findPartings: SweptRows['findPartings']) {
    this.findPartings = findPartings;
  }

  get order(): Uint32Array | undefined {
    return this.count === 0 ? undefined : this.#order;
  }

  clear(): void {
    this.count = 0;
  }

  /**
   * Adds a row, with when the two met (`times[at]`) and parted (the next number): in an array, which allocates nothing.
   */
  add(row: number, times: Float64Array, at: number): void {
    const end = SWEPT_ROW_STRIDE * this.count;
    // The length is compared here for the reason that `reserveIndices` gives.
    if (this.count >= this.rows.length) this.rows = reserve(this.rows, this.count + 1);
    if (end + SWEPT_ROW_STRIDE > this.fractions.length) {
      this.fractions = reserve(this.fractions, end + SWEPT_ROW_STRIDE);
    }
    this.rows[this.count++] = row;
    this.fractions[end] = times[at];
    this.fractions[end + 1] = times[at + 1];
  }

  show(row: number, out: { fraction: number; exitFraction: number }): void {
    const rows = this.rows;
    // Before it, there are at most as many rows that were not found on the way as there are in all.
    let low = Math.max(0, row - this.#others);
    let high = Math.min(this.count, row + 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    if (low >= this.count || rows[low] !== row) return;
    out.fraction = this.fractions[SWEPT_ROW_STRIDE * low];
    out.exitFraction = this.fractions[SWEPT_ROW_STRIDE * low + 1];
  }

  has(row: number): boolean {
    return findSorted(this.rows, this.count, row) >= 0;
  }

  /** Writes the order of all rows of the list, of which there are `rowCount`. */
  arrange(rowCount: number): void {
    const count = this.count;
    this.#others = rowCount - count;
    if (count === 0) return;
    this.#order = reserve(this.#order, rowCount);
    this.#parts = reserve(this.#parts, count + 1);
    const order = this.#order;
    const rows = this.rows;
    sortByFraction(order, count, this.fractions, this.#parts);
    for (let i = 0; i < count; i++) order[i] = rows[order[i]];
    let next = 0;
    let at = count;
    for (let row = 0; row < rowCount; row++) {
      if (next < count && rows[next] === row) next++;
      else order[at++] = row;
    }
  }
}

/**
 * Writes the numbers 0 … count − 1 in the order of their fractions, then of the numbers: a bucket sort into `count`
 * equal parts of the tick, then an insertion sort.
 */
function sortByFraction(order: Uint32Array, count: number, fractions: Float64Array, parts: Uint32Array): void {
  parts.fill(0);
  for (let i = 0; i < count; i++) parts[(fractions[SWEPT_ROW_STRIDE * i] * count) | 0]++;
  let end = 0;
  for (let part = 0; part <= count; part++) {
    end += parts[part];
    parts[part] = end;
  }
  for (let i = count - 1; i >= 0; i--) order[--parts[(fractions[SWEPT_ROW_STRIDE * i] * count) | 0]] = i;
  for (let i = 1; i < count; i++) {
    const item = order[i];
    let at = i;
    while (at > 0 && isLater(order[at - 1], item, fractions)) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = item;
  }
}

function isLater(item: number, than: number, fractions: Float64Array): boolean {
  const difference = fractions[SWEPT_ROW_STRIDE * item] - fractions[SWEPT_ROW_STRIDE * than];
  return difference > 0 || (difference === 0 && item > than);
}
