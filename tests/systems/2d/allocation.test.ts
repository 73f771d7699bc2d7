import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';
import { measureAllocation, measureBailouts } from '../../support/measure-allocation.ts';

/**
 * V8 allocates a little when it compiles something late. One number or object each tick would show as 12 bytes or more.
 */
const NOTHING = 8;

/** What reads the sources of a process, not the engine. */
const LOADER = ['lineLengths'];

describe('a steady tick', () => {
  const all = [
    ['box'],
    ['box', 'turning', 'margins'],
    ...[['box', 'margins'], ['box', 'turning'], ['box', 'straight'], ['sphere'], ['box', 'circles']],
  ];
  it.each(effort(all, all.slice(0, 2)))('allocates nothing (%s hierarchy, with %s %s)', async (...world) => {
    const { steady, control, contacts } = await measureAllocation('allocation-worker.ts', ...world);
    expect(contacts).toBeGreaterThan(100);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });
});

describe('a tick of 10,000 mixed shapes', () => {
  // When V8 compiles what is not the same on every machine.
  it.runIf(effort(true, false))('does not fall out of its compiled code again and again', async () => {
    const { numbers, bailouts } = await measureBailouts('mixed-tick-worker.ts');
    expect(numbers.began).toBeGreaterThan(0);
    expect(bailouts.size, 'the trace must be understood').toBeGreaterThan(0);
    const often = [...bailouts].filter(([name, count]) => count > 10 && !LOADER.includes(name));
    expect(often, 'functions, and how often').toEqual([]);
  });
});
