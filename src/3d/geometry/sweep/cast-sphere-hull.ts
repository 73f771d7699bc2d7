import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { rayFraction } from '../ray/ray-hit.ts';
import { meetThickSegment, writeContact } from '../ray/thick-segment.ts';

// The points within r of a hull are the hull itself, a prism of height r on each face, and the capsules of radius r
// around the edges, which share a ball at each vertex. The moving centre is a ray at their union.
//
// The planes of the faces, moved out by r, bound a polyhedron that holds the union. Where the ray misses that, it
// misses the union. A contact on a face is where the ray crosses the moved plane of that face, and there it is below
// all other moved planes: it is where the ray enters the polyhedron. So the face whose plane is crossed last is the
// only one on which the first contact may lie, apart from faces whose planes are crossed at the same fraction up to
// rounding. If the contact is on none of them, it is the first one with the capsules.

/** Relative: crossings of two planes that differ by less may be in either order. */
const SAME_CROSSING = 1e-9;

/** How far off a face a contact may be by rounding, relative to the sizes involved. */
const ON_FACE = 2 ** -46;

/**
 * The rounding error of the squared distance of two lines, relative to the squares of the three lengths from which it
 * is computed; and the factor by which the squared radius is grown for rounding in proportion to the radius.
 */
const LINE_SLACK = 1e-20;
const RADIUS_GROWTH = 1.000001;

/** The way of the centre, and how near to the hull the centre must come. */
const ray = new Float64Array(7);
const REACH = 6;

/** By face: how fast the centre moves away from it. */
let rates = new Float64Array(64);

/** The fraction at which the polyhedron of the moved planes is entered, and the height over the highest face there. */
const entry = new Float64Array(2);
const HEIGHT = 1;

/** The contact on a face that is being tried. */
const foot = new Float64Array(3);
const best = new Float64Array(6);

/**
 * Casts a moving sphere (4) along a translation (3) at a solid hull, all in the frame of the hull. Returns whether they
 * meet, with the fraction of the translation in `rayFraction`, and writes the contact point on the hull and the unit
 * normal from the hull to the sphere (6). A start in contact gives 0, a zero normal and a meaningless point. NaN
 * misses.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7 for boxes; for hulls derived above.
 */
export function meetHull(
  out: Float64Array,
  sphere: Float64Array,
  translation: Float64Array,
  hull: ConvexHull,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = sphere[axis];
    ray[3 + axis] = translation[axis];
  }
  ray[REACH] = sphere[3];
  if (rates.length < hull.faceCount) rates = new Float64Array(2 * hull.faceCount);
  const face = enterPolyhedron(hull);
  if (face < 0) return false;
  const isAtStart = !(entry[0] > 0);
  // The centre is inside of the hull, or straight over its highest face: that face is the nearest feature.
  if (isAtStart && (entry[HEIGHT] <= 0 || isOnFace(hull, face))) {
    meetAtStart(out);
    return true;
  }
  if (!isAtStart && findFace(hull, face)) {
    for (let i = 0; i < 6; i++) out[i] = best[i];
    return true;
  }
  return meetEdges(out, hull, isAtStart);
}

function meetAtStart(out: Float64Array): void {
  rayFraction[0] = 0;
  for (let i = 0; i < 6; i++) out[i] = i < 3 ? ray[i] : 0;
}

/**
 * Clips the ray by the planes moved out, and writes `rates` and `entry`. Returns the face whose plane is entered last;
 * the face over which the centre is highest, where the centre begins inside of all planes; and −1 for a miss.
 */
function enterPolyhedron({ planes, faceCount }: ConvexHull): number {
  const ox = ray[0];
  const oy = ray[1];
  const oz = ray[2];
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const radius = ray[REACH];
  let enter = 0;
  let leave = 1;
  let entered = -1;
  let highest = 0;
  let height = -Infinity;
  for (let face = 0; face < faceCount; face++) {
    const p = PLANE_STRIDE * face;
    const nx = planes[p];
    const ny = planes[p + 1];
    const nz = planes[p + 2];
    const above = nx * ox + ny * oy + nz * oz - planes[p + 3];
    const rate = nx * dx + ny * dy + nz * dz;
    const room = radius - above;
    rates[face] = rate;
    if (above > height) {
      height = above;
      highest = face;
    }
    if (!(room >= 0)) {
      if (!(rate < 0)) return -1;
      const t = room / rate;
      if (t > enter) {
        enter = t;
        entered = face;
      }
    } else if (rate > 0) {
      const t = room / rate;
      if (t < leave) leave = t;
    }
    if (enter > leave) return -1;
  }
  entry[0] = enter;
  entry[HEIGHT] = height;
  return entered < 0 ? highest : entered;
}

