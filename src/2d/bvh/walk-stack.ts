/**
 * The stack of the ordered walks (nearest first), shared by all of them. A walk takes a stretch of it, so that a visit
 * may walk another tree, or the same one, in between. A walk that makes it grow leaves the walks around it their old
 * arrays, which still hold what they put there.
 */
export const walkStack = {
  /** Nodes put off. */
  nodes: new Int32Array(256),
  /** At the same positions: how far away each is. The first WALK_PARAMETERS of a stretch hold the query itself. */
  numbers: new Float64Array(256),
  /** The end of the stretches in use. */
  top: 0,
};

/** Numbers a walk may keep at the start of its stretch. */
export const WALK_PARAMETERS = 18;

/** Takes a stretch for a walk of a tree of `depth` levels and returns its start. Give it back with `releaseWalk`. */
export function takeWalk(depth: number): number {
  const start = walkStack.top;
  const end = start + WALK_PARAMETERS + depth + 1;
  if (end > walkStack.nodes.length) {
    const nodes = new Int32Array(2 * end);
    const numbers = new Float64Array(2 * end);
    nodes.set(walkStack.nodes);
    numbers.set(walkStack.numbers);
    walkStack.nodes = nodes;
    walkStack.numbers = numbers;
  }
  walkStack.top = end;
  return start;
}

/** Gives back the stretch that starts at `start`, and whatever was taken after it. */
export function releaseWalk(start: number): void {
  walkStack.top = start;
}
