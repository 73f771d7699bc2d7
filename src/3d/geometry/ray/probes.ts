import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';
import { castRayTriangle } from './cast-ray-triangle.ts';

// An object that only needs to know how far it is from its surroundings in a few places (the wheels of a car, the feet
// of a walker, the tips of a hull) can be replaced by probes: rays from inside it to chosen points of its surface. A
// probe is built once in the object's frame, moved with it, and cast at the surroundings. If its ray first meets
// something at distance t and the probe is L long, its clearance is d = t − L:
//   d > 0  the tip is free, d away along the probe;   d = 0  it touches;   d < 0  it is −d deep inside, down to −L,
//   where the probe's origin itself is inside;        d = ∞  nothing within reach.
// Between its probes the object is not there: an obstacle thinner than their spacing passes unseen.

/** How many numbers a probe has: origin 3, unit direction 3, length 1. */
export const PROBE_SIZE = 7;

/**
 * The number of probes that `buildProbesAabb` makes: 6 to the middles of the faces, 12 of the edges, 8 to the corners.
 */
export const AABB_PROBE_COUNT = 26;

function writeProbe(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  z: number,
  toX: number,
  toY: number,
  toZ: number,
): void {
  const dx = toX - x;
  const dy = toY - y;
  const dz = toZ - z;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const scale = length > 0 ? 1 / length : 0;
  writeVector(out, outOffset, x, y, z);
  writeVector(out, outOffset + 3, dx * scale, dy * scale, dz * scale);
  out[outOffset + 6] = length;
}

/**
 * Builds probes from a centre (3) outward to `count` points (3 numbers each), such as a hull's vertices: writes count ·
 * `PROBE_SIZE` numbers. A point at the centre gives a probe of length 0 without direction. `out` must not overlap
 * `points`.
 *
 * Source: an object approximated by rays, after Pandžić's lecture on intersection and collision detection.
 */
export function buildProbesToPoints(
  out: WritableNumberArray,
  outOffset: number,
  center: NumberArray,
  centerOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): void {
  const x = center[centerOffset];
  const y = center[centerOffset + 1];
  const z = center[centerOffset + 2];
  for (let i = 0; i < count; i++) {
    const p = pointsOffset + i * 3;
    writeProbe(out, outOffset + i * PROBE_SIZE, x, y, z, points[p], points[p + 1], points[p + 2]);
  }
}

/**
 * Builds the `AABB_PROBE_COUNT` probes of an AABB (6), from its centre to the middles of its faces, then of its edges,
 * then to its corners; each group ordered by x, then y, then z. Writes AABB_PROBE_COUNT · `PROBE_SIZE` numbers.
 *
 * Source: an object approximated by rays, after Pandžić's lecture on intersection and collision detection.
 */
export function buildProbesAabb(
  out: WritableNumberArray,
  outOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): void {
  const hx = (aabb[aabbOffset + 3] - aabb[aabbOffset]) / 2;
  const hy = (aabb[aabbOffset + 4] - aabb[aabbOffset + 1]) / 2;
  const hz = (aabb[aabbOffset + 5] - aabb[aabbOffset + 2]) / 2;
  const x = aabb[aabbOffset] + hx;
  const y = aabb[aabbOffset + 1] + hy;
  const z = aabb[aabbOffset + 2] + hz;
  let probe = outOffset;
  for (let sides = 1; sides <= 3; sides++) {
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (let k = -1; k <= 1; k++) {
          if (i * i + j * j + k * k !== sides) continue;
          writeProbe(out, probe, x, y, z, x + i * hx, y + j * hy, z + k * hz);
          probe += PROBE_SIZE;
        }
      }
    }
  }
}

/** Casts a ray and returns the fraction of its direction at the first hit, `Infinity` for none. */
export type ProbeRayCast = (ray: NumberArray, rayOffset: number, maxFraction: number) => number;

const ray = new Float64Array(6);

/**
 * Builds probes from a centre (3) inside a shape outward along `count` directions (3 numbers each, any length), up to
 * the shape's surface, which `castOut` finds: called with a ray from the centre along each unit direction, it returns
 * the distance at which the ray leaves the shape (for a box the second number of `intersectLineAabb`). Writes count ·
 * `PROBE_SIZE` numbers and returns `count`, or the index of the first direction that is zero or has no finite distance;
 * the probes before it are written. `out` must not overlap `directions`.
 *
 * Source: an object approximated by rays, after Pandžić's lecture on intersection and collision detection.
 */
export function buildProbesInDirections(
  out: WritableNumberArray,
  outOffset: number,
  center: NumberArray,
  centerOffset: number,
  directions: NumberArray,
  directionsOffset: number,
  count: number,
  castOut: ProbeRayCast,
): number {
  const x = center[centerOffset];
  const y = center[centerOffset + 1];
  const z = center[centerOffset + 2];
  for (let i = 0; i < count; i++) {
    const d = directionsOffset + i * 3;
    const dx = directions[d];
    const dy = directions[d + 1];
    const dz = directions[d + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(length > 0)) return i;
    writeVector(ray, 0, x, y, z);
    writeVector(ray, 3, dx / length, dy / length, dz / length);
    const distance = castOut(ray, 0, Infinity);
    if (!(distance >= 0 && distance < Infinity)) return i;
    const probe = outOffset + i * PROBE_SIZE;
    for (let k = 0; k < 6; k++) out[probe + k] = ray[k];
    out[probe + 6] = distance;
  }
  return count;
}

/**
 * Builds parallel probes that end in `count` points (3 numbers each), such as the wheels of a car: each runs along
 * `direction` (3, any length) for that vector's length. Writes count · `PROBE_SIZE` numbers. `out` must not overlap
 * `points`.
 *
 * Source: an object approximated by rays, after Pandžić's lecture on intersection and collision detection.
 */
