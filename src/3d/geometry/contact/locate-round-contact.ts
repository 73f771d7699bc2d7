import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import { ROUND_DISK, ROUND_EDGE, ROUND_SIDE, roundAxis, roundFeature } from './find-round-axis.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LIMIT,
  ROUND_LOW,
  ROUND_SIDE_COSINE,
  ROUND_SIDE_SINE,
  ROUND_SIZE,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
  round,
} from './round-body.ts';

/*
 * Where a round body and a hull touch along the axis that was found between them, and, of bodies apart, whether the
 * separation along it is their distance: it is, when points of both lie that far apart along it.
 */

/** The point of the round body and that of the hull, in the hull's frame. */
export const roundPoints = new Float64Array(6);
/** The results of `locateRoundContact`. */
export const CONTACT_FOUND = 1;
export const CONTACT_BEYOND = 0;
export const CONTACT_UNKNOWN = -1;

/** Below this sine of the angle to the axis a direction has no side. */
const AXIAL_SINE = 1e-15;
/** Share of the size by which a point may be off a feature: rounding. */
const SLACK = 1e-10;
/** Squared sine of the angle between lines that count as parallel. */
const PARALLEL = 1e-16;
/** Share of the size by which two disks are as far out as each other: then the side is what touches. */
const LEVEL = 1e-9;

/**
 * The farthest points of the round body along the axis, at its high and low end, relative to its middle; 1 where the
 * axis is that of the body, so that all points of the disks are as far; and the sine of the angle between the two axes.
 */
const farthest = new Float64Array(8);
const AXIAL = 6;
/** The sine of the angle between the axis that was found and the body's own. */
const SINE = 7;
/**
 * Below this sine an edge that touches the rim lies almost flat on the disk. A direction then turns through the whole
 * rim within so small an angle that the separation tells the direction, but not the point of the rim.
 */
const FLAT_SINE = 1e-3;
/** The edge that touches a rim, and the point of the body on the line of the edge, relative to the body's middle. */
const rimWay = new Float64Array(6);
/** How far along the axis these reach. */
const reaches = new Float64Array(2);

/**
 * Writes `roundPoints` for the axis that `findRoundAxis` left. Of bodies apart the axis may become that of a vertex of
 * the hull and what is nearest to it; `CONTACT_UNKNOWN` when that is not their distance either.
 */
export function locateRoundContact(hull: FlatHull, kind: number): number {
  const isCertain = locate(hull, kind);
  if (roundAxis[3] <= 0 || isCertain) return CONTACT_FOUND;
  return locateVertex(hull);
}

/** Writes the points that give the axis; returns whether they lie on their features. */
function locate(hull: FlatHull, kind: number): boolean {
  if (kind === ROUND_DISK) return locateOnDisk(hull);
  if (kind === ROUND_SIDE) return locateOnSide(hull);
  writeFarthest();
  if (kind === ROUND_EDGE) return locateOnEdge(hull);
  const isLevel = Math.abs(reaches[0] - reaches[1]) <= LEVEL * (round[ROUND_SIZE] + hull.outerRadius);
  if (isLevel) return locateLineOnFace(hull);
  const isAxial = farthest[AXIAL] === 1;
  if (isAxial) return locateOnDisk(hull);
  const end = reaches[0] >= reaches[1] ? 0 : 3;
  writeRoundPoint(farthest[end], farthest[end + 1], farthest[end + 2]);
  if (isOverFace(hull, roundFeature[0])) return true;
  if (farthest[SINE] < FLAT_SINE) slideOntoFace(hull, end === 0);
  return false;
}

