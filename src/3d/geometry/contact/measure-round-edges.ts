import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { ARC_STRIDE, type FlatHull } from '../convex/flat-hull.ts';
import { ARC_ENDS, arcBest, arcEnds, maximiseOnArcs } from './maximise-on-arcs.ts';
import { BALLS, BETWEEN, facing, line, roundAxis, roundFeature, tolerances } from './round-axis.ts';
import {
  EDGE_DIRECTION,
  EDGE_LENGTH,
  END_GAP,
  END_STRIDE,
  END_WAY,
  edge,
  measureEnd,
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_LIMIT,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
  round,
} from './round-body.ts';

/*
 * This part of `findRoundAxis` measures the arcs of directions in which the edges of the hull look.
 */

/** Rounding of the arcs, which are kept in f32. */
const CONE_SLACK = 1e-6;
/** How far two points of the round body are over the planes of the hull's faces. Written by `measureProbes`. */
let overFaces = new Float64Array(128);

/**
 * Fills `overFaces` for the points of the round body that are farthest along the line of the middles and along the best
 * axis so far.
 */
function measureProbes({ numbers, planes, faceCount }: FlatHull): void {
  if (overFaces.length < 2 * faceCount) overFaces = new Float64Array(4 * faceCount);
  for (let i = 0; i < 3; i++) {
    edge[i] = 0;
    arcEnds[i] = line[i];
    arcEnds[END_STRIDE + i] = roundAxis[i];
  }
  measureEnd(arcEnds, 0);
  measureEnd(arcEnds, END_STRIDE);
  // There is no edge here, so the recorded vector leads from the body's farthest point to its middle.
  const x0 = round[ROUND_X] - arcEnds[END_WAY];
  const y0 = round[ROUND_Y] - arcEnds[END_WAY + 1];
  const z0 = round[ROUND_Z] - arcEnds[END_WAY + 2];
  const x1 = round[ROUND_X] - arcEnds[END_STRIDE + END_WAY];
  const y1 = round[ROUND_Y] - arcEnds[END_STRIDE + END_WAY + 1];
  const z1 = round[ROUND_Z] - arcEnds[END_STRIDE + END_WAY + 2];
  for (let f = 0, p = planes; f < faceCount; f++, p += PLANE_STRIDE) {
    const offset = numbers[p + 3];
    overFaces[2 * f] = numbers[p] * x0 + numbers[p + 1] * y0 + numbers[p + 2] * z0 - offset;
    overFaces[2 * f + 1] = numbers[p] * x1 + numbers[p + 1] * y1 + numbers[p + 2] * z1 - offset;
  }
}

/**
 * Measures the directions on the arcs of the edges. The separation along n is at most n·t − rA − rB, t being the way
 * between the middles and the radii those of balls that the bodies hold: arcs beyond the cone of directions that this
 * leaves are left out unmeasured.
 */
export function measureEdges(hull: FlatHull): boolean {
  const { numbers, vertices, planes, indices, edges, edgeCount, arcNumbers, arcs } = hull;
  const between = line[BETWEEN];
  const balls = line[BALLS];
  const cx = round[ROUND_X];
  const cy = round[ROUND_Y];
  const cz = round[ROUND_Z];
  for (let i = 0; i < 4; i++) arcBest[i] = roundAxis[i];
  let cosine = between > 0 ? (arcBest[3] + balls) * between : -1;
  let sine = cosine > -0.9 && cosine < 1 ? Math.sqrt(1 - cosine * cosine) : 0;
  let found = false;
  // If the bodies overlap, one point of the round body can rule out a whole arc: a point that is, at both ends of the
  // arc, no farther over the planes than the best separation so far (see hull-arcs.ts).
  let enough = arcBest[3] + tolerances[0];
  const haveProbes = enough <= 0;
  if (haveProbes) measureProbes(hull);
  const over = overFaces;
  for (let e = 0; e < edgeCount && cosine < 1; e++) {
    const o = arcs + ARC_STRIDE * e;
    const at = edges + EDGE_STRIDE * e;
    const left = indices[at + 2];
    const right = indices[at + 3];
    const along = 0.5 * (facing[left] + facing[right]);
    // The condition is that of hull-arcs.ts. Both half angles together may be more than a half turn: then every
    // arc counts.
    const isNear = cosine < -0.9 || along > cosine * arcNumbers[o] - sine * arcNumbers[o + 1] - CONE_SLACK;
    if (!isNear) continue;
    if (haveProbes && enough <= 0) {
      if (over[2 * left] <= enough && over[2 * right] <= enough) continue;
      if (over[2 * left + 1] <= enough && over[2 * right + 1] <= enough) continue;
    }
    const p = vertices + VERTEX_STRIDE * indices[at];
    const q = vertices + VERTEX_STRIDE * indices[at + 1];
    edge[0] = numbers[p] - cx;
    edge[1] = numbers[p + 1] - cy;
    edge[2] = numbers[p + 2] - cz;
    for (let side = 0; side < 2; side++) {
      const f = planes + PLANE_STRIDE * indices[at + 2 + side];
      const end = END_STRIDE * side;
      arcEnds[end] = -numbers[f];
      arcEnds[end + 1] = -numbers[f + 1];
      arcEnds[end + 2] = -numbers[f + 2];
      measureEnd(arcEnds, end);
    }
    const x = numbers[q] - numbers[p];
    const y = numbers[q + 1] - numbers[p + 1];
    const z = numbers[q + 2] - numbers[p + 2];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    edge[EDGE_DIRECTION] = x * scale;
    edge[EDGE_DIRECTION + 1] = y * scale;
    edge[EDGE_DIRECTION + 2] = z * scale;
    if (!maximiseOnArcs(1, tolerances)) continue;
    found = true;
    roundFeature[0] = e;
    if (!(arcBest[3] <= round[ROUND_LIMIT])) break;
    enough = arcBest[3] + tolerances[0];
    cosine = between > 0 ? (arcBest[3] + balls) * between : -1;
    sine = cosine > -0.9 && cosine < 1 ? Math.sqrt(1 - cosine * cosine) : 0;
  }
  if (found) for (let i = 0; i < 4; i++) roundAxis[i] = arcBest[i];
  return found;
}

