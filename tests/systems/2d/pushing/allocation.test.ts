import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation } from '../../../support/measure-allocation.ts';

/** Bytes a tick: one number for each of the 200 bodies would be 2,400. */
const NEXT_TO_NOTHING = 100;

describe('pushApart', () => {
  // It takes thousands of ticks until V8 has compiled what only some of them come by.
  it.runIf(effort(true, false))('allocates next to nothing at walls of all kinds', async () => {
    const { steady, contacts } = await measureAllocation('push-allocation-worker.ts');
    expect(contacts).toBeGreaterThan(100);
    expect(steady, 'bytes per tick').toBeLessThan(NEXT_TO_NOTHING);
  });
});
