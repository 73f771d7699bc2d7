import { addComponent } from 'bitecs';
import { expect, test } from 'vitest';
import {
  castRay,
  circle,
  collisionSystem,
  createSnapshot,
  restoreCollision,
  saveCollision,
  savedEntities,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/**
 * No tick reads a static of whose change it has not been told. A restore that had to build the hierarchy of statics
 * anew made it of what the stores said when they were saved: of who had been given a shape by then, whom a cast or the
 * next tick met as a shape that is none; and values that cannot be used were refused though nobody had read them.
 */
test.each(['a shape', 'a place that cannot be'])('a static given %s by a direct write is restored unread', (given) => {
  const { world, collision, spawn } = createGame();
  const { Transform, Collider, Static } = collision;
  const written = spawn(5);
  addComponent(world, written, Static);
  const wall = spawn(9);
  addComponent(world, wall, Static);
  collisionSystem(world);
  if (given === 'a shape') {
    Collider.kind[written] = 0;
    collision.touch(written);
    spawn(5.5);
    collisionSystem(world);
    Collider.kind[written] = circle(1).kind;
  } else Transform.x[written] = Number.NaN;
  const snapshot = createSnapshot({ stores: { Transform, Collider }, entities: savedEntities });
  saveCollision(world, snapshot);
  const seen = (): unknown => [
    castRay(world, { x: 5, y: -9 }, { x: 0, y: 18 })?.entity,
    castRay(world, { x: 9, y: -9 }, { x: 0, y: 18 })?.entity,
  ];
  const before = seen();
  Transform.x[written] = 5;
  Transform.x[wall] = 12;
  collision.touch(wall);
  collisionSystem(world);
  restoreCollision(world, snapshot);
  expect(seen()).toEqual(before);
  collisionSystem(world);
  expect(collision.counts.contacts).toBe(0);
  expect(seen()).toEqual(before);
});
