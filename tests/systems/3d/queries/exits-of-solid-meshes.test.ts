import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { castRayExit, collisionSystem, createCollision, mesh } from '../../../../entry/3d.ts';
import { effort } from '../../../support/effort.ts';
import type { TestMesh } from '../../../support/meshes.ts';
import { createRng } from '../../../support/rng.ts';
import { makeRing } from '../../../support/surface-meshes.ts';

type Vector = readonly [number, number, number];

interface Placed {
  readonly solid: TestMesh;
  readonly at: Vector;
}

function createSolids(placed: readonly Placed[]) {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eids = placed.map(({ solid, at: [x, y, z] }) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, mesh(solid.positions, solid.index, { solid: true })));
    return eid;
  });
  collisionSystem(world);
  return { world, eids };
}

/** A prism along z from −`half` to `half` over a polygon that turns left, cut into `cells` lengths along z. */
function makePrism(outline: readonly (readonly [number, number])[], caps: readonly number[], half: number, cells = 1) {
  const count = outline.length;
  const positions: number[] = [];
  const index: number[] = [];
  for (let cell = 0; cell <= cells; cell++) {
    for (const [x, y] of outline) positions.push(x, y, half * ((2 * cell) / cells - 1));
  }
  for (let cell = 0; cell < cells; cell++) {
    for (let i = 0; i < count; i++) {
      const a = cell * count + i;
      const b = cell * count + ((i + 1) % count);
      index.push(a, b, b + count, a, b + count, a + count);
    }
  }
  for (let i = 0; i < caps.length; i += 3) {
    const [a, b, c] = caps.slice(i, i + 3);
    index.push(a, c, b, cells * count + a, cells * count + b, cells * count + c);
  }
  return { positions: Float64Array.from(positions), index: Uint32Array.from(index) };
}

const SQUARE = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
const block = makePrism(SQUARE, [0, 1, 2, 0, 2, 3], 1, 4);
/** An L whose inner edge runs along z through (0, 0). */
const angle = makePrism(
  [
    [-1, -1],
    [1, -1],
    [1, 0],
    [0, 0],
    [0, 1],
    [-1, 1],
  ],
  [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5],
  1,
);

const from = ([x, y, z]: Vector) => ({ x, y, z });

describe('a ray comes out of a solid mesh', () => {
  it.each([
    ['through the middle of a face', block, [0.1, 0.2, 0.3], [2, 0, 0], [1, 0.2, 0.3]],
    ['along the diagonal of faces', block, [0, 0, 0], [2, 2, 0], [1, 1, 0]],
    ['at a vertex', block, [0, 0, 0], [3, 3, 3], [1, 1, 1]],
    ['at a vertex amid an edge', block, [0, 0, 0], [4, 4, 2], [1, 1, 0.5]],
    ['on an edge inside of a face', block, [0, 0, 0.5], [8, 1, 0], [1, 0.125, 0.5]],
    ['from outside, through two vertices', block, [-3, -3, -3], [12, 12, 12], [1, 1, 1]],
    ['from outside, through two edges', block, [-3, -3, 0.2], [12, 12, 0], [1, 1, 0.2]],
    ['beyond an inner edge that it only grazes', angle, [-0.5, 0.5, 0.1], [4, -4, 0], [1, -1, 0.1]],
    ['at the inner edge, where the way leads out', angle, [-0.5, -0.5, 0.1], [4, 4, 0], [0, 0, 0.1]],
    ['of an L into its notch', angle, [-0.5, 0.25, 0], [4, 0, 0], [0, 0.25, 0]],
    ['beyond a side of the notch that it runs along', angle, [-0.5, 0, 0.1], [4, 0, 0], [1, 0, 0.1]],
  ] as const)('%s', (_, solid, start, way, end) => {
    const { world, eids } = createSolids([{ solid, at: [0, 0, 0] }]);
    const exit = castRayExit(world, from(start), from(way));
    expect([exit?.entity, exit?.x, exit?.y, exit?.z]).toEqual([
      eids[0],
      ...end.map((value) => expect.closeTo(value, 12)),
    ]);
    const length = Math.hypot(...way);
    const along = (exit!.normalX * way[0] + exit!.normalY * way[1] + exit!.normalZ * way[2]) / length;
    expect(along).toBeGreaterThan(-1e-12);
    expect(Math.hypot(exit!.normalX, exit!.normalY, exit!.normalZ)).toBeCloseTo(1, 12);
  });

  it('only behind the last of a row of them that touch, and before a gap', () => {
    const row = [0, 2, 4, 6.5].map((x): Placed => ({ solid: block, at: [x, 0, 0] }));
    const { world, eids } = createSolids(row);
    const exit = castRayExit(world, { x: -3, y: 0.1, z: 0.2 }, { x: 16, y: 0, z: 0 });
    expect([exit?.entity, exit?.fraction, exit?.normalX]).toEqual([eids[2], 0.5, 1]);
    expect(castRayExit(world, { x: 6, y: 0, z: 0 }, { x: 1, y: 0, z: 0 })?.x).toBe(7.5);
    expect(castRayExit(world, { x: 6, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }, { maxFraction: 1.4 })).toBeUndefined();
  });
});

