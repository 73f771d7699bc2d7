import { PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { type FlatHull, HULL_CENTRE, HULL_INNER_RADIUS, HULL_OUTER_RADIUS } from '../convex/flat-hull.ts';
import { arcEnds } from './maximise-on-arcs.ts';
import { measureEdges, measureSegment } from './measure-round-edges.ts';
import {
  BALLS,
  BETWEEN,
  facing,
  line,
  ROUND_APART,
  ROUND_CENTRES,
  ROUND_DISK,
  ROUND_EDGE,
  ROUND_FACE,
  ROUND_SIDE,
  reserveFacing,
  roundAxis,
  roundFeature,
  tolerances,
} from './round-axis.ts';
import {
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
 * direction, of a line along its side one point of a circle, of a point of its rim an arc. These axes remain:
 *
 * - the hull's faces and the round body's two disks,
 * - directions on the arc of an edge: against the side and against the rims (`maximiseOnArcs`),
 * - directions of the side that look from the axis at a vertex.
 *
 * Bodies apart are told apart by one of these as well, as by the separating axes of polyhedra.
 */

/** The largest number of vertices with which a hull is asked whether one of its vertices proves the axis. */
const FEW_VERTICES = 3;
/** Share of the size by which an axis has to beat that of a face or disk, which gives more points. */
const PREFERENCE = 1e-12;
/** Shares of the size by which the separation along an edge's axis may be short of a maximum, and of another one. */
const ARC_TOLERANCE = 1e-13;
const FLAT_TOLERANCE = 1e-10;
/** The distance, as a share of the size, by which rounding may put a vertex below the vertex that gives the axis. */
const VERTEX_SLACK = 1e-13;

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
 * Returns whether no axis has a larger separation than the best one found so far. A vertex inside of the round body
 * bounds the separation along every axis by its distance from the body's surface. Most small triangles deep in a body
 * end here.
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
 * Returns whether no axis has a larger separation than that of the best face, as the point of the round body that is
 * farthest down shows. A point inside of the hull bounds all separations by its way out, if it is nowhere nearer to the
 * surface than at this face. A point outside bounds them by its distance, if it lies straight over the face.
 */
function isOverBestFace({ numbers, planes, faceCount }: FlatHull): boolean {
  for (let i = 0; i < 3; i++) {
    edge[i] = 0;
    arcEnds[i] = roundAxis[i];
  }
  measureEnd(arcEnds, 0);
  // There is no edge here, so the recorded vector leads from the body's farthest point to its middle.
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

/**
 * Writes `line`, measures the axis between the centres and the axes of the two disks, and keeps the best. NaN counts
 * as apart.
 */
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
  // Only an axis that belongs to features is reported; the line of the centres belongs to none.
  if (!(gap - preference > best)) return ROUND_DISK;
  roundAxis[0] = tx;
  roundAxis[1] = ty;
  roundAxis[2] = tz;
  // If the gap along the line of the centres exceeds the limit, the bodies are apart; otherwise a feature gives at
  // least as good an axis.
  roundAxis[3] = gap > round[ROUND_LIMIT] ? gap : gap - 2 * preference;
  return ROUND_CENTRES;
}

/** Measures the normals of the faces; returns whether one is better than the best axis before. */
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
  reserveFacing(faceCount);
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
    let nx = (cosine / out) * ux + sine * ax;
    let ny = (cosine / out) * uy + sine * ay;
    let nz = (cosine / out) * uz + sine * az;
    // Beside the axis, the way out is a difference of much larger numbers, and not quite at right angles to the axis.
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= scale;
    ny *= scale;
    nz *= scale;
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
