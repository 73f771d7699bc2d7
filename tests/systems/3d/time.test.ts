import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  attachedTo,
  box,
  capsule,
  castRay,
  collisionSystem,
  createCollision,
  createCollisionHistory,
  cylinder,
  hull,
  ownerOf,
  queryPoint,
  sphere,
  withCollider,
  withTransform,
} from '../../../entry/3d.ts';
import { pointsOnSphere } from '../../support/random-space.ts';
import { createRng } from '../../support/rng.ts';

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
