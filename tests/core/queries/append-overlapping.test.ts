import { describe, expect, it } from 'vitest';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { appendOverlapping } from '../../../src/core/queries/append-overlapping.ts';

function listOf(...slots: number[]): IndexList {
  const list = createIndexList();
  reserveIndices(list, slots.length).set(slots);
  list.count = slots.length;
  return list;
}

describe.each([2, 3])('boxes of %i axes', (axes) => {
  /** The box from 2 to 4 along every axis, in slot 1; slot 0 is nowhere. */
  const unit = [...Array.from({ length: axes }, () => 2), ...Array.from({ length: axes }, () => 4)];
  const bounds = new Float64Array([...unit.map(() => NaN), ...unit]);

  /** Whether slot 1 is found by a box that is as large as its own but along one axis. */
  function isFound(axis: number, from: number, to: number): boolean {
    const box = new Float64Array(unit);
    box[axis] = from;
    box[axes + axis] = to;
    const out = listOf(9);
    appendOverlapping(out, listOf(0, 1), bounds, box);
    expect(out.items[0]).toBe(9);
    if (out.count === 2) expect(out.items[1]).toBe(1);
    return out.count === 2;
  }

  it('overlap where they share a place along every axis, touching included', () => {
    for (let axis = 0; axis < axes; axis++) {
      expect([isFound(axis, 0, 1.9), isFound(axis, 0, 2), isFound(axis, 3, 3.5)]).toEqual([false, true, true]);
      expect([isFound(axis, 4, 9), isFound(axis, 4.1, 9), isFound(axis, NaN, 9)]).toEqual([true, false, false]);
    }
  });

  it('are found in the order of the list', () => {
    const out = createIndexList();
    const three = new Float64Array([...unit, ...unit, ...unit]);
    appendOverlapping(out, listOf(2, 0, 1), three, new Float64Array(unit));
    expect(Array.from(out.items.subarray(0, out.count))).toEqual([2, 0, 1]);
  });
});
