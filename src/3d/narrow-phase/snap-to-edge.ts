const segment = new Float64Array(6);
const nearest = new Float64Array(3);
const heights = new Float64Array(3);
const HIGHEST = 0;
const OWN = 1;

/**
 * How much lower than the highest corner another one may lie and still count as equally high, as a share of the pair's
 * size.
 */
const AS_HIGH = 2e-5;
/** How much lower than that corner a point may lie, as a share of the same size. */
const LOWER = 4e-6;
/**
 * How far a point may be moved, as a share of the same size: the position of the deepest point of a curved body is only
 * known to the root of its depth's precision.
 */
const NEAR = 1e-4;

/**
 * The size of the pair for the following calls. It is in an array because V8 may put a number on the heap that is
 * passed to a function.
 */
export const snapSize = new Float64Array(1);

/**
 * Moves a point of a contact onto the corner or the edge that reaches highest along the contact's normal, among the
 * first `count` corners of a face; where all of the face is equally high, the point stays. Returns false, with the
 * point as it was, if the point is farther from that corner or edge than rounding: then the two shapes are not nearest
 * to each other there.
 */
export function snapToEdge(point: Float64Array, normal: Float64Array, corners: Float64Array, count: number): boolean {
  heights[HIGHEST] = -Infinity;
  for (let i = 0; i < count; i++) {
    writeHeight(normal, corners, 3 * i);
    if (heights[OWN] > heights[HIGHEST]) heights[HIGHEST] = heights[OWN];
  }
  writeHeight(normal, point, 0);
  if (heights[OWN] < heights[HIGHEST] - LOWER * snapSize[0]) return false;
  let found = 0;
  for (let i = 0; i < count; i++) {
    writeHeight(normal, corners, 3 * i);
    if (heights[OWN] < heights[HIGHEST] - AS_HIGH * snapSize[0]) continue;
    if (found < 2) for (let axis = 0; axis < 3; axis++) segment[3 * found + axis] = corners[3 * i + axis];
    found++;
  }
  if (found !== 1 && found !== 2) return true;
  if (found === 2) writeNearestOnSegment(point);
  else for (let axis = 0; axis < 3; axis++) nearest[axis] = segment[axis];
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) squared += (nearest[axis] - point[axis]) * (nearest[axis] - point[axis]);
  const most = NEAR * snapSize[0];
  if (!(squared <= most * most)) return false;
  for (let axis = 0; axis < 3; axis++) point[axis] = nearest[axis];
  return true;
}

/** Writes the point of `segment` nearest to a point to `nearest`; for a segment without length that is its start. */
function writeNearestOnSegment(point: Float64Array): void {
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const way = segment[3 + axis] - segment[axis];
    along += way * (point[axis] - segment[axis]);
    square += way * way;
  }
  const share = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
  for (let axis = 0; axis < 3; axis++) {
    nearest[axis] = segment[axis] + share * (segment[3 + axis] - segment[axis]);
  }
}

/**
 * Writes the corner of a triangle that reaches highest along a normal, and the next one; returns how many are as high:
 * 2 for a side, 3 for the face.
 */
export function writeHighest(
  highest: Float64Array,
  next: Float64Array,
  normal: Float64Array,
  corners: Float64Array,
): number {
  writeHeight(normal, corners, 0);
  const a = heights[OWN];
  writeHeight(normal, corners, 3);
  const b = heights[OWN];
  writeHeight(normal, corners, 6);
  const c = heights[OWN];
  const first = a >= b ? (a >= c ? 0 : 6) : b >= c ? 3 : 6;
  const most = Math.max(a, b, c) - AS_HIGH * snapSize[0];
  const second = first === 0 ? (b >= c ? 3 : 6) : first === 3 ? (a >= c ? 0 : 6) : a >= b ? 0 : 3;
  for (let axis = 0; axis < 3; axis++) {
    highest[axis] = corners[first + axis];
    next[axis] = corners[second + axis];
  }
  return (a >= most ? 1 : 0) + (b >= most ? 1 : 0) + (c >= most ? 1 : 0);
}

function writeHeight(normal: Float64Array, corners: Float64Array, at: number): void {
  heights[OWN] = normal[0] * corners[at] + normal[1] * corners[at + 1] + normal[2] * corners[at + 2];
}
