import type { Bvh } from './bvh.ts';

/**
 * Exchanges the contents of two hierarchies of one kind: a holder of one of them finds the other's tree there
 * afterwards.
 */
export function exchangeTrees(a: Bvh, b: Bvh): void {
  const tree = { ...a };
  Object.assign(a, b);
  Object.assign(b, tree);
}
