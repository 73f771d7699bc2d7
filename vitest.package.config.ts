import { defineConfig } from 'vitest/config';
import { common } from './vitest.base.config.ts';

/** Checks of the built package in dist/ as npm would publish it; `npm run test:package` builds it first. */
export default defineConfig({
  test: {
    ...common,
    include: ['tests/package/**/*.test.ts'],
    maxWorkers: 2,
    globalSetup: ['tests/package/pack-once.mjs'],
  },
});
