import { atan2 } from '../../../core/atan2.ts';
import { cosSin } from '../../../core/trigonometry.ts';
import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { addMoments, centreMoments, loadTriangle, MOMENTS, SECOND_MOMENTS, triangleCorners } from './moments.ts';
import { measureHull, solidMoments } from './solid-moments.ts';

/** The moments of something that is added at several places. */
const about = new Float64Array(MOMENTS);

/**
 * Writes the moments of a box of half extents (a, b, c), rounded by a radius: volume, centroid, second moments. The
 * parts are a box, the slabs on its sides, a cylinder in four parts for each direction of edges, a sphere in eight.
 */
export function writeBoxMoments(out: Float64Array, a: number, b: number, c: number, radius: number): void {
  out.fill(0);
  const { PI } = Math;
  const disc = PI * radius * radius;
  out[0] = 8 * a * b * c + 8 * radius * (a * b + b * c + c * a) + 2 * disc * (a + b + c) + (4 / 3) * disc * radius;
  out[4] = secondOfBox(a, b, c, radius);
  out[5] = secondOfBox(b, c, a, radius);
  out[6] = secondOfBox(c, a, b, radius);
}

/** Returns the integral of x² over a rounded box of the half extents a along x, b and c. */
function secondOfBox(a: number, b: number, c: number, radius: number): number {
  const disc = Math.PI * radius * radius;
  const square = a * a;
  // The part from −a to a, where the section across x stays the same.
  const middle = (2 / 3) * a * square * (4 * b * c + 4 * radius * (b + c) + disc);
  // The parts beyond ±a: two slabs, four half cylinders along y and along z, and two half spheres.
  const outer = (a + radius) * (a + radius) * (a + radius) - a * square;
  const slabs = (8 / 3) * b * c * outer;
  const rims =
    4 * (b + c) * ((square * disc) / 2 + (4 / 3) * a * radius * radius * radius + (disc * radius * radius) / 8);
  const ball = (4 / 3) * disc * radius;
  return middle + slabs + rims + ball * (square + 0.75 * a * radius + 0.2 * radius * radius);
}

/** Corners and weights of Gauss' rule of three points over 0 … 1: exact for polynomials of degree 5. */
const GAUSS = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)];
const GAUSS_WEIGHTS = [5 / 18, 8 / 18, 5 / 18];
/** Parts of each arc of a profile: with three points each the sum over a half circle is right to 1e-16. */
const ARC_PARTS = 512;

const turn = new Float64Array(2);

/**
 * Writes the moments of the solid that a profile sweeps about the y axis, rounded by a radius. The profile is convex:
 * corners from the bottom up, distance from the axis and height each, where both of its ends look along the axis.
 */
export function writeRoundMoments(out: Float64Array, profile: readonly number[], radius: number): void {
  out.fill(0);
  let fromX = 0;
  let fromY = -1;
  for (let i = 0; i < profile.length; i += 2) {
    const x = profile[i];
    const y = profile[i + 1];
    const alongX = i + 2 < profile.length ? profile[i + 2] - x : -1;
    const alongY = i + 2 < profile.length ? profile[i + 3] - y : 0;
    const length = Math.sqrt(alongX * alongX + alongY * alongY);
    const toX = alongY / length;
    const toY = -alongX / length;
    if (radius > 0)
      addArc(out, x, y, radius, fromX, fromY, atan2(fromX * toY - fromY * toX, fromX * toX + fromY * toY));
    if (alongY > 0) addLine(out, x + radius * toX, y + radius * toY, alongX, alongY);
    fromX = toX;
    fromY = toY;
  }
  centreMoments(out, 0, 0, 0);
}

function addLine(out: Float64Array, x: number, y: number, alongX: number, alongY: number): void {
  for (let k = 0; k < GAUSS.length; k++) {
    addDisc(out, x + GAUSS[k] * alongX, y + GAUSS[k] * alongY, GAUSS_WEIGHTS[k] * alongY);
  }
}

/** Adds the arc about (x, y) that starts at the unit normal (fromX, fromY) and turns counter-clockwise by an angle. */
function addArc(
  out: Float64Array,
  x: number,
  y: number,
  radius: number,
  fromX: number,
  fromY: number,
  angle: number,
): void {
  const step = angle / ARC_PARTS;
  for (let part = 0; part < ARC_PARTS; part++) {
    for (let k = 0; k < GAUSS.length; k++) {
      cosSin(turn, 0, (part + GAUSS[k]) * step);
      const normalX = turn[0] * fromX - turn[1] * fromY;
      const normalY = turn[0] * fromY + turn[1] * fromX;
      addDisc(out, x + radius * normalX, y + radius * normalY, GAUSS_WEIGHTS[k] * step * radius * normalX);
    }
  }
}

