import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation } from '../../../support/measure-allocation.ts';

/**
 * Per round of 64 questions. Reading the heap's size allocates a little itself; one number in a round would show as 16
 * bytes.
 */
const NOTHING = 4;

const QUERIES = [
  ...['castRay', 'castRayFromInside', 'castRayExit', 'castRayAny', 'castRayAll', 'castRays'],
  ...['castShape', 'castCollider', 'collideShape', 'overlapShape', 'overlapCone', 'lineOfSight'],
  ...['closestPoint', 'closestPoints', 'closestEntities', 'queryAabb', 'queryPoint', 'queryFrustum'],
  'updateDebugLines',
];
const SOME = ['castRay', 'closestPoint', 'queryAabb'];

describe.each(effort(['box', 'sphere'], ['box']))(
  'queries in a world of all convex shapes, %s hierarchy',
  (hierarchy) => {
    it('allocate nothing', () => {
      const queries = effort(QUERIES, SOME);
      const found = measureAllocation('space-query-allocation-worker.ts', hierarchy, queries.join());
      for (const query of queries) expect(found[query], `bytes per round of ${query}`).toBeLessThan(NOTHING);
      expect(found.control - found.last, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    });
  },
);
