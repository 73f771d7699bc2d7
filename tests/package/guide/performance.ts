import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Where does the time go?': {
    before: `${SPAWN}`,
    after: `${EXPECT}
      assert.ok(collision.timings && collision.counts);`,
  },
};

/** These run in space as well. */
export const alike = ['Where does the time go?'];
