import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Several worlds': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      assert.deepEqual([above.counts.moving, below.counts.moving], [0, 1]);`,
  },
};

/** These run in space as well. */
export const alike = ['Several worlds'];
