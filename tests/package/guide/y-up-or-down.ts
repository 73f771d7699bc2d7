import { MOVER } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'y up or down': {
    before: `${MOVER}
      const moved = createMoveResult();
      const player = spawn(collision, 0, 0, box(8, 16));
      spawn(collision, 0, 20, box(500, 2));
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(moved.grounded, true);
      assert.ok(moved.y > 1 && moved.y < 2);`,
  },
};
