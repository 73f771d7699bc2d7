import { VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import { roundAxis, roundFeature } from './round-axis.ts';
import { ROUND_AXIS_X, ROUND_HALF, ROUND_PAIR_SIZE, ROUND_X, round } from './round-body.ts';
import { LEVEL, roundPoints } from './round-points.ts';

/* Where a vertex of a hull touches the side of a round body. */

/**
 * Writes the points of a contact beside the side of the body: at a vertex of the hull, or, where the vertex is beyond
 * an end of the body, on an edge from it that runs along the side.
 */
export function locateOnSide(hull: FlatHull): boolean {
  const { numbers, vertices } = hull;
  const at = vertices + VERTEX_STRIDE * roundFeature[0];
  const slack = LEVEL * round[ROUND_PAIR_SIZE];
  const half = round[ROUND_HALF];
  measureOnSide(numbers, at);
  const height = onSide[0];
  const wanted = Math.max(-half, Math.min(half, height));
  let part = 0;
  let other = at;
  if (height !== wanted) {
    const end = vertices + VERTEX_STRIDE * hull.vertexCount;
    for (let i = vertices; i < end; i += VERTEX_STRIDE) {
      let above = 0;
      for (let axis = 0; axis < 3; axis++) above += (numbers[i + axis] - numbers[at + axis]) * roundAxis[axis];
      measureOnSide(numbers, i);
      const rise = onSide[0] - height;
      const share = (wanted - height) / rise;
      if (above > slack || !(share > part && share <= 1)) continue;
      part = share;
      other = i;
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[3 + axis] = numbers[at + axis] + part * (numbers[other + axis] - numbers[at + axis]);
    roundPoints[axis] = roundPoints[3 + axis] - roundAxis[3] * roundAxis[axis];
  }
  return part > 0 || Math.abs(height - wanted) <= slack;
}

/** The height that `measureOnSide` writes: a number that is returned may be put on the heap. */
const onSide = new Float64Array(1);

/** Writes how high along the body's axis a vertex of the hull is, seen along the axis that was found. */
function measureOnSide(numbers: Float64Array, at: number): void {
  let height = 0;
  for (let axis = 0; axis < 3; axis++) {
    const onRound = numbers[at + axis] - roundAxis[3] * roundAxis[axis];
    height += (onRound - round[ROUND_X + axis]) * round[ROUND_AXIS_X + axis];
  }
  onSide[0] = height;
}
