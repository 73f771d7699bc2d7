import { TRIANGLE_NORMAL } from './cast-capsule-triangle.ts';

/*
 * A box that moves without turning meets a triangle where the shadows of both meet along the last of thirteen axes: the
 * normals of the box's faces, that of the triangle, and the cross products of their edges. A radius around the two adds
 * to the shadows. Where the axis is that of the two features that lie nearest to each other, the shadows say how far
 * the bodies are apart, and the hit is exact. Where two rounded edges or corners meet beyond the ends of these
 * features, the hit is not exact, and is left to the caller.
 *
 * All coordinates are in the frame of the box at its start, so that rounding depends on the shapes and their distance
 * alone. Numbers travel in arrays, as V8 puts those on the heap that a function takes or returns.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7 and 5.5.8, for separating axes of moving bodies.
 */

/**
 * The layout of the moving box: its axes in the world (9), its centre, its half extents, the translation in its own
 * frame, the radius around it and the triangle together, how deep in the triangle it may begin and still count as
 * beside it, and the fraction of the translation beyond which hits are of no interest.
 */
export const BOX_CENTRE = 9;
export const BOX_HALF = 12;
export const BOX_WAY = 15;
export const BOX_RADIUS = 18;
export const BOX_SLACK = 19;
export const BOX_LIMIT = 20;
export const BOX_LENGTH = 21;

/**
 * The result, in place of a fraction, that the axes alone do not tell whether the two meet within the limit, or where.
 */
export const UNDECIDED = -2;

/** The layout of a hit: the point on the triangle, the unit normal from it to the box, the fraction. */
const MET_NORMAL = 3;
const MET_FRACTION = 6;

const AXES = 13;
/** The axis of the triangle's normal; after it come three axes of each edge. */
const NORMAL_AXIS = 3;

/** The corners of the triangle in the frame of the box, where the box begins and then where the two meet. */
const corners = new Float64Array(9);
const normal = new Float64Array(3);
/** The axis along which the two meet last, not normalised, pointing from the box to the triangle. */
const axis = new Float64Array(3);
/** The point of the triangle that is met. */
const point = new Float64Array(3);

/**
 * Casts a moving box at both sides of a triangle `triangles[at …]`, laid out as for `writeCapsuleCast`. Writes the
 * point on the triangle, the unit normal from it to the box and the fraction of the translation at first contact (7
 * numbers): `Infinity`, and nothing else of use, where they do not meet within the limit, and `UNDECIDED` where axes do
 * not tell. An overlap at the start no deeper than the slack is met at 0 where the translation leads deeper, and else
 * not at all. A deeper one is undecided.
 */
