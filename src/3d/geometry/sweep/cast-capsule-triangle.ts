import { measurePointTriangle } from '../closest/closest-point-triangle.ts';

/*
 * A moving capsule meets a triangle where its centre meets the sum of the triangle and the capsule's axis, grown by the
 * radius: a prism with the triangle moved by half the axis to both sides as its caps, a parallelogram for each edge,
 * nine edges and six corners. The centre is a ray, and of a union the first hit is the first of the parts' hits: plates
 * of twice the radius's thickness, cylinders around edges, balls around corners. A sphere is a capsule without an axis.
 *
 * All coordinates are relative to the centre at the start, so that rounding depends on the shapes and their distance
 * alone. Numbers travel in arrays, as V8 puts those on the heap that a function takes or returns.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7 and 5.5.6, for spheres.
 */

/**
 * The layout of the moving capsule: its centre, half of its axis as a vector, the translation, the radius, how deep in
 * the triangle it may begin and still count as beside it, and the fraction of the translation beyond which hits are of
 * no interest to `missesTriangle`.
 */
export const CAPSULE_AXIS = 3;
export const CAPSULE_WAY = 6;
export const CAPSULE_RADIUS = 9;
export const CAPSULE_SLACK = 10;
export const CAPSULE_LIMIT = 11;
export const CAPSULE_LENGTH = 12;

/** The layout of a triangle: its corners and its unit normal, 0 for one that is too thin to have one. */
export const TRIANGLE_NORMAL = 9;

/**
 * Sine of an angle of a triangle below which it counts as its edges: rounding alone says where the normal of a thinner
 * one points, and no point of it is farther from its edges than half of that share of its length.
 */
const LEAST_SINE = 1e-6;

/** The layout of a hit: the point on the triangle, the unit normal from it to the capsule, the fraction. */
export const MET_NORMAL = 3;
export const MET_FRACTION = 6;

/** The result, in place of a fraction, for a capsule and a triangle that overlap at the start. */
export const OVERLAPS = -1;

/** Square of the sine below which an axis counts as parallel to an edge: the edges of the plate are then all of it. */
const LEAST_SINE_SQUARE = 1e-24;

/** The corners as seen from the capsule's centre. */
const corners = new Float64Array(9);
const axis = new Float64Array(3);
const way = new Float64Array(3);
const normal = new Float64Array(3);
/** The radius, and the radius less the slack: a distance below the latter counts as touching. */
const radius = new Float64Array(2);
const INNER = 1;
/** The line that is tested, an edge or a side of a plate: where it begins, and the vector to its end. */
const start = new Float64Array(3);
const side = new Float64Array(3);
/** The point of the triangle's plane that is tested. */
const foot = new Float64Array(3);
/** The best hit so far. */
const best = new Float64Array(7);
/** Whether the two touch at the start. */
const found = { touches: false };

/** Writes the unit normal of a triangle `triangles[at …]` behind its corners: see `TRIANGLE_NORMAL`. */
export function writeNormal(triangles: Float64Array, at: number): void {
  const ux = triangles[at + 3] - triangles[at];
  const uy = triangles[at + 4] - triangles[at + 1];
  const uz = triangles[at + 5] - triangles[at + 2];
  const vx = triangles[at + 6] - triangles[at];
  const vy = triangles[at + 7] - triangles[at + 1];
  const vz = triangles[at + 8] - triangles[at + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const square = x * x + y * y + z * z;
  const most = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  const scale = square > LEAST_SINE * LEAST_SINE * most ? 1 / Math.sqrt(square) : 0;
  triangles[at + TRIANGLE_NORMAL] = scale * x;
  triangles[at + TRIANGLE_NORMAL + 1] = scale * y;
  triangles[at + TRIANGLE_NORMAL + 2] = scale * z;
}

/**
 * Casts a moving capsule at both sides of a triangle `triangles[at …]`. Writes the point on the triangle, the unit
 * normal and the fraction of the translation at first contact (7 numbers): −1, and nothing else of use, where they
 * overlap at the start by more than the slack, `Infinity` for none. An overlap no deeper than the slack is met at 0
 * where the translation leads deeper, and else not at all. The radius is above 0.
 */
export function writeCapsuleCast(out: Float64Array, capsule: Float64Array, triangles: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    for (let corner = 0; corner < 9; corner += 3) corners[corner + k] = triangles[at + corner + k] - capsule[k];
    axis[k] = capsule[CAPSULE_AXIS + k];
    way[k] = capsule[CAPSULE_WAY + k];
    normal[k] = triangles[at + TRIANGLE_NORMAL + k];
  }
  radius[0] = capsule[CAPSULE_RADIUS];
  radius[INNER] = capsule[CAPSULE_RADIUS] - capsule[CAPSULE_SLACK];
  best[MET_FRACTION] = Infinity;
  found.touches = false;
  if (!meetCaps()) meetRim();
  if (found.touches) {
    out[MET_FRACTION] = OVERLAPS;
    return;
  }
  for (let k = 0; k < 3; k++) out[k] = best[k] + capsule[k];
  for (let k = MET_NORMAL; k <= MET_FRACTION; k++) out[k] = best[k];
}

