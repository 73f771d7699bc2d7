import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Code in examples/ and README imports the package by its name; here that means the sources. */
export const sourceAlias = [
  { find: /^bitecs-collision$/, replacement: fileURLToPath(new URL('entry/index.ts', import.meta.url)) },
  { find: /^bitecs-collision\/(.+)$/, replacement: fileURLToPath(new URL('entry/$1.ts', import.meta.url)) },
];

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
