import { EDGE_DIRECTION, END_GAP, END_STRIDE, END_WAY, edge, measureEnd } from './round-body.ts';

/*
 * The largest separation of a round body and an edge over directions across the edge.
 *
 * The separation g(n) = n·v − (how far the body reaches along n) is concave and homogeneous in n, so the way w between
 * the farthest points at any n bounds it everywhere: g(m) ≤ m·w. Over an arc less than a half turn m·w has its maximum
 * at an end, unless it rises from n into the arc. Two ends bound an arc by the direction at which their two bounds
 * cross. So an arc is halved until its bound is no better than the best direction found: the arcs left out are proven
 * to be worse, however many maxima the arc has.
 */

/** How many numbers an arc has: its two ends. */
export const ARC_ENDS = 2 * END_STRIDE;
/** The most steps of a search, which mostly ends far sooner: 20 halvings of an arc reach rounding. */
const MOST_STEPS = 400;
/** The ends of the arcs that are still to be searched: each step adds one arc at most. */
export const arcEnds = new Float64Array(ARC_ENDS * (MOST_STEPS + 8));

/** The best direction over all arcs, and its gap; written by `maximiseOnArcs` when it finds a better one. */
export const arcBest = new Float64Array(4);

/**
 * Raises `arcBest[3]` to the largest gap over the `count` first arcs of `arcEnds`, whose ends are measured, and writes
 * the direction to the numbers before it. `tolerances` are the least gain that counts, how far off a maximum between
 * two rising ends the result may be (farthest points closer to each other than that are one), and by how much the
 * results of other arcs may be off, which matters where bodies are about as deep in all directions. Returns whether
 * there was a gain.
 */
