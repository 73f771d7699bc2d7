import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  attachedTo,
  box,
  capsule,
  castRay,
  collisionSystem,
  compound,
  createCollision,
  createCollisionHistory,
  createSnapshot,
  cylinder,
  hashCollision,
  heightfield,
  hull,
  mesh,
  ownerOf,
  queryPoint,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  sphere,
  withCollider,
  withTransform,
} from '../../../entry/3d.ts';
import { makeTorusKnot } from '../../support/meshes.ts';
import { pointsOnSphere } from '../../support/random-space.ts';
import { createRng } from '../../support/rng.ts';
import { makeTerrain } from '../../support/surface-meshes.ts';

const SIDE = 4;
const SHAPES = [sphere(0.4), box(0.4, 0.3, 0.5), capsule(0.3, 0.3), cylinder(0.3, 0.4)];

/** A world whose bodies go to and fro and turn: where they are depends on the tick alone. */
function createRoom(seed: number, more: readonly ShapeSpec[] = []) {
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
    ...more,
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

  it('goes on from a snapshot with surfaces among the bodies', () => {
    const random = createRng(9);
    const terrain = makeTerrain(4, 4, () => random.range(0, 0.5));
    const knot = makeTorusKnot(24, 5);
    const room = createRoom(4, [
      mesh(terrain.positions, terrain.index),
      heightfield(
        Float32Array.from({ length: 25 }, () => random.range(0, 0.6)),
        5,
        5,
        0.5,
      ),
      mesh(knot.positions, knot.index, { solid: true }),
    ]);
    const snapshot = createSnapshot();
    for (let now = 0; now < 6; now++) room.tick(now);
    saveCollision(room.world, snapshot);
    const first = Array.from({ length: 5 }, (_, i) => room.tick(6 + i));
    expect(first.flat().length).toBeGreaterThan(200);
    restoreCollision(room.world, snapshot);
    expect(Array.from({ length: 5 }, (_, i) => room.tick(6 + i))).toEqual(first);
  });

  it('has a hash that another world with the same ticks has, too', () => {
    const [a, b] = [createRoom(7), createRoom(7)];
    for (let now = 0; now < 20; now++) expect(a.tick(now)).toEqual(b.tick(now));
  });
});

describe('a history in space', () => {
  it('shows what lies between two ticks as on its way, turned the short way', () => {
    const random = createRng(4);
    const shapes = [box(1, 0.4, 0.2), capsule(0.3, 1), hull(pointsOnSphere(random, 12, 1)), cylinder(0.5, 0.5)];
    const ways = Array.from({ length: 40 }, () => ({
      from: [0, 1, 2].map(() => random.range(-6, 6)),
      way: [0, 1, 2].map(() => random.range(-2, 2)),
      turn: [0, 1, 2, 3].map(() => random.range(-1, 1)),
      // A turn of up to 0.4 in a tick about some axis.
      spin: [0, 1, 2].map(() => random.range(-0.1, 0.1)),
      length: random.range(0.1, 10) * (random.next() < 0.5 ? -1 : 1),
    }));
    const worlds = [0, 1].map(() => {
      const world = createWorld();
      const collision = createCollision(world);
      for (const i of ways.keys()) {
        const entity = addEntity(world);
        addComponent(world, entity, withTransform(collision, {}));
        addComponent(world, entity, withCollider(collision, shapes[i % 4]));
      }
      return { world, collision };
    });
    /** Places all at a time between the ticks; an even turn about an axis, as its quaternion is (axis · tan, 1). */
    const place = (
      { world, collision: { Transform } }: (typeof worlds)[number],
      time: number,
      length: number,
    ): void => {
      for (const [i, { from, way, turn, spin }] of ways.entries()) {
        const entity = i + 1;
        for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
          Transform[axis][entity] = from[k] + time * way[k];
        }
        const half = Math.hypot(...spin);
        const tangent = Math.tan(time * half) / half;
        const [x, y, z, w] = turn;
        const [a, b, c] = spin.map((part) => part * tangent);
        Transform.qx[entity] = length * (x + a * w + b * z - c * y);
        Transform.qy[entity] = length * (y + b * w + c * x - a * z);
        Transform.qz[entity] = length * (z + c * w + a * y - b * x);
        Transform.qw[entity] = length * (w - a * x - b * y - c * z);
      }
      collisionSystem(world);
    };
    const [game, middle] = worlds;
    const history = createCollisionHistory(game.world);
    place(game, 0, 2);
    history.record();
    // The same turns by quaternions of another sign and length.
    place(game, 1, -3);
    history.record();
    let hits = 0;
    for (const time of [0.25, 0.5, 0.999]) {
      place(middle, time, 1);
      for (let i = 0; i < 300; i++) {
        const [x, y, z, dx, dy, dz] = Array.from({ length: 6 }, () => random.range(-6, 6));
        const from = { x, y, z };
        const way = { x: dx - x, y: dy - y, z: dz - z };
        const expected = castRay(middle.world, from, way);
        const found = castRay(history.at(1 + time), from, way);
        // A linear mix of quaternions lags behind an even turn of 0.4 by less than 0.0006.
        if (found?.entity !== expected?.entity) continue;
        hits += expected === undefined ? 0 : 1;
        if (expected !== undefined) expect(Math.abs(found!.fraction - expected.fraction)).toBeLessThan(0.01);
      }
    }
    expect(hits).toBeGreaterThan(200);
    expect(hits).toBeLessThan(800);
  });

  it('turns stores of a game that lack columns', () => {
    const world = createWorld();
    const column = () => new Float64Array(10);
    const [qz, qw] = [column(), column()];
    const component = {};
    const transform = { component, x: column(), y: column(), z: column(), qz, qw };
    const { Collider } = createCollision(world, { transform });
    const history = createCollisionHistory(world);
    const entity = addEntity(world);
    addComponent(world, entity, component);
    addComponent(world, entity, set(Collider, box(2, 0.1, 0.1)));
    for (const [z, w] of [
      [0, 1],
      [-1, -1],
    ]) {
      qz[entity] = z;
      qw[entity] = w;
      collisionSystem(world);
      history.record();
    }
    // From no turn to a quarter turn: half-way along the diagonal.
    const seen = [1, 1.5, 2].map((tick) =>
      [
        { x: 1, y: 0, z: 0 },
        { x: 1, y: 1, z: 0 },
        { x: 0, y: 1, z: 0 },
      ].map((point) => queryPoint(history.at(tick), point, [])),
    );
    expect(seen).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
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
