import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';

const tsx = createRequire(import.meta.url).resolve('tsx');
const worker = fileURLToPath(new URL('../../support/query-allocation-worker.ts', import.meta.url));

/**
 * Per round of 81 questions. Reading the heap's size allocates a little itself; one number in a round would show as 16
 * bytes.
 */
const NOTHING = 4;

describe.each(effort(['box', 'sphere'], ['box']))(
  'queries in a world of circles, boxes, polygons, chains and compounds, %s hierarchy',
  (hierarchy) => {
    it.each(['castRay', 'castRayAny', 'closestPoint', 'queryAabb', 'queryPoint', 'refreshCollider'])(
      '%s allocates nothing',
      (query) => {
        const output = execFileSync(
          process.execPath,
          [
            '--expose-gc',
            '--min-semi-space-size=512',
            '--max-semi-space-size=512',
            '--import',
            tsx,
            worker,
            hierarchy,
            query,
          ],
          { encoding: 'utf8' },
        );
        const { steady, control, found } = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
        expect(found).toBeGreaterThan(1000);
        expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
        expect(steady, 'bytes per round').toBeLessThan(NOTHING);
      },
    );
  },
);
