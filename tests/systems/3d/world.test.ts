import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collisionOf,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  hull,
  type ShapeSpec,
  sphere,
  touching,
} from '../../../entry/3d.ts';
import { createRng } from '../../support/rng.ts';

function createSpace(options = {}) {
  const world = createWorld();
  const collision = createCollision(world, options);
  const spawn = (shape: ShapeSpec, x = 0, y = 0, z = 0) => {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, { x, y, z }));
    addComponent(world, entity, set(collision.Collider, shape));
    return entity;
  };
  return { world, collision, spawn };
}

const CUBE = [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1];

describe('a world of space', () => {
  it('begins, goes on with and ends a contact, with its numbers', () => {
    const { world, collision, spawn } = createSpace();
    const ground = spawn(halfSpace());
    const ball = spawn(sphere(1), 0, 0.9, 0);
    const told: string[] = [];
    collision.onBegin((a, b, contact) =>
      told.push(`begin ${a} ${b} ${contact.normalY} ${contact.separation.toFixed(3)}`),
    );
    collision.onStay((a, b) => told.push(`stay ${a} ${b}`));
    collision.onEnd((a, b, { cause }) => told.push(`end ${a} ${b} ${cause}`));
    collisionSystem(world);
    collisionSystem(world);
    expect(touching(world, ground, ball)).toBe(true);
    collision.Transform.y[ball] = 1.2;
    collisionSystem(world);
    expect(told).toEqual([
      `begin ${ground} ${ball} 1 -0.100`,
      `stay ${ground} ${ball}`,
      `end ${ground} ${ball} separated`,
    ]);
  });

  it('shows the points of a contact, and turns it round for the selector', () => {
    const { world, collision, spawn } = createSpace();
    const slab = spawn(box(2, 1, 2));
    const crate = spawn(box(0.5, 0.5, 0.5), 0, 1.4, 0);
    collisionSystem(world);
    const [contact] = [...collision.contactsOf(crate)].map((view) => ({
      ...{ a: view.a, b: view.b, normalY: view.normalY, points: view.pointCount, penetration: view.penetration },
      y: [0, 1, 2, 3].map((i) => view.pointY(i)),
      features: new Set([0, 1, 2, 3].map((i) => view.pointFeature(i))).size,
    }));
    expect(contact.a).toBe(crate);
    expect(contact.b).toBe(slab);
    expect(contact.normalY).toBe(-1);
    expect(contact.points).toBe(4);
    expect(contact.penetration).toBeCloseTo(0.1, 12);
    for (const y of contact.y) expect(y).toBeCloseTo(0.95, 12);
    expect(contact.features).toBe(4);
    const [view] = collision.contacts();
    expect(() => view.pointX(4)).toThrow(/point 4 does not exist: the contact has 4/);
  });

  it('takes the same hull for a cube as a box', () => {
    const { world, collision, spawn } = createSpace();
    const cube = hull(CUBE);
    spawn(cube);
    spawn(cube, 1.9, 0.2, 0.3);
    collisionSystem(world);
    const [contact] = collision.contacts();
    expect([contact.normalX, contact.pointCount]).toEqual([1, 4]);
    expect(contact.penetration).toBeCloseTo(0.1, 12);
  });

  it('places a collider by offset and scale within its entity', () => {
    const { world, collision, spawn } = createSpace();
    const arm = spawn(sphere(0.5));
    const { Transform, Collider } = collision;
    Transform.scale[arm] = 2;
    // A quarter turn about z takes the offset from x to y.
    Transform.qz[arm] = 1;
    Collider.offsetX[arm] = 3;
    spawn(sphere(1), 0, 7.9, 0);
    collisionSystem(world);
    const [contact] = collision.contacts();
    expect(contact.normalY).toBeCloseTo(1, 12);
    expect(contact.penetration).toBeCloseTo(0.1, 12);
  });

  it('ends the contact of an entity that is removed, whose id goes to another one', () => {
    const { world, collision, spawn } = createSpace();
    spawn(box(1, 1, 1));
    const first = spawn(sphere(1), 1.5, 0, 0);
    collisionSystem(world);
    const told: string[] = [];
    collision.onBegin((_a, b) => told.push(`begin ${b}`));
    collision.onEnd((_a, b, { cause }) => told.push(`end ${b} ${cause}`));
    removeEntity(world, first);
    const second = spawn(cone(1, 1), 1.5, 0, 0);
    expect(second).toBe(first);
    collisionSystem(world);
    expect(told.sort()).toEqual([`begin ${first}`, `end ${first} removed`].sort());
  });

  it('gives the same contacts whatever the order in which entities were added', () => {
    const shapes = [sphere(0.5), box(0.5, 0.4, 0.3), capsule(0.3, 0.4), cylinder(0.4, 0.4), cone(0.4, 0.5), hull(CUBE)];
    const run = (order: readonly number[]): string[] => {
      const world = createWorld();
      const collision = createCollision(world);
      const entities = order.map(() => addEntity(world));
      for (const i of order) {
        const random = createRng(i + 1);
        const place = { x: 3 * random.next(), y: 3 * random.next(), z: 3 * random.next(), qx: random.next() - 0.5 };
        addComponent(world, entities[i], set(collision.Collider, shapes[i % shapes.length]));
        addComponent(world, entities[i], set(collision.Transform, place));
      }
      collisionSystem(world);
      const seen: string[] = [];
      for (const contact of collision.contacts()) {
        const points = Array.from({ length: contact.pointCount }, (_, i) => [
          ...[contact.pointX(i), contact.pointY(i), contact.pointZ(i)],
          ...[contact.pointSeparation(i), contact.pointFeature(i)],
        ]);
        seen.push(JSON.stringify([contact.a, contact.b, contact.normalX, contact.normalY, contact.normalZ, points]));
      }
      return seen;
    };
    const order = Array.from({ length: 60 }, (_, i) => i);
    const expected = run(order);
    expect(expected.length).toBeGreaterThan(100);
    expect(run(order.slice().reverse())).toEqual(expected);
    expect(run(order.slice().sort((a, b) => ((a * 37) % 61) - ((b * 37) % 61)))).toEqual(expected);
  });
});