/** Slacks by which a capsule has to keep clear of a triangle to miss it without a doubt. */
const CLEAR_SLACKS = 4;

/** A point of the axis, and the point of the triangle nearest to it: see `measurePointTriangle`. */
const onAxis = new Float64Array(3);
const nearest = new Float64Array(8);

/**
 * Returns whether a plane tells that a capsule keeps clear of a triangle over the part of its translation up to the
 * limit: it then meets the triangle later or never. Most triangles that the capsule does not meet are ruled out by
 * this, at a tenth of the cost of `writeCapsuleCast`.
 *
 * The capsule is first placed where that part of the translation ends, and the plane is perpendicular to the shortest
 * way between it and the triangle there. If the capsule only came closer to the plane on its way to this place, it was
 * farther from the triangle before; otherwise the place where it begins is tested in the same manner.
 */
export function missesTriangle(capsule: Float64Array, triangles: Float64Array, at: number): boolean {
  const hx = capsule[CAPSULE_AXIS];
  const hy = capsule[CAPSULE_AXIS + 1];
  const hz = capsule[CAPSULE_AXIS + 2];
  const wayX = capsule[CAPSULE_WAY];
  const wayY = capsule[CAPSULE_WAY + 1];
  const wayZ = capsule[CAPSULE_WAY + 2];
  const square = hx * hx + hy * hy + hz * hz;
  const clear = capsule[CAPSULE_RADIUS] + CLEAR_SLACKS * capsule[CAPSULE_SLACK];
  for (let end = 1; end >= 0; end--) {
    const t = end * capsule[CAPSULE_LIMIT];
    const x = capsule[0] + t * wayX;
    const y = capsule[1] + t * wayY;
    const z = capsule[2] + t * wayZ;
    let part = 0;
    if (square > 0) {
      const gapX = (triangles[at] + triangles[at + 3] + triangles[at + 6]) / 3 - x;
      const gapY = (triangles[at + 1] + triangles[at + 4] + triangles[at + 7]) / 3 - y;
      const gapZ = (triangles[at + 2] + triangles[at + 5] + triangles[at + 8]) / 3 - z;
      part = Math.max(-1, Math.min(1, (gapX * hx + gapY * hy + gapZ * hz) / square));
    }
    onAxis[0] = x + part * hx;
    onAxis[1] = y + part * hy;
    onAxis[2] = z + part * hz;
    measurePointTriangle(nearest, 0, onAxis, 0, triangles, at);
    const nx = onAxis[0] - nearest[0];
    const ny = onAxis[1] - nearest[1];
    const nz = onAxis[2] - nearest[2];
    const middle = nx * (x - nearest[0]) + ny * (y - nearest[1]) + nz * (z - nearest[2]);
    const gap = middle - Math.abs(nx * hx + ny * hy + nz * hz);
    // The plane is also farther than `clear` from the point on the axis, so that rounding does not turn it.
    if (!(gap > 0 && gap * gap > clear * clear * (nx * nx + ny * ny + nz * nz))) return false;
    const away = nx * wayX + ny * wayY + nz * wayZ;
    if (end === 1 ? away <= 0 : away >= 0) return true;
  }
  return false;
}

/**
 * Tests the centre against the caps. Returns whether the search is over, because no other part is met before the plane
 * of the nearer cap.
 */
