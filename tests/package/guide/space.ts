import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'In space': {
    before: '',
    after: `${EXPECT}
      import { touching } from 'bitecs-collision/3d';
      assert.ok(touching(world, ground, ball));
      assert.ok(touching(world, crate, boulder));
      assert.ok(touching(world, ground, crate));
      const [standing] = collision.contactsOf(crate, ground);
      assert.equal(standing.pointCount, 4);
      assert.ok(Math.abs(standing.penetration - 0.05) < 1e-9);`,
  },
};
