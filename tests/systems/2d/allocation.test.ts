import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';
import { measureAllocation } from '../../support/measure-allocation.ts';

/**
 * V8 allocates a little when it compiles something late. One number or object each tick would show as 12 bytes or more.
 */
const NOTHING = 8;

describe('a steady tick', () => {
  const all = [['box'], ['sphere'], ['box', 'circles']];
  it.each(effort(all, all.slice(0, 2)))('allocates nothing (%s hierarchy, swept: %s)', (...world) => {
    const { steady, control, contacts } = measureAllocation('allocation-worker.ts', ...world);
    expect(contacts).toBeGreaterThan(100);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });
});
