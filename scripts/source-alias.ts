import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** Examples and tests import the package by its name; inside the repository that means the sources. */
export const sourceAlias = [
  { find: /^bitecs-collision$/, replacement: fileURLToPath(new URL('../entry/index.ts', import.meta.url)) },
  { find: /^bitecs-collision\/(.+)$/, replacement: fileURLToPath(new URL('../entry/$1.ts', import.meta.url)) },
];

/** Resolves the package's entries to their sources in builds by esbuild. */
export const sourcePlugin: Plugin = {
  name: 'the package by its name',
  setup(bundling) {
    bundling.onResolve({ filter: /^bitecs-collision/ }, ({ path }) => {
      const alias = sourceAlias.find(({ find }) => find.test(path));
      return alias === undefined ? undefined : { path: path.replace(alias.find, alias.replacement) };
    });
  },
};
