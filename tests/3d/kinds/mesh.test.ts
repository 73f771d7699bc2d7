import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castRay,
  castShape,
  closestPoint,
  closestPoints,
  collisionSystem,
  compound,
  createCollision,
  halfSpace,
  mesh,
  overlapShape,
  queryPoint,
  type ShapeSpec,
  sphere,
} from '../../../entry/3d.ts';
import { makeBox } from '../../3d/geometry/support/mesh-fixtures.ts';
import { refusal } from '../../support/game-2d.ts';

const cube = makeBox(2); // from 0 to 2 along each axis

/** A world of shapes at places; entities are 1, 2, … in their order. */
function worldOf(...bodies: (readonly [shape: ShapeSpec, x: number, y: number, z: number])[]) {
  const world = createWorld();
  const collision = createCollision(world);
  for (const [shape, x, y, z] of bodies) {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x, y, z }));
    addComponent(world, eid, set(collision.Collider, shape));
  }
  collisionSystem(world);
  const contacts = () =>
    Array.from(collision.contacts(), (contact) => ({
      normal: [contact.normalX, contact.normalY, contact.normalZ].map((value) => Math.round(value * 1e9) / 1e9 + 0),
      separation: Math.round(contact.separation * 1e9) / 1e9,
      points: contact.pointCount,
    }));
  return { world, collision, contacts };
}

describe('a solid mesh', () => {
  const solid = mesh(cube.positions, cube.index, { solid: true });

  it('holds what is inside, and is met by rays from outside alone', () => {
    const { world } = worldOf([solid, 0, 0, 0]);
    const inside = { x: 1, y: 0.7, z: 1.2 };
    expect(queryPoint(world, inside, [])).toBe(1);
    expect(queryPoint(world, { x: 2.1, y: 1, z: 1 }, [])).toBe(0);
    expect(closestPoint(world, inside)).toMatchObject({ entity: 1, distance: 0, x: 1, y: 0.7, normalX: 0 });
    expect(overlapShape(world, sphere(0.1), inside, [])).toBe(1);
    expect(castRay(world, inside, { x: 5, y: 0, z: 0 })).toMatchObject({ fraction: 0, normalX: 0 });
    expect(castRay(world, inside, { x: 5, y: 0, z: 0 }, { initialOverlap: 'ignore' })).toBeUndefined();
    expect(castRay(world, { x: 5, y: 1, z: 1.1 }, { x: -1, y: 0, z: 0 })).toMatchObject({ fraction: 3, normalX: 1 });
  });

  it('pushes out what has its middle inside, the shortest way', () => {
    const { contacts } = worldOf([solid, 0, 0, 0], [sphere(0.5), 1.1, 1.8, 0.9]);
    expect(contacts()).toEqual([{ normal: [0, 1, 0], separation: -0.7, points: 1 }]);
  });

  it('is met by its outside alone', () => {
    const { contacts } = worldOf([solid, 0, 0, 0], [box(0.5, 0.5, 0.5), 1, 2.45, 1]);
    expect(contacts()).toEqual([{ normal: [0, 1, 0], separation: -0.05, points: 4 }]);
  });
});

