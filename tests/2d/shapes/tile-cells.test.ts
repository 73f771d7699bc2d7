import { expect, it } from 'vitest';
import {
  bringBackCells,
  cellsAsKept,
  createCells,
  type KeptCells,
  keepCells,
  setCell,
  tileIdAt,
} from '../../../src/2d/shapes/tile-cells.ts';
import { createRng } from '../../support/rng.ts';

// Two chunks and a part of a third.
const COUNT = 10_000;

it.each([1, 2] as const)('cells of %i bytes stay as they were kept, whatever is changed and brought back', (bytes) => {
  const rng = createRng(bytes);
  const cells = createCells(COUNT, bytes);
  const plain = new Uint16Array(COUNT);
  const kept: { cells: KeptCells; plain: Uint16Array }[] = [];
  let changes = 0;
  for (let round = 0; round < 400; round++) {
    const what = rng.integer(0, 5);
    if (what === 0) kept.push({ cells: keepCells(cells), plain: plain.slice() });
    else if (what === 1 && kept.length > 0) {
      const { cells: before, plain: then } = kept[rng.integer(0, kept.length - 1)];
      const differs = then.some((id, i) => id !== plain[i]);
      // What is said to be as it was is as it was.
      if (!bringBackCells(cells, before)) expect(differs).toBe(false);
      plain.set(then);
    } else {
      const cell = rng.integer(0, COUNT - 1);
      const id = rng.integer(0, 255 ** bytes);
      setCell(cells, cell, id);
      plain[cell] = id;
      changes++;
    }
    const look = rng.integer(0, COUNT - 1);
    expect(tileIdAt(cells, look)).toBe(plain[look]);
  }
  expect(changes).toBeGreaterThan(200);
  expect(kept.length).toBeGreaterThan(30);
  for (const { cells: before, plain: then } of kept) {
    const past = cellsAsKept(cells, before);
    const wrong = then.filter((id, i) => tileIdAt(past, i) !== id);
    expect(wrong.length).toBe(0);
  }
});

it('one change after another is kept costs a chunk, not the map', () => {
  const cells = createCells(1 << 20, 1);
  const first = keepCells(cells);
  setCell(cells, 500_000, 7);
  const second = keepCells(cells);
  expect(second.filter((chunk, i) => chunk !== first[i]).length).toBe(1);
});
