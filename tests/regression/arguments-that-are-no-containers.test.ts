import { expect, it } from 'vitest';
import {
  castRays,
  circle,
  createContactColumns,
  createDebugLines,
  createRayHits,
  hashCollision,
  massProperties,
  readContacts,
} from '../../entry/2d.ts';
import { createGame, refusal } from '../support/game-2d.ts';

// These ended in TypeErrors and RangeErrors of the engine, and misspelt options of debug lines in nothing at all.
it('refuses what results cannot be written to, what holds no rays, and options of debug lines that there are not', () => {
  const { world, spawn } = createGame();
  spawn(0, 0, circle(1));
  const before = hashCollision(world);
  const rays = [0, 5, 0, -10];
  const refusals = [
    () => createRayHits(-1),
    () => createRayHits(2 ** 40),
    () => createRayHits(Number.NaN),
    () => castRays(world, null as never, createRayHits(1)),
    () => castRays(world, rays, undefined as never),
    () => castRays(world, rays, {} as never),
    () => readContacts(world, undefined as never),
    () => readContacts(world, {} as never),
    () => massProperties(circle(1), 1, 5 as never),
    () => massProperties(circle(1), 1, Object.freeze({ mass: 0, x: 0, y: 0, inertia: 0 })),
    () => createDebugLines(world, { shape: false } as object),
    () => createDebugLines(world, { colours: { statics: 1 } } as object),
    () => createDebugLines(world, null as never),
  ].map(refusal);
  const ranges = 'out-of-range: count must be an integer from 0 to 1073741824, got ';
  expect(refusals.slice(0, 10)).toEqual([
    `${ranges}-1`,
    `${ranges}1099511627776`,
    `${ranges}NaN`,
    'out-of-range: the length of rays must be a multiple of 4, got undefined',
    'out-of-range: the room in out must be 1 or more, got undefined',
    'out-of-range: the room in out must be 1 or more, got undefined',
    'invalid-state: out must be what createContactColumns returned, got undefined',
    'invalid-state: out must be what createContactColumns returned, got an object',
    'invalid-state: out must be an object that can be written to, got 5',
    'invalid-state: out must be an object that can be written to, got an object',
  ]);
  expect(refusals[10]).toMatch(/^invalid-state: each key of debug options must be one of .*, got "shape"$/);
  expect(refusals[11]).toMatch(/^invalid-state: each key of debug colours must be one of .*, got "statics"$/);
  expect(refusals[12]).toMatch(/^invalid-state: debug options must be an object .*, got null$/);
  expect(hashCollision(world)).toEqual(before);
  expect([castRays(world, rays, createRayHits(1)), readContacts(world, createContactColumns())]).toEqual([1, 0]);
  const { show } = createDebugLines(world, { shapes: false, colours: { static: 1 } });
  expect([show.shapes, show.contacts, show.colours.static]).toEqual([false, true, 1]);
});
