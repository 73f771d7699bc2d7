import { expect, it } from 'vitest';
import { GrownShape } from '../../../src/core/queries/grown-shape.ts';
import { createEmptyShape } from '../../../src/core/queries/query-shape.ts';

/**
 * A shape at (1, 2, 3) with pieces of radius 0.5 and 0.25, and bounds 1, 2, 3 to the least and 4, 5, 6 to the largest
 * side.
 */
function placed(axes: number) {
  const shape = createEmptyShape(axes, { radius: 0.5 });
  shape.pieces.push({ radius: 0.25 }, { radius: 7 });
  shape.count = 2;
  shape.x = 1;
  shape.y = 2;
  shape.z = axes === 3 ? 3 : 0;
  shape.box.set(axes === 3 ? [0, 0, 0, 5, 7, 9] : [0, 0, 5, 7]);
  const grown = new GrownShape(shape);
  grown.capture();
  return { shape, grown };
}

it.each([2, 3])('moves and grows a shape of %i axes, any number of times', (axes) => {
  const { shape, grown } = placed(axes);
  const at = new Float64Array([10, 20, 30]).subarray(0, axes);
  for (const by of [0.5, 2, 0]) {
    grown.put(at, new Float64Array([by]));
    expect([shape.x, shape.y, shape.z]).toEqual(axes === 3 ? [10, 20, 30] : [10, 20, 0]);
    expect(shape.pieces.map(({ radius }) => radius)).toEqual([0.5 + by, 0.25 + by, 7]);
    expect(shape.grownBy).toBe(by);
    const sides = axes === 3 ? [9, 18, 27, 14, 25, 36] : [9, 18, 14, 25];
    expect(Array.from(shape.box)).toEqual(sides.map((side, i) => (i < axes ? side - by : side + by)));
  }
});

it('has room for shapes of many pieces', () => {
  const shape = createEmptyShape(2, { radius: 1 });
  for (let i = 1; i < 20; i++) shape.pieces.push({ radius: 1 + i });
  shape.count = 20;
  const grown = new GrownShape(shape);
  grown.capture();
  grown.put(new Float64Array(2), new Float64Array([1]));
  expect(shape.pieces.map(({ radius }) => radius)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
});
