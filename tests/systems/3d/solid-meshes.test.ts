import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castRay,
  castShape,
  closestPoint,
  closestPoints,
  collideShape,
  collisionSystem,
  createCollision,
  explainPair,
  mesh,
  overlapShape,
  queryPoint,
  type ShapeContact,
  sphere,
} from '../../../entry/3d.ts';

/** A solid of half extents 5, 4 and 6 about (100, 0, 0), and what is deep inside of it, nearest to its top. */
function createGame(solid: boolean) {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 5 : -5, i & 2 ? 4 : -4, i & 4 ? 6 : -6]);
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'].map((corners) => Array.from(corners, Number));
  const index = quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);
  const spawn = (x: number, y: number, z: number, shape: ReturnType<typeof mesh>) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const block = spawn(100, 0, 0, mesh(signs.flat(), index, { solid }));
  return { world, collision, spawn, block };
}

const INSIDE = { x: 101, y: 1.5, z: -2 };

it('a one-sided mesh is no neighbour of what is behind it, and explainPair says so', () => {
  const { world, collision, spawn } = createGame(false);
  const floor = spawn(0, 0, 0, mesh([-9, 0, -9, -9, 0, 9, 9, 0, 0], undefined, { oneSided: true }));
  const above = spawn(0, 0.4, 0, sphere(0.5));
  const below = spawn(0, -0.4, 0, sphere(0.5));
  collisionSystem(world);
  expect([...collision.contactsOf(floor, above)].length).toBe(1);
  expect([...collision.contactsOf(floor, below)].length).toBe(0);
  expect(closestPoints(world, floor, above)?.separation).toBeCloseTo(-0.1, 12);
  expect(closestPoints(world, floor, below)).toBeUndefined();
  expect(explainPair(world, below, floor)).toMatchObject({ touching: false, reason: 'behind-one-sided' });
});

describe('a solid mesh', () => {
  it.each([
    ['sphere', sphere(0.2), -2.7],
    ['box', box(0.3, 0.1, 0.2), -2.6],
  ] as const)('pushes out a %s that is deep inside, by the shortest way', (_, shape, separation) => {
    const { world, collision, spawn, block } = createGame(true);
    const body = spawn(INSIDE.x, INSIDE.y, INSIDE.z, shape);
    collisionSystem(world);
    const contacts = Array.from(collision.contactsOf(block, body), ({ normalX, normalY, normalZ, separation }) => [
      normalX,
      normalY,
      normalZ,
      separation,
    ]);
    expect(contacts).toEqual([[0, 1, 0, expect.closeTo(separation, 12)]]);
    const touched: ShapeContact[] = [];
    expect(collideShape(world, shape, INSIDE, touched, { ignore: body })).toBe(1);
    expect([touched[0].normalY, touched[0].separation]).toEqual([1, expect.closeTo(separation, 12)]);
    const hit = castShape(world, shape, INSIDE, { x: 20, y: 0, z: 0 }, { ignore: body });
    expect([hit?.fraction, hit?.normalY]).toEqual([0, 1]);
    const out = castShape(
      world,
      shape,
      INSIDE,
      { x: 0, y: 9, z: 0 },
      { ignore: body, initialOverlap: 'ignore-separating' },
    );
    expect(out).toBeUndefined();
  });

  it('knows inside from outside in queries', () => {
    const { world, block, spawn } = createGame(true);
    collisionSystem(world);
    const found: number[] = [];
    expect(queryPoint(world, INSIDE, found)).toBe(1);
    expect(found).toEqual([block]);
    expect(overlapShape(world, sphere(0.1), INSIDE, found)).toBe(1);
    expect(castRay(world, INSIDE, { x: 1, y: 0, z: 0 })?.fraction).toBe(0);
    expect(closestPoint(world, INSIDE)?.distance).toBe(0);
    const body = spawn(INSIDE.x, INSIDE.y, INSIDE.z, sphere(0.2));
    collisionSystem(world);
    const pair = closestPoints(world, body, block)!;
    expect([pair.separation, pair.normalY, pair.yA, pair.yB]).toEqual([
      expect.closeTo(-2.7, 12),
      -1,
      expect.closeTo(1.3, 12),
      expect.closeTo(4, 12),
    ]);
    expect(explainPair(world, body, block)).toMatchObject({ touching: true, reason: 'touching' });
    expect(queryPoint(world, { x: 101, y: 4.1, z: 0 }, found)).toBe(0);
  });

  it('is hollow where it is none', () => {
    const { world, collision, spawn, block } = createGame(false);
    const body = spawn(INSIDE.x, INSIDE.y, INSIDE.z, sphere(0.2));
    collisionSystem(world);
    expect([...collision.contactsOf(block, body)]).toEqual([]);
    expect(collideShape(world, sphere(0.2), INSIDE, [], { ignore: body })).toBe(0);
    const hit = castShape(world, sphere(0.2), INSIDE, { x: 20, y: 0, z: 0 }, { ignore: body });
    expect([hit?.fraction, hit?.normalX]).toEqual([expect.closeTo(3.8 / 20, 12), -1]);
  });
});
