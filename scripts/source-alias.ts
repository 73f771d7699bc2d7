import { fileURLToPath } from 'node:url';

/** Examples and tests import the package by its name; inside the repository that means the sources. */
export const sourceAlias = [
  { find: /^bitecs-collision$/, replacement: fileURLToPath(new URL('../entry/index.ts', import.meta.url)) },
  { find: /^bitecs-collision\/(.+)$/, replacement: fileURLToPath(new URL('../entry/$1.ts', import.meta.url)) },
];
