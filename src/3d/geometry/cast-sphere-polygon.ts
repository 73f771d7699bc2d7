import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { containsInPlane } from './cast-ray-in-plane.ts';
import { writeHit } from './ray-hit.ts';
import { enterThickSegment, writeContact } from './thick-segment.ts';

// The points within r of a polygon are those within r of its face, a prism, and those within r of an edge: capsules,
// which share a ball at each vertex. The moving centre is a ray at this union, and of a union the first hit is the
// first of the parts' hits.
//
// When the sphere first touches the polygon's plane in a point of the polygon, that is the answer: nothing of the
// polygon can be met before its plane is. Otherwise the face is out of the question: the first contact, if any, is on
// an edge, face-on contacts being excluded because the sphere is then already across the plane.
// Nothing here needs the polygon to be convex. Without area there is no plane, and the edges alone answer.

const ray = new Float64Array(6);
const best = new Float64Array(6);

/** Unit normal by Newell's sum seen from the first vertex; zero without area. */
let normalX = 0;
let normalY = 0;
let normalZ = 0;

function computeNormal(vertices: NumberArray, verticesOffset: number, count: number): void {
  const ax = vertices[verticesOffset];
  const ay = vertices[verticesOffset + 1];
  const az = vertices[verticesOffset + 2];
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let k = 1; k < count; k++) {
    const x = vertices[verticesOffset + k * 3] - ax;
    const y = vertices[verticesOffset + k * 3 + 1] - ay;
    const z = vertices[verticesOffset + k * 3 + 2] - az;
    nx += py * z - pz * y;
    ny += pz * x - px * z;
    nz += px * y - py * x;
    px = x;
    py = y;
    pz = z;
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const scale = length > 0 ? 1 / length : 0;
  normalX = nx * scale;
  normalY = ny * scale;
  normalZ = nz * scale;
}

/**
 * Casts a moving sphere (4) along a translation (3) at both sides of a fixed simple polygon in space, convex or not
 * (`count` planar vertices in order; 3 numbers each). Returns the fraction of the translation at first contact and writes the
 * contact point and the unit normal from the polygon to the sphere (6), exact on face, edges and vertices. A start in
 * contact gives 0, a point of the polygon within the sphere, and a zero normal. No contact and NaN give `Infinity` and write
 * nothing. A polygon without area is its edges.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.6.
 */
export function castSpherePolygon(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  for (let i = 0; i < 3; i++) {
    ray[i] = sphere[sphereOffset + i];
    ray[3 + i] = translation[translationOffset + i];
  }
  const radius = sphere[sphereOffset + 3];
  computeNormal(vertices, verticesOffset, count);
  // NaN: the tests below drop an axis and would not see all of it.
  if (Number.isNaN(normalX + normalY + normalZ + ray[3] + ray[4] + ray[5])) return Infinity;
  let t = castAtFace(radius, vertices, verticesOffset, count);
  if (t === Infinity) t = castAtEdges(radius, vertices, verticesOffset, count);
  if (t === Infinity) return Infinity;
  for (let i = 0; i < 6; i++) out[outOffset + i] = best[i];
  return t;
}

/**
 * Casts a moving sphere (4) along a translation (3) at both sides of a fixed triangle (9). Otherwise as
 * `castSpherePolygon`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.6.
 */
export function castSphereTriangle(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  return castSpherePolygon(
    out,
    outOffset,
    sphere,
    sphereOffset,
    translation,
    translationOffset,
    triangle,
    triangleOffset,
    3,
  );
}

/** Leaves the contact with the face in `best` and returns its fraction, `Infinity` for none. */
function castAtFace(radius: number, vertices: NumberArray, verticesOffset: number, count: number): number {
  const nx = normalX;
  const ny = normalY;
  const nz = normalZ;
  const height =
    nx * (ray[0] - vertices[verticesOffset]) +
    ny * (ray[1] - vertices[verticesOffset + 1]) +
    nz * (ray[2] - vertices[verticesOffset + 2]);
  const distance = Math.abs(height);
  const side = height > 0 ? 1 : -1;
  let t = 0;
  let reach = distance;
  if (!(distance <= radius)) {
    const approach = -side * (nx * ray[3] + ny * ray[4] + nz * ray[5]);
    t = (distance - radius) / approach;
    if (!(approach > 0 && t <= 1)) return Infinity;
    reach = radius;
  }
  const px = ray[0] + t * ray[3] - side * reach * nx;
  const py = ray[1] + t * ray[4] - side * reach * ny;
  const pz = ray[2] + t * ray[5] - side * reach * nz;
  if (!containsInPlane(px, py, pz, vertices, verticesOffset, count, nx, ny, nz)) return Infinity;
  const facing = t > 0 ? side : 0;
  writeHit(best, 0, px, py, pz, facing * nx, facing * ny, facing * nz);
  return t;
}

/** Leaves the first contact with an edge in `best` and returns its fraction, `Infinity` for none. */
function castAtEdges(radius: number, vertices: NumberArray, verticesOffset: number, count: number): number {
  let first = Infinity;
  let start = verticesOffset + (count - 1) * 3;
  for (let k = 0; k < count; k++) {
    const end = verticesOffset + k * 3;
    const t = enterThickSegment(ray, 0, vertices, start, end, radius);
    if (t <= 1 && t < first) first = writeContact(best, 0, t, 0);
    start = end;
  }
  return first;
}
