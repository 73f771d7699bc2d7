import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { type Bvh, cellAt, FRAME_PLAIN, FRAME_SEGMENTS, QUANTISED_MAX } from '../../../src/core/bvh/bvh.ts';
import { cellBounds, loadCellBounds } from '../../../src/core/bvh/cell-bounds.ts';
import { refitItem } from '../../../src/core/bvh/refit-item.ts';
import { BOX_SCENES, countingItems } from '../../2d/bvh/box-scenes.ts';
import { createRng } from '../../support/rng.ts';

const COUNT = 2000;
const FAR = ['ten clusters 1e9 apart', 'places of every magnitude to 2^40', 'a spiral to 2^40', 'outliers at 1e12'];
const NEAR = ['uniform', 'sizes 1:1000', 'integer grid, touching', 'two clusters 1e5 apart', 'on a line'];

function built(name: string, seed: number): { bvh: Bvh; bounds: Float64Array } {
  const bounds = BOX_SCENES[name](createRng(seed), COUNT, 1);
  const bvh = createBvh('aabb');
  buildBvh(bvh, bounds, countingItems(COUNT), COUNT);
  return { bvh, bounds };
}

describe('the frame of a hierarchy', () => {
  it.each(NEAR)('is even, and walks reckon in its cells: %s', (name) => {
    const { bvh } = built(name, 1);
    expect([bvh.frame[FRAME_SEGMENTS], bvh.frame[FRAME_PLAIN]]).toEqual([1, 1]);
  });

  it.each(FAR)('is knotted where an even one tells too little apart: %s', (name) => {
    const { bvh } = built(name, 1);
    expect([bvh.frame[FRAME_SEGMENTS], bvh.frame[FRAME_PLAIN]]).toEqual([128, 0]);
  });

  it('is even for a few that crowd in one place: telling them apart is not worth knots', () => {
    const bounds = BOX_SCENES.uniform(createRng(1), COUNT, 1);
    // The world is made 1e10 wide by its last item; 100 others are within a cell.
    bounds.set([1e10, 1e10, 1e10 + 1, 1e10 + 1], 4 * (COUNT - 1));
    for (let i = 0; i < COUNT - 1; i++) {
      for (let side = 0; side < 4; side++) bounds[4 * i + side] *= i < 100 ? 0.01 : 1e8;
    }
    const bvh = createBvh('aabb');
    buildBvh(bvh, bounds, countingItems(COUNT), COUNT);
    expect(bvh.frame[FRAME_SEGMENTS]).toBe(1);
  });
});

describe.each([...NEAR, ...FAR, 'some infinite'])('cellAt and loadCellBounds, %s', (name) => {
  /** Coordinates of items, beside them, between them, far beyond and infinite. */
  function someCoordinates(bounds: Float64Array, axis: number, seed: number): Float64Array {
    const rng = createRng(seed);
    const values: number[] = [-Infinity, -1e300, 0, 1e300, Infinity];
    for (let i = 0; i < 3000; i++) {
      const a = bounds[4 * rng.integer(0, COUNT - 1) + 2 * rng.integer(0, 1) + axis];
      const b = bounds[4 * rng.integer(0, COUNT - 1) + axis];
      values.push(a, a * (1 + 2 ** -52), a + 0.1 * rng.next(), b + rng.next() * (a - b), 3 * a);
    }
    return Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort();
  }

  it('map coordinates to cells without changing their order, NaN to the first', () => {
    const { bvh, bounds } = built(name, 2);
    for (const axis of [0, 1]) {
      const values = someCoordinates(bounds, axis, 3);
      let before = 0;
      const cells = new Set<number>();
      for (let i = 0; i < values.length; i++) {
        const cell = cellAt(bvh.frame, axis, values, i);
        if (!(Number.isInteger(cell) && cell >= before && cell <= QUANTISED_MAX)) expect.fail(`${values[i]}: ${cell}`);
        before = cell;
        cells.add(cell);
      }
      expect(before).toBe(QUANTISED_MAX);
      if (name !== 'on a line' || axis === 1) expect(cells.size).toBeGreaterThan(500);
      expect(cellAt(bvh.frame, axis, [Number.NaN] as unknown as Float64Array, 0)).toBe(0);
    }
  });

  it('find the cell of each coordinate again, those of moved items too', () => {
    const { bvh, bounds } = built(name, 4);
    const rng = createRng(5);
    for (let i = 0; i < 300; i++) {
      const item = rng.integer(0, COUNT - 1);
      const scale = 10 ** rng.integer(0, 18);
      const x = rng.range(-scale, scale);
      const y = rng.range(-scale, scale);
      bounds.set([x, y, x + rng.next(), y + 1e-3 * scale], 4 * item);
      refitItem(bvh, bounds, item);
    }
    for (let position = 0; position < COUNT; position++) {
      loadCellBounds(bvh.frame, 2, bvh.itemBoxes, 4 * position);
      const box = bounds.subarray(4 * bvh.order[position], 4 * bvh.order[position] + 4);
      const covered =
        cellBounds[0] <= box[0] && cellBounds[1] <= box[1] && cellBounds[2] >= box[2] && cellBounds[3] >= box[3];
      if (!covered) expect.fail(`item ${bvh.order[position]}: [${box}] in [${cellBounds.subarray(0, 4)}]`);
    }
  });
});
