// A ray that is the third axis of space meets a triangle in the point u·a + v·b + w·c of the plane that should be the
// origin, with u, v, w the areas that the origin makes with the edges, over their sum. Each area is off by about
// EPSILON·S, S the sum of the corners' squares, and so is the sum; in a sliver, whose area is far less than S, that
// moves the point along the sliver, hardly across it. There r = u·a + v·b + w·c says by how much: its part along the
// longest edge is taken back by shifting weight from that edge's one end to the other.

/**
 * The share of S below which the area of a triangle calls for straightened weights. Others are off by at most
 * 1024·EPSILON.
 */
export const SLIVER_AREA = 1 / 1024;

/** The weights that {@link straightenWeights} has found. */
export const straightWeights: Float64Array = new Float64Array(3);

/**
 * Straightens the weights (≥ 0, sum 1) with which the corners a, b, c of a thin triangle in the plane make up the
 * origin; the result is in {@link straightWeights} and keeps both properties.
 */
export function straightenWeights(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  u: number,
  v: number,
  w: number,
): void {
  const ab = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
  const bc = (cx - bx) * (cx - bx) + (cy - by) * (cy - by);
  const ca = (ax - cx) * (ax - cx) + (ay - cy) * (ay - cy);
  const longest = ab >= bc && ab >= ca ? 0 : bc >= ca ? 1 : 2;
  straightWeights[0] = u;
  straightWeights[1] = v;
  straightWeights[2] = w;
  // An end without weight to give stops the shift short; there is another edge along the sliver then.
  for (let step = 0; step < 3; step++) {
    const from = longest + step > 2 ? longest + step - 3 : longest + step;
    const squared = from === 0 ? ab : from === 1 ? bc : ca;
    if (!(4 * squared > (longest === 0 ? ab : longest === 1 ? bc : ca))) continue;
    const restX = straightWeights[0] * ax + straightWeights[1] * bx + straightWeights[2] * cx;
    const restY = straightWeights[0] * ay + straightWeights[1] * by + straightWeights[2] * cy;
    const edgeX = from === 0 ? bx - ax : from === 1 ? cx - bx : ax - cx;
    const edgeY = from === 0 ? by - ay : from === 1 ? cy - by : ay - cy;
    const to = from === 2 ? 0 : from + 1;
    const shift = (restX * edgeX + restY * edgeY) / squared;
    const kept = Math.max(-straightWeights[from], Math.min(shift, straightWeights[to]));
    straightWeights[from] += kept;
    straightWeights[to] -= kept;
  }
}