function writeFarthest(): void {
  const nx = roundAxis[0];
  const ny = roundAxis[1];
  const nz = roundAxis[2];
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const along = nx * ax + ny * ay + nz * az;
  const sx = ny * az - nz * ay;
  const sy = nz * ax - nx * az;
  const sz = nx * ay - ny * ax;
  const across = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const scale = across > AXIAL_SINE ? 1 / across : 0;
  const ux = scale * (ay * sz - az * sy);
  const uy = scale * (az * sx - ax * sz);
  const uz = scale * (ax * sy - ay * sx);
  farthest[AXIAL] = across <= LEVEL ? 1 : 0;
  farthest[SINE] = across;
  for (let end = 0; end < 2; end++) {
    const height = end === 0 ? round[ROUND_HALF] : -round[ROUND_HALF];
    const radius = end === 0 ? round[ROUND_HIGH] : round[ROUND_LOW];
    farthest[3 * end] = height * ax + radius * ux;
    farthest[3 * end + 1] = height * ay + radius * uy;
    farthest[3 * end + 2] = height * az + radius * uz;
    reaches[end] = height * along + radius * across;
  }
}

/** Writes a point of the round body, relative to its middle, and the point of the hull across the gap from it. */
function writeRoundPoint(x: number, y: number, z: number): void {
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[axis] = round[ROUND_X + axis] + (axis === 0 ? x : axis === 1 ? y : z);
    roundPoints[3 + axis] = roundPoints[axis] + roundAxis[3] * roundAxis[axis];
  }
}

/**
 * Under a face that lies along the side: the middle of what the line along the side and the face share, seen along the
 * axis.
 */
function locateLineOnFace(hull: FlatHull): boolean {
  const { numbers, vertices, indices, corners, faceStarts } = hull;
  const face = roundFeature[0];
  const start = corners + indices[faceStarts + face];
  const end = corners + indices[faceStarts + face + 1];
  const plane = hull.planes + PLANE_STRIDE * face;
  const mx = numbers[plane];
  const my = numbers[plane + 1];
  const mz = numbers[plane + 2];
  const dx = farthest[3] - farthest[0];
  const dy = farthest[4] - farthest[1];
  const dz = farthest[5] - farthest[2];
  const size = round[ROUND_SIZE] + hull.outerRadius;
  let from = 0;
  let to = 1;
  for (let i = start; i < end; i++) {
    const p = vertices + VERTEX_STRIDE * indices[i];
    const q = vertices + VERTEX_STRIDE * indices[i + 1 < end ? i + 1 : start];
    const ex = numbers[q] - numbers[p];
    const ey = numbers[q + 1] - numbers[p + 1];
    const ez = numbers[q + 2] - numbers[p + 2];
    const x = farthest[0] + round[ROUND_X] - numbers[p];
    const y = farthest[1] + round[ROUND_Y] - numbers[p + 1];
    const z = farthest[2] + round[ROUND_Z] - numbers[p + 2];
    // Inwards of the side: across it and the normal.
    const ix = my * ez - mz * ey;
    const iy = mz * ex - mx * ez;
    const iz = mx * ey - my * ex;
    const slack = SLACK * size * Math.sqrt(ix * ix + iy * iy + iz * iz);
    const inside = ix * x + iy * y + iz * z + slack;
    const slope = ix * dx + iy * dy + iz * dz;
    if (slope > 0) from = Math.max(from, -inside / slope);
    else if (slope < 0) to = Math.min(to, -inside / slope);
    else if (inside < 0) to = -1;
  }
  const t = Math.max(0, Math.min(1, 0.5 * (from + to)));
  writeRoundPoint(farthest[0] + t * dx, farthest[1] + t * dy, farthest[2] + t * dz);
  return from <= to;
}

/**
 * Moves a point of a rim that is beside a face, on which the disk lies almost flat, to where the rim crosses the side
 * of the face that the point is beyond.
 */
function slideOntoFace(hull: FlatHull, isHigh: boolean): void {
  const { numbers } = hull;
  const p = sideBeyond[0];
  const q = sideBeyond[1];
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const e = numbers[q + axis] - numbers[p + axis];
    along += (roundPoints[3 + axis] - numbers[p + axis]) * e;
    square += e * e;
  }
  writeOnEdge(numbers, p, q, along / square, isHigh ? HIGH_RIM : LOW_RIM);
}

/** The two ends of the side of a face beyond which a point lies that is not inside the face. */
const sideBeyond = new Int32Array(2);

