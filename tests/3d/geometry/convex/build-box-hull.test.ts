import { describe, expect, it } from 'vitest';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import { buildBoxHull } from '../../../../src/3d/geometry/convex/index.ts';
import { validateConvexHull } from '../../../../src/3d/geometry/convex/validate-convex-hull.ts';
import { createRng } from '../../../support/rng.ts';

const rows = (values: ArrayLike<number>, width: number): string[] =>
  Array.from({ length: values.length / width }, (_, i) =>
    Array.from({ length: width }, (_, k) => Number((values[width * i + k] + 0).toPrecision(13))).join(' '),
  ).sort();

describe('buildBoxHull', () => {
  it('is the hull of the eight corners, valid at every scale', () => {
    const rng = createRng(9501);
    for (let run = 0; run < 60; run++) {
      const scale = [1e-3, 1, 1e4][run % 3];
      const half = [0, 1, 2].map(() => rng.range(0.01, 3) * scale);
      const hull = buildBoxHull([9, 9, 9, ...half], 3);
      validateConvexHull(hull);
      const corners = Array.from({ length: 8 }, (_, i) => half.map((h, axis) => ((i >> axis) & 1 ? h : -h))).flat();
      const slow = buildConvexHull(corners);
      expect([hull.vertexCount, hull.faceCount, hull.edgeCount]).toEqual([8, 6, 12]);
      expect([...hull.vertices]).toEqual([...slow.vertices]);
      expect([...hull.sourceIndices]).toEqual([...slow.sourceIndices]);
      expect(rows(hull.edges, 4).map((row) => row.slice(0, 3))).toEqual(
        rows(slow.edges, 4).map((row) => row.slice(0, 3)),
      );
      expect(rows(hull.planes, 4)).toEqual(rows(slow.planes, 4));
      expect(hull.boundingRadius).toBe(slow.boundingRadius);
      expect([...hull.centre]).toEqual([0, 0, 0]);
      // The faces come in the order the docstring promises.
      for (let face = 0; face < 6; face++) {
        const normal = [0, 0, 0];
        normal[face >> 1] = face & 1 ? 1 : -1;
        expect([...hull.planes.subarray(4 * face, 4 * face + 3)].map((x) => x + 0)).toEqual(normal);
      }
    }
  });

  it('refuses what is no box', () => {
    for (const bad of [0, -1, Number.NaN, Infinity]) {
      expect(() => buildBoxHull([1, bad, 2])).toThrow(/half extent 1 of the box must be/);
    }
  });
});
