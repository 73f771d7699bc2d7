/**
 * Stacks of nodes still to visit, shared by all traversals: none calls user code, so no two run at once. `entries`
 * holds a number with each node, such as the fraction or distance at which it begins.
 */
export interface TraversalStack {
  nodes: Int32Array;
  entries: Float64Array;
}

const INITIAL_CAPACITY = 128;

const stack: TraversalStack = {
  nodes: new Int32Array(INITIAL_CAPACITY),
  entries: new Float64Array(INITIAL_CAPACITY),
};

/**
 * Returns the stack with room for `capacity` nodes. A walk over one tree that pushes at most one node a level needs the
 * tree's depth.
 */
export function borrowStack(capacity: number): TraversalStack {
  if (stack.nodes.length < capacity) {
    stack.nodes = new Int32Array(capacity * 2);
    stack.entries = new Float64Array(capacity * 2);
  }
  return stack;
}