describe('bad input to a world of space', () => {
  const cases: [string, () => unknown, RegExp][] = [
    ['a sphere without size', () => sphere(0), /sphere radius must be .*, got 0/],
    ['a box without height', () => box(1, Number.NaN, 1), /box halfY must be .*, got NaN/],
    ['a capsule without core', () => capsule(1, 0), /capsule halfHeight must be .*, got 0/],
    ['a negative rounding', () => cylinder(1, 1, { radius: -1 }), /cylinder radius must be .*, got -1/],
    ['an unknown option', () => cone(1, 1, { rounding: 1 } as never), /rounding/],
    ['points without volume', () => hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), /needs volume/],
    ['points that are no triples', () => hull([0, 0, 0, 1]), /x, y and z each/],
    ['a coordinate that is no number', () => hull([...CUBE.slice(0, 23), Number.NaN]), /coordinate 2 of point 7/],
  ];
  it.each(cases)('names %s', (_name, make, message) => {
    expect(make).toThrow(message);
  });

  it.each([
    ['a place', (t: Record<string, Float64Array>, e: number) => (t.z[e] = Number.NaN), /Transform.z of entity 1/],
    ['a rotation', (t: Record<string, Float64Array>, e: number) => (t.qw[e] = 0), /quaternion of a length above 0/],
    ['a scale', (t: Record<string, Float64Array>, e: number) => (t.scale[e] = 0), /Transform.scale of entity 1/],
  ])('names %s that is of no use, and leaves contacts as they were', (_name, spoil, message) => {
    const { world, collision, spawn } = createSpace();
    const entity = spawn(box(1, 1, 1));
    spawn(sphere(1), 1.5);
    collisionSystem(world);
    spoil(collision.Transform as never, entity);
    expect(() => collisionSystem(world)).toThrow(message);
    expect([...collision.contacts()].length).toBe(1);
  });

  it('knows a world without collision', () => {
    expect(() => collisionOf(createWorld())).toThrow(/createCollision/);
  });
});
