import { describe, expect, it } from 'vitest';
import { box, collisionSystem, concave } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/**
 * A body with its middle inside a solid is led out over one edge, and the features of its contact name the two ends of
 * that edge. The number of corners after which they are counted from 0 again was that of whatever tile had been
 * collided before: two worlds of the same state had different features.
 */
describe('the features of a body that is led out of a solid', () => {
  it.each([
    { side: 'lower', x: 2, y: 0.25, ends: [0, 1] },
    { side: 'right', x: 3.75, y: 2, ends: [1, 2] },
    { side: 'upper', x: 2, y: 3.75, ends: [2, 3] },
    { side: 'left', x: 0.25, y: 2, ends: [0, 3] },
  ])('name the ends of the $side edge', ({ x, y, ends }) => {
    const { world, collision, spawn } = createGame();
    spawn(
      0,
      0,
      concave([
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ]),
    );
    spawn(x, y, box(0.5, 0.5));
    collisionSystem(world);
    const features = Array.from(collision.contacts(), (contact) =>
      [0, 1].map((i) => contact.pointFeature(i) & 0xffff).sort(),
    );
    expect(features).toEqual([ends]);
  });
});
