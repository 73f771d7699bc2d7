import { expect, test } from 'vitest';
import { buildMeshTree, containsPointMeshTree } from '../../../../entry/geometry3d.ts';
import { buildTriangleTree } from '../../../../src/3d/geometry/tree/build-triangle-tree.ts';
import { enclosesPoint } from '../../../../src/3d/geometry/tree/encloses-point.ts';
import { readTriangleMesh } from '../../../../src/3d/geometry/tree/triangle-mesh.ts';
import { createRng } from '../../../support/rng.ts';
import { makeSphereMesh, pointNear, scaledMesh, soupBox, triangleSoup } from '../support/mesh-fixtures.ts';

test.each([
  [1, 0],
  [1e-3, 0],
  [1e4, 1e4],
])('the tree of colliders and that of the catalogue enclose the same points, at scale %d', (scale, shift) => {
  const rng = createRng(17);
  for (const half of [
    [1, 2, 3],
    [3, 1, 1],
  ]) {
    const mesh = scaledMesh(makeSphereMesh(9, 14, half), scale, shift);
    const tree = buildTriangleTree('mesh', readTriangleMesh('mesh', mesh.positions, mesh.index));
    const other = buildMeshTree(mesh.positions, mesh.index);
    const box = soupBox(triangleSoup(mesh));
    let inside = 0;
    for (let i = 0; i < 200; i++) {
      const point = new Float64Array(pointNear(rng, box, 0.02));
      const expected = containsPointMeshTree(point, 0, other);
      if (expected) inside++;
      expect(enclosesPoint(tree, point), `point ${i}`).toBe(expected);
    }
    expect(inside).toBeGreaterThan(60);
    expect(inside).toBeLessThan(140);
    // Corners are on the boundary, and so is where the ray along x runs through corners and edges.
    for (let at = 0; at < 30; at += 3) {
      expect(enclosesPoint(tree, new Float64Array(Array.from(mesh.positions).slice(at, at + 3)))).toBe(true);
    }
  }
});
