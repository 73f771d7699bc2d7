import { expect, it } from 'vitest';
import {
  circle,
  collisionSystem,
  copyContact,
  createDebugLines,
  eventSystem,
  hashCollision,
  touching,
  updateDebugLines,
  withCollider,
  withTransform,
} from '../../entry/2d.ts';
import { createGame, refusal } from '../support/game-2d.ts';

// These ended in TypeErrors of the engine, or in nothing at all: who touches undefined was answered as who touches
// anybody, and a misspelt option of a tick told events again that were to be kept quiet.
it('names what is no collision, contact, entity or lines, and options of a tick that there are not', () => {
  const { world, spawn } = createGame();
  const a = spawn(0, 0, circle(1));
  const b = spawn(1, 0, circle(1));
  collisionSystem(world);
  const before = hashCollision(world);
  const nothing = undefined as never;
  expect(
    [
      () => withCollider(nothing, circle(1)),
      () => withCollider(world as never, circle(1)),
      () => withTransform(nothing, { x: 1 }),
      () => copyContact(nothing),
      () => copyContact(5 as never),
      () => touching(world, a, nothing),
      () => touching(world, nothing, a),
      () => updateDebugLines(nothing, 1),
      () => updateDebugLines(createDebugLines(world), nothing),
      () => collisionSystem(world, { event: false } as object),
      () => eventSystem(world, { event: false } as object),
    ].map(refusal),
  ).toEqual([
    'invalid-state: collision must be what createCollision returned, got undefined',
    'invalid-state: collision must be what createCollision returned, got an object',
    'invalid-state: collision must be one that has a Transform, got undefined',
    'invalid-state: contact must be what a loop or a handler gave, got undefined',
    'invalid-state: contact must be what a loop or a handler gave, got 5',
    'out-of-range: an entity must be an id, got undefined',
    'out-of-range: an entity must be an id, got undefined',
    'invalid-state: this world has no collision, or is past: call createCollision(world) first',
    'invalid-number: pixel must be a finite number, got undefined',
    'invalid-state: each key of tick options must be one of events, got "event"',
    'invalid-state: each key of tick options must be one of events, got "event"',
  ]);
  expect(hashCollision(world)).toBe(before);
  expect(touching(world, a, b)).toBe(true);
  // A number is what forEach hands on.
  expect([world].map(collisionSystem)).toEqual([world]);
  expect(collisionSystem(world, { events: false })).toBe(world);
});
