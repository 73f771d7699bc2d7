import { expect, it } from 'vitest';
import {
  castCollider,
  castShape,
  circle,
  collideShape,
  collisionSystem,
  explainPair,
  massProperties,
  moveAndSlide,
  overlapShape,
  setTile,
  tiles,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

// One tile was the least that a query, a mover or mass properties took: a map dug away to the last was refused.
it('a map without tiles is nowhere, meets nothing and weighs nothing', () => {
  const { world, spawn } = createGame();
  spawn(0, 0, circle(3));
  const raft = tiles({ columns: 2, rows: 2, size: 1, cells: [0, 1, 0, 0] });
  const eid = spawn(0, 0, raft);
  const pose = { x: 0, y: 0 };
  for (const isThere of [true, false]) {
    collisionSystem(world);
    const other = { ignore: eid };
    expect(massProperties(raft).mass).toBe(isThere ? 1 : 0);
    expect(overlapShape(world, raft, pose, [], other)).toBe(isThere ? 1 : 0);
    expect(collideShape(world, raft, pose, [], other)).toBe(isThere ? 1 : 0);
    expect(castShape(world, raft, { x: -9, y: 0 }, { x: 9, y: 0 }, other) !== undefined).toBe(isThere);
    expect(castCollider(world, eid, { x: 1, y: 0 }) !== undefined).toBe(isThere);
    setTile(raft, 1, 0, 0);
  }
  expect(moveAndSlide(world, eid, { x: 4, y: 0 }).x).toBe(4);
});

// It was said to be a one-sided chain.
it('is what explainPair names where there is nothing to touch', () => {
  const { world, spawn } = createGame();
  const ball = spawn(1, 1, circle(1));
  const raft = tiles({ columns: 2, rows: 2, size: 1 });
  const eid = spawn(0, 0, raft);
  collisionSystem(world);
  for (const pair of [explainPair(world, ball, eid), explainPair(world, eid, ball)]) {
    expect(pair.reason).toBe('no-shape');
    expect(pair.message).toBe(`the map of entity ${eid} has no tiles`);
    expect(pair.touching).toBe(false);
  }
  setTile(raft, 1, 1, 1);
  expect(explainPair(world, ball, eid).reason).toBe('not-yet-updated');
  collisionSystem(world);
  expect(explainPair(world, ball, eid).reason).toBe('touching');
});
