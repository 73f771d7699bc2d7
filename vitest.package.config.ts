import { defineConfig } from 'vitest/config';

/** Checks of the built package in dist/ as npm would publish it; `npm run test:package` builds it first. */
export default defineConfig({
  test: {
    include: ['tests/package/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only what hangs should run into it, however busy the machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
