import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Pooling instead of spawning': {
    before: `${WORLD}
      import { removeComponent } from 'bitecs';
      const Bullet = {}, Enemy = {};
      spawn(collision, 5, 0, circle(1), Enemy);
      spawn(collision, 5, 0.5, circle(1), Enemy);`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(collision.counts.contacts, 1, 'the sleeping ones take no part');
      const causes: string[] = [];
      collision.onEnd([Bullet], (bullet, enemy, end) => causes.push(end.cause));
      for (let round = 0; round < 3; round++) {
        fire(5, 0);
        assert.equal(free.length, 199);
        collisionSystem(world);
        assert.equal(free.length, 200, 'put back once, though it hit two');
        collisionSystem(world);
      }
      assert.deepEqual(causes, ['disabled', 'disabled', 'disabled']);`,
  },
};

/** These run in space as well. */
export const alike = ['Pooling instead of spawning'];
