import { expect, it } from 'vitest';
import { heightfield, mesh, type ShapeSpec } from '../../../entry/3d.ts';
import { ConvexBody } from '../../../src/3d/geometry/convex/convex-body.ts';
import type { PlacedTriangles } from '../../../src/3d/shapes/piece-routines.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { compositeOf } from '../../../src/core/shapes/registered-of.ts';
import { space } from '../../../systems/3d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { createMoverWorld, turned } from '../../support/movement-3d.ts';
import { createRng } from '../../support/rng.ts';
import { makeTerrain, makeTriangleSoup } from '../../support/surface-meshes.ts';

const CELLS = 12;
const STRIDE = 11;
const rng = createRng(31);

const terrain = makeTerrain(CELLS, CELLS, () => rng.range(-0.4, 0.4));
const soup = makeTriangleSoup(rng, 3000, 6);
const heights = Float32Array.from({ length: (CELLS + 1) ** 2 }, () => rng.range(-0.4, 0.4));

it.each<[string, ShapeSpec]>([
  ['a terrain', mesh(terrain.positions, terrain.index)],
  ['a terrain of f32', mesh(Float32Array.from(terrain.positions), terrain.index)],
  ['triangles without order', mesh(soup.positions, soup.index)],
  ['a field of heights', heightfield(heights, CELLS + 1, CELLS + 1, 1)],
])('the triangles of %s are gathered, to the bit, where they are loaded one by one', (_, shape) => {
  const game = createMoverWorld();
  game.add(shape, 3, -2, 1, turned(0.6, 0, 0.8, 0.7));
  game.tick();
  const { set } = scopeOf(game.world, space);
  const { poses } = set;
  const surface = compositeOf(set, 0)!;
  const { pieces, queries } = surface.record;
  const found = createIndexList();
  const body = new ConvexBody();
  const origin = Float64Array.of(2, 0.5, -1);
  let gathered = 0;
  let missed = 0;
  for (let i = 0; i < 60; i++) {
    const at = [rng.range(-2, CELLS), rng.range(-1, 1), rng.range(-2, CELLS)];
    const box = Float64Array.from([...at, ...at.map((value) => value + rng.range(0, 3))]);
    pieces!.find(found, surface, box);
    const { count } = found;
    const expected = Array.from(found.items.subarray(0, count));
    // One triangle is in the list already, and stays.
    const list: PlacedTriangles = {
      corners: new Float64Array(STRIDE).fill(7),
      stride: STRIDE,
      children: Uint32Array.of(99),
      count: 1,
    };
    const isGathered = (most: number) => queries!.gather(list, surface, box, poses, 0, origin, most);
    if (count > 0) expect(isGathered(count - 1)).toBe(false);
    expect(list.count).toBe(1);
    expect(isGathered(count)).toBe(true);
    expect(list.count).toBe(1 + count);
    expect(Array.from(list.corners.subarray(0, STRIDE))).toEqual(new Array(STRIDE).fill(7));
    expect(Array.from(list.children.subarray(1, 1 + count)).sort((a, b) => a - b)).toEqual(expected);
    expect(list.children[0]).toBe(99);
    for (let k = 1; k <= count; k++) {
      pieces!.load(body, surface, list.children[k], poses, 0, origin);
      expect(list.corners.subarray(STRIDE * k, STRIDE * k + 9)).toEqual(body.corners.subarray(0, 9));
    }
    gathered += count;
    if (count === 0) missed++;
  }
  expect(gathered).toBeGreaterThan(200);
  expect(missed).toBeGreaterThan(3);
});
