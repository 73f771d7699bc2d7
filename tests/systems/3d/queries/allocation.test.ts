import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation } from '../../../support/measure-allocation.ts';

/**
 * Bytes a round of 64 questions. Reading the heap's size allocates a little itself; one number in a round would show as
 * 16 bytes.
 */
const NOTHING = 4;
/** What it would be if each of 64 rays put half a number on the heap; a question of `castRays` has two rays. */
const HALF_A_NUMBER = 64 * 8;

const ALL: readonly (readonly [query: string, most: number])[] = [
  ['castRay', HALF_A_NUMBER],
  ['castRayAny', HALF_A_NUMBER],
  ['castRays', 2 * HALF_A_NUMBER],
  ['queryAabb', NOTHING],
  ['queryFrustum', NOTHING],
];

describe.each(effort(['box', 'sphere'], ['box']))(
  'queries in a world of all convex shapes, %s hierarchy',
  (hierarchy) => {
    it('put nothing on the heap, and rays no number each', () => {
      const asked = effort(
        ALL,
        ALL.filter(([query]) => query === 'castRay' || query === 'queryFrustum'),
      );
      const questions = asked.map(([query, most]) => `${query}:${most}`).join();
      const found = measureAllocation('space-query-allocation-worker.ts', hierarchy, questions);
      for (const [query, most] of asked) expect(found[query], `bytes per round of ${query}`).toBeLessThan(most);
      expect(found.control - found.last, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    });
  },
);
