import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  type CastHit,
  castCollider,
  castShape,
  collisionSystem,
  createCollision,
  mesh,
  sphere,
} from '../../../entry/3d.ts';
import { castBodies } from '../../../src/3d/queries/body-pairs.ts';
import { QueryBody } from '../../../src/3d/queries/query-body.ts';
import { finishTriangle } from '../../../src/3d/shapes/triangle-core.ts';
import { effort } from '../../support/effort.ts';
import { makeTorusKnot, type TestMesh } from '../../support/meshes.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { makeTerrain } from '../../support/surface-meshes.ts';

const knot = makeTorusKnot(24, 5);
const bumps = createRng(5);
const terrain = makeTerrain(8, 8, () => bumps.range(-0.4, 0.4));

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly scale: number;
  readonly qx: number;
  readonly qy: number;
  readonly qz: number;
  readonly qw: number;
}

function somePose(rng: Rng, distance: number): Pose {
  const q = [0, 1, 2, 3].map(() => rng.range(-1, 1));
  const length = Math.hypot(...q);
  const [qx, qy, qz, qw] = q.map((value) => value / length);
  return { x: rng.range(-2, 2), y: distance, z: rng.range(-2, 2), scale: rng.range(0.7, 1.4), qx, qy, qz, qw };
}

/** The corners of all triangles of a mesh in a pose. */
function placedTriangles({ positions, index }: TestMesh, { x, y, z, scale, qx, qy, qz, qw }: Pose): QueryBody[] {
  const turned = (p: readonly number[]) => {
    const t = [qy * p[2] - qz * p[1], qz * p[0] - qx * p[2], qx * p[1] - qy * p[0]].map((value) => 2 * value);
    return [
      p[0] + qw * t[0] + qy * t[2] - qz * t[1],
      p[1] + qw * t[1] + qz * t[0] - qx * t[2],
      p[2] + qw * t[2] + qx * t[1] - qy * t[0],
    ];
  };
  return Array.from({ length: index.length / 3 }, (_, t) => {
    const piece = new QueryBody();
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * index[3 * t + corner];
      const p = turned([0, 1, 2].map((axis) => scale * positions[at + axis]));
      piece.body.corners.set([x + p[0], y + p[1], z + p[2]], 3 * corner);
    }
    finishTriangle(piece.body);
    return piece;
  });
}

it('a mesh that is cast at a mesh meets it where one of all pairs of triangles meets first', () => {
  const rng = createRng(77);
  const contact = new Float64Array(7);
  let hits = 0;
  const rounds = effort(60, 4);
  for (let round = 0; round < rounds; round++) {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const target = rng.next() < 0.5 ? knot : terrain;
    const still = { ...somePose(rng, 0), x: 0, z: 0 };
    const moving = somePose(rng, 9);
    const ground = addEntity(world);
    addComponent(world, ground, set(Transform, still));
    addComponent(world, ground, set(Collider, mesh(target.positions, target.index)));
    const body = addEntity(world);
    addComponent(world, body, set(Transform, moving));
    addComponent(world, body, set(Collider, mesh(knot.positions, knot.index)));
    collisionSystem(world);
    const way = { x: rng.range(-4, 4), y: -12, z: rng.range(-4, 4) };
    const hit: CastHit | undefined = castCollider(world, body, way);
    let least = Infinity;
    const movers = placedTriangles(knot, moving);
    for (const triangle of placedTriangles(target, still)) {
      for (const mover of movers) {
        castBodies(contact, mover, triangle, Float64Array.of(way.x, way.y, way.z));
        if (contact[6] < least) least = contact[6];
      }
    }
    if (least < Infinity) hits++;
    if (least === Infinity) expect(hit).toBeUndefined();
    else expect({ round, fraction: hit?.fraction }).toEqual({ round, fraction: expect.closeTo(least, 9) });
  }
  expect(hits).toBeGreaterThan(rounds * 0.2);
});

it('a mesh that is cast at a sphere meets it with the triangle that a sphere meets that is cast the other way', () => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const body = addEntity(world);
  addComponent(world, body, set(Transform, { x: -4, y: 3, z: -4 }));
  addComponent(world, body, set(Collider, mesh(terrain.positions, terrain.index)));
  const up = castShape(world, sphere(0.5), { x: 0.4, y: -3, z: 0.2 }, { x: 0, y: 8, z: 0 });
  const ball = addEntity(world);
  addComponent(world, ball, set(Transform, { x: 0.4, y: -3, z: 0.2 }));
  addComponent(world, ball, set(Collider, sphere(0.5)));
  const down = castCollider(world, body, { x: 0, y: -8, z: 0 });
  expect(down?.entity).toBe(ball);
  expect(up?.entity).toBe(body);
  expect(down!.fraction).toBeCloseTo(up!.fraction, 9);
});
