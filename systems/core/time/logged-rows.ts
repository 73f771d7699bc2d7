import { reserve } from '../../../src/core/typed-array.ts';

/**
 * Events of one tick, one row for each subscription that an event matches; or events that are to be reported as
 * cancelled.
 */
export interface LogRows {
  /** The tick; −1 where the rows are of several ticks, or there have been none yet. */
  tick: number;
  rows: Int32Array;
  count: number;
}

// The columns of a row. Rows are of the same event when they agree in the first four and in the tick.

/** The number of the subscription. */
export const SUBSCRIPTION = 0;
export const FIRST = 1;
export const SECOND = 2;
/** The cause of an end, as its index in END_CAUSES; NO_CAUSE for a begin. */
export const CAUSE = 3;
/** The id of the contact. */
export const ID = 4;
/** Whether the event has been reported as predicted. */
export const TOLD = 5;
export const ROW_TICK = 6;
/** The row of a begin in the contact list, until its tick is over. */
export const CONTACT = 7;
export const LOG_STRIDE = 8;

export const NO_CAUSE = -1;

export function createLogRows(): LogRows {
  return { tick: -1, rows: new Int32Array(4 * LOG_STRIDE), count: 0 };
}

/** Adds an empty row and returns where it begins. */
export function addRow(to: LogRows): number {
  const at = LOG_STRIDE * to.count++;
  to.rows = reserve(to.rows, at + LOG_STRIDE);
  return at;
}

/** Removes the row that begins at an index; the rows behind it move up. */
export function removeRow(from: LogRows, at: number): void {
  from.rows.copyWithin(at, at + LOG_STRIDE, from.count * LOG_STRIDE);
  from.count--;
}

/** Adds a copy of a row of another list. */
export function copyRow(to: LogRows, rows: Int32Array, at: number): void {
  const end = addRow(to);
  for (let i = 0; i < LOG_STRIDE; i++) to.rows[end + i] = rows[at + i];
}

/** Removes the row of the same event, if there is one. Returns whether its handlers had been called. */
export function takeOut(from: LogRows, rows: Int32Array, at: number): boolean {
  for (let i = 0; i < from.count; i++) {
    const other = i * LOG_STRIDE;
    let same = 0;
    while (same <= CAUSE && from.rows[other + same] === rows[at + same]) same++;
    if (same <= CAUSE || from.rows[other + ROW_TICK] !== rows[at + ROW_TICK]) continue;
    const wasTold = from.rows[other + TOLD] === 1;
    removeRow(from, other);
    return wasTold;
  }
  return false;
}
