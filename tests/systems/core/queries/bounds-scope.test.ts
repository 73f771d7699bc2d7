import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../../../entry/2d.ts';
import * as space from '../../../../entry/3d.ts';
import { requireState } from '../../../../systems/core/collision-state.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

/*
 * Searches by bounds may look through all that moves in place of building its hierarchy. Every search is asked twice
 * here: first as the tick has left the world, then once a ray has had the hierarchy built.
 */

const SIZE = 40;

/** A world of one dimension whose bodies move, come, go and change, and all its searches by bounds. */
interface Bench {
  readonly world: object;
  tick(): void;
  /** Builds the hierarchy of what moves. */
  castRay(): void;
  /** The answers of all searches, each a list of entities or of numbers. */
  searches(seed: number): (() => number[])[];
}

/** Runs two ticks, around which bodies come, go and move along an axis. */
function churn(
  rng: Rng,
  world: object,
  bodies: number[],
  collisionSystem: (world: object) => void,
  add: () => void,
  column: Float64Array,
): void {
  const removeOne = (): void => removeEntity(world, bodies.splice(rng.integer(0, bodies.length - 1), 1)[0]);
  for (let i = 0; i < 3; i++) removeOne();
  collisionSystem(world);
  for (let i = 0; i < 3; i++) add();
  for (const body of bodies) column[body] += rng.range(-1, 1);
  collisionSystem(world);
  add();
  removeOne();
}

function inPlane(rng: Rng, margin: number): Bench {
  const world = createWorld();
  const collision = plane.createCollision(world, { margin });
  const { Transform, Collider, Static } = collision;
  const bodies: number[] = [];
  const add = (): void => {
    const body = addEntity(world);
    const place = { x: rng.range(-SIZE, SIZE), y: rng.range(-SIZE, SIZE), rotation: rng.range(0, 6) };
    addComponent(world, body, set(Transform, place));
    const shape = rng.next() < 0.5 ? plane.circle(rng.range(0.5, 4)) : plane.box(rng.range(0.5, 4), 1);
    addComponent(world, body, set(Collider, { ...shape, categoryBits: 1 << rng.integer(0, 2) }));
    if (rng.next() < 0.3) addComponent(world, body, Static);
    bodies.push(body);
  };
  for (let i = 0; i < 80; i++) add();
  return {
    world,
    tick: () => churn(rng, world, bodies, plane.collisionSystem, add, Transform.x),
    castRay: () => void plane.castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }),
    searches(seed) {
      const at = createRng(seed);
      const [x, y, reach] = [at.range(-SIZE, SIZE), at.range(-SIZE, SIZE), at.range(1, 30)];
      const options = { maskBits: at.integer(1, 7) };
      const out: number[] = [];
      return [
        () => {
          plane.queryAabb(world, { x, y }, { x: x + reach, y: y + reach }, out, options);
          return [...out];
        },
        () => {
          plane.overlapShape(world, plane.box(reach, 1), { x, y, rotation: 0.4 }, out, options);
          return [...out];
        },
        () => {
          plane.queryPoint(world, { x, y }, out);
          return [...out];
        },
        () => {
          plane.overlapSector(world, { x, y, radius: reach, halfAngle: 1 }, out, options);
          return [...out];
        },
        () => {
          const contacts: plane.ShapeContact[] = [];
          const count = plane.collideShape(world, plane.circle(reach / 4), { x, y }, contacts, options);
          return contacts.slice(0, count).flatMap(({ entity, normalX, normalY }) => [entity, normalX, normalY]);
        },
      ];
    },
  };
}

