import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Hot reload': {
    before: `
      import { createWorld, type World } from 'bitecs';
      import { createCollision } from 'bitecs-collision/2d';
      declare global {
        interface ImportMeta {
          hot?: { data: object; accept(): void; dispose(callback: () => void): void };
        }
      }
      const Bullet = {}, Enemy = {};
      const hurt = (eid: number): void => {};`,
    after: `${EXPECT}
      assert.ok(kept.world === world);
      assert.equal(createCollision(world), collision);`,
  },
};

/** These run in space as well. */
export const alike = ['Hot reload'];