function meetCaps(): boolean {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const height = 0 - (nx * corners[0] + ny * corners[1] + nz * corners[2]);
  const along = nx * axis[0] + ny * axis[1] + nz * axis[2];
  // A triangle without area is its edges.
  if (nx === 0 && ny === 0 && nz === 0) return false;
  const above = height > 0 ? 1 : -1;
  const end = along * above > 0 ? 1 : -1;
  const gap = Math.abs(height) - Math.abs(along);
  if (gap > radius[INNER]) {
    const approach = 0 - above * (nx * way[0] + ny * way[1] + nz * way[2]);
    const t = Math.max(0, gap - radius[0]) / approach;
    if (!(approach > 0 && t <= 1)) return true;
    for (let k = 0; k < 3; k++) foot[k] = t * way[k] - end * axis[k] - above * radius[0] * normal[k];
    if (!holdsFoot()) return false;
    for (let k = 0; k < 3; k++) {
      best[k] = foot[k];
      best[MET_NORMAL + k] = above * normal[k] + 0;
    }
    best[MET_FRACTION] = t;
    return true;
  }
  // The end of the axis that is nearer to the plane, and the other one, or where the axis crosses it.
  for (let k = 0; k < 3; k++) foot[k] = 0 - end * axis[k] - above * gap * normal[k];
  if (Math.abs(gap) <= radius[INNER] && holdsFoot()) found.touches = true;
  if (gap <= 0 && !found.touches) {
    const other = Math.abs(height) + Math.abs(along);
    for (let k = 0; k < 3; k++) foot[k] = end * axis[k] - above * other * normal[k];
    if (other <= radius[INNER] && holdsFoot()) found.touches = true;
    else if (along !== 0) {
      for (let k = 0; k < 3; k++) foot[k] = (0 - height / along) * axis[k];
      if (holdsFoot()) found.touches = true;
    }
  }
  return found.touches;
}

/** Returns whether the triangle holds `foot`, a point of its plane. */
function holdsFoot(): boolean {
  for (let i = 0; i < 9; i += 3) {
    const next = i === 6 ? 0 : i + 3;
    const ux = corners[next] - corners[i];
    const uy = corners[next + 1] - corners[i + 1];
    const uz = corners[next + 2] - corners[i + 2];
    const vx = foot[0] - corners[i];
    const vy = foot[1] - corners[i + 1];
    const vz = foot[2] - corners[i + 2];
    const across = normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
    if (!(across >= 0)) return false;
  }
  return true;
}

/** Tests the capsule's centre against the plates over the edges of the triangle, the edges and the corners. */
function meetRim(): void {
  const hasAxis = axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0;
  for (let i = 0; i < 9 && !found.touches; i += 3) {
    const next = i === 6 ? 0 : i + 3;
    for (let k = 0; k < 3; k++) {
      start[k] = corners[i + k];
      side[k] = corners[next + k] - corners[i + k];
    }
    if (hasAxis) meetPlate();
    for (let end = hasAxis ? -1 : 1; end <= 1; end += 2) {
      for (let k = 0; k < 3; k++) foot[k] = hasAxis ? end * axis[k] : 0;
      meetEdge(true);
      meetCorner();
    }
    if (!hasAxis) continue;
    for (let k = 0; k < 3; k++) {
      foot[k] = 0 - axis[k];
      side[k] = 2 * axis[k];
    }
    meetEdge(false);
  }
}

/**
 * Tests the centre against a plate: the parallelogram that an edge (`start` and `side`) and the capsule's axis span.
 */
function meetPlate(): void {
  const dx = side[0];
  const dy = side[1];
  const dz = side[2];
  const hx = axis[0];
  const hy = axis[1];
  const hz = axis[2];
  const wx = dy * hz - dz * hy;
  const wy = dz * hx - dx * hz;
  const wz = dx * hy - dy * hx;
  const square = wx * wx + wy * wy + wz * wz;
  if (!(square > LEAST_SINE_SQUARE * (dx * dx + dy * dy + dz * dz) * (hx * hx + hy * hy + hz * hz))) return;
  const length = Math.sqrt(square);
  const height = 0 - (wx * start[0] + wy * start[1] + wz * start[2]) / length;
  const above = height > 0 ? 1 : -1;
  const isBeside = Math.abs(height) > radius[INNER];
  let t = 0;
  if (isBeside) {
    const approach = (0 - above * (wx * way[0] + wy * way[1] + wz * way[2])) / length;
    t = Math.max(0, Math.abs(height) - radius[0]) / approach;
    if (!(approach > 0 && t <= 1 && t < best[MET_FRACTION])) return;
  }
  const down = (above * (isBeside ? radius[0] : Math.abs(height))) / length;
  const x = t * way[0] - down * wx - start[0];
  const y = t * way[1] - down * wy - start[1];
  const z = t * way[2] - down * wz - start[2];
  const u = (wx * (y * hz - z * hy) + wy * (z * hx - x * hz) + wz * (x * hy - y * hx)) / square;
  const s = (wx * (dy * z - dz * y) + wy * (dz * x - dx * z) + wz * (dx * y - dy * x)) / square;
  if (!(u >= 0 && u <= 1 && s >= -1 && s <= 1)) return;
  if (!isBeside) {
    found.touches = true;
    return;
  }
  best[0] = start[0] + u * dx;
  best[1] = start[1] + u * dy;
  best[2] = start[2] + u * dz;
  const scale = above / length;
  best[MET_NORMAL] = scale * wx + 0;
  best[MET_NORMAL + 1] = scale * wy + 0;
  best[MET_NORMAL + 2] = scale * wz + 0;
  best[MET_FRACTION] = t;
}

