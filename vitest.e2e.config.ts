import { defineConfig } from 'vitest/config';
import { common } from './vitest.base.config.ts';

/** The built gallery in dist-examples/ in a real browser; `npm run test:e2e` builds it first. */
export default defineConfig({
  test: {
    ...common,
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/support/chromium.mjs'],
    // One browser that renders in software keeps both cores of a small machine busy.
    fileParallelism: false,
    // A browser without a graphics card stumbles once in a while on a busy machine. What failed once is marked in the
    // report, and what fails twice is wrong.
    retry: 1,
  },
});
