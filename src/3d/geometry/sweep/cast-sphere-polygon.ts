import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { containsProjected, longestAxis } from '../closest/in-plane.ts';
import { areaVector, sumAreaVector } from '../measure/polygon.ts';
import { setRay } from '../ray/ray-from-segment.ts';
import { enterThickSegment, writeContact } from '../ray/thick-segment.ts';

// The points within r of a polygon are those within r of its face, a prism, and those within r of an edge: capsules,
// which share a ball at each vertex. The moving centre is a ray at this union, and of a union the first hit is the
// first of the parts' hits.
//
// When the sphere first touches the polygon's plane in a point of the polygon, that is the answer: no part of the
// polygon can be met before its plane is. Otherwise the contact is not on the face: the first contact, if any, is on an
// edge, face-on contacts being excluded because the sphere is then already across the plane. Nothing here needs the
// polygon to be convex. A polygon without area has no plane, and only its edges count.

const ray = new Float64Array(6);
/** The vector from the centre to where the polygon's plane is met. */
const way = new Float64Array(3);
const best = new Float64Array(6);

/** A polygon in space. Routines only read it. */
export interface Polygon {
  /** `x y z` of each vertex, in order. */
  readonly vertices: NumberArray;
  /** The index of the first number of the vertices. Default 0. */
  readonly verticesOffset?: number;
  /** The number of vertices. */
  readonly count: number;
}

/**
 * Casts a moving sphere (4) along a translation (3) at both sides of a fixed simple polygon in space, convex or not
 * (planar). Returns the fraction of the translation at first contact and writes the
 * contact point and the unit normal from the polygon to the sphere (6), exact on face, edges and vertices. A start in
 * contact gives 0, a point of the polygon within the sphere, and a zero normal. No contact and NaN give `Infinity` and
 * write nothing. A polygon without area is its edges.
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
  polygon: Polygon,
): number {
  setRay(ray, sphere, sphereOffset, translation, translationOffset);
  const { vertices, verticesOffset = 0, count } = polygon;
  return castAtPolygon(out, outOffset, sphere[sphereOffset + 3], vertices, verticesOffset, count);
}

/** Casts a sphere whose centre moves along `ray` at a polygon. */
function castAtPolygon(
  out: WritableNumberArray,
  outOffset: number,
  radius: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  let t = castAtFace(radius, vertices, verticesOffset, count);
  if (t === Infinity) t = castAtEdges(radius, vertices, verticesOffset, count);
  if (!(t <= 1)) return Infinity;
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
  setRay(ray, sphere, sphereOffset, translation, translationOffset);
  return castAtPolygon(out, outOffset, sphere[sphereOffset + 3], triangle, triangleOffset, 3);
}

/**
 * Leaves the contact with the face in `best` and returns its fraction, `Infinity` for none; NaN if anything given is.
 */
function castAtFace(radius: number, vertices: NumberArray, verticesOffset: number, count: number): number {
  const length = sumAreaVector(vertices, verticesOffset, count);
  if (length === 0) return Infinity;
  let height = 0;
  let approach = 0;
  for (let i = 0; i < 3; i++) {
    height += (areaVector[i] / length) * (ray[i] - vertices[verticesOffset + i]);
    approach += (areaVector[i] / length) * ray[3 + i];
  }
  if (Number.isNaN(height + approach)) return Number.NaN;
  const side = height > 0 ? 1 : -1;
  const distance = Math.abs(height);
  let t = 0;
  if (!(distance <= radius)) {
    t = (distance - radius) / (-side * approach);
    if (!(t > 0 && t <= 1)) return Infinity;
  }
  for (let i = 0; i < 3; i++) {
    const n = (side * areaVector[i]) / length;
    way[i] = t * ray[3 + i] - Math.min(distance, radius) * n;
    best[i] = ray[i] + way[i];
    best[3 + i] = t > 0 ? n + 0 : 0;
  }
  return containsProjected(ray, 0, way, vertices, verticesOffset, count, longestAxis(areaVector)) ? t : Infinity;
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
