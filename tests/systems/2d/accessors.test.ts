import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  CollisionError,
  type ContactCopy,
  circle,
  collisionOf,
  collisionSystem,
  copyContact,
  createCollision,
  hierarchiesOf,
  touching,
} from 'bitecs-collision/2d';
import { expect, test } from 'vitest';

function createPile() {
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.5, timings: true });
  const { Transform, Collider, Static, Sensor } = collision;
  const add = (x: number, shape: object, ...tags: object[]) => {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y: 0 }), set(Collider, shape), ...tags]) addComponent(world, eid, part);
    return eid;
  };
  const a = add(0, box(1, 1));
  const b = add(1.5, box(1, 1));
  const wall = add(-2.2, box(1, 1), Static);
  const zone = add(0, circle(0.5), Sensor);
  collisionSystem(world);
  return { world, collision, a, b, wall, zone };
}

test('collisionOf returns what createCollision did, until it is disposed', () => {
  const { world, collision } = createPile();
  expect(collisionOf(world)).toBe(collision);
  collision.dispose();
  expect(() => collisionOf(world)).toThrow(CollisionError);
  expect(() => collisionOf({})).toThrow('has no collision');
});

test('touching answers in either order, for sensors, and not for what is only near', () => {
  const { world, a, b, wall, zone } = createPile();
  expect([touching(world, a, b), touching(world, b, a), touching(world, zone, a)]).toEqual([true, true, true]);
  expect([touching(world, a, wall), touching(world, wall, a), touching(world, b, wall)]).toEqual([false, false, false]);
  removeEntity(world, b);
  collisionSystem(world);
  expect(touching(world, a, b)).toBe(false);
  expect(() => touching(world, a, NaN)).toThrow(CollisionError);
});

test('counts and hierarchies are those of the last tick', () => {
  const { world, collision, a } = createPile();
  const { contactIdEnd, ...rest } = collision.counts;
  expect(rest).toEqual({ moving: 3, static: 1, candidates: 4, contacts: [...collision.contacts()].length });
  for (const { id } of collision.contacts()) expect(id).toBeLessThan(contactIdEnd);
  const { moving, statics } = hierarchiesOf(world);
  expect([moving.itemCount, statics.itemCount]).toEqual([3, 1]);
  removeEntity(world, a);
  collisionSystem(world);
  expect(collision.counts.moving).toBe(2);
  expect(hierarchiesOf(world).moving.itemCount).toBe(2);
});

test('a copy of a contact stays as it was', () => {
  const { world, collision, a, b } = createPile();
  let kept: ContactCopy | undefined;
  for (const contact of collision.contacts()) if (contact.a === a && contact.b === b) kept = copyContact(contact);
  collision.Transform.x[b] = 50;
  collisionSystem(world);
  expect(kept).toMatchObject({ a, b, indexA: a, indexB: b, normalX: 1, normalY: 0, separation: -0.5, touching: true });
  expect(kept!.points.map(({ separation }) => separation)).toEqual([-0.5, -0.5]);
  expect(structuredClone(kept)).toEqual(kept);
});

test('indices are those of the stores, whichever entity comes first', () => {
  const { collision, a, b } = createPile();
  for (const contact of collision.contactsOf(b, a)) {
    expect([contact.indexA, contact.indexB]).toEqual([collision.indexOf(b), collision.indexOf(a)]);
  }
});

test('timings are measured where they were asked for, and only there', () => {
  const { collision } = createPile();
  const { timings } = collision;
  expect(Object.keys(timings!)).toEqual(['sync', 'bounds', 'broad phase', 'narrow phase', 'tracking', 'events']);
  for (const milliseconds of Object.values(timings!)) expect(milliseconds).toBeGreaterThanOrEqual(0);
  expect(Object.values(timings!).some((milliseconds) => milliseconds > 0)).toBe(true);
  expect(createCollision(createWorld()).timings).toBeUndefined();
  expect(() => createCollision(createWorld(), { timings: 1 as never })).toThrow('timings');
});