function inSpace(rng: Rng, margin: number): Bench {
  const world = createWorld();
  const collision = space.createCollision(world, { margin });
  const { Transform, Collider, Static } = collision;
  const bodies: number[] = [];
  const somewhere = () => ({ x: rng.range(-SIZE, SIZE), y: rng.range(-SIZE, SIZE), z: rng.range(-SIZE, SIZE) });
  const add = (): void => {
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { ...somewhere(), qx: rng.next() }));
    const shape = rng.next() < 0.5 ? space.sphere(rng.range(1, 8)) : space.box(rng.range(1, 8), 2, 3);
    addComponent(world, body, set(Collider, { ...shape, categoryBits: 1 << rng.integer(0, 2) }));
    if (rng.next() < 0.3) addComponent(world, body, Static);
    bodies.push(body);
  };
  for (let i = 0; i < 80; i++) add();
  return {
    world,
    tick: () => churn(rng, world, bodies, space.collisionSystem, add, Transform.z),
    castRay: () => void space.castRay(world, { x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }),
    searches(seed) {
      const at = createRng(seed);
      const [x, y, z] = [at.range(-SIZE, SIZE), at.range(-SIZE, SIZE), at.range(-SIZE, SIZE)];
      const reach = at.range(5, 60);
      const options = { maskBits: at.integer(1, 7) };
      const out: number[] = [];
      return [
        () => {
          space.queryAabb(world, { x, y, z }, { x: x + reach, y: y + reach, z: z + reach }, out, options);
          return [...out];
        },
        () => {
          space.overlapShape(world, space.capsule(4, reach), { x, y, z }, out, options);
          return [...out];
        },
        () => {
          // A pyramid that opens along x from (x, y, z), and ends at its reach.
          const sides = [1, 1, 0, x + y, 1, -1, 0, x - y, 1, 0, 1, x + z, 1, 0, -1, x - z, 1, 0, 0, x];
          space.queryFrustum(world, [...sides, -1, 0, 0, -x - reach], out, options);
          return [...out];
        },
        () => {
          space.overlapCone(world, { x, y, z, axis: { x: 1, y: 1, z: 0 }, radius: reach, halfAngle: 1 }, out, options);
          return [...out];
        },
        () => {
          const contacts: space.ShapeContact[] = [];
          const count = space.collideShape(world, space.sphere(reach / 4), { x, y, z }, contacts, options);
          return contacts.slice(0, count).flatMap(({ entity, normalX, normalY }) => [entity, normalX, normalY]);
        },
      ];
    },
  };
}

describe.each([
  ['plane', inPlane],
  ['space', inSpace],
] as const)('a search by bounds in the %s', (_, make) => {
  it.each([0, 0.5])('finds the same with the hierarchy of what moves and without, margin %s', (margin) => {
    const bench = make(createRng(7), margin);
    const { looks } = requireState(bench.world);
    let found = 0;
    for (let round = 0; round < 60; round++) {
      bench.tick();
      const searches = bench.searches(round);
      looks.suffice = true;
      looks.asked = -searches.length;
      const before = searches.map((search) => search());
      expect(requireState(bench.world).movingStale).toBe(true);
      bench.castRay();
      expect(requireState(bench.world).movingStale).toBe(false);
      expect(searches.map((search) => search())).toEqual(before);
      found += before.filter((answer) => answer.length > 1).length;
    }
    expect(found).toBeGreaterThan(80);
  });

  it('builds the hierarchy from the fifth search on, and at once where the tick before had five', () => {
    const bench = make(createRng(3), 0);
    const isBuilt = (): boolean => !requireState(bench.world).movingStale;
    const searchUntilBuilt = (): number => {
      const [search] = bench.searches(1);
      for (let count = 1; count <= 9; count++) {
        search();
        if (isBuilt()) return count;
      }
      return 0;
    };
    bench.tick();
    expect(searchUntilBuilt()).toBe(5);
    bench.tick();
    // Its second tick asks nothing, so that the next one may look through all again.
    expect(searchUntilBuilt()).toBe(5);
  });

  it('builds it at once where what is found is to stay unsorted: its order must not depend on other searches', () => {
    const bench = make(createRng(5), 0);
    bench.tick();
    const far = { x: 1e3, y: 1e3, z: 1e3 };
    const queryAabb = (make === inPlane ? plane : space).queryAabb as typeof space.queryAabb;
    queryAabb(bench.world, far, far, [], { sorted: false });
    expect(requireState(bench.world).movingStale).toBe(false);
  });
});

it('what looks along a line of sight from a sector sees movers that hide others', () => {
  const world = createWorld();
  const { Transform, Collider } = plane.createCollision(world);
  const [near, far] = [3, 6].map((x) => {
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { x }));
    addComponent(world, body, set(Collider, plane.circle(1)));
    return body;
  });
  plane.collisionSystem(world);
  const out: number[] = [];
  const sector = { x: 0, y: 0, radius: 9, halfAngle: 0.5 };
  plane.overlapSector(world, sector, out);
  expect(out).toEqual([near, far]);
  plane.overlapSector(world, sector, out, { lineOfSight: true });
  expect(out).toEqual([near]);
});