/** Finds the face on which the first contact is, and writes `best` and `rayFraction`; false for none. */
function findFace(hull: ConvexHull, entered: number): boolean {
  if (isContactOn(hull, entered)) return true;
  const { planes, faceCount } = hull;
  const radius = ray[REACH];
  const least = entry[0] * (1 - SAME_CROSSING);
  for (let face = 0; face < faceCount; face++) {
    if (face === entered || !(rates[face] < 0)) continue;
    const p = PLANE_STRIDE * face;
    const above = planes[p] * ray[0] + planes[p + 1] * ray[1] + planes[p + 2] * ray[2] - planes[p + 3];
    if ((radius - above) / rates[face] >= least && isContactOn(hull, face)) return true;
  }
  return false;
}

/** Returns whether the contact where the polyhedron is entered lies on a face; then writes `best` and `rayFraction`. */
function isContactOn(hull: ConvexHull, face: number): boolean {
  const p = PLANE_STRIDE * face;
  for (let axis = 0; axis < 3; axis++) {
    const n = hull.planes[p + axis];
    best[axis] = foot[axis] = ray[axis] + entry[0] * ray[3 + axis] - ray[REACH] * n;
    best[3 + axis] = n + 0;
  }
  // Without a radius there are no capsules, and the polyhedron is the hull.
  if (!(ray[REACH] === 0 || containsFoot(hull, face))) return false;
  rayFraction[0] = entry[0];
  return true;
}

/** Returns whether the centre begins straight above a face. */
function isOnFace(hull: ConvexHull, face: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    foot[axis] = ray[axis] - entry[HEIGHT] * hull.planes[PLANE_STRIDE * face + axis];
  }
  return containsFoot(hull, face);
}

/** Returns whether `foot`, in the plane of a face, lies on the face. */
function containsFoot(
  { planes, vertices, faceStarts, halfEdgeVertices, boundingRadius }: ConvexHull,
  face: number,
): boolean {
  const p = PLANE_STRIDE * face;
  const nx = planes[p];
  const ny = planes[p + 1];
  const nz = planes[p + 2];
  const x = foot[0];
  const y = foot[1];
  const z = foot[2];
  const slack = ON_FACE * (boundingRadius + Math.abs(x) + Math.abs(y) + Math.abs(z));
  const end = faceStarts[face + 1];
  let a = VERTEX_STRIDE * halfEdgeVertices[end - 1];
  for (let side = faceStarts[face]; side < end; side++) {
    const b = VERTEX_STRIDE * halfEdgeVertices[side];
    const ux = vertices[b] - vertices[a];
    const uy = vertices[b + 1] - vertices[a + 1];
    const uz = vertices[b + 2] - vertices[a + 2];
    const mx = x - vertices[a];
    const my = y - vertices[a + 1];
    const mz = z - vertices[a + 2];
    const inwards = nx * (uy * mz - uz * my) + ny * (uz * mx - ux * mz) + nz * (ux * my - uy * mx);
    if (!(inwards >= -slack * (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)))) return false;
    a = b;
  }
  return true;
}

/** Finds the first contact with an edge or a vertex; returns whether there is one. */
function meetEdges(out: Float64Array, { edges, edgeCount, vertices }: ConvexHull, isAtStart: boolean): boolean {
  const ox = ray[0];
  const oy = ray[1];
  const oz = ray[2];
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const radiusSquared = ray[REACH] * ray[REACH] * RADIUS_GROWTH;
  const slack = LINE_SLACK * (dx * dx + dy * dy + dz * dz);
  let first = Infinity;
  for (let edge = 0; edge < EDGE_STRIDE * edgeCount; edge += EDGE_STRIDE) {
    // At a contact on the way, the normal points against the motion and lies between the normals of the edge's two
    // faces: one of the faces must look against the motion.
    if (!isAtStart && rates[edges[edge + 2]] >= 0 && rates[edges[edge + 3]] >= 0) continue;
    const a = VERTEX_STRIDE * edges[edge];
    const b = VERTEX_STRIDE * edges[edge + 1];
    const ux = vertices[b] - vertices[a];
    const uy = vertices[b + 1] - vertices[a + 1];
    const uz = vertices[b + 2] - vertices[a + 2];
    const mx = ox - vertices[a];
    const my = oy - vertices[a + 1];
    const mz = oz - vertices[a + 2];
    // Most edges are ruled out by the distance between two lines: that of the motion, and that of the edge.
    const wx = dy * uz - dz * uy;
    const wy = dz * ux - dx * uz;
    const wz = dx * uy - dy * ux;
    const apart = mx * wx + my * wy + mz * wz;
    const lengths = slack * (ux * ux + uy * uy + uz * uz) * (mx * mx + my * my + mz * mz);
    if (apart * apart > radiusSquared * (wx * wx + wy * wy + wz * wz) + lengths) continue;
    meetThickSegment(ray, 0, vertices, a, b, ray, REACH);
    const t = rayFraction[0];
    if (!(t <= 1 && t < first)) continue;
    if (t === 0) {
      meetAtStart(out);
      return true;
    }
    first = t;
    writeContact(best, 0, 1, 0);
  }
  if (first === Infinity) return false;
  rayFraction[0] = first;
  for (let i = 0; i < 6; i++) out[i] = best[i];
  return true;
}
