import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CollisionError,
  castRay,
  closestPoint,
  collisionSystem,
  createCollision,
  type Heights,
  heightfield,
  mesh,
  type ShapeSpec,
  setHeights,
  setMeshPositions,
  sphere,
} from '../../../entry/3d.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { makeTerrain } from '../../support/surface-meshes.ts';

function createGame(shape: ShapeSpec, isStatic: boolean) {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static } = collision;
  const ground = addEntity(world);
  addComponent(world, ground, set(Transform, {}));
  addComponent(world, ground, set(Collider, shape));
  if (isStatic) addComponent(world, ground, Static);
  const spawn = (x: number, y: number, z: number, shape: ShapeSpec) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  return { world, collision, ground, spawn };
}

/** What a world with this ground says of bodies over it and of rays. */
function answers({ world, collision }: ReturnType<typeof createGame>, rng: Rng): unknown {
  const contacts = Array.from(collision.contacts(), (contact) => [
    contact.b,
    contact.childA,
    contact.pointCount,
    contact.normalX,
    contact.normalY,
    contact.normalZ,
    contact.separation,
  ]);
  const rays = Array.from({ length: 40 }, () => {
    const from = { x: rng.range(0, 20), y: 30, z: rng.range(0, 20) };
    const hit = castRay(world, from, { x: rng.range(-5, 5), y: -40, z: rng.range(-5, 5) });
    return hit === undefined ? undefined : [hit.child, hit.x, hit.y, hit.z, hit.normalY];
  });
  const near = closestPoint(world, { x: 7, y: 2, z: 9 });
  return { contacts, rays, near };
}

const BODIES = [sphere(0.7), box(0.6, 0.4, 0.5)];

function spawnBodies(game: ReturnType<typeof createGame>, seed: number): void {
  const rng = createRng(seed);
  for (let i = 0; i < 30; i++) {
    game.spawn(rng.range(0, 20), rng.range(-1, 3), rng.range(0, 20), BODIES[i % 2]);
  }
}

describe.each([true, false])('of what is static: %s', (isStatic) => {
  it.each([
    ['f32', Float32Array, 1],
    ['f64', Float64Array, 1],
    ['16 bits', Int16Array, 0.01],
  ] as const)('heights of %s answer as a new heightfield of them does', (_, type, heightScale) => {
    const rng = createRng(8);
    const unit = 1 / heightScale;
    const write = () => Math.round(unit * rng.range(-1, 2)) as number;
    const heights = new type(21 * 21).map(write) as Heights;
    const game = createGame(heightfield(heights, 21, 21, 1, { heightScale, hole: -500 }), isStatic);
    spawnBodies(game, 3);
    collisionSystem(game.world);
    for (let round = 0; round < effort(12, 4); round++) {
      const column = rng.integer(0, 20);
      const row = rng.integer(0, 20);
      const columns = rng.integer(1, 21 - column);
      const rows = rng.integer(1, 21 - row);
      // Now and then a hill that is higher than all there was, or a hole.
      const top = rng.next() < 0.3 ? 4 : 0;
      const given = Array.from({ length: columns * rows }, () =>
        rng.next() < 0.05 ? -500 : Math.round(unit * (top + rng.range(-1, 2))),
      );
      setHeights(game.world, game.ground, { column, row, columns, rows }, given);
      collisionSystem(game.world);
      const fresh = createGame(
        heightfield(heights.slice() as Heights, 21, 21, 1, { heightScale, hole: -500 }),
        isStatic,
      );
      spawnBodies(fresh, 3);
      collisionSystem(fresh.world);
      expect(answers(game, createRng(round))).toEqual(answers(fresh, createRng(round)));
    }
  });

  it('moved vertices answer as a new mesh of them does', () => {
    const rng = createRng(9);
    const { positions, index } = makeTerrain(20, 20, () => rng.range(-1, 2));
    const shape = mesh(positions, index);
    const game = createGame(shape, isStatic);
    spawnBodies(game, 4);
    collisionSystem(game.world);
    for (let round = 0; round < effort(12, 4); round++) {
      const start = rng.integer(0, 400);
      const count = rng.integer(1, 441 - start);
      const moved = Array.from(
        positions.subarray(3 * start, 3 * (start + count)),
        (value) => value + rng.range(-0.3, 0.3),
      );
      if (round % 3 === 0) {
        // In the game's own array.
        positions.set(moved, 3 * start);
        setMeshPositions(game.world, shape, positions, { start, count });
      } else setMeshPositions(game.world, game.ground, moved, { start, count });
      collisionSystem(game.world);
      const fresh = createGame(mesh(positions.slice(), index), isStatic);
      spawnBodies(fresh, 4);
      collisionSystem(fresh.world);
      expect(answers(game, createRng(round))).toEqual(answers(fresh, createRng(round)));
    }
  });
});