/** Whether the hull's point in `roundPoints` is inside a face; if not, a side that it is beyond is in `sideBeyond`. */
function isOverFace(hull: FlatHull, face: number): boolean {
  const { numbers, vertices, indices, corners, faceStarts } = hull;
  const start = corners + indices[faceStarts + face];
  const end = corners + indices[faceStarts + face + 1];
  const plane = hull.planes + PLANE_STRIDE * face;
  const mx = numbers[plane];
  const my = numbers[plane + 1];
  const mz = numbers[plane + 2];
  const slack = SLACK * (round[ROUND_SIZE] + hull.outerRadius);
  for (let i = start; i < end; i++) {
    const p = vertices + VERTEX_STRIDE * indices[i];
    const q = vertices + VERTEX_STRIDE * indices[i + 1 < end ? i + 1 : start];
    const ex = numbers[q] - numbers[p];
    const ey = numbers[q + 1] - numbers[p + 1];
    const ez = numbers[q + 2] - numbers[p + 2];
    const x = roundPoints[3] - numbers[p];
    const y = roundPoints[4] - numbers[p + 1];
    const z = roundPoints[5] - numbers[p + 2];
    const inward = (ey * z - ez * y) * mx + (ez * x - ex * z) * my + (ex * y - ey * x) * mz;
    if (inward < -slack * Math.sqrt(ex * ex + ey * ey + ez * ez)) {
      sideBeyond[0] = p;
      sideBeyond[1] = q;
      return false;
    }
  }
  return true;
}

/** Between an edge of the hull and the side or a rim of the body. */
function locateOnEdge(hull: FlatHull): boolean {
  const { numbers, vertices, indices } = hull;
  const size = round[ROUND_SIZE] + hull.outerRadius;
  const at = hull.edges + EDGE_STRIDE * roundFeature[0];
  const p = vertices + (hull.edgeCount > 0 ? VERTEX_STRIDE * indices[at] : 0);
  const q = vertices + VERTEX_STRIDE * (hull.edgeCount > 0 ? indices[at + 1] : 1);
  const px = numbers[p] - round[ROUND_X];
  const py = numbers[p + 1] - round[ROUND_Y];
  const pz = numbers[p + 2] - round[ROUND_Z];
  const ex = numbers[q] - numbers[p];
  const ey = numbers[q + 1] - numbers[p + 1];
  const ez = numbers[q + 2] - numbers[p + 2];
  const square = ex * ex + ey * ey + ez * ez;
  const slack = (SLACK * size) / Math.sqrt(square);
  const end = reaches[0] >= reaches[1] ? 0 : 3;
  let x = farthest[end];
  let y = farthest[end + 1];
  let z = farthest[end + 2];
  let isOnSide = true;
  const isOnRim = !(Math.abs(reaches[0] - reaches[1]) <= LEVEL * size);
  if (!isOnRim) {
    // A line along the side: its point nearest to the edge. With d the line, e the edge and m = d × e, it is where
    // (p − x) × e agrees with m.
    const dx = farthest[3 - end] - x;
    const dy = farthest[4 - end] - y;
    const dz = farthest[5 - end] - z;
    const mx = dy * ez - dz * ey;
    const my = dz * ex - dx * ez;
    const mz = dx * ey - dy * ex;
    const across = mx * mx + my * my + mz * mz;
    const line = dx * dx + dy * dy + dz * dz;
    const rx = px - x;
    const ry = py - y;
    const rz = pz - z;
    if (across > PARALLEL * line * square) {
      const t = ((ry * ez - rz * ey) * mx + (rz * ex - rx * ez) * my + (rx * ey - ry * ex) * mz) / across;
      isOnSide = t >= -LEVEL && t <= 1 + LEVEL;
      const clamped = Math.max(0, Math.min(1, t));
      x += clamped * dx;
      y += clamped * dy;
      z += clamped * dz;
    } else if (line > 0) {
      // Parallel: the middle of what they share.
      const first = (rx * dx + ry * dy + rz * dz) / line;
      const last = first + (ex * dx + ey * dy + ez * dz) / line;
      const from = Math.max(0, Math.min(first, last));
      const to = Math.min(1, Math.max(first, last));
      isOnSide = from <= to + LEVEL;
      const middle = Math.max(0, Math.min(1, 0.5 * (from + to)));
      x += middle * dx;
      y += middle * dy;
      z += middle * dz;
    }
  }
  const gap = roundAxis[3];
  const hx = x + gap * roundAxis[0] - px;
  const hy = y + gap * roundAxis[1] - py;
  const hz = z + gap * roundAxis[2] - pz;
  const met = (hx * ex + hy * ey + hz * ez) / square;
  const along = writeOnEdge(numbers, p, q, met, isOnRim ? (end === 0 ? HIGH_RIM : LOW_RIM) : NO_RIM);
  return isOnSide && along >= -slack && along <= 1 + slack;
}

