import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/package/**', 'node_modules/**'],
    pool: 'forks',
    testTimeout: 120_000,
  },
});
