import { reserve } from '../../../core/typed-array.ts';

/**
 * The nodes a query has still to visit, with the bound that made each worth visiting. One stack serves all queries:
 * none calls back or nests. It grows to what the deepest tree needed and is then reused.
 */
export const stack = { nodes: new Int32Array(64), keys: new Float64Array(64) };

/** Makes room for `needed` entries. Taken before a query starts: each step pops one entry and pushes at most two. */
export function reserveStack(needed: number): void {
  stack.nodes = reserve(stack.nodes, needed);
  stack.keys = reserve(stack.keys, needed);
}
