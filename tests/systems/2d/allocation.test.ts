import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';
import { measureAllocation } from '../../support/measure-allocation.ts';

/**
 * Reading the heap's size allocates a little itself, and so does V8 when it compiles something late: up to five bytes a
 * tick. One number or object each tick would show as 12 bytes or more.
 */
const NOTHING = 8;

describe('a steady tick', () => {
  it.each(effort(['box', 'sphere'], ['box']))('allocates nothing (%s hierarchy)', (hierarchy) => {
    const { steady, control, contacts } = measureAllocation('allocation-worker.ts', hierarchy);
    expect(contacts).toBeGreaterThan(100);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });
});
