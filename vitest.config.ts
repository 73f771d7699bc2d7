import { defineConfig } from 'vitest/config';
import { sourceAlias } from './scripts/source-alias.ts';

export default defineConfig({
  resolve: { alias: sourceAlias },
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/package/**', 'node_modules/**'],
    pool: 'forks',
    // Files share the modules they import: loading those anew for each took a fifth of the whole time.
    isolate: false,
    // Two workers: property tests are long, and more of them would only be in each other's way on a small machine.
    maxWorkers: 2,
    // Only what hangs should run into it: on a busy machine everything takes many times as long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
