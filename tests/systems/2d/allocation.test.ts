import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';

const tsx = createRequire(import.meta.url).resolve('tsx');
const worker = fileURLToPath(new URL('../../support/allocation-worker.ts', import.meta.url));

/**
 * Reading the heap's size allocates a little itself, and so does V8 when it compiles something late: up to five bytes a
 * tick. One number or object each tick would show as 12 bytes or more.
 */
const NOTHING = 8;

describe('a steady tick', () => {
  it.each(effort(['box', 'sphere'], ['box']))('allocates nothing (%s hierarchy)', (hierarchy) => {
    const output = execFileSync(
      process.execPath,
      ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512', '--import', tsx, worker, hierarchy],
      { encoding: 'utf8' },
    );
    const { steady, control, contacts } = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
    expect(contacts).toBeGreaterThan(100);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });
});