/** Measures the directions all around a hull that is a single edge: two vertices. */
export function measureSegment(hull: FlatHull): boolean {
  const { numbers, vertices } = hull;
  const q = vertices + VERTEX_STRIDE;
  edge[0] = numbers[vertices] - round[ROUND_X];
  edge[1] = numbers[vertices + 1] - round[ROUND_Y];
  edge[2] = numbers[vertices + 2] - round[ROUND_Z];
  let ex = numbers[q] - numbers[vertices];
  let ey = numbers[q + 1] - numbers[vertices + 1];
  let ez = numbers[q + 2] - numbers[vertices + 2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (!(length > 0)) return false;
  ex /= length;
  ey /= length;
  ez /= length;
  edge[EDGE_DIRECTION] = ex;
  edge[EDGE_DIRECTION + 1] = ey;
  edge[EDGE_DIRECTION + 2] = ez;
  edge[EDGE_LENGTH] = length;
  // Across the edge and the axis, where these are not parallel: no arc then has the maximum of the side at its end.
  let ux = ey * round[ROUND_AXIS_Z] - ez * round[ROUND_AXIS_Y];
  let uy = ez * round[ROUND_AXIS_X] - ex * round[ROUND_AXIS_Z];
  let uz = ex * round[ROUND_AXIS_Y] - ey * round[ROUND_AXIS_X];
  if (!(ux * ux + uy * uy + uz * uz > 1e-6)) {
    const isX = Math.abs(ex) <= 0.6;
    ux = isX ? 0 : -ez;
    uy = isX ? ez : 0;
    uz = isX ? -ey : ex;
  }
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  const vx = ey * uz - ez * uy;
  const vy = ez * ux - ex * uz;
  const vz = ex * uy - ey * ux;
  for (let i = 0; i < 4; i++) arcBest[i] = roundAxis[i];
  let found = false;
  for (let quarter = 0; quarter < 4; quarter++) {
    const sign = quarter < 2 ? 1 : -1;
    const from = ARC_ENDS * quarter;
    const to = ARC_ENDS * ((quarter + 3) % 4) + END_STRIDE;
    arcEnds[from] = sign * (quarter % 2 === 0 ? ux : vx);
    arcEnds[from + 1] = sign * (quarter % 2 === 0 ? uy : vy);
    arcEnds[from + 2] = sign * (quarter % 2 === 0 ? uz : vz);
    measureEnd(arcEnds, from);
    for (let i = 0; i < END_STRIDE; i++) arcEnds[to + i] = arcEnds[from + i];
    if (!(arcEnds[from + END_GAP] > arcBest[3] + tolerances[0])) continue;
    found = true;
    for (let i = 0; i < 3; i++) arcBest[i] = arcEnds[from + i];
    arcBest[3] = arcEnds[from + END_GAP];
  }
  if (maximiseOnArcs(4, tolerances)) found = true;
  if (!found) return false;
  roundFeature[0] = 0;
  for (let i = 0; i < 4; i++) roundAxis[i] = arcBest[i];
  return true;
}
