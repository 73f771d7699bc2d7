import { fileURLToPath } from 'node:url';

/**
 * Where the package lies that this example is about: beside it, as sources. A copy of this folder has the package among
 * its dependencies instead, and needs no alias.
 */
export const sourceAlias = [
  { find: /^bitecs-collision\/(.+)$/, replacement: fileURLToPath(new URL('../../entry/$1.ts', import.meta.url)) },
];
