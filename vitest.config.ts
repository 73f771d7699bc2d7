import { readFile } from 'node:fs/promises';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { common } from './vitest.base.config.ts';

/**
 * Files that start processes of their own take longest, and have little text. Vitest begins with the largest files:
 * these would come last, and one worker would wait for the other to finish them.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const startsProcesses = await Promise.all(
      sorted.map(async ({ moduleId }) => /measureAllocation|node:child_process/.test(await readFile(moduleId, 'utf8'))),
    );
    return [true, false].flatMap((first) => sorted.filter((_, i) => startsProcesses[i] === first));
  }
}

export default defineConfig({
  test: {
    ...common,
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/package/**', 'node_modules/**'],
    // Two workers: property tests are long, and more of them would only be in each other's way on a small machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
