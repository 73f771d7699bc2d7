import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  attachedTo,
  box,
  capsule,
  collisionSystem,
  compound,
  createCollision,
  createSnapshot,
  cylinder,
  hashCollision,
  hull,
  ownerOf,
  restoreCollision,
  saveCollision,
  sphere,
  withCollider,
  withTransform,
} from '../../../entry/3d.ts';
import { pointsOnSphere } from '../../support/random-space.ts';
import { createRng } from '../../support/rng.ts';

const SIDE = 4;
const SHAPES = [sphere(0.4), box(0.4, 0.3, 0.5), capsule(0.3, 0.3), cylinder(0.3, 0.4)];

/** A world whose bodies go to and fro and turn: where they are depends on the tick alone. */
function createRoom(seed: number) {
  const random = createRng(seed);
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.05 });
  const { Transform } = collision;
  const rock = hull(pointsOnSphere(random, 16, 0.45));
  const shapes = [
    ...SHAPES,
    rock,
    compound([
      { ...rock, offsetX: 0.3 },
      { ...sphere(0.3), offsetX: -0.3 },
    ]),
  ];
  const bodies = Array.from({ length: 60 }, (_, i) => {
    const entity = addEntity(world);
    const place = [0, 1, 2].map(() => SIDE * random.next());
    const speed = [0, 1, 2].map(() => random.next() - 0.5);
    addComponent(world, entity, withTransform(collision, { x: place[0] }));
    addComponent(world, entity, withCollider(collision, shapes[i % shapes.length]));
    return { entity, place, speed };
  });
  const told: string[] = [];
  collision.onBegin((a, b, contact) => told.push(`begin ${a} ${b} ${contact.id}`));
  collision.onEnd((a, b, { id }) => told.push(`end ${a} ${b} ${id}`));

  function tick(now: number): string[] {
    for (const { entity, place, speed } of bodies) {
      for (const [axis, name] of (['x', 'y', 'z'] as const).entries()) {
        const way = (((place[axis] + 0.1 * now * speed[axis]) % (2 * SIDE)) + 2 * SIDE) % (2 * SIDE);
        Transform[name][entity] = way < SIDE ? way : 2 * SIDE - way;
      }
      Transform.qx[entity] = 0.02 * now * speed[0];
      Transform.qy[entity] = 0.03 * now * speed[1];
    }
    collisionSystem(world);
    const seen = told.splice(0);
    for (const contact of collision.contacts()) {
      const points = Array.from({ length: contact.pointCount }, (_, i) => [
        ...[contact.pointX(i), contact.pointY(i), contact.pointZ(i)],
        ...[contact.pointSeparation(i), contact.pointFeature(i)],
      ]);
      const children = [contact.childA, contact.childB];
      seen.push(JSON.stringify([contact.a, contact.b, ...children, contact.id, contact.age, contact.normalX, points]));
    }
    return [...seen, hashCollision(world).toString()];
  }
  return { world, collision, tick };
}

describe('time in space', () => {
  it.each([1, 2, 3])('goes on from a snapshot as it went on before (seed %i)', (seed) => {
    const room = createRoom(seed);
    const snapshot = createSnapshot();
    for (let now = 0; now < 30; now++) room.tick(now);
    saveCollision(room.world, snapshot);
    const first = Array.from({ length: 25 }, (_, i) => room.tick(30 + i));
    expect(first.flat().length).toBeGreaterThan(500);
    for (let again = 0; again < 2; again++) {
      restoreCollision(room.world, snapshot);
      expect(Array.from({ length: 25 }, (_, i) => room.tick(30 + i))).toEqual(first);
    }
  });

  it('has a hash that another world with the same ticks has, too', () => {
    const [a, b] = [createRoom(7), createRoom(7)];
    for (let now = 0; now < 20; now++) expect(a.tick(now)).toEqual(b.tick(now));
  });
});

describe('what is attached in space', () => {
  it('follows its parent, turned and scaled with it, over two levels', () => {
    const world = createWorld();
    const collision = createCollision(world);
    const AttachedTo = attachedTo(world);
    const { Transform, Collider } = collision;
    const spawn = () => {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, {}));
      addComponent(world, entity, set(Collider, sphere(0.25)));
      return entity;
    };
    const [tank, turret, muzzle] = [spawn(), spawn(), spawn()];
    addComponent(world, muzzle, set(AttachedTo, { parent: turret, x: 1 }));
    addComponent(world, turret, set(AttachedTo, { parent: tank, y: 1, qz: 1 }));
    // A quarter turn about z, twice as large: y goes to −x; the turret's own quarter turn then has x go to −x.
    Transform.qz[tank] = 1;
    Transform.scale[tank] = 2;
    Transform.z[tank] = 5;
    collisionSystem(world);
    const placeOf = (entity: number) => (['x', 'y', 'z', 'scale'] as const).map((axis) => Transform[axis][entity]);
    for (const [i, value] of [-2, 0, 5, 2].entries()) expect(placeOf(turret)[i]).toBeCloseTo(value, 12);
    for (const [i, value] of [-4, 0, 5, 2].entries()) expect(placeOf(muzzle)[i]).toBeCloseTo(value, 12);
    expect(ownerOf(world, muzzle)).toBe(tank);
    expect(collision.counts.contacts).toBe(0);
  });
});
