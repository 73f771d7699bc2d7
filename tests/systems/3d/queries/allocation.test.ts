import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation } from '../../../support/measure-allocation.ts';

/**
 * Per round of 64 questions. Reading the heap's size allocates a little itself; one number in a round would show as 16
 * bytes.
 */
const NOTHING = 4;

/** Of a round of 64 rays, or of twice as many in batches: what it would be if each put half a number on the heap. */
const HALF_A_NUMBER = 64 * 8;
const HALF_A_NUMBER_OF_EACH = 2 * HALF_A_NUMBER;

describe.each(effort(['box', 'sphere'], ['box']))(
  'queries in a world of all convex shapes, %s hierarchy',
  (hierarchy) => {
    it('by bounds allocate nothing', () => {
      const queries = ['queryAabb', 'queryFrustum'];
      const found = measureAllocation('space-query-allocation-worker.ts', hierarchy, queries.join());
      for (const query of queries) expect(found[query], `bytes per round of ${query}`).toBeLessThan(NOTHING);
      expect(found.control - found.last, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    });

    const rays = [
      ['castRay', HALF_A_NUMBER],
      ['castRayAny', HALF_A_NUMBER],
      ['castRays', HALF_A_NUMBER_OF_EACH],
    ] as const;
    it.each(effort(rays, rays.slice(0, 1)))('%s puts no number on the heap for each ray', (query, most) => {
      const found = measureAllocation('space-query-allocation-worker.ts', hierarchy, query, `${most}`);
      expect(found[query], 'bytes per round').toBeLessThan(most);
    });
  },
);
