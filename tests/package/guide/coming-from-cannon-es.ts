import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'A ball that falls on a crate': {
    before: '',
    after: `${EXPECT}
      assert.ok(bounces >= 2);
      assert.ok(Transform.y[ball]! > 0.74 && Transform.y[ball]! < 2.5, 'it stays above the crate');`,
  },
};
