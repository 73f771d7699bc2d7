import { expect, it } from 'vitest';
import { castConvex, computeNormals, createConvexPiece } from '../../entry/geometry2d.ts';

function pieceOf(points: readonly number[], radius = 0) {
  const piece = createConvexPiece(points.length / 2);
  piece.vertices.set(points);
  piece.count = points.length / 2;
  piece.radius = radius;
  computeNormals(piece);
  return piece;
}

it('the normal of a cast from afar at a slightly rounded corner keeps both behind the point of contact', () => {
  const a = [
    549.4668939920887, 673.458626909025, 549.8653809716801, 673.2618977433171, 550.3545584892804, 673.8607138028683,
    549.7163502017289, 674.2394689864789,
  ];
  const b = [
    -0.40274079308559696, -0.3369069301337169, 0.22159089456187164, -0.9075864954820223, 0.5855214836496455,
    -0.3634822150626159,
  ];
  const translation = [-584.8784698497067, -715.9663067710276];
  const radius = 0.000003565579593968197;
  const out = new Float64Array(4);
  const fraction = castConvex(out, 0, pieceOf(a), pieceOf(b, radius), translation, 0);
  const [x, y, nx, ny] = out as unknown as [number, number, number, number];
  const heights = (points: readonly number[], shift: number): number[] =>
    Array.from({ length: points.length / 2 }, (_, i) => {
      const px = points[2 * i] + shift * translation[0] - x;
      const py = points[2 * i + 1] + shift * translation[1] - y;
      return nx * px + ny * py;
    });
  // It was that of the step before last: off by 1.4e-6.
  expect(Math.abs(Math.min(...heights(a, fraction)))).toBeLessThan(1e-11);
  expect(Math.abs(Math.max(...heights(b, 0)) + radius)).toBeLessThan(1e-11);
});