/** Where a ray passes a mesh: fractions, positive where it comes in, negative where it leaves. */
function crossings({ solid: { positions, index }, at }: Placed, start: Vector, way: Vector): number[] {
  const found: number[] = [];
  const corner = (i: number) => [0, 1, 2].map((axis) => positions[3 * index![i] + axis] + at[axis]);
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (let i = 0; i < index!.length; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const minus = (p: readonly number[], q: readonly number[]) => p.map((value, axis) => value - q[axis]);
    const [ab, ac] = [minus(b, a), minus(c, a)];
    const normal = cross(ab, ac);
    const down = dot(normal, way);
    const fraction = dot(normal, minus(a, start)) / down;
    const place = start.map((value, axis) => value + fraction * way[axis]);
    const inside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([p, q]) => dot(cross(minus(q, p), minus(place, p)), normal) >= 0);
    if (inside && fraction > 0) found.push(down < 0 ? fraction : -fraction);
  }
  return found.sort((a, b) => Math.abs(a) - Math.abs(b));
}

it('a ray comes out of several solids that overlap where the last stretch ends that begins inside', () => {
  const ring = makeRing(14, 7, 0.3);
  let passed = 0;
  let held = 0;
  for (let seed = 1; seed <= effort(4000, 40); seed++) {
    const rng = createRng(seed);
    const random = (size: number): Vector => [rng.range(-size, size), rng.range(-size, size), rng.range(-size, size)];
    const placed = [ring, block, angle, ring].map((solid): Placed => ({ solid, at: random(1.4) }));
    const { world, eids } = createSolids(placed);
    for (let i = 0; i < 6; i++) {
      const start = random(i < 3 ? 1 : 4);
      const goal = random(1);
      const way = goal.map((value, axis) => 3 * (value - start[axis])) as unknown as Vector;
      // The stretches that the ray is in something, and which collider ends each.
      const stretches = placed.flatMap((one, number) => {
        const found = crossings(one, start, way);
        if (found.length > 0 && found[0] < 0) found.unshift(0);
        return Array.from({ length: found.length / 2 }, (_, k) => [found[2 * k], -found[2 * k + 1], number]);
      });
      stretches.sort((a, b) => a[0] - b[0]);
      let exit = stretches[0];
      for (const stretch of stretches) if (stretch[0] <= exit[1] && stretch[1] > exit[1]) exit = stretch;
      const found = castRayExit(world, from(start), from(way), { maxFraction: 1000 });
      const met = found === undefined ? undefined : [found.fraction, found.entity];
      const expected = exit === undefined ? undefined : [expect.closeTo(exit[1], 9), eids[exit[2]]];
      expect({ seed, i, met }).toEqual({ seed, i, met: expected });
      if (found === undefined) continue;
      passed++;
      if (stretches[0][0] === 0) held++;
      expect(found.normalX * way[0] + found.normalY * way[1] + found.normalZ * way[2]).toBeGreaterThan(0);
    }
  }
  expect(passed).toBeGreaterThan(effort(4000, 40));
  expect(held).toBeGreaterThan(effort(1000, 10));
});
