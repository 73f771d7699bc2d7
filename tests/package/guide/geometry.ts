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
  'Many boxes (space)': {
    before: '',
    after: `${EXPECT}
      assert.deepEqual([...found.items.subarray(0, found.count)].sort(), [0, 2]);`,
  },
  'A polygon': {
    before: '',
    after: `${EXPECT}
      assert.equal(triangles.length, 3 * 8);
      assert.equal(pieces.starts.length - 1, 4);`,
  },
  'A mesh': {
    before: '',
    after: `${EXPECT}
      assert.equal(fraction, 5);
      assert.deepEqual([...hit.subarray(0, 6), hit[MESH_TREE_HIT_STRIDE - 1]], [3, 1, 0, 0, 0, 1, 0]);
      assert.equal(squared, 25);
      assert.deepEqual([...nearest.subarray(0, 3)], [4, 4, 0]);`,
  },
};
