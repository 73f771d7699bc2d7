import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation } from '../../../support/measure-allocation.ts';

/**
 * Bytes a round of 64 questions. Reading the heap's size allocates a little itself; one number in a round would show as
 * 16 bytes.
 */
const NOTHING = 4;
/** What it would be if each of 64 rays put a quarter of a number on the heap: in rare cases V8 still boxes one. */
const QUARTER_NUMBER = 64 * 4;
/** The lines of disabled colliders ask bitECS, which makes the name of its query anew: once a round. */
const NAME_OF_QUERY = 2048;
const ALL: readonly (readonly [query: string, most: number])[] = [
  ['castRay', QUARTER_NUMBER],
  ['castRayFromInside', QUARTER_NUMBER],
  ['castRayExit', QUARTER_NUMBER],
  ['castRayAny', QUARTER_NUMBER],
  ['castRayAll', QUARTER_NUMBER],
  ['castRays', QUARTER_NUMBER],
  ['castShape', NOTHING],
  ['castCollider', NOTHING],
  ['collideShape', NOTHING],
  ['closestPoint', NOTHING],
  ['closestPoints', NOTHING],
  ['closestEntities', NOTHING],
  ['overlapShape', NOTHING],
  ['overlapCone', NOTHING],
  ['lineOfSight', NOTHING],
  ['updateDebugLines', NAME_OF_QUERY],
  ['queryAabb', NOTHING],
  ['queryPoint', NOTHING],
  ['queryFrustum', NOTHING],
  ['refreshCollider', NOTHING],
];
/** What is asked where the long form is not run: what most others are made of. */
const SHORT = ['closestPoint', 'castRay'];

describe.each(effort(['box', 'sphere'], ['box']))(
  'queries in a world of all convex shapes, %s hierarchy',
  (hierarchy) => {
    it('put nothing on the heap', async () => {
      const asked = effort(
        ALL,
        ALL.filter(([query]) => SHORT.includes(query)),
      );
      const questions = asked.map(([query, most]) => `${query}:${most}`).join();
      const found = await measureAllocation('space-query-allocation-worker.ts', hierarchy, questions);
      for (const [query, most] of asked) expect(found[query], `bytes per round of ${query}`).toBeLessThan(most);
      expect(found.control - found.last, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    });
  },
);
