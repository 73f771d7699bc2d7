import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation } from '../../../support/measure-allocation.ts';

/** As in allocation.test.ts of ticks. */
const NOTHING = 8;

describe('a round of tick, save, record, hash and deliver', () => {
  it.runIf(effort(true, false))('allocates nothing', async () => {
    const { steady, control, contacts } = await measureAllocation('rollback-allocation-worker.ts');
    expect(contacts).toBeGreaterThan(100);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per round').toBeLessThan(NOTHING);
  });
});