/** Which rim of the body an edge touches, if any. */
const NO_RIM = 0;
const HIGH_RIM = 1;
const LOW_RIM = 2;

/**
 * Writes the points at a share of the way from one vertex of the hull to another, or, where this edge lies almost flat
 * on a disk and the share is beside the disk, at the rim. Returns the share, which may lie beyond an end of the edge;
 * the points do not.
 */
function writeOnEdge(numbers: Float64Array, p: number, q: number, share: number, rim: number): number {
  const gap = roundAxis[3];
  let along = share;
  if (rim !== NO_RIM && farthest[SINE] < FLAT_SINE) {
    for (let axis = 0; axis < 3; axis++) {
      const e = numbers[q + axis] - numbers[p + axis];
      rimWay[axis] = e;
      rimWay[3 + axis] = numbers[p + axis] + along * e - gap * roundAxis[axis] - round[ROUND_X + axis];
    }
    along += stepOntoDisk(rim === HIGH_RIM);
  }
  const t = Math.max(0, Math.min(1, along));
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[3 + axis] = numbers[p + axis] + t * (numbers[q + axis] - numbers[p + axis]);
    roundPoints[axis] = roundPoints[3 + axis] - gap * roundAxis[axis];
  }
  return along;
}

/**
 * Returns how much of the edge's length the point in `rimWay` has to go along the edge so as not to lie outside the rim
 * of the high or the low disk, on which the edge lies almost flat: 0 for a point inside the rim. A line that passes the
 * rim by rounding goes to where it is nearest.
 */
function stepOntoDisk(isHigh: boolean): number {
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const radius = isHigh ? round[ROUND_HIGH] : round[ROUND_LOW];
  const rise = rimWay[0] * ax + rimWay[1] * ay + rimWay[2] * az;
  const ex = rimWay[0] - rise * ax;
  const ey = rimWay[1] - rise * ay;
  const ez = rimWay[2] - rise * az;
  const height = rimWay[3] * ax + rimWay[4] * ay + rimWay[5] * az;
  const x = rimWay[3] - height * ax;
  const y = rimWay[4] - height * ay;
  const z = rimWay[5] - height * az;
  // The rim is where square · t² + 2 · slope · t + outside = 0.
  const square = ex * ex + ey * ey + ez * ez;
  const slope = x * ex + y * ey + z * ez;
  const outside = x * x + y * y + z * z - radius * radius;
  if (!(outside > 0 && square > 0)) return 0;
  const discriminant = slope * slope - square * outside;
  if (!(discriminant > 0)) return -slope / square;
  const root = Math.sqrt(discriminant);
  return -outside / (slope < 0 ? slope - root : slope + root);
}

/**
 * Beside the side of the body: at a vertex of the hull, or on an edge from it that runs along the side, where the
 * vertex is beyond an end of the body.
 */
