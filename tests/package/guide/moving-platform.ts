import { MOVER } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'A platform that moves': {
    before: `${MOVER}
      const platform = spawn(collision, 0, 0, box(2, 0.1));
      const player = spawn(collision, 0.5, 0.7, box(0.3, 0.5));
      collisionSystem(world);`,
    after: `${EXPECT}
      for (let i = 0; i < 5; i++) tick(1 / 60); // it lands
      const onX = Transform.x[player] - Transform.x[platform];
      for (let i = 0; i < 1200; i++) {
        tick(1 / 60);
        assert.equal(moved.grounded, true);
        assert.ok(Math.abs(Transform.x[player] - Transform.x[platform] - onX) < 1e-6, 'it is taken along');
        assert.ok(Math.abs(Transform.y[player] - Transform.y[platform] - 0.6) < 0.02, 'it stands on it');
      }`,
  },
};
