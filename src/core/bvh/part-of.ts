import type { Bvh } from './bvh.ts';

/** Returns the node at which a part begins, when a tree's nodes are cut into `parts` parts of about the same length. */
export function partOf({ nodeEnd, routines }: Bvh, part: number, parts: number): number {
  const stride = 2 * routines.axes + 2;
  return stride * ((((nodeEnd / stride) * part) / parts) | 0);
}