export function maximiseOnArcs(count: number, tolerances: Float64Array): boolean {
  const ends = arcEnds;
  const ex = edge[EDGE_DIRECTION];
  const ey = edge[EDGE_DIRECTION + 1];
  const ez = edge[EDGE_DIRECTION + 2];
  const slack = tolerances[1];
  let gain = tolerances[0];
  let waiting = count;
  let steps = 0;
  let hasGained = false;
  while (waiting > 0 && steps < MOST_STEPS) {
    const l = ARC_ENDS * --waiting;
    const r = l + END_STRIDE;
    const lx = ends[l];
    const ly = ends[l + 1];
    const lz = ends[l + 2];
    const rx = ends[r];
    const ry = ends[r + 1];
    const rz = ends[r + 2];
    const wx = ends[l + END_WAY];
    const wy = ends[l + END_WAY + 1];
    const wz = ends[l + END_WAY + 2];
    const vx = ends[r + END_WAY];
    const vy = ends[r + END_WAY + 1];
    const vz = ends[r + END_WAY + 2];
    const best = arcBest[3];
    const cosine = lx * rx + ly * ry + lz * rz;
    // How steeply the bounds of the two ends rise into the arc, times its sine.
    const atRight = rx * wx + ry * wy + rz * wz;
    const atLeft = lx * vx + ly * vy + lz * vz;
    const riseLeft = atRight - cosine * ends[l + END_GAP];
    const riseRight = atLeft - cosine * ends[r + END_GAP];
    const isRising = riseLeft > 0 && riseRight > 0;
    const enough = best + (isRising ? slack : tolerances[2]);
    if ((riseLeft <= 0 && atRight <= enough) || (riseRight <= 0 && atLeft <= enough)) continue;
    // Bounds that turn within the arc do not rise above both ends by more than this either.
    const bulge =
      (1 - cosine) * (Math.abs(wx) + Math.abs(wy) + Math.abs(wz) + Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
    const mostLeft = Math.max(atRight, ends[l + END_GAP]);
    const mostRight = Math.max(atLeft, ends[r + END_GAP]);
    if (Math.min(mostLeft, mostRight) + bulge <= enough) continue;
    steps++;
    const dx = wx - vx;
    const dy = wy - vy;
    const dz = wz - vz;
    // The direction in which both bounds are equal: across the edge and the difference of the ways.
    let nx = ey * dz - ez * dy;
    let ny = ez * dx - ex * dz;
    let nz = ex * dy - ey * dx;
    let square = nx * nx + ny * ny + nz * nz;
    const isOnePoint = !(square > slack * slack);
    if (isOnePoint) {
      // One point of the body is farthest along the whole arc: the direction is that of the way to it, without its part
      // along the edge.
      const along = wx * ex + wy * ey + wz * ez;
      nx = wx - along * ex;
      ny = wy - along * ey;
      nz = wz - along * ez;
      square = nx * nx + ny * ny + nz * nz;
      if (!isRising || !(square > 0)) continue;
    }
    let scale = 1 / Math.sqrt(square);
    if (nx * (lx + rx) + ny * (ly + ry) + nz * (lz + rz) < 0) scale = -scale;
    nx *= scale;
    ny *= scale;
    nz *= scale;
    const isInside = nx * lx + ny * ly + nz * lz >= cosine && nx * rx + ny * ry + nz * rz >= cosine;
    if (isInside && !isOnePoint) {
      // The unit vector along the arc at that direction, from the left end to the right end.
      const turn = ex * (ly * rz - lz * ry) + ey * (lz * rx - lx * rz) + ez * (lx * ry - ly * rx) < 0 ? -1 : 1;
      const ux = turn * (ey * nz - ez * ny);
      const uy = turn * (ez * nx - ex * nz);
      const uz = turn * (ex * ny - ey * nx);
      const slopeLeft = ux * wx + uy * wy + uz * wz;
      const slopeRight = ux * vx + uy * vy + uz * vz;
      let bound = nx * wx + ny * wy + nz * wz;
      // If the bodies are apart, one of the two bounds may have its maximum before it crosses the other: in the
      // direction across its own edge.
      const pastLeft = riseLeft > 0 ? Math.min(0, slopeLeft) : 0;
      const pastRight = riseRight > 0 ? Math.max(0, slopeRight) : 0;
      const past = -pastLeft > pastRight ? pastLeft : pastRight;
      if (past !== 0) {
        const peak = Math.sqrt(bound * bound + past * past);
        const px = (bound * nx + past * ux) / peak;
        const py = (bound * ny + past * uy) / peak;
        const pz = (bound * nz + past * uz) / peak;
        bound = peak;
        if (px * lx + py * ly + pz * lz >= cosine && px * rx + py * ry + pz * rz >= cosine) {
          nx = px;
          ny = py;
          nz = pz;
        }
      }
      if (!(bound > enough)) continue;
    }
    if (!isInside || ((steps & 1) === 0 && !isOnePoint)) {
      // Every second step goes where the slope would be 0 if it were linear. An arc that is not known to rise, or
      // whose bounds meet at an end, is halved instead.
      const part = isRising && isInside ? riseLeft / (riseLeft + riseRight) : 0.5;
      nx = lx + part * (rx - lx);
      ny = ly + part * (ry - ly);
      nz = lz + part * (rz - lz);
      const shrink = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
      nx *= shrink;
      ny *= shrink;
      nz *= shrink;
    }
    // The left half stays in its place, the right one comes after it.
    const right = l + ARC_ENDS;
    for (let i = 0; i < END_STRIDE; i++) ends[right + END_STRIDE + i] = ends[r + i];
    ends[r] = nx;
    ends[r + 1] = ny;
    ends[r + 2] = nz;
    measureEnd(ends, r);
    for (let i = 0; i < END_STRIDE; i++) ends[right + i] = ends[r + i];
    const gap = ends[r + END_GAP];
    if (gap > best + gain) {
      hasGained = true;
      gain = 0;
      arcBest[0] = nx;
      arcBest[1] = ny;
      arcBest[2] = nz;
      arcBest[3] = gap;
    }
    if (!isOnePoint) waiting += 2;
  }
  return hasGained;
}
