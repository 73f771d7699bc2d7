import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { measureAllocation, measureBailouts } from '../../../support/measure-allocation.ts';

/**
 * Per round of 81 questions. Reading the heap's size allocates a little itself; one number in a round would show as 16
 * bytes.
 */
const NOTHING = 4;

/**
 * Of a round of 81 moves: half of what it would be if each put one number on the heap, which takes 16 bytes. What only
 * some of them come by is not measured apart.
 */
const HALF_A_NUMBER = 81 * 8;

describe.each(effort(['box', 'sphere'], ['box']))(
  'queries in a world of circles, boxes, polygons, chains and compounds, %s hierarchy',
  (hierarchy) => {
    const queries = [
      ...[
        'castRay',
        'castRayFromInside',
        'castRayExit',
        'castRayAny',
        'castRays',
        'castShape',
        'castCollider',
        'collideShape',
      ],
      ...['closestPoint', 'closestEntities', 'queryAabb', 'queryPoint'],
    ];
    it.each(effort(queries, ['castShape', 'queryAabb']))('%s allocates nothing', async (query) => {
      const { steady, control, found } = await measureAllocation('query-allocation-worker.ts', hierarchy, query);
      expect(found).toBeGreaterThan(1000);
      expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
      expect(steady, 'bytes per round').toBeLessThan(NOTHING);
    });

    it.each(effort(['moveAndSlide', 'moveCollider', 'moveAndBounce'], ['moveCollider']))(
      '%s allocates nothing in each move',
      async (query) => {
        const { steady, found } = await measureAllocation(
          'query-allocation-worker.ts',
          hierarchy,
          query,
          `${HALF_A_NUMBER}`,
        );
        expect(found).toBeGreaterThan(1000);
        expect(steady, 'bytes per round').toBeLessThan(HALF_A_NUMBER);
      },
    );
  },
);

describe('the nearest few of 10,000, asked for 20,000 times in a new process', () => {
  // When V8 compiles what is not the same on every machine.
  it.runIf(effort(true, false))('are found by code that is compiled once', async () => {
    const { numbers, bailouts } = await measureBailouts('nearest-worker.ts');
    expect(numbers.found).toBe(200_000);
    const often = [...bailouts].filter(([name, count]) => count > 10 && name !== 'lineLengths');
    expect(often, 'functions, and how often they fell out of their compiled code').toEqual([]);
  });
});
