import { expect, it } from 'vitest';
import { castRayConvex, computeNormals, createConvexPiece } from '../../entry/geometry2d.ts';

function pieceOf(points: readonly number[], radius = 0) {
  const piece = createConvexPiece(points.length / 2);
  piece.vertices.set(points);
  piece.count = points.length / 2;
  piece.radius = radius;
  computeNormals(piece);
  return piece;
}

const out = new Float64Array(4);

it('a ray along the line of a side does not start inside when it comes from outside', () => {
  const triangle = pieceOf([
    -0.5309667344995612, 0.3004488759878547, -0.25580464573735207, -0.5206710792579827, 0.3161066749187685,
    0.1330825821746668,
  ]);
  // Half a length before the side; it was 0.
  const fraction = castRayConvex(
    out,
    0,
    [-0.18923809815735243, -0.7193144345822505, -66.56654757999965, 198.6433553242678],
    0,
    1,
    triangle,
  );
  // Exactly, on one side of the last bit of the corners; on the other it passes.
  expect(fraction).toBeGreaterThan(9.9e-4);
});

it('a ray that starts on the axis of a thin capsule starts inside it', () => {
  const capsule = pieceOf([0, 0, 0.3565568258230518, 0.09217220189571722], 3.419849510770291e-7);
  // Rounding puts the origin behind both sides of the axis; it was 0.246, where the ray leaves at the far end.
  const ray = [0.011255143132104406, 0.002909525915659676, 1.4040351039749672, 0.3629523427117337] as const;
  expect(castRayConvex(out, 0, ray, 0, 1, capsule)).toBe(0);
  expect(Array.from(out)).toEqual([ray[0], ray[1], 0, 0]);
});
