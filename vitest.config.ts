import { defineConfig } from 'vitest/config';
import { sourceAlias } from './scripts/source-alias.ts';

export default defineConfig({
  resolve: { alias: sourceAlias },
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/package/**', 'node_modules/**'],
    pool: 'forks',
    // Two workers: property tests are long, and more of them on a small machine only run into their time limits.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
