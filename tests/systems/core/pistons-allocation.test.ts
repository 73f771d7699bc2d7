import { expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';
import { measureAllocation } from '../../support/measure-allocation.ts';

/** V8 allocates a little when it compiles something late. One number in a move would show as 12 bytes or more. */
const NOTHING = 4;

it.runIf(effort(true, false)).each(['plane', 'space'])(
  'a mover that pistons push and crush allocates nothing, in %s',
  async (dimension) => {
    const { steady, control, hits, crushed } = await measureAllocation('piston-allocation-worker.ts', dimension);
    expect(hits).toBeGreaterThan(0.15);
    expect(crushed).toBeGreaterThan(0.05);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes a move').toBeLessThan(NOTHING);
  },
);
