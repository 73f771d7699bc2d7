import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Build once, cast often': {
    before: `
      const positions = new Float32Array([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1]);
      const index = new Uint16Array([0, 2, 1, 0, 3, 2]);`,
    after: `${EXPECT}
      assert.equal(distance, 5);
      assert.deepEqual([...hit.subarray(0, 6)], [0, 0, 0, 0, 1, 0]);
      assert.ok(triangle === 0 || triangle === 1);`,
  },
};