export function writeBoxCast(out: Float64Array, box: Float64Array, triangles: Float64Array, at: number): void {
  turnToBox(box, triangles, at);
  const wayX = box[BOX_WAY];
  const wayY = box[BOX_WAY + 1];
  const wayZ = box[BOX_WAY + 2];
  const halfX = box[BOX_HALF];
  const halfY = box[BOX_HALF + 1];
  const halfZ = box[BOX_HALF + 2];
  const radius = box[BOX_RADIUS];
  const slack = box[BOX_SLACK];
  let last = -1;
  let enter = -1;
  let leave = box[BOX_LIMIT];
  out[MET_FRACTION] = Infinity;
  for (let i = 0; i < AXES; i++) {
    let x = 0;
    let y = 0;
    let z = 0;
    if (i < NORMAL_AXIS) {
      if (i === 0) x = 1;
      else if (i === 1) y = 1;
      else z = 1;
    } else if (i === NORMAL_AXIS) {
      x = normal[0];
      y = normal[1];
      z = normal[2];
    } else {
      const from = i < 7 ? 0 : i < 10 ? 3 : 6;
      const to = from === 6 ? 0 : from + 3;
      const side = (i - 4) % 3;
      // The cross product of an axis of the box and the edge.
      if (side === 0) {
        y = corners[from + 2] - corners[to + 2];
        z = corners[to + 1] - corners[from + 1];
      } else if (side === 1) {
        x = corners[to + 2] - corners[from + 2];
        z = corners[from] - corners[to];
      } else {
        x = corners[from + 1] - corners[to + 1];
        y = corners[to] - corners[from];
      }
    }
    // 0 for the normal of a triangle that is too thin to have one, and for the cross product of parallel directions.
    const length = Math.sqrt(x * x + y * y + z * z);
    const a = x * corners[0] + y * corners[1] + z * corners[2];
    const b = x * corners[3] + y * corners[4] + z * corners[5];
    const c = x * corners[6] + y * corners[7] + z * corners[8];
    const extent = halfX * Math.abs(x) + halfY * Math.abs(y) + halfZ * Math.abs(z) + radius * length;
    const inner = extent - slack * length;
    const outer = extent + slack * length;
    const least = Math.min(a, b, c);
    const most = Math.max(a, b, c);
    const rate = x * wayX + y * wayY + z * wayZ;
    let parts = Infinity;
    if (rate > 0) parts = (most + outer) / rate;
    else if (rate < 0) parts = (least - outer) / rate;
    if (parts < leave) leave = parts;
    if (least > inner || most < -inner) {
      const sign = least > inner ? 1 : -1;
      const gap = sign > 0 ? least - extent : -extent - most;
      const meets = Math.max(0, gap) / (sign * rate);
      if (!(sign * rate > 0 && meets <= leave)) return;
      if (meets > enter) {
        enter = meets;
        last = i;
        axis[0] = sign * x;
        axis[1] = sign * y;
        axis[2] = sign * z;
      }
    }
    if (enter > leave) return;
  }
  out[MET_FRACTION] = UNDECIDED;
  if (last < 0) return;
  for (let i = 0; i < 9; i += 3) {
    corners[i] -= enter * wayX;
    corners[i + 1] -= enter * wayY;
    corners[i + 2] -= enter * wayZ;
  }
  if (last < NORMAL_AXIS) {
    if (!(meetFace(box, last) || meetCorner(box))) return;
  } else if (last === NORMAL_AXIS) {
    if (!meetCorner(box)) return;
  } else if (!meetEdge(box, last)) return;
  out[MET_FRACTION] = enter;
  const scale = -1 / Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const x = point[0] + enter * wayX;
  const y = point[1] + enter * wayY;
  const z = point[2] + enter * wayZ;
  for (let k = 0; k < 3; k++) {
    out[k] = box[BOX_CENTRE + k] + (box[k] * x + box[3 + k] * y + box[6 + k] * z);
    out[MET_NORMAL + k] = scale * (box[k] * axis[0] + box[3 + k] * axis[1] + box[6 + k] * axis[2]) + 0;
  }
}

/** Writes the corners and the normal of a triangle in the frame of the box where it begins. */
function turnToBox(box: Float64Array, triangles: Float64Array, at: number): void {
  for (let corner = 0; corner < 9; corner += 3) {
    const x = triangles[at + corner] - box[BOX_CENTRE];
    const y = triangles[at + corner + 1] - box[BOX_CENTRE + 1];
    const z = triangles[at + corner + 2] - box[BOX_CENTRE + 2];
    for (let k = 0; k < 3; k++) corners[corner + k] = box[3 * k] * x + box[3 * k + 1] * y + box[3 * k + 2] * z;
  }
  const x = triangles[at + TRIANGLE_NORMAL];
  const y = triangles[at + TRIANGLE_NORMAL + 1];
  const z = triangles[at + TRIANGLE_NORMAL + 2];
  for (let k = 0; k < 3; k++) normal[k] = box[3 * k] * x + box[3 * k + 1] * y + box[3 * k + 2] * z;
}

/**
 * Returns whether one of the corners that are nearest to the face of the box lies above it; makes it the point that is
 * met.
 */
function meetFace(box: Float64Array, face: number): boolean {
  const sign = axis[face];
  const nearest = Math.min(sign * corners[face], sign * corners[3 + face], sign * corners[6 + face]);
  const u = face === 2 ? 0 : face + 1;
  const v = face === 0 ? 2 : face - 1;
  for (let i = 0; i < 9; i += 3) {
    if (sign * corners[i + face] > nearest + box[BOX_SLACK]) continue;
    if (Math.abs(corners[i + u]) > box[BOX_HALF + u] || Math.abs(corners[i + v]) > box[BOX_HALF + v]) continue;
    for (let k = 0; k < 3; k++) point[k] = corners[i + k];
    return true;
  }
  return false;
}