it('triangles that were flat or doubled when the mesh was made come up where their corners move', () => {
  const rng = createRng(77);
  for (let round = 0; round < 12; round++) {
    // A fan of which some triangles have collapsed, and two sheets that lie on each other.
    const { positions, index } = makeTerrain(6, 6, () => rng.range(-0.5, 0.5));
    const later = Float64Array.from(positions);
    const doubled = Float64Array.from([...positions, ...positions]);
    const both = [...index, ...Array.from(index, (vertex) => vertex + positions.length / 3)];
    for (let vertex = 7; vertex < 20; vertex++) doubled.copyWithin(3 * vertex, 0, 3);
    const moved = Float64Array.from([...later, ...later.map((value, i) => value + (i % 3 === 1 ? 1 : 0))]);
    const game = createGame(mesh(doubled, both), round % 2 === 0);
    spawnBodies(game, 4);
    collisionSystem(game.world);
    setMeshPositions(game.world, game.ground, moved);
    collisionSystem(game.world);
    const fresh = createGame(mesh(moved.slice(), both), round % 2 === 0);
    spawnBodies(fresh, 4);
    collisionSystem(fresh.world);
    expect(answers(game, createRng(round))).toEqual(answers(fresh, createRng(round)));
  }
});

it('begins and ends contacts of bodies that do not move', () => {
  const shape = heightfield(new Float32Array(25), 5, 5, 1);
  const game = createGame(shape, true);
  const ball = game.spawn(2, 0.45, 2, sphere(0.5));
  const above = game.spawn(2, 3, 2, sphere(0.5));
  const events: string[] = [];
  game.collision.onBegin((a, b) => void events.push(`begin ${b === ball ? 'ball' : b === above ? 'above' : a}`));
  game.collision.onEnd((_, b) => void events.push(`end ${b === ball ? 'ball' : 'above'}`));
  collisionSystem(game.world);
  collisionSystem(game.world);
  const pit = { column: 1, row: 1, columns: 3, rows: 3 };
  setHeights(game.world, game.ground, pit, new Array(9).fill(-2));
  collisionSystem(game.world);
  setHeights(game.world, shape, pit, new Array(9).fill(2.6));
  collisionSystem(game.world);
  collisionSystem(game.world);
  expect(events).toEqual(['begin ball', 'end ball', 'begin above']);
});

describe('what cannot be used is refused, and changes nothing', () => {
  const code = (run: () => void): string => {
    try {
      run();
    } catch (error) {
      return (error as CollisionError).code;
    }
    return 'none';
  };

  it('heights', () => {
    const heights = new Int16Array(25).fill(7);
    const game = createGame(heightfield(heights, 5, 5, 1, { hole: -1 }), true);
    const { world, ground } = game;
    const set = (region: object, values: number[]) => code(() => setHeights(world, ground, region, values));
    expect(set({ column: 5, columns: 1, rows: 1 }, [1])).toBe('out-of-range');
    expect(set({ column: 4, columns: 2, rows: 1 }, [1, 1])).toBe('out-of-range');
    expect(set({ columns: 2, rows: 1 }, [1])).toBe('invalid-shape');
    expect(set({ columns: 1, rows: 1 }, [40_000])).toBe('out-of-range');
    expect(set({ columns: 1, rows: 2 }, [5, Number.POSITIVE_INFINITY])).toBe('invalid-number');
    expect(set({ wide: 1 }, [1])).toBe('invalid-state');
    expect(set({}, new Array(25).fill(-1))).toBe('invalid-shape');
    expect(Array.from(heights)).toEqual(new Array(25).fill(7));
    const ball = game.spawn(9, 9, 9, sphere(1));
    expect(code(() => setHeights(world, ball, {}, heights))).toBe('invalid-shape');
    expect(code(() => setHeights({}, ground, {}, heights))).toBe('invalid-state');
    expect(code(() => setHeights(world, 999, {}, heights))).toBe('invalid-state');
  });

  it('positions', () => {
    const positions = new Float64Array([0, 0, 0, 0, 0, 1, 1, 0, 0]);
    const { world, ground } = createGame(mesh(positions), true);
    const set = (values: number[], range?: object) => code(() => setMeshPositions(world, ground, values, range));
    expect(set([1, 2, 3])).toBe('invalid-shape');
    expect(set([1, 2, 3], { start: 3, count: 1 })).toBe('out-of-range');
    expect(set([1, Number.NaN, 3], { start: 1, count: 1 })).toBe('invalid-number');
    expect(set([1, 2, 3], { from: 1 })).toBe('invalid-state');
    expect(Array.from(positions)).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 0]);
    expect(code(() => setHeights(world, ground, {}, positions))).toBe('invalid-shape');
    positions[4] = Number.NaN;
    expect(code(() => setMeshPositions(world, ground, positions))).toBe('invalid-number');
    positions[4] = 0.5;
    setMeshPositions(world, ground, positions);
    collisionSystem(world);
    expect(castRay(world, { x: 0, y: 5, z: 0.999 }, { x: 0, y: -9, z: 0 })?.y).toBeCloseTo(0.4995, 9);
  });
});
