import { defineConfig } from 'vitest/config';
import { common } from './vitest.base.config.ts';

export default defineConfig({
  test: {
    ...common,
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/package/**', 'node_modules/**'],
    // Two workers: property tests are long, and more of them would only be in each other's way on a small machine.
    maxWorkers: 2,
  },
});
