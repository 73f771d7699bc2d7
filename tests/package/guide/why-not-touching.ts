import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Why do my two things not touch?': {
    before: `${WORLD}
      const bullet = spawn(collision, 0, 0, { ...circle(1), categoryBits: 2, maskBits: 1 } as ShapeSpec);
      const enemy = spawn(collision, 0, 0, { ...circle(1), categoryBits: 4 } as ShapeSpec);
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(touching, false);
      assert.equal(reason, 'filtered-by-mask');
      assert.match(message, /^1 has category 0x2 and mask 0x1, 2 category 0x4 and mask 0xffffffff: each category /);`,
  },
};

/** These run in space as well. */
export const alike = ['Why do my two things not touch?'];
