import type { ConvexBody } from '../convex/convex-body.ts';
import { CORE_BOX, CORE_CONE, CORE_CYLINDER, CORE_HULL, CORE_SEGMENT, CORE_TRIANGLE } from '../convex/convex-body.ts';
import { PLANE_STRIDE } from '../convex/convex-hull.ts';

/** The fractions at which a line enters a body and leaves it, in lengths of its direction. Written by `cutLineBody`. */
export const lineSpan = new Float64Array(2);

/** The line in the frame of the body: a point and the direction. */
const local = new Float64Array(6);
/** Half the sizes of the body: V8 would put a number on the heap that is handed to a function. */
const halves = new Float64Array(3);
/** A part of the line that a cut leaves. */
const part = new Float64Array(2);

/** Share of the size by which a line may pass a segment or a triangle by, and still count as meeting it: rounding. */
const ON_LINE = 1e-9;

/**
 * Writes to `lineSpan` the part of a line (a point, a unit direction; both in the frame of the pair) that lies in the
 * core of a body, and returns whether there is any. A line along a face or side counts as in it.
 */
export function cutLineBody(body: ConvexBody, point: Float64Array, direction: Float64Array): boolean {
  const { form } = body.core;
  const m = body.axes;
  const x = point[0] - body.x;
  const y = point[1] - body.y;
  const z = point[2] - body.z;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  for (let k = 0; k < 3; k++) {
    local[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
    local[3 + k] = m[3 * k] * dx + m[3 * k + 1] * dy + m[3 * k + 2] * dz;
  }
  lineSpan[0] = -Infinity;
  lineSpan[1] = Infinity;
  halves[0] = body.halfX;
  halves[1] = body.halfY;
  halves[2] = body.halfZ;
  let isCut = false;
  if (form === CORE_BOX) isCut = cutSlab(0) && cutSlab(1) && cutSlab(2);
  else if (form === CORE_HULL) isCut = cutHull(body);
  else if (form === CORE_CYLINDER) isCut = cutSlab(1) && cutCylinder(body);
  else if (form === CORE_CONE) isCut = cutSlab(1) && cutCone(body);
  else if (form === CORE_SEGMENT) isCut = cutSegment(body);
  else if (form === CORE_TRIANGLE) isCut = cutTriangle(body);
  return isCut && lineSpan[0] <= lineSpan[1];
}

/** Keeps the part of the line between −half and +half along an axis. */
function cutSlab(axis: number): boolean {
  const half = halves[axis];
  const at = local[axis];
  const rise = local[3 + axis];
  if (rise === 0) return Math.abs(at) <= half;
  const first = (-half - at) / rise;
  const last = (half - at) / rise;
  part[0] = Math.min(first, last);
  part[1] = Math.max(first, last);
  keepPart();
  return true;
}

function keepPart(): void {
  if (part[0] > lineSpan[0]) lineSpan[0] = part[0];
  if (part[1] < lineSpan[1]) lineSpan[1] = part[1];
}

function cutHull({ hull, scale }: ConvexBody): boolean {
  const { planes, faceCount } = hull!;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const dx = local[3];
  const dy = local[4];
  const dz = local[5];
  let enter = -Infinity;
  let leave = Infinity;
  for (let p = 0; p < PLANE_STRIDE * faceCount; p += PLANE_STRIDE) {
    const rise = planes[p] * dx + planes[p + 1] * dy + planes[p + 2] * dz;
    const below = scale * planes[p + 3] - (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z);
    if (rise > 0) {
      if (below < leave * rise) leave = below / rise;
    } else if (rise < 0) {
      if (below < enter * rise) enter = below / rise;
    } else if (below < 0) return false;
  }
  lineSpan[0] = enter;
  lineSpan[1] = leave;
  return true;
}

function cutCylinder({ halfX: radius }: ConvexBody): boolean {
  const square = local[3] * local[3] + local[5] * local[5];
  const along = local[0] * local[3] + local[2] * local[5];
  const rest = local[0] * local[0] + local[2] * local[2] - radius * radius;
  if (square === 0) return rest <= 0;
  const root = along * along - square * rest;
  if (root < 0) return false;
  const half = Math.sqrt(root);
  part[0] = (-along - half) / square;
  part[1] = (half - along) / square;
  keepPart();
  return true;
}

/**
 * Keeps the part of the line in the cone. The slab between the end planes has already cut the double cone about the
 * apex to its lower half.
 */
function cutCone({ halfX, halfY }: ConvexBody): boolean {
  const slope = halfX / (2 * halfY);
  const down = halfY - local[1];
  const fall = -local[4];
  // |across|² ≤ slope² · down².
  const square = local[3] * local[3] + local[5] * local[5] - slope * slope * fall * fall;
  const along = local[0] * local[3] + local[2] * local[5] - slope * slope * down * fall;
  const rest = local[0] * local[0] + local[2] * local[2] - slope * slope * down * down;
  if (square === 0) {
    // Parallel to the side: one end only.
    if (along === 0) return rest <= 0;
    const end = -rest / (2 * along);
    part[0] = along > 0 ? -Infinity : end;
    part[1] = along > 0 ? end : Infinity;
    keepPart();
    return true;
  }
  const root = along * along - square * rest;
  if (root < 0) return square < 0;
  const half = Math.sqrt(root);
  const first = (-along - half) / square;
  const last = (half - along) / square;
  part[0] = first;
  part[1] = last;
  if (!(square > 0)) {
    // The line is steeper than the side of the cone: it is inside except between the two roots, and the slab between
    // the end planes holds only one of the two outer parts.
    part[0] = fall > 0 ? Math.max(first, last) : -Infinity;
    part[1] = fall > 0 ? Infinity : Math.min(first, last);
  }
  keepPart();
  return true;
}

/** Keeps the part of the line on a segment along y: the point where it comes nearest, or all of the segment. */
function cutSegment({ halfY: half }: ConvexBody): boolean {
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const dx = local[3];
  const dy = local[4];
  const dz = local[5];
  const across = dx * dx + dz * dz;
  const size = ON_LINE * (half + Math.abs(x) + Math.abs(y) + Math.abs(z));
  if (across <= ON_LINE * ON_LINE) {
    part[0] = (dy > 0 ? -half - y : half - y) / dy;
    part[1] = (dy > 0 ? half - y : -half - y) / dy;
    keepPart();
    return x * x + z * z <= size * size;
  }
  const at = -(x * dx + z * dz) / across;
  const offX = x + at * dx;
  const offZ = z + at * dz;
  part[0] = part[1] = at;
  keepPart();
  return offX * offX + offZ * offZ <= size * size && Math.abs(y + at * dy) <= half + size;
}

/** Keeps the point where the line passes through a triangle. */
function cutTriangle({ corners }: ConvexBody): boolean {
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const rise = nx * local[3] + ny * local[4] + nz * local[5];
  const mx = local[0] - corners[0];
  const my = local[1] - corners[1];
  const mz = local[2] - corners[2];
  const square = nx * nx + ny * ny + nz * nz;
  if (!(rise * rise > ON_LINE * ON_LINE * square)) return false;
  const at = -(nx * mx + ny * my + nz * mz) / rise;
  part[0] = part[1] = at;
  keepPart();
  const px = mx + at * local[3];
  const py = my + at * local[4];
  const pz = mz + at * local[5];
  // The weights of the second and third corner.
  const second = ((py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz) / square;
  const third = ((uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz) / square;
  return second >= -ON_LINE && third >= -ON_LINE && second + third <= 1 + ON_LINE;
}