function locateOnSide(hull: FlatHull): boolean {
  const { numbers, vertices } = hull;
  const at = vertices + VERTEX_STRIDE * roundFeature[0];
  const slack = LEVEL * (round[ROUND_SIZE] + hull.outerRadius);
  const half = round[ROUND_HALF];
  const height = heightOnSide(numbers, at);
  const wanted = Math.max(-half, Math.min(half, height));
  let part = 0;
  let other = at;
  if (height !== wanted) {
    const end = vertices + VERTEX_STRIDE * hull.vertexCount;
    for (let i = vertices; i < end; i += VERTEX_STRIDE) {
      let above = 0;
      for (let axis = 0; axis < 3; axis++) above += (numbers[i + axis] - numbers[at + axis]) * roundAxis[axis];
      const rise = heightOnSide(numbers, i) - height;
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

/** How high along the body's axis a vertex of the hull is, seen along the axis that was found. */
function heightOnSide(numbers: Float64Array, at: number): number {
  let height = 0;
  for (let axis = 0; axis < 3; axis++) {
    const onRound = numbers[at + axis] - roundAxis[3] * roundAxis[axis];
    height += (onRound - round[ROUND_X + axis]) * round[ROUND_AXIS_X + axis];
  }
  return height;
}

/**
 * Over a disk of the body, or an end of it that is a point: where what is lowest of the hull, a face, an edge or a
 * vertex, is nearest to the middle of the disk. Returns whether that is over the disk.
 */
function locateOnDisk(hull: FlatHull): boolean {
  const nx = roundAxis[0];
  const ny = roundAxis[1];
  const nz = roundAxis[2];
  const gap = roundAxis[3];
  const isHigh = nx * round[ROUND_AXIS_X] + ny * round[ROUND_AXIS_Y] + nz * round[ROUND_AXIS_Z] > 0;
  const height = isHigh ? round[ROUND_HALF] : -round[ROUND_HALF];
  const radius = isHigh ? round[ROUND_HIGH] : round[ROUND_LOW];
  const x = height * round[ROUND_AXIS_X];
  const y = height * round[ROUND_AXIS_Y];
  const z = height * round[ROUND_AXIS_Z];
  writeRoundPoint(x, y, z);
  const size = round[ROUND_SIZE] + hull.outerRadius;
  if (isOverLowestFace(hull, LEVEL * size)) return true;
  const cx = roundPoints[3];
  const cy = roundPoints[4];
  const cz = roundPoints[5];
  const { numbers, vertices } = hull;
  const end = vertices + VERTEX_STRIDE * hull.vertexCount;
  const level = nx * cx + ny * cy + nz * cz + LEVEL * size;
  let least = Infinity;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    if (!(nx * numbers[i] + ny * numbers[i + 1] + nz * numbers[i + 2] <= level)) continue;
    // The nearest point of each line between two of the lowest vertices; a vertex alone is a line to itself.
    for (let k = vertices; k <= i; k += VERTEX_STRIDE) {
      if (!(nx * numbers[k] + ny * numbers[k + 1] + nz * numbers[k + 2] <= level)) continue;
      const ex = numbers[k] - numbers[i];
      const ey = numbers[k + 1] - numbers[i + 1];
      const ez = numbers[k + 2] - numbers[i + 2];
      const square = ex * ex + ey * ey + ez * ez;
      const along = (cx - numbers[i]) * ex + (cy - numbers[i + 1]) * ey + (cz - numbers[i + 2]) * ez;
      const t = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
      const dx = numbers[i] + t * ex - cx;
      const dy = numbers[i + 1] + t * ey - cy;
      const dz = numbers[i + 2] + t * ez - cz;
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance < least) {
        least = distance;
        roundPoints[3] = cx + dx;
        roundPoints[4] = cy + dy;
        roundPoints[5] = cz + dz;
      }
    }
  }
  for (let axis = 0; axis < 3; axis++) roundPoints[axis] = roundPoints[3 + axis] - gap * roundAxis[axis];
  const reach = radius + SLACK * size;
  return least <= reach * reach;
}

/** Whether the hull has a lowest face, flat along the axis, that the hull's point in `roundPoints` is inside. */
function isOverLowestFace(hull: FlatHull, slack: number): boolean {
  const { numbers, planes, faceCount } = hull;
  let lowest = 0;
  let most = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const p = planes + PLANE_STRIDE * f;
    const along = -(numbers[p] * roundAxis[0] + numbers[p + 1] * roundAxis[1] + numbers[p + 2] * roundAxis[2]);
    if (along > most) {
      most = along;
      lowest = f;
    }
  }
  const p = planes + PLANE_STRIDE * lowest;
  const x = numbers[p] + roundAxis[0];
  const y = numbers[p + 1] + roundAxis[1];
  const z = numbers[p + 2] + roundAxis[2];
  // The face rises by no more than this over the hull's size.
  if (!(Math.sqrt(x * x + y * y + z * z) * hull.outerRadius <= slack)) return false;
  return isOverFace(hull, lowest);
}

