import { expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

it('contacts have normals in a tick that takes over none, after one that took over a few of many', () => {
  const game = createGame();
  const { world, collision } = game;
  const { x, y } = collision.Transform;
  const partners = Array.from({ length: 100 }, (_, i) => {
    game.spawn(10 * i);
    return game.spawn(10 * i);
  });
  const alone = Array.from({ length: 800 }, (_, i) => game.spawn(10 * i, 50));
  const normals = (touching: number): number[] => {
    partners.forEach((eid, i) => {
      x[eid] = 10 * i + (i < touching ? 1.5 : 5);
    });
    collisionSystem(world);
    return Array.from(collision.contacts(), ({ normalX }) => normalX);
  };
  expect(normals(100)).toEqual(Array(100).fill(1));
  // Most colliders rest, so contacts are taken over: two.
  expect(normals(2)).toEqual([1, 1]);
  for (const eid of alone) y[eid] += 0.1;
  expect(normals(100)).toEqual(Array(100).fill(1));
});
