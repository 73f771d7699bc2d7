import { expect, it } from 'vitest';
import { effort } from '../support/effort.ts';
import { runProgram } from '../support/run-program.ts';

// What queries keep for the next one held the world of the last, with all its memory, and what its options named.
it('nothing keeps a world alive that the game has let go of, and none of many leaves memory behind', async () => {
  const worlds = effort(10_000, 1000);
  const output = await runProgram({ file: 'dropped-worlds-worker.ts' }, ['--expose-gc'], [String(worlds)]);
  const { alive, heap, buffers } = JSON.parse(output);
  // The one that the worker holds shows that it would notice.
  expect(alive).toEqual(['is held']);
  // A world takes about 100 kB; what grows here is code that has been compiled meanwhile.
  expect(heap).toBeLessThan(3e6);
  expect(buffers).toBeLessThan(3e5);
}, 120_000);
