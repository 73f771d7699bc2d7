import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castShape,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  mesh,
  type ShapeSpec,
  sphere,
} from '../../../../entry/3d.ts';
import { effort } from '../../../support/effort.ts';
import {
  createMoverWorld,
  type MoverWorld,
  NO_TURN,
  randomTurn,
  turned,
  Walker,
} from '../../../support/movement-3d.ts';
import { gridMesh, MOVERS } from '../../../support/movers-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1, z: 0 };
const RADIUS = 7;

/** Boxes, ramps and round things that lie about on a floor; `order` shuffles in which they are added. */
function clutter(seed: number, isReversed = false): MoverWorld {
  const rng = createRng(seed);
  const game = createMoverWorld();
  const parts = Array.from({ length: 40 }, (_, i) => {
    const kind = i % 5;
    const shape =
      kind === 0
        ? box(rng.range(0.2, 2), rng.range(0.1, 1), rng.range(0.2, 2))
        : kind === 1
          ? sphere(rng.range(0.3, 1.2))
          : kind === 2
            ? cylinder(rng.range(0.3, 1), rng.range(0.2, 1))
            : kind === 3
              ? hull(Array.from({ length: 24 }, () => rng.range(-1.2, 1.2)))
              : capsule(rng.range(0.2, 0.6), rng.range(0.3, 1));
    const turn = kind === 0 && rng.next() < 0.5 ? turned(0, 1, 0, rng.range(-3, 3)) : randomTurn(rng);
    return { shape, x: rng.range(-RADIUS, RADIUS), y: rng.range(-0.3, 2), z: rng.range(-RADIUS, RADIUS), turn };
  });
  game.add(halfSpace());
  if (isReversed) parts.reverse();
  for (const { shape, x, y, z, turn } of parts) game.add(shape, x, y, z, turn);
  game.tick();
  return game;
}

/** Walks about at random, jumping now and then; `check` is told of each move and where it began. */
function wander(walker: Walker, rng: Rng, ticks: number, check: (from: { x: number; y: number; z: number }) => void) {
  let [dx, dz] = [0, 0];
  for (let i = 0; i < ticks; i++) {
    if (i % 25 === 0) {
      const angle = rng.range(-Math.PI, Math.PI);
      dx = 0.06 * Math.cos(angle);
      dz = 0.06 * Math.sin(angle);
      if (Math.abs(walker.pose.x) > RADIUS) dx = -0.06 * Math.sign(walker.pose.x);
      if (Math.abs(walker.pose.z) > RADIUS) dz = -0.06 * Math.sign(walker.pose.z);
    }
    const { x, y, z } = walker.pose;
    const rise = i % 60 < 6 ? 0.12 : walker.result.grounded ? -0.01 : -0.1;
    walker.move(dx, rise, dz);
    check({ x, y, z });
  }
}

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it('walks among boxes, ramps and round things, never into one, never through the floor', () => {
    for (let seed = 1; seed <= effort(40, 2); seed++) {
      const game = clutter(seed);
      const options = { up: UP, stepHeight: 0.35, snapDistance: 0.35 };
      const walker = new Walker(game.world, shape, 0, 6, 0, options);
      wander(walker, createRng(100 + seed), effort(400, 150), () => {
        expect(walker.depth(), `seed ${seed}`).toBe(-Infinity);
        expect(walker.result.penetration).toBe(0);
        expect(walker.pose.y).toBeGreaterThan(foot);
      });
    }
  });

  it('flies among them, and leaves no way that is free', () => {
    let stops = 0;
    for (let seed = 1; seed <= effort(40, 2); seed++) {
      const game = clutter(seed);
      // Four walls, so that there are corners to be stuck in.
      for (const side of [-1, 1]) {
        game.add(halfSpace(), side * RADIUS, 0, 0, turned(0, 0, 1, (side * Math.PI) / 2));
        game.add(halfSpace(), 0, 0, side * RADIUS, turned(1, 0, 0, (-side * Math.PI) / 2));
      }
      game.tick();
      const rng = createRng(200 + seed);
      const walker = new Walker(game.world, shape, 0, 6, 0);
      let way = [0, 0, 0];
      for (let i = 0; i < effort(600, 240); i++) {
        if (i % 40 === 0) {
          way = [rng.range(-0.2, 0.2), rng.range(-0.2, 0.1), rng.range(-0.2, 0.2)];
        }
        const { remainingX, remainingY, remainingZ } = walker.move(way[0], way[1], way[2]);
        expect(walker.depth(), `seed ${seed}`).toBe(-Infinity);
        const rest = { x: remainingX, y: remainingY, z: remainingZ };
        const length = Math.hypot(rest.x, rest.y, rest.z);
        if (length < 0.02) continue;
        stops++;
        // What it could not make leads into something that is no farther than the skin along its normal.
        const hit = castShape(game.world, shape, walker.pose, rest);
        expect(hit, `seed ${seed}, tick ${i}`).toBeDefined();
        const along = -(hit!.normalX * rest.x + hit!.normalY * rest.y + hit!.normalZ * rest.z);
        expect(hit!.fraction * along, `seed ${seed}, tick ${i}`).toBeLessThan(0.015);
      }
    }
    expect(stops).toBeGreaterThan(0);
  });

  it.each(['a mesh', 'a heightfield'])(
    'walks over rough terrain of %s at one height, at 60 ticks a second and at 240',
    (kind) => {
      const rng = createRng(8);
      const cells = 32;
      const heights = Float64Array.from({ length: (cells + 1) ** 2 }, () => rng.range(0, 0.5));
      const game = createMoverWorld();
      if (kind === 'a mesh') game.add(gridMesh(cells, (x, z) => heights[(z + 16) * (cells + 1) + x + 16]));
      else game.add(heightfield(heights, cells + 1, cells + 1, 1), -16, 0, -16);
      game.tick();
      const skin = 0.01;
      for (const rate of [60, 240]) {
        const options = { up: UP, stepHeight: 0.35, snapDistance: 0.35, skin };
        const walker = new Walker(game.world, shape, 0.1, foot + 0.7, 0.2, options);
        walker.moves(60, 0, -0.02, 0);
        const directions = createRng(9);
        let [dx, dz] = [0, 0];
        for (let i = 0; i < effort(10, 1.5) * rate; i++) {
          if (i % (rate / 2) === 0) {
            const angle = directions.range(-Math.PI, Math.PI);
            dx = (1.5 / rate) * Math.cos(angle);
            dz = (1.5 / rate) * Math.sin(angle);
          }
          const { x, z } = walker.pose;
          walker.move(dx, -0.1 / rate, dz);
          expect(walker.result.grounded).toBe(true);
          expect(Math.hypot(walker.pose.x - x, walker.pose.z - z)).toBeGreaterThan(0.6 / rate);
          if (i % 10 > 0) continue;
          // Where the shape comes to lie when it is let down there: as high as it walks, but for the skin.
          const above = { ...walker.pose, y: walker.pose.y + 0.2 };
          const { fraction } = castShape(game.world, shape, above, { x: 0, y: -0.4, z: 0 })!;
          const rest = above.y - 0.4 * fraction;
          expect(walker.pose.y - rest).toBeGreaterThan(0.4 * skin);
          expect(walker.pose.y - rest).toBeLessThan(2.2 * skin);
        }
      }
    },
  );
});