/** Adds a disc about the y axis at a height, with a thickness. */
function addDisc(out: Float64Array, radius: number, height: number, thickness: number): void {
  const area = Math.PI * radius * radius;
  about.fill(0);
  about[0] = area;
  about[4] = about[6] = (area * radius * radius) / 4;
  addMoments(out, thickness, 0, height, 0, about);
}

/**
 * Writes the moments of a convex hull, `scale` units a unit of its frame, rounded by a radius: of the hull, of a slab
 * on each face, of a part of a cylinder along each edge, and of a part of a sphere at each vertex.
 */
export function writeHullMoments(out: Float64Array, hull: ConvexHull, scale: number, radius: number): void {
  measureHull(hull);
  const cube = scale * scale * scale;
  const [, x, y, z] = solidMoments;
  out.fill(0);
  out[0] = cube * solidMoments[0];
  for (let i = SECOND_MOMENTS; i < MOMENTS; i++) out[i] = cube * scale * scale * solidMoments[i];
  if (radius > 0) {
    const points = new Float64Array(hull.vertices.length);
    for (let i = 0; i < points.length; i += VERTEX_STRIDE) {
      points[i] = scale * (hull.vertices[i] - x);
      points[i + 1] = scale * (hull.vertices[i + 1] - y);
      points[i + 2] = scale * (hull.vertices[i + 2] - z);
    }
    addSlabs(out, hull, points, radius);
    addEdges(out, hull, points, radius);
    addVertexAngles(out, hull, points, radius);
  }
  centreMoments(out, scale * x, scale * y, scale * z);
}

function addSlabs(out: Float64Array, hull: ConvexHull, points: Float64Array, radius: number): void {
  const { faceStarts, halfEdgeVertices, planes } = hull;
  for (let face = 0; face < hull.faceCount; face++) {
    const a = VERTEX_STRIDE * halfEdgeVertices[faceStarts[face]];
    for (let h = faceStarts[face] + 2; h < faceStarts[face + 1]; h++) {
      const b = VERTEX_STRIDE * halfEdgeVertices[h - 1];
      const c = VERTEX_STRIDE * halfEdgeVertices[h];
      loadTriangle(points, a, b, c, 0, 0, 0);
      addSlab(out, planes, PLANE_STRIDE * face, radius);
    }
  }
}

/** Adds the moments of the prism that the loaded triangle sweeps when it moves along its normal by the radius. */
function addSlab(out: Float64Array, planes: Float64Array, normal: number, radius: number): void {
  const t = triangleCorners;
  const x = planes[normal];
  const y = planes[normal + 1];
  const z = planes[normal + 2];
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const area = (x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx)) / 2;
  // The moments of a segment along the normal, as long as the radius: the prism is such a segment at each point of the
  // triangle.
  const first = (radius * radius) / 2;
  const second = (radius * radius * radius) / 3;
  setAbout(radius, first * x, first * y, first * z);
  addProduct(x, y, z, x, y, z, second / 2);
  for (let i = 0; i < 9; i += 3) addMoments(out, area / 12, t[i], t[i + 1], t[i + 2], about);
  addMoments(out, 0.75 * area, (t[0] + t[3] + t[6]) / 3, (t[1] + t[4] + t[7]) / 3, (t[2] + t[5] + t[8]) / 3, about);
}

function setAbout(volume: number, x: number, y: number, z: number): void {
  about.fill(0);
  about[0] = volume;
  about[1] = x;
  about[2] = y;
  about[3] = z;
}

/** Adds u vᵀ + v uᵀ so many times to the second moments of `about`. */
function addProduct(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number, times: number): void {
  about[4] += 2 * times * ux * vx;
  about[5] += 2 * times * uy * vy;
  about[6] += 2 * times * uz * vz;
  about[7] += times * (ux * vy + uy * vx);
  about[8] += times * (ux * vz + uz * vx);
  about[9] += times * (uy * vz + uz * vy);
}

/**
 * Along the edge of unit direction t the normals n turn about t from a, that of the left face, to b. The integral of n
 * over the angle is v = (b − a) × t. At a vertex the normals fill a spherical polygon whose sides are these arcs; with
 * the unit vector m that is normal to an arc and looks inside, here ±t, Gauss' theorem on the sphere gives the
 * integral of n as half the sum of m times the angle, and that of n nᵀ as a third of the solid angle times 1, and a
 * sixth of the sum of m vᵀ + v mᵀ.
 */
