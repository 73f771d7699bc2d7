import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { ARC_STRIDE, type FlatHull, HULL_CENTRE, HULL_INNER_RADIUS, HULL_OUTER_RADIUS } from '../convex/flat-hull.ts';
import { ARC_ENDS, arcBest, arcEnds, maximiseOnArcs } from './maximise-on-arcs.ts';
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
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_INNER,
  ROUND_LIMIT,
  ROUND_LOW,
  ROUND_PAIR_SIZE,
  ROUND_SIDE_COSINE,
  ROUND_SIDE_LEVEL,
  ROUND_SIDE_SINE,
  ROUND_SIZE,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
  round,
} from './round-body.ts';

/*
 * The axis of the largest separation between a round body and a hull.
 *
 * Where they overlap, that is the direction of the least translation that parts them, and a local maximum of the
 * separation over all directions. At a local maximum the difference of the two bodies has a smooth point, so the
 * directions that the touching features of one body and of the other look in have a single one in common. Those of a
 * face of the hull are one direction, of an edge an arc, of a vertex a region; those of a disk of the round body one
 * direction, of a line along its side one point of a circle, of a point of its rim an arc. Which leaves
 *
 * - the hull's faces and the round body's two disks,
 * - directions on the arc of an edge: against the side and against the rims (`maximiseOnArcs`),
 * - directions of the side that look from the axis at a vertex.
 *
 * Bodies apart are told apart by one of these as well, as by the separating axes of polyhedra.
 */

/** The kinds of features that may give the best axis. */
export const ROUND_APART = 0;
export const ROUND_CENTRES = 1;
export const ROUND_DISK = 2;
export const ROUND_FACE = 3;
export const ROUND_EDGE = 4;
export const ROUND_SIDE = 5;

/** The best axis: unit normal from the round body to the hull, in the hull's frame, and the separation along it. */
export const roundAxis = new Float64Array(4);
/** Which face, edge or vertex of the hull gave it. */
export const roundFeature = new Int32Array(1);

/** Up to so many vertices a hull is asked whether one of them proves the axis. */
const FEW_VERTICES = 3;
/** Share of the size by which an axis has to beat that of a face or disk, which gives more points. */
const PREFERENCE = 1e-12;
/** Shares of the size by which the separation along an edge's axis may be short of a maximum, and of another one. */
const ARC_TOLERANCE = 1e-13;
const FLAT_TOLERANCE = 1e-10;
/** By how much, as a share of the size, rounding may put a vertex below the one that gives the axis. */
const VERTEX_SLACK = 1e-13;
/** Rounding of the arcs, which are kept in f32. */
const CONE_SLACK = 1e-6;

const tolerances = new Float64Array(3);
/** The unit vector from the middle of the round body to the hull's, one over the distance, and the sum of the balls. */
const line = new Float64Array(5);
const BETWEEN = 3;
const BALLS = 4;

/** How far the normals of the hull's faces, turned round, look along the line between the middles. */
let facing = new Float64Array(64);
/** How far two points of the round body are over the planes of the hull's faces. Written by `measureProbes`. */
let overFaces = new Float64Array(128);

/**
 * Finds the axis of the largest separation between `round` and a hull, leaves it in `roundAxis` and `roundFeature`, and
 * returns its kind; `ROUND_APART` when some axis has a separation of more than the limit.
 */
export function findRoundAxis(hull: FlatHull): number {
  const size = round[ROUND_SIZE] + hull.numbers[hull.measures + HULL_OUTER_RADIUS];
  round[ROUND_PAIR_SIZE] = size;
  tolerances[0] = PREFERENCE * size;
  tolerances[1] = ARC_TOLERANCE * size;
  tolerances[2] = FLAT_TOLERANCE * size;
  let kind = measureDisks(hull);
  if (kind === ROUND_APART || isBeyond()) return ROUND_APART;
  if (hull.faceCount > 0) {
    if (measureFaces(hull)) kind = ROUND_FACE;
    if (isBeyond()) return ROUND_APART;
    if (kind === ROUND_FACE && isOverBestFace(hull)) return kind;
  }
  if (measureSide(hull)) kind = ROUND_SIDE;
  if (isBeyond()) return ROUND_APART;
  if (kind !== ROUND_CENTRES && hull.vertexCount <= FEW_VERTICES && isProven(hull)) return kind;
  const hasEdge = hull.faceCount > 0 ? measureEdges(hull) : measureSegment(hull);
  if (hasEdge) kind = ROUND_EDGE;
  return isBeyond() ? ROUND_APART : kind;
}

/**
 * Whether no axis has a larger separation than the best one found so far. A vertex inside of the round body bounds the
 * separation along every axis by its distance from the body's surface. Most small triangles deep in a body end here.
 */