describe('a mesh of two sides', () => {
  const open = mesh(cube.positions, cube.index);

  it('is hollow, and met from inside too', () => {
    const { world, contacts } = worldOf([open, 0, 0, 0], [sphere(0.5), 1, 0.4, 1.1]);
    expect(contacts()).toEqual([{ normal: [0, 1, 0], separation: -0.1, points: 1 }]);
    expect(queryPoint(world, { x: 1, y: 1.5, z: 1 }, [])).toBe(0);
    expect(castRay(world, { x: 1, y: 1.5, z: 1.2 }, { x: 1, y: 0, z: 0 })).toMatchObject({ fraction: 1, normalX: -1 });
    expect(closestPoint(world, { x: 1.9, y: 1.4, z: 1.2 })).toMatchObject({ entity: 1, x: 2, normalX: -1 });
  });

  it('of one side lets through from behind', () => {
    const { world, contacts } = worldOf(
      [mesh(cube.positions, cube.index, { oneSided: true }), 0, 0, 0],
      [sphere(0.3), 1, 0.2, 1.1],
    );
    expect(contacts()).toEqual([]);
    expect(castRay(world, { x: 1, y: 1.5, z: 1.2 }, { x: 1, y: 0, z: 0 })).toBeUndefined();
  });

  it('with a radius is as thick', () => {
    const thick = mesh(cube.positions, cube.index, { radius: 0.1 });
    const { world, contacts } = worldOf([thick, 0, 0, 0], [sphere(0.5), 1, 2.55, 1.1]);
    expect(contacts()).toEqual([{ normal: [0, 1, 0], separation: -0.05, points: 1 }]);
    expect(castRay(world, { x: 5, y: 1, z: 1.1 }, { x: -1, y: 0, z: 0 })?.fraction).toBeCloseTo(2.9, 12);
    expect(closestPoint(world, { x: 4, y: 1, z: 1.1 }, { maxDistance: 2 })?.distance).toBeCloseTo(1.9, 12);
  });
});

describe('meshes against what is no convex shape', () => {
  it('a half-space bears the lowest corners', () => {
    const { contacts } = worldOf([halfSpace(), 0, 0, 0], [mesh(cube.positions, cube.index), 3, -0.1, 3]);
    expect(contacts()).toEqual([{ normal: [0, 1, 0], separation: -0.1, points: 4 }]);
  });

  it('a compound has a contact for each child', () => {
    const pair = compound([
      { ...sphere(0.5), offsetX: -0.6 },
      { ...box(0.4, 0.4, 0.4), offsetX: 0.5 },
    ]);
    const { contacts } = worldOf([mesh(cube.positions, cube.index), 0, 0, 0], [pair, 1, 2.39, 1]);
    expect(contacts()).toEqual([
      { normal: [0, 1, 0], separation: -0.11, points: 1 },
      { normal: [0, 1, 0], separation: -0.01, points: 4 },
    ]);
  });

  it('another mesh is met by its triangles, in one patch each plane', () => {
    const floor = mesh([-5, 0, -5, -5, 0, 5, 5, 0, 5, 5, 0, -5], [0, 1, 2, 0, 2, 3]);
    const { world, collision } = worldOf([floor, 0, 0, 0], [mesh(cube.positions, cube.index), 0.3, -0.05, 0.4]);
    const deepest = Math.min(...Array.from(collision.contacts(), ({ separation }) => separation));
    expect(deepest).toBeLessThan(-0.049);
    const { child, entity, fraction } = castRay(world, { x: -1, y: 3, z: 0 }, { x: 0, y: -1, z: 0 })!;
    expect([entity, child, fraction]).toEqual([1, 0, 3]);
    expect(closestPoints(world, 1, 2)?.separation).toBeLessThan(0);
  });

  it('is cast as it is', () => {
    const { world } = worldOf([box(1, 1, 1), 0, 0, 0]);
    const hit = castShape(world, mesh(cube.positions, cube.index), { x: 4, y: -1, z: -1 }, { x: -10, y: 0, z: 0 });
    expect(hit?.fraction).toBeCloseTo(0.3, 9);
  });
});

it('what is no mesh is refused with the reason', () => {
  const make = (...args: unknown[]) => refusal(() => (mesh as (...all: unknown[]) => unknown)(...args));
  expect(make([0, 0, 0, 1, 0, 0, 2, 0, 0])).toContain('mesh: has no triangle with an area');
  expect(make(cube.positions, [0, 1, 8])).toContain(
    'mesh index 2, of triangle 0 must be the number of a vertex, got 8',
  );
  expect(make(cube.positions, cube.index, { sides: 2 })).toContain('mesh options');
  expect(make(cube.positions, cube.index, { solid: 1 })).toContain('solid must be a boolean');
  expect(make(cube.positions, cube.index, { radius: -1 })).toContain('mesh radius');
});
