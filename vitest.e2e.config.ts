import { defineConfig } from 'vitest/config';
import { sourceAlias } from './scripts/source-alias.ts';

/** The built gallery in dist-examples/ in a real browser; `npm run test:e2e` builds it first. */
export default defineConfig({
  resolve: { alias: sourceAlias },
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    pool: 'forks',
    // One browser that renders in software keeps both cores of a small machine busy.
    fileParallelism: false,
    // Only what hangs should run into it, however busy the machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