function isProven({ numbers, vertices, vertexCount }: FlatHull): boolean {
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const enough = Math.min(0, roundAxis[3] + tolerances[0]);
  for (let i = vertices; i < vertices + VERTEX_STRIDE * vertexCount; i += VERTEX_STRIDE) {
    const x = numbers[i] - round[ROUND_X];
    const y = numbers[i + 1] - round[ROUND_Y];
    const z = numbers[i + 2] - round[ROUND_Z];
    const height = x * ax + y * ay + z * az;
    const ux = x - height * ax;
    const uy = y - height * ay;
    const uz = z - height * az;
    const out = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const side = round[ROUND_SIDE_COSINE] * out + round[ROUND_SIDE_SINE] * height - round[ROUND_SIDE_LEVEL];
    if (side <= enough && Math.abs(height) - round[ROUND_HALF] <= enough) return true;
  }
  return false;
}

/**
 * Whether no axis has a larger separation than that of the best face, as the point of the round body that is farthest
 * down shows. A point inside of the hull bounds all separations by its way out, if it is nowhere nearer to the surface
 * than at this face. A point outside bounds them by its distance, if it lies straight over the face.
 */
function isOverBestFace({ numbers, planes, faceCount }: FlatHull): boolean {
  for (let i = 0; i < 3; i++) {
    edge[i] = 0;
    arcEnds[i] = roundAxis[i];
  }
  measureEnd(arcEnds, 0);
  // Without an edge, the way leads from the point to the middle of the body.
  const gap = Math.max(0, roundAxis[3]);
  const x = round[ROUND_X] - arcEnds[END_WAY] + gap * roundAxis[0];
  const y = round[ROUND_Y] - arcEnds[END_WAY + 1] + gap * roundAxis[1];
  const z = round[ROUND_Z] - arcEnds[END_WAY + 2] + gap * roundAxis[2];
  const enough = Math.min(0, roundAxis[3]) + tolerances[0];
  for (let f = 0, p = planes; f < faceCount; f++, p += PLANE_STRIDE) {
    if (numbers[p] * x + numbers[p + 1] * y + numbers[p + 2] * z - numbers[p + 3] > enough) return false;
  }
  return true;
}

function isBeyond(): boolean {
  return !(roundAxis[3] <= round[ROUND_LIMIT]);
}

/** Writes `line`, and the better of the two disks' axes, or that of the centres. NaN counts as apart. */
function measureDisks(hull: FlatHull): number {
  const cx = round[ROUND_X];
  const cy = round[ROUND_Y];
  const cz = round[ROUND_Z];
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const half = round[ROUND_HALF];
  const { numbers, measures, vertices } = hull;
  let tx = numbers[measures + HULL_CENTRE] - cx;
  let ty = numbers[measures + HULL_CENTRE + 1] - cy;
  let tz = numbers[measures + HULL_CENTRE + 2] - cz;
  const distance = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const between = distance > 0 ? 1 / distance : 0;
  tx *= between;
  ty *= between;
  tz *= between;
  line[0] = tx;
  line[1] = ty;
  line[2] = tz;
  line[BETWEEN] = between;
  line[BALLS] = round[ROUND_INNER] + numbers[measures + HULL_INNER_RADIUS];
  const end = vertices + VERTEX_STRIDE * hull.vertexCount;
  let lowest = Infinity;
  let highest = -Infinity;
  let nearest = Infinity;
  let lowestAt = vertices;
  let highestAt = vertices;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const x = numbers[i] - cx;
    const y = numbers[i + 1] - cy;
    const z = numbers[i + 2] - cz;
    const height = x * ax + y * ay + z * az;
    const near = x * tx + y * ty + z * tz;
    if (height < lowest) {
      lowest = height;
      lowestAt = i;
    }
    if (height > highest) {
      highest = height;
      highestAt = i;
    }
    if (near < nearest) nearest = near;
  }
  const isHigh = lowest >= -highest;
  const sign = isHigh ? 1 : -1;
  const preference = tolerances[0];
  const best = (isHigh ? lowest : -highest) - half;
  roundAxis[0] = sign * ax;
  roundAxis[1] = sign * ay;
  roundAxis[2] = sign * az;
  roundAxis[3] = best;
  roundFeature[0] = ((isHigh ? lowestAt : highestAt) - vertices) / VERTEX_STRIDE;
  if (!(best < Infinity)) return ROUND_APART;
  if (!(between > 0)) return ROUND_DISK;
  const along = tx * ax + ty * ay + tz * az;
  const sx = ty * az - tz * ay;
  const sy = tz * ax - tx * az;
  const sz = tx * ay - ty * ax;
  const across = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const up = half * along + round[ROUND_HIGH] * across;
  const down = round[ROUND_LOW] * across - half * along;
  const gap = nearest - Math.max(up, down);
  // Features decide which axis is reported: along the line of the centres there is none.
  if (!(gap - preference > best)) return ROUND_DISK;
  roundAxis[0] = tx;
  roundAxis[1] = ty;
  roundAxis[2] = tz;
  // Apart by the line of the centres is apart; short of it a feature is found that is at least as good.
  roundAxis[3] = gap > round[ROUND_LIMIT] ? gap : gap - 2 * preference;
  return ROUND_CENTRES;
}