/**
 * Tests the centre against the cylinder around an edge of the prism, which begins at `start` and `foot` and runs along
 * `side`: an edge of the triangle moved along the axis, or the line along which a corner of it moves.
 */
function meetEdge(isOfTriangle: boolean): void {
  const dx = side[0];
  const dy = side[1];
  const dz = side[2];
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square > 0)) return;
  const px = start[0] + foot[0];
  const py = start[1] + foot[1];
  const pz = start[2] + foot[2];
  const from = (px * dx + py * dy + pz * dz) / square;
  const rate = (way[0] * dx + way[1] * dy + way[2] * dz) / square;
  // Across the edge: from the centre to its line, and the way.
  const qx = px - from * dx;
  const qy = py - from * dy;
  const qz = pz - from * dz;
  const mx = way[0] - rate * dx;
  const my = way[1] - rate * dy;
  const mz = way[2] - rate * dz;
  const squared = qx * qx + qy * qy + qz * qz;
  if (squared <= radius[INNER] * radius[INNER]) {
    if (from <= 0 && from >= -1) found.touches = true;
    return;
  }
  const off = Math.max(0, squared - radius[0] * radius[0]);
  const approach = qx * mx + qy * my + qz * mz;
  const root = approach * approach - (mx * mx + my * my + mz * mz) * off;
  if (!(approach > 0 && root >= 0)) return;
  const t = off / (approach + Math.sqrt(root));
  const u = t * rate - from;
  if (!(t <= 1 && t < best[MET_FRACTION] && u >= 0 && u <= 1)) return;
  best[MET_NORMAL] = t * mx - qx;
  best[MET_NORMAL + 1] = t * my - qy;
  best[MET_NORMAL + 2] = t * mz - qz;
  normalise();
  best[0] = start[0] + (isOfTriangle ? u * dx : 0);
  best[1] = start[1] + (isOfTriangle ? u * dy : 0);
  best[2] = start[2] + (isOfTriangle ? u * dz : 0);
  best[MET_FRACTION] = t;
}

/** Tests the centre against the ball around the corner of the prism at `start` and `foot`. */
function meetCorner(): void {
  const px = start[0] + foot[0];
  const py = start[1] + foot[1];
  const pz = start[2] + foot[2];
  const squared = px * px + py * py + pz * pz;
  if (squared <= radius[INNER] * radius[INNER]) {
    found.touches = true;
    return;
  }
  const off = Math.max(0, squared - radius[0] * radius[0]);
  const approach = px * way[0] + py * way[1] + pz * way[2];
  const root = approach * approach - (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) * off;
  if (!(approach > 0 && root >= 0)) return;
  const t = off / (approach + Math.sqrt(root));
  if (!(t <= 1 && t < best[MET_FRACTION])) return;
  best[MET_NORMAL] = t * way[0] - px;
  best[MET_NORMAL + 1] = t * way[1] - py;
  best[MET_NORMAL + 2] = t * way[2] - pz;
  normalise();
  for (let k = 0; k < 3; k++) best[k] = start[k];
  best[MET_FRACTION] = t;
}

/** Makes the direction from an edge or a corner of the prism to the centre the unit normal. */
function normalise(): void {
  const x = best[MET_NORMAL];
  const y = best[MET_NORMAL + 1];
  const z = best[MET_NORMAL + 2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  best[MET_NORMAL] = scale * x + 0;
  best[MET_NORMAL + 1] = scale * y + 0;
  best[MET_NORMAL + 2] = scale * z + 0;
}
