import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { effort } from '../support/effort.ts';

const tsx = createRequire(import.meta.url).resolve('tsx');
const worker = fileURLToPath(new URL('../support/dropped-worlds-worker.ts', import.meta.url));

// What queries keep for the next one held the world of the last, with all its memory, and what its options named.
it('nothing keeps a world alive that the game has let go of, and none of many leaves memory behind', () => {
  const worlds = effort(10_000, 1000);
  const output = execFileSync(process.execPath, ['--expose-gc', '--import', tsx, worker, String(worlds)], {
    encoding: 'utf8',
  });
  const { alive, heap, buffers } = JSON.parse(output);
  // The one that the worker holds shows that it would notice.
  expect(alive).toEqual(['is held']);
  // A world takes about 100 kB; what grows here is code that has been compiled meanwhile.
  expect(heap).toBeLessThan(3e6);
  expect(buffers).toBeLessThan(3e5);
}, 120_000);
