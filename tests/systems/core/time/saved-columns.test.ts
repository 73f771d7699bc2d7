import { describe, expect, it } from 'vitest';
import {
  allBits,
  restoreColumn,
  restoreList,
  roomFor,
  roomForFractions,
  type SavedColumns,
  saveColumn,
  savedColumn,
  saveList,
  saveWhole,
} from '../../../../systems/core/time/saved-columns.ts';
import { refusal } from '../../../support/game-2d.ts';

const columns = (): SavedColumns => new Map();
const saved = (of: SavedColumns, name = 'a'): number[] => {
  const { values, count } = savedColumn(of, name);
  return Array.from(values.subarray(0, count));
};

describe('a column', () => {
  it('holds the first numbers of an array, and gives them back', () => {
    const of = columns();
    saveColumn(of, 'a', new Float64Array([0.5, 1.5, 2.5]), 2);
    expect([saved(of), savedColumn(of, 'a').values.constructor]).toEqual([[0.5, 1.5], Float64Array]);
    const short = restoreColumn(of, 'a', new Float64Array(1));
    expect(Array.from(short.subarray(0, 2))).toEqual([0.5, 1.5]);
    const long = new Float64Array([9, 9, 9, 9, 9]);
    expect(restoreColumn(of, 'a', long)).toBe(long);
    expect([long[0], long[1], long[4]]).toEqual([0.5, 1.5, 9]);
  });

  it('is used again, grows, and changes its kind with the array', () => {
    const of = columns();
    saveColumn(of, 'a', new Int32Array([1, 2, 3]), 3);
    const { values } = savedColumn(of, 'a');
    saveColumn(of, 'a', new Int32Array([4]), 1);
    expect([saved(of), savedColumn(of, 'a').values === values]).toEqual([[4], true]);
    saveColumn(of, 'a', new Int32Array([1, 2, 3, 4, 5]), 5);
    expect(saved(of)).toEqual([1, 2, 3, 4, 5]);
    saveColumn(of, 'a', new Float64Array([0.5]), 1);
    expect(saved(of)).toEqual([0.5]);
  });

  it('takes as many bits as its largest number needs, and no fewer than before', () => {
    const of = columns();
    const bytes = (numbers: number[], most = Math.max(...numbers)): number => {
      saveWhole(of, 'a', new Uint32Array(numbers), numbers.length, most);
      expect(saved(of)).toEqual(numbers);
      return savedColumn(of, 'a').values.BYTES_PER_ELEMENT;
    };
    expect([bytes([255, 0]), bytes([256]), bytes([3]), bytes([65_535, 1, 2]), bytes([65_536])]).toEqual([
      1, 2, 2, 2, 4,
    ]);
    expect(bytes([1])).toBe(4);
    // What lies behind the saved numbers means nothing, however large it is.
    const other = columns();
    saveWhole(other, 'a', new Uint32Array([7, 70_000]), 1, 7);
    expect([saved(other), savedColumn(other, 'a').values.BYTES_PER_ELEMENT]).toEqual([[7], 1]);
    expect([allBits(new Uint32Array([1, 4, 64]), 2), allBits(new Int32Array([]), 0)]).toEqual([5, 0]);
  });

  it('of a list becomes as long as the list was', () => {
    const of = columns();
    saveList(of, 'a', [3, -1, 5]);
    const list = [9, 9, 9, 9, 9];
    restoreList(of, 'a', list);
    expect(list).toEqual([3, -1, 5]);
    const empty: number[] = [];
    restoreList(of, 'a', empty);
    expect(empty).toEqual([3, -1, 5]);
    saveList(of, 'a', []);
    restoreList(of, 'a', list);
    expect(list).toEqual([]);
  });

  it('has room for what the caller writes, and keeps its numbers when it grows', () => {
    const of = columns();
    roomFor(of, 'a', 2).values.set([1, 2]);
    expect(roomFor(of, 'a', 40).values.length).toBeGreaterThanOrEqual(40);
    expect([saved(of).length, saved(of)[1]]).toEqual([40, 2]);
    expect(roomFor(of, 'a', 1).count).toBe(1);
    const fractions = roomForFractions(of, 'b', 2);
    fractions[1] = 0.25;
    const grown = roomForFractions(of, 'b', 30);
    expect([grown.length >= 30, grown[1], savedColumn(of, 'b').count]).toEqual([true, 0.25, 30]);
  });

  it('is named where it is missing', () => {
    expect(refusal(() => savedColumn(columns(), 'push.held'))).toContain(
      'invalid-state: the snapshot has no column push.held',
    );
  });
});