export function buildProbesAlong(
  out: WritableNumberArray,
  outOffset: number,
  direction: NumberArray,
  directionOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): void {
  const dx = direction[directionOffset];
  const dy = direction[directionOffset + 1];
  const dz = direction[directionOffset + 2];
  for (let i = 0; i < count; i++) {
    const x = points[pointsOffset + i * 3];
    const y = points[pointsOffset + i * 3 + 1];
    const z = points[pointsOffset + i * 3 + 2];
    writeProbe(out, outOffset + i * PROBE_SIZE, x - dx, y - dy, z - dz, x, y, z);
  }
}

/**
 * Moves `count` probes from an object's frame to the world: `frame` is its origin and its three orthonormal axes (12).
 * Lengths are kept. `out` may be the probes' own array at the same offset.
 *
 * Derived here: a change of frame.
 */
export function transformProbes(
  out: WritableNumberArray,
  outOffset: number,
  probes: NumberArray,
  probesOffset: number,
  count: number,
  frame: NumberArray,
  frameOffset: number,
): void {
  for (let i = 0; i < count; i++) {
    const from = probesOffset + i * PROBE_SIZE;
    const to = outOffset + i * PROBE_SIZE;
    const x = probes[from];
    const y = probes[from + 1];
    const z = probes[from + 2];
    const dx = probes[from + 3];
    const dy = probes[from + 4];
    const dz = probes[from + 5];
    const length = probes[from + 6];
    for (let k = 0; k < 3; k++) {
      const axisX = frame[frameOffset + 3 + k];
      const axisY = frame[frameOffset + 6 + k];
      const axisZ = frame[frameOffset + 9 + k];
      out[to + k] = frame[frameOffset + k] + (x * axisX + y * axisY + z * axisZ);
      out[to + 3 + k] = dx * axisX + dy * axisY + dz * axisZ;
    }
    out[to + 6] = length;
  }
}

/**
 * Measures the clearance of each of `count` probes by any ray cast: writes `count` numbers and returns the smallest. A
 * probe looks up to `reach` beyond its tip. Clearances are distances: positive when the tip is free, 0 when it touches,
 * negative by the depth of the tip when it is inside (at least −length), `Infinity` when nothing is within reach.
 *
 * Source: an object approximated by rays, after Pandžić's lecture on intersection and collision detection.
 */
export function measureProbes(
  out: WritableNumberArray,
  outOffset: number,
  probes: NumberArray,
  probesOffset: number,
  count: number,
  reach: number,
  castRay: ProbeRayCast,
): number {
  let smallest = Infinity;
  for (let i = 0; i < count; i++) {
    const probe = probesOffset + i * PROBE_SIZE;
    const length = probes[probe + 6];
    const clearance = castRay(probes, probe, length + reach) - length;
    out[outOffset + i] = clearance;
    smallest = Math.min(smallest, clearance);
  }
  return smallest;
}

/**
 * Measures the clearance of each of `count` probes against the half-space n·x ≤ d of a plane (4, n of any length),
 * whose normal points out of the solid: writes `count` numbers and returns the smallest. Otherwise as `measureProbes`.
 *
 * Source: clearances as in Pandžić's lecture on intersection and collision detection; Ericson, Real-Time Collision
 * Detection, 5.3.1.
 */
export function measureProbesPlane(
  out: WritableNumberArray,
  outOffset: number,
  probes: NumberArray,
  probesOffset: number,
  count: number,
  reach: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  const d = plane[planeOffset + 3];
  let smallest = Infinity;
  for (let i = 0; i < count; i++) {
    const probe = probesOffset + i * PROBE_SIZE;
    const length = probes[probe + 6];
    const height = nx * probes[probe] + ny * probes[probe + 1] + nz * probes[probe + 2] - d;
    const fall = -(nx * probes[probe + 3] + ny * probes[probe + 4] + nz * probes[probe + 5]);
    let clearance = Infinity;
    if (height <= 0) clearance = -length;
    else if (height <= (length + reach) * fall) clearance = height / fall - length;
    out[outOffset + i] = clearance;
    smallest = Math.min(smallest, clearance);
  }
  return smallest;
}

const TRIANGLE_SIZE = 9;
const hit = new Float64Array(6);

/**
 * Measures the clearance of each of `count` probes against both sides of all triangles in an array (9 numbers each):
 * writes `count` numbers and returns the smallest. A surface has no inside, so a probe whose origin has passed it no
 * longer sees it. For meshes with a hierarchy use `measureProbes` with its ray cast. Otherwise as `measureProbes`.
 *
 * Source: clearances as in Pandžić's lecture on intersection and collision detection; Woop, Benthin, Wald, Watertight
 * Ray/Triangle Intersection, JCGT 2013.
 */
export function measureProbesTriangles(
  out: WritableNumberArray,
  outOffset: number,
  probes: NumberArray,
  probesOffset: number,
  count: number,
  reach: number,
  triangles: NumberArray,
): number {
  let smallest = Infinity;
  for (let i = 0; i < count; i++) {
    const probe = probesOffset + i * PROBE_SIZE;
    const length = probes[probe + 6];
    let limit = length + reach;
    let clearance = Infinity;
    for (let k = 0; k < triangles.length; k += TRIANGLE_SIZE) {
      const fraction = castRayTriangle(hit, 0, probes, probe, limit, triangles, k);
      if (fraction <= limit) {
        limit = fraction;
        clearance = fraction - length;
      }
    }
    out[outOffset + i] = clearance;
    smallest = Math.min(smallest, clearance);
  }
  return smallest;
}