/**
 * Returns whether a corner of the box that is nearest to the plane of the triangle lies above or below the triangle,
 * which faces along the axis; makes the point there the one that is met.
 */
function meetCorner(box: Float64Array): boolean {
  const slack = box[BOX_SLACK];
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const along = nx * axis[0] + ny * axis[1] + nz * axis[2];
  const across =
    Math.abs(ny * axis[2] - nz * axis[1]) +
    Math.abs(nz * axis[0] - nx * axis[2]) +
    Math.abs(nx * axis[1] - ny * axis[0]);
  const size = box[BOX_HALF] + box[BOX_HALF + 1] + box[BOX_HALF + 2];
  // Where the axis is the normal of a face of the box, the triangle need not be parallel to the face: then no corner
  // of the box meets its inside.
  if (along === 0 || across * size > slack) return false;
  for (let corner = 0; corner < 8; corner++) {
    let isNearest = true;
    let height = 0 - (nx * corners[0] + ny * corners[1] + nz * corners[2]);
    for (let k = 0; k < 3; k++) {
      const half = box[BOX_HALF + k];
      point[k] = (corner & (1 << k)) !== 0 ? half : -half;
      // A side of the box that is parallel to the triangle has both of its ends equally near.
      if (point[k] * axis[k] < 0 && Math.abs(axis[k]) * half > slack) isNearest = false;
      height += normal[k] * point[k];
    }
    if (!isNearest) continue;
    for (let k = 0; k < 3; k++) point[k] -= height * normal[k];
    if (isInside()) return true;
  }
  return false;
}

/** Returns whether the point, in the plane of the triangle, is in the triangle. */
function isInside(): boolean {
  for (let i = 0; i < 9; i += 3) {
    const next = i === 6 ? 0 : i + 3;
    const ux = corners[next] - corners[i];
    const uy = corners[next + 1] - corners[i + 1];
    const uz = corners[next + 2] - corners[i + 2];
    const vx = point[0] - corners[i];
    const vy = point[1] - corners[i + 1];
    const vz = point[2] - corners[i + 2];
    const across = normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
    if (!(across >= 0)) return false;
  }
  return true;
}

/**
 * Returns whether the two edges whose cross product is the axis are nearest to each other between their ends. Writes
 * the point on the triangle's edge as the point that is met.
 */
function meetEdge(box: Float64Array, last: number): boolean {
  const from = last < 7 ? 0 : last < 10 ? 3 : 6;
  const to = from === 6 ? 0 : from + 3;
  const other = from === 0 ? 6 : from - 3;
  const side = (last - 4) % 3;
  const u = side === 2 ? 0 : side + 1;
  const v = side === 0 ? 2 : side - 1;
  const length = Math.sqrt(axis[u] * axis[u] + axis[v] * axis[v]);
  // The opposite corner lies behind the edge, or the triangle is not nearest at this edge.
  const behind =
    axis[u] * (corners[other + u] - corners[from + u]) + axis[v] * (corners[other + v] - corners[from + v]);
  if (!(behind >= 0) || axis[u] === 0 || axis[v] === 0) return false;
  const edgeU = corners[to + u] - corners[from + u];
  const edgeV = corners[to + v] - corners[from + v];
  const k = Math.abs(edgeU) > Math.abs(edgeV) ? u : v;
  // The point is where the triangle's edge crosses the box's edge, moved out by the radius.
  const place = (axis[k] > 0 ? 1 : -1) * box[BOX_HALF + k] + (box[BOX_RADIUS] * axis[k]) / length;
  const part = (place - corners[from + k]) / (k === u ? edgeU : edgeV);
  if (!(part >= 0 && part <= 1)) return false;
  for (let i = 0; i < 3; i++) point[i] = corners[from + i] + part * (corners[to + i] - corners[from + i]);
  return Math.abs(point[side]) <= box[BOX_HALF + side];
}