/** Measures the normals of the faces; returns whether one is better than what there was. */
function measureFaces(hull: FlatHull): boolean {
  const { numbers, planes, faceCount } = hull;
  const cx = round[ROUND_X];
  const cy = round[ROUND_Y];
  const cz = round[ROUND_Z];
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const half = round[ROUND_HALF];
  const low = round[ROUND_LOW];
  const high = round[ROUND_HIGH];
  const limit = round[ROUND_LIMIT];
  const preference = tolerances[0];
  if (facing.length < faceCount) facing = new Float64Array(2 * faceCount);
  const tx = line[0];
  const ty = line[1];
  const tz = line[2];
  let best = roundAxis[3] + preference;
  let chosen = -1;
  for (let f = 0; f < faceCount; f++) {
    const p = planes + PLANE_STRIDE * f;
    const mx = numbers[p];
    const my = numbers[p + 1];
    const mz = numbers[p + 2];
    facing[f] = -(mx * tx + my * ty + mz * tz);
    const height = mx * cx + my * cy + mz * cz - numbers[p + 3];
    // How far the body reaches down along the normal, at least.
    if (height <= best) continue;
    const along = mx * ax + my * ay + mz * az;
    const sx = my * az - mz * ay;
    const sy = mz * ax - mx * az;
    const sz = mx * ay - my * ax;
    const across = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const separation = height - Math.max(high * across - half * along, low * across + half * along);
    if (!(separation > best)) continue;
    best = separation;
    chosen = f;
    if (separation > limit) break;
  }
  if (chosen < 0) return false;
  const p = planes + PLANE_STRIDE * chosen;
  roundAxis[0] = 0 - numbers[p];
  roundAxis[1] = 0 - numbers[p + 1];
  roundAxis[2] = 0 - numbers[p + 2];
  roundAxis[3] = best;
  roundFeature[0] = chosen;
  return true;
}

/**
 * Measures the directions of the side that look at a vertex. One counts where no other vertex is lower along it: then
 * it is a maximum over the side's directions.
 */
function measureSide(hull: FlatHull): boolean {
  const { numbers, vertices } = hull;
  const cx = round[ROUND_X];
  const cy = round[ROUND_Y];
  const cz = round[ROUND_Z];
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const cosine = round[ROUND_SIDE_COSINE];
  const sine = round[ROUND_SIDE_SINE];
  const level = round[ROUND_SIDE_LEVEL];
  const end = vertices + VERTEX_STRIDE * hull.vertexCount;
  const slack = VERTEX_SLACK * round[ROUND_PAIR_SIZE];
  let best = roundAxis[3] + tolerances[0];
  let found = false;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const x = numbers[i] - cx;
    const y = numbers[i + 1] - cy;
    const z = numbers[i + 2] - cz;
    const height = x * ax + y * ay + z * az;
    let ux = x - height * ax;
    let uy = y - height * ay;
    let uz = z - height * az;
    let square = ux * ux + uy * uy + uz * uz;
    const bound = best + level - sine * height;
    // cosine · √square + sine · height − level > best, by squares.
    if (bound > 0 && cosine * cosine * square <= bound * bound) continue;
    const isOnAxis = square <= slack * slack;
    if (isOnAxis) {
      // A vertex on the axis is as near to the side all around: any way out will do.
      const isX = Math.abs(ax) <= 0.6;
      ux = isX ? 0 : -az;
      uy = isX ? az : 0;
      uz = isX ? -ay : ax;
      square = ux * ux + uy * uy + uz * uz;
    }
    const out = Math.sqrt(square);
    const gap = cosine * (isOnAxis ? 0 : out) + sine * height - level;
    if (!(gap > best)) continue;
    const nx = (cosine / out) * ux + sine * ax;
    const ny = (cosine / out) * uy + sine * ay;
    const nz = (cosine / out) * uz + sine * az;
    const lowest = nx * numbers[i] + ny * numbers[i + 1] + nz * numbers[i + 2] - slack;
    let isLowest = true;
    for (let k = vertices; k < end; k += VERTEX_STRIDE) {
      if (nx * numbers[k] + ny * numbers[k + 1] + nz * numbers[k + 2] < lowest) {
        isLowest = false;
        break;
      }
    }
    if (!isLowest) continue;
    best = gap;
    found = true;
    roundAxis[0] = nx;
    roundAxis[1] = ny;
    roundAxis[2] = nz;
    roundAxis[3] = gap;
    roundFeature[0] = (i - vertices) / VERTEX_STRIDE;
  }
  return found;
}

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
  // Without an edge, the way leads from the point to the middle of the body.
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
function measureEdges(hull: FlatHull): boolean {
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
  // Of bodies that overlap, a point of the round body that is no farther over the planes at both ends of an arc than
  // what is known bounds all of the arc: see hull-arcs.ts.
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
function measureSegment(hull: FlatHull): boolean {
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
