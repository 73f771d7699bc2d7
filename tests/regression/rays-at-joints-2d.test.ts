import { expect, it } from 'vitest';
import { castRay, chain, collisionSystem } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/** The ray grazes the end of segment 1 by rounding, and crosses segment 2: the hit had the normal of a bare point. */
it('a ray through a flat joint of a turned chain meets a normal that the line has', () => {
  const { world, collision, spawn } = createGame();
  const line = spawn(10, -20, chain([0, 1, 1, 1, 2, 1, 3, 1, 4, 1]));
  collision.Transform.rotation[line] = Math.PI / 2;
  collision.Transform.scale[line] = 2;
  collisionSystem(world);
  const hit = castRay(world, { x: 6, y: -18 }, { x: 4, y: 4 });
  expect(hit).toMatchObject({ normalX: -1, normalY: expect.closeTo(0, 14), fraction: expect.closeTo(0.5, 14) });
});