/**
 * Looks for the vertex of the hull that is nearest to the round body, and takes the way to it as the axis if no other
 * vertex is nearer along that.
 */
function locateVertex(hull: FlatHull): number {
  const { numbers, vertices } = hull;
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const half = round[ROUND_HALF];
  const low = round[ROUND_LOW];
  const high = round[ROUND_HIGH];
  const cosine = round[ROUND_SIDE_COSINE];
  const sine = round[ROUND_SIDE_SINE];
  const end = vertices + VERTEX_STRIDE * hull.vertexCount;
  const slack = SLACK * (round[ROUND_SIZE] + hull.outerRadius);
  let least = Infinity;
  let nearest = vertices;
  let upBest = 0;
  let outBest = 0;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const x = numbers[i] - round[ROUND_X];
    const y = numbers[i + 1] - round[ROUND_Y];
    const z = numbers[i + 2] - round[ROUND_Z];
    const height = x * ax + y * ay + z * az;
    const sx = y * az - z * ay;
    const sy = z * ax - x * az;
    const sz = x * ay - y * ax;
    const out = Math.sqrt(sx * sx + sy * sy + sz * sz);
    // The nearest point of the profile, in height and distance from the axis: on a disk, else on the side.
    let up = height - Math.max(-half, Math.min(half, height));
    let away = out;
    if (up > 0 && out <= high) away = 0;
    else if (up < 0 && out <= low) away = 0;
    else {
      // Along the side, from the high rim on, downwards: the direction is (−cosine, sine) in height and distance.
      const length = 2 * half * cosine + (low - high) * sine;
      const t = Math.max(0, Math.min(length, (half - height) * cosine + (out - high) * sine));
      up = height - (half - t * cosine);
      away = out - (high + t * sine);
    }
    const square = up * up + away * away;
    if (!(square < least)) continue;
    least = square;
    nearest = i;
    upBest = up;
    outBest = away;
  }
  const distance = Math.sqrt(least);
  if (!(distance > 0)) return CONTACT_UNKNOWN;
  const x = numbers[nearest] - round[ROUND_X];
  const y = numbers[nearest + 1] - round[ROUND_Y];
  const z = numbers[nearest + 2] - round[ROUND_Z];
  const height = x * ax + y * ay + z * az;
  let ux = x - height * ax;
  let uy = y - height * ay;
  let uz = z - height * az;
  const out = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const scale = out > 0 ? outBest / (distance * out) : 0;
  const rise = upBest / distance;
  ux = scale * ux + rise * ax;
  uy = scale * uy + rise * ay;
  uz = scale * uz + rise * az;
  const length = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= length;
  uy *= length;
  uz *= length;
  const lowest = ux * numbers[nearest] + uy * numbers[nearest + 1] + uz * numbers[nearest + 2] - slack;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    if (ux * numbers[i] + uy * numbers[i + 1] + uz * numbers[i + 2] < lowest) return CONTACT_UNKNOWN;
  }
  roundAxis[0] = ux;
  roundAxis[1] = uy;
  roundAxis[2] = uz;
  roundAxis[3] = distance;
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[3 + axis] = numbers[nearest + axis];
    roundPoints[axis] = roundPoints[3 + axis] - distance * roundAxis[axis];
  }
  return distance <= round[ROUND_LIMIT] ? CONTACT_FOUND : CONTACT_BEYOND;
}
