import type { ViteUserConfig } from 'vitest/config';

/** What all steps of the tests have in common. */
export const common = {
  pool: 'forks',
  // Files share the modules they import: loading those anew for each takes long.
  isolate: false,
  // Node itself loads the modules, by way of tsx, as a game's would be. Vite's own loader turns every use of an import
  // into a call of a getter, and with it engine and games take up to five times as long.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', 'tsx'],
  // Only what hangs should run into it: on a busy machine everything takes many times as long.
  testTimeout: 900_000,
  hookTimeout: 900_000,
} satisfies ViteUserConfig['test'];