function addEdges(out: Float64Array, hull: ConvexHull, points: Float64Array, radius: number): void {
  const { edges, planes } = hull;
  const square = radius * radius;
  for (let e = 0; e < EDGE_STRIDE * hull.edgeCount; e += EDGE_STRIDE) {
    const from = VERTEX_STRIDE * edges[e];
    const to = VERTEX_STRIDE * edges[e + 1];
    const a = PLANE_STRIDE * edges[e + 2];
    const b = PLANE_STRIDE * edges[e + 3];
    const edgeX = points[to] - points[from];
    const edgeY = points[to + 1] - points[from + 1];
    const edgeZ = points[to + 2] - points[from + 2];
    const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY + edgeZ * edgeZ);
    const tx = edgeX / length;
    const ty = edgeY / length;
    const tz = edgeZ / length;
    const dx = planes[b] - planes[a];
    const dy = planes[b + 1] - planes[a + 1];
    const dz = planes[b + 2] - planes[a + 2];
    const vx = dy * tz - dz * ty;
    const vy = dz * tx - dx * tz;
    const vz = dx * ty - dy * tx;
    const crossX = planes[a + 1] * planes[b + 2] - planes[a + 2] * planes[b + 1];
    const crossY = planes[a + 2] * planes[b] - planes[a] * planes[b + 2];
    const crossZ = planes[a] * planes[b + 1] - planes[a + 1] * planes[b];
    const sine = Math.sqrt(crossX * crossX + crossY * crossY + crossZ * crossZ);
    const cosine = planes[a] * planes[b] + planes[a + 1] * planes[b + 1] + planes[a + 2] * planes[b + 2];
    const angle = atan2(sine, cosine);
    // The sector across the edge. Its second moments are (θ + sin θ) / 2 along the bisector of its normals, a unit
    // vector w = v / |v|, and (θ − sin θ) / 2 across: (θ − sin θ) / 2 (1 − t tᵀ) + sin θ w wᵀ.
    const fourth = (square * square) / 4;
    const third = (square * radius) / 3;
    setAbout((square * angle) / 2, third * vx, third * vy, third * vz);
    const level = (fourth * (angle - sine)) / 2;
    about[4] = about[5] = about[6] = level;
    addProduct(tx, ty, tz, tx, ty, tz, -level / 2);
    const bisector = vx * vx + vy * vy + vz * vz;
    if (bisector > 0) addProduct(vx, vy, vz, vx, vy, vz, (fourth * sine) / (2 * bisector));
    // Along the edge, by Simpson's rule.
    for (let k = 0; k < 3; k++) {
      const along = k / 2;
      const weight = length * (k === 1 ? 2 / 3 : 1 / 6);
      addMoments(
        out,
        weight,
        points[from] + along * edgeX,
        points[from + 1] + along * edgeY,
        points[from + 2] + along * edgeZ,
        about,
      );
    }
    for (let side = -1; side <= 1; side += 2) {
      // At the first end the normals of the vertex look away from the edge's direction.
      const first = (side * square * square * angle) / 8;
      setAbout(0, first * tx, first * ty, first * tz);
      addProduct(tx, ty, tz, vx, vy, vz, (side * square * square * radius) / 30);
      const end = side < 0 ? from : to;
      addMoments(out, 1, points[end], points[end + 1], points[end + 2], about);
    }
  }
}

/**
 * Adds the part of the spherical caps at the vertices that depends on their solid angle alone: 2π less the angles that
 * the faces make at the vertex.
 */
function addVertexAngles(out: Float64Array, hull: ConvexHull, points: Float64Array, radius: number): void {
  const { faceStarts, halfEdgeVertices } = hull;
  const solid = new Float64Array(hull.vertexCount).fill(2 * Math.PI);
  for (let face = 0; face < hull.faceCount; face++) {
    const end = faceStarts[face + 1];
    for (let h = faceStarts[face]; h < end; h++) {
      const vertex = halfEdgeVertices[h];
      const before = halfEdgeVertices[h === faceStarts[face] ? end - 1 : h - 1];
      const after = halfEdgeVertices[h + 1 === end ? faceStarts[face] : h + 1];
      solid[vertex] -= angleAt(points, VERTEX_STRIDE * vertex, VERTEX_STRIDE * before, VERTEX_STRIDE * after);
    }
  }
  const cube = radius * radius * radius;
  for (let vertex = 0; vertex < hull.vertexCount; vertex++) {
    const at = VERTEX_STRIDE * vertex;
    setAbout((cube * solid[vertex]) / 3, 0, 0, 0);
    about[4] = about[5] = about[6] = (cube * radius * radius * solid[vertex]) / 15;
    addMoments(out, 1, points[at], points[at + 1], points[at + 2], about);
  }
}

/** Returns the angle at a point between two others. */
function angleAt(points: Float64Array, at: number, a: number, b: number): number {
  const ux = points[a] - points[at];
  const uy = points[a + 1] - points[at + 1];
  const uz = points[a + 2] - points[at + 2];
  const vx = points[b] - points[at];
  const vy = points[b + 1] - points[at + 1];
  const vz = points[b + 2] - points[at + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return atan2(Math.sqrt(x * x + y * y + z * z), ux * vx + uy * vy + uz * vz);
}
