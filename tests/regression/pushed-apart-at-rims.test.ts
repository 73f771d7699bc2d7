import { expect, it } from 'vitest';
import { box, collisionSystem, cone, cylinder, hull, mesh, type ShapeSpec } from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { overlapsTriangles } from '../support/overlaps-triangles.ts';
import { createBodies } from '../support/placed-bodies-3d.ts';
import { createRng, type Rng } from '../support/rng.ts';

const SEEDS = effort(120, 25);

const SHAPES: Record<string, (rng: Rng) => ShapeSpec> = {
  'a box': (rng) => box(rng.range(0.2, 1), rng.range(0.2, 1), rng.range(0.2, 1)),
  'a rounded box': (rng) => box(rng.range(0.2, 1), rng.range(0.2, 1), rng.range(0.2, 1), { radius: 0.1 }),
  'a cylinder': (rng) => cylinder(rng.range(0.2, 1), rng.range(0.2, 1)),
  'a cone': (rng) => cone(rng.range(0.2, 1), rng.range(0.2, 1)),
  'a hull': (rng) => hull(Array.from({ length: 24 }, () => rng.range(-1, 1))),
};

/** Two faces that meet in an edge along z, each cut into strips; a single face when the angle is 0. */
function wedge(slope: number, cuts: readonly number[], isClosed: boolean) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const z of cuts) positions.push(0, 0, z, -3, 0, z, -3, 3 * slope, z);
  for (let k = 0; k + 1 < cuts.length; k++) {
    const [a, b] = [3 * k, 3 * k + 3];
    indices.push(a, b, a + 1, b, b + 1, a + 1);
    if (slope > 0) indices.push(a, a + 2, b, b, a + 2, b + 2);
    if (isClosed) indices.push(a + 1, b + 1, a + 2, b + 1, b + 2, a + 2);
  }
  const last = 3 * cuts.length - 3;
  if (isClosed) indices.push(0, 1, 2, last, last + 2, last + 1);
  return { positions, indices };
}

function pushApart(seed: number, make: (rng: Rng) => ShapeSpec) {
  const rng = createRng(seed);
  const shape = make(rng);
  const isClosed = seed % 3 === 0;
  const slope = isClosed ? 0.08 : seed % 3 === 1 ? 0 : rng.range(0.05, 1);
  const { positions, indices } = wedge(slope, [-3, rng.range(-2, 0), rng.range(0, 2), 3], isClosed);
  const corners = Float64Array.from(indices.flatMap((i) => positions.slice(3 * i, 3 * i + 3)));
  const turn = () => rng.range(-1, 1);
  const way = [rng.range(0.3, 1), turn(), 0];
  const turned = { qx: turn(), qy: turn(), qz: turn(), qw: turn() };
  const z = rng.range(-0.5, 0.5);
  const stand = (h: number) => ({ x: h * way[0], y: h * way[1], z, ...turned });
  // Where the body, coming from outside, overlaps the edge a little.
  let [low, high] = [0, 30];
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (low + high);
    if (overlapsTriangles(shape, stand(middle), corners).separation < 0) low = middle;
    else high = middle;
  }
  const place = stand(low - 10 ** rng.range(-4, -2));
  const first = -overlapsTriangles(shape, place, corners).separation;
  const { world, collision, spawn } = createBodies();
  const floor = spawn(mesh(positions, indices, { solid: isClosed }), {});
  const body = spawn(shape, place);
  const { Transform } = collision;
  let moved = 0;
  for (let round = 0; round < 60; round++) {
    collisionSystem(world);
    let deepest = 0;
    let push = [0, 0, 0];
    for (const { penetration, normalX, normalY, normalZ } of collision.contactsOf(floor, body)) {
      if (!(penetration > deepest)) continue;
      deepest = penetration;
      push = [normalX, normalY, normalZ].map((value) => penetration * value);
    }
    if (deepest < 1e-9) break;
    moved += deepest;
    Transform.x[body] += push[0];
    Transform.y[body] += push[1];
    Transform.z[body] += push[2];
  }
  const end = { ...turned, x: Transform.x[body], y: Transform.y[body], z: Transform.z[body] };
  return { first, moved, left: overlapsTriangles(shape, end, corners).separation };
}

// Where a corner or an edge of a body was in the rim of a mesh, the contact pushed it along the normal of a face, by
// how deep it was under the face there: by nothing, or along the rim and ever deeper into the mesh.
it.each(Object.keys(SHAPES))('%s that overlaps an edge a little is soon pushed out of it', (name) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { first, moved, left } = pushApart(seed, SHAPES[name]);
    expect(left, `seed ${seed}`).toBeGreaterThan(-1e-6);
    expect(moved / first, `seed ${seed}`).toBeLessThan(12);
  }
});