it('the same bits come out whatever order colliders were added in', () => {
  const games = [clutter(3), clutter(3, true)];
  const walkers = games.map(
    (game) => new Walker(game.world, MOVERS[1][1], 0, 6, 0, { up: UP, stepHeight: 0.35, snapDistance: 0.35 }),
  );
  const rngs = [createRng(4), createRng(4)];
  const ways = walkers.map((walker, i) => {
    const places: number[] = [];
    wander(walker, rngs[i], 200, () => places.push(walker.pose.x, walker.pose.y, walker.pose.z));
    return places;
  });
  expect(ways[1]).toEqual(ways[0]);
});

/** A ball of triangles about the origin, in rings from pole to pole. */
function ballMesh(radius: number, rings: number): ShapeSpec {
  const positions: number[] = [];
  const indices: number[] = [];
  const parts = 2 * rings;
  for (let i = 0; i <= rings; i++) {
    const down = (Math.PI * i) / rings;
    for (let k = 0; k < parts; k++) {
      const round = (2 * Math.PI * k) / parts;
      positions.push(
        radius * Math.sin(down) * Math.cos(round),
        radius * Math.cos(down),
        radius * Math.sin(down) * Math.sin(round),
      );
    }
  }
  for (let i = 0; i < rings; i++) {
    for (let k = 0; k < parts; k++) {
      const [a, b] = [i * parts + k, i * parts + ((k + 1) % parts)];
      indices.push(a, b, a + parts, b, b + parts, a + parts);
    }
  }
  return mesh(positions, indices, { oneSided: true });
}

it.each([
  ['of rock', sphere(10), 10.7],
  ['of triangles', ballMesh(10, 24), 10.67],
])('walks round a planet %s, never off the ground', (_, planet, least) => {
  const game = createMoverWorld();
  game.add(planet);
  game.tick();
  const walker = new Walker(game.world, capsule(0.3, 0.4), 0.1, 10.8, 0.2, { snapDistance: 0.3 });
  let forward = [1, 0, 0];
  let way = 0;
  for (let i = 0; i < 400; i++) {
    const { pose } = walker;
    const { x, y, z } = pose;
    const height = Math.hypot(x, y, z);
    const up = { x: x / height, y: y / height, z: z / height };
    const rise = forward[0] * up.x + forward[1] * up.y + forward[2] * up.z;
    forward = [forward[0] - rise * up.x, forward[1] - rise * up.y, forward[2] - rise * up.z];
    const length = Math.hypot(...forward);
    forward = forward.map((value) => value / length);
    // The rotation that leads from y to up; none is needed for a walker upside down, which a capsule is as well.
    const w = 1 + up.y;
    pose.rotation = w < 1e-6 ? NO_TURN : { x: up.z, y: 0, z: -up.x, w };
    walker.options.up = up;
    walker.move(0.2 * forward[0] - 0.02 * up.x, 0.2 * forward[1] - 0.02 * up.y, 0.2 * forward[2] - 0.02 * up.z);
    if (i < 10) continue;
    way += Math.hypot(pose.x - x, pose.y - y, pose.z - z);
    expect(walker.result.grounded).toBe(true);
    expect(Math.hypot(pose.x, pose.y, pose.z)).toBeGreaterThan(least);
    expect(Math.hypot(pose.x, pose.y, pose.z)).toBeLessThan(10.707);
  }
  // Once round is 2π · 10.7.
  expect(way).toBeGreaterThan(67.3);
});
