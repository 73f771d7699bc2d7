import { expect, it } from 'vitest';
import { computeNormals, createConvexPiece, timeOfImpact } from '../../entry/geometry2d.ts';
import { minkowskiSeparation } from '../support/minkowski-2d.ts';

function boxPiece(halfWidth: number, halfHeight: number) {
  const piece = createConvexPiece(4);
  piece.vertices.set(corners(halfWidth, halfHeight));
  piece.count = 4;
  computeNormals(piece);
  return piece;
}

const corners = (w: number, h: number) => [-w, -h, w, -h, w, h, -w, h];

// After 256 steps, each as short as the curve of the spinning corners asks for, the bar was said to be in contact where
// it was.
it.each([20, 100, 300, 1000])('a bar that spins by %d rad over a block without touching it is a miss', (turn) => {
  const y = 0.5 + Math.sqrt(1.01) + 0.01;
  const out = [7, 7, 7, 7];
  const t = timeOfImpact(
    out,
    0,
    { piece: boxPiece(1, 0.1), motion: [1.5, y, 0, -1.5, y, turn] },
    { piece: boxPiece(2, 0.5), motion: [0, 0, 0, 0, 0, 0] },
  );
  expect(t).toBe(Infinity);
  expect(out).toEqual([7, 7, 7, 7]);
});

it.each([50, 200, 1000])('two bars that spin by %d rad beside each other hit where they touch', (turn) => {
  // In step like the wheels of a gear, then one is moved to where their corners meet.
  const sweepA = [0, 0, 0, 0, 0, turn];
  const sweepB = [1.45, 0, 1.5707963267948966, 0.9, 0, 1.5707963267948966 - turn];
  const t = timeOfImpact(
    [0, 0, 0, 0],
    0,
    { piece: boxPiece(1, 0.1), motion: sweepA },
    { piece: boxPiece(1, 0.1), motion: sweepB },
  );
  expect(t).toBeLessThan(1);
  const placed = (sweep: number[]) => {
    const [x, y, angle] = [0, 1, 2].map((k) => sweep[k] + t * (sweep[k + 3] - sweep[k])) as [number, number, number];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [0, 1, 2, 3].flatMap((k) => {
      const [u, v] = [corners(1, 0.1)[2 * k], corners(1, 0.1)[2 * k + 1]];
      return [x + c * u - s * v, y + s * u + c * v];
    });
  };
  const { separation } = minkowskiSeparation(
    { points: placed(sweepA), radius: 0 },
    { points: placed(sweepB), radius: 0 },
  );
  expect(Math.abs(separation)).toBeLessThan(1e-11);
});
