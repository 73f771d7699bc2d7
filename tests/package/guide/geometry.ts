import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Geometry on its own': {
    before: '',
    after: `${EXPECT}
      assert.equal(distance, 9);
      assert.deepEqual([...hit], [0, 2, -1, 0, 0, -1]);`,
  },
  'Many boxes': {
    before: '',
    after: `${EXPECT}
      assert.deepEqual([...found.items.subarray(0, found.count)].sort(), [0, 2]);`,
  },
};
