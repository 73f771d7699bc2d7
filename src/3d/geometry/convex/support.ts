import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';
import { findFarthestAlong, writeFarthest } from './farthest-point.ts';
import { writeRotation } from './pose.ts';

/**
 * The support function of a convex shape, by which GJK, EPA and the casts know it: writes its point farthest along (dx,
 * dy, dz) to `out` and returns the index of the feature it belongs to (a vertex; −1 where the shape is curved). The
 * direction may have any length; for the zero vector any point of the shape will do. Two calls with the same direction
 * must give the same point.
 *
 * The makers below read their arrays at each call, so that one support serves a moving shape: write the new numbers
 * into the array. Round shapes are best given as their cores (a point, a segment) with the radius added afterwards,
 * which is exact where sampling a curved surface is not: see `separationSupport`.
 */
export type Support = (out: Float64Array, outOffset: number, dx: number, dy: number, dz: number) => number;

/**
 * A shape that answers as a `Support` does, for a direction in an array: V8 puts a number on the heap that is handed to
 * a function which it does not inline, and the engine asks thousands of times a tick.
 */
export interface SupportedShape {
  writeSupport(out: Float64Array, outOffset: number, direction: Float64Array): number;
}

/** A convex shape as GJK and EPA take it. */
export type SupportShape = Support | SupportedShape;

/** Asks a shape for its point farthest along a direction: see `Support`. */
export function askSupport(shape: SupportShape, out: Float64Array, outOffset: number, direction: Float64Array): number {
  return typeof shape === 'function'
    ? shape(out, outOffset, direction[0], direction[1], direction[2])
    : shape.writeSupport(out, outOffset, direction);
}

/**
 * Makes the support of `count` points (`x y z` each): of their convex hull, without building it.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createPointsSupport(points: NumberArray, offset: number, count: number): Support {
  return (out, outOffset, dx, dy, dz) => writeFarthest(out, outOffset, points, offset, count, dx, dy, dz);
}

/** The number of vertices from which on climbing along edges is faster than looking at all vertices. */
const CLIMB_FROM = 24;

/** How far the way up to a higher vertex may first lead down, in tolerances of the hull. */
const CLIMB_SLACK = 4;

/**
 * Returns the vertex of a hull farthest along a direction, walking uphill from `start` along edges. On a convex surface
 * a vertex without a higher neighbour is the highest. The hull's surface is convex to its tolerance only, and over an
 * edge as short as that, or one whose ends differ by rounding, the way up may first lead down, but by no more than the
 * tolerance, to which the faces are flat and convex. So a vertex whose neighbours are all lower by more than the
 * tolerance is the highest. From any other summit the search goes on over the vertices that are as high within the
 * tolerance.
 */
export function climbHull(hull: ConvexHull, start: number, direction: Float64Array): number {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const { vertices, vertexStarts, vertexNeighbours } = hull;
  const slack = CLIMB_SLACK * hull.tolerance * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  climb[SLACK] = slack;
  let best = start;
  let height =
    dx * vertices[VERTEX_STRIDE * best] +
    dy * vertices[VERTEX_STRIDE * best + 1] +
    dz * vertices[VERTEX_STRIDE * best + 2];
  for (let higher = best; higher >= 0; ) {
    best = higher;
    let level = false;
    for (let from = -1; from !== best; ) {
      from = best;
      level = false;
      let floor = height - slack;
      const end = vertexStarts[from + 1];
      for (let i = vertexStarts[from]; i < end; i++) {
        const candidate = vertexNeighbours[i];
        const at = VERTEX_STRIDE * candidate;
        const h = dx * vertices[at] + dy * vertices[at + 1] + dz * vertices[at + 2];
        if (h >= floor) {
          if (h > height) {
            height = h;
            floor = h - slack;
            best = candidate;
          } else {
            level = true;
          }
        }
      }
    }
    if (!level) break;
    climb[HEIGHT] = height;
    higher = findHigher(hull, best, direction);
    if (higher >= 0) {
      const at = VERTEX_STRIDE * higher;
      height = dx * vertices[at] + dy * vertices[at + 1] + dz * vertices[at + 2];
    }
  }
  return best;
}

/**
 * The height of the summit that `climbHull` has reached, and the difference within which vertices count as equally
 * high. Written by `climbHull`.
 */
const climb = new Float64Array(2);
const HEIGHT = 0;
const SLACK = 1;

/** The vertices still to look around from, and for each vertex the search that has met it last. */
let open = new Int32Array(64);
let met = new Int32Array(64);
let search = 0;

/**
 * Returns the highest vertex that can be reached from a summit over vertices no lower than it by more than the slack,
 * −1 if that is the summit itself.
 */
function findHigher(hull: ConvexHull, summit: number, direction: Float64Array): number {
  const { vertices, vertexStarts, vertexNeighbours } = hull;
  if (liesOnTop(hull, summit, direction)) return -1;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const summitHeight = climb[HEIGHT];
  const slack = climb[SLACK];
  if (met.length < hull.vertexCount) {
    open = new Int32Array(2 * hull.vertexCount);
    met = new Int32Array(2 * hull.vertexCount);
    search = 0;
  }
  search = (search + 1) | 0;
  let best = -1;
  let height = summitHeight;
  let count = 1;
  open[0] = summit;
  met[summit] = search;
  while (count > 0) {
    const from = open[--count];
    const end = vertexStarts[from + 1];
    for (let i = vertexStarts[from]; i < end; i++) {
      const candidate = vertexNeighbours[i];
      if (met[candidate] === search) continue;
      met[candidate] = search;
      const at = VERTEX_STRIDE * candidate;
      const h = dx * vertices[at] + dy * vertices[at + 1] + dz * vertices[at + 2];
      if (h > height) {
        height = h;
        best = candidate;
      }
      if (h >= summitHeight - slack) open[count++] = candidate;
    }
  }
  return best;
}

/**
 * A difference of heights that counts as 0, relative to the hull's distance from the origin of its frame: the rounding
 * of the products that make up a height.
 */
const HEIGHT_ROUNDING = 2 ** -48; // 16 EPSILON

/**
 * Returns whether one of the faces around a vertex proves that no other is higher, up to rounding: no vertex lies
 * beyond its plane, and a direction that differs from its normal by e favours none by more than e times the distance of
 * all from the origin. Directions that are a face's normal are frequent, and whole faces are level with them.
 */
function liesOnTop(hull: ConvexHull, vertex: number, direction: Float64Array): boolean {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const { planes, vertexStarts, vertexHalfEdges, halfEdgeFaces } = hull;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const highest = climb[HEIGHT] + HEIGHT_ROUNDING * hull.boundingRadius * length;
  const end = vertexStarts[vertex + 1];
  for (let i = vertexStarts[vertex]; i < end; i++) {
    const p = PLANE_STRIDE * halfEdgeFaces[vertexHalfEdges[i]];
    const ex = dx - length * planes[p];
    const ey = dy - length * planes[p + 1];
    const ez = dz - length * planes[p + 2];
    const favour = hull.boundingRadius * (Math.abs(ex) + Math.abs(ey) + Math.abs(ez));
    if (length * planes[p + 3] + favour <= highest) return true;
  }
  return false;
}

/**
 * Returns the vertex of a hull farthest along a direction: by a scan if it is small, by climbing from `start` if not.
 */
export function findHullSupport(hull: ConvexHull, start: number, direction: Float64Array): number {
  if (hull.vertexCount >= CLIMB_FROM) return climbHull(hull, start, direction);
  return findFarthestAlong(hull.vertices, 0, hull.vertexCount, direction);
}

const asked = new Float64Array(3);

/** Does what `findHullSupport` does, with the direction given as numbers. */
export function findSupportAlong(hull: ConvexHull, start: number, dx: number, dy: number, dz: number): number {
  asked[0] = dx;
  asked[1] = dy;
  asked[2] = dz;
  return findHullSupport(hull, start, asked);
}

/**
 * Makes the support of a hull, at a pose if one is given. It climbs from the vertex found last, which makes a call on a
 * slowly changing direction nearly free. The feature is the vertex.
 *
 * Source: Ericson, Real-Time Collision Detection, 9.5.4 (hill climbing).
 */
export function createConvexSupport(hull: ConvexHull, pose?: NumberArray, poseOffset = 0): Support {
  const { vertices } = hull;
  let last = 0;
  if (pose === undefined) {
    return (out, outOffset, dx, dy, dz) => {
      last = findSupportAlong(hull, last, dx, dy, dz);
      out[outOffset] = vertices[VERTEX_STRIDE * last];
      out[outOffset + 1] = vertices[VERTEX_STRIDE * last + 1];
      out[outOffset + 2] = vertices[VERTEX_STRIDE * last + 2];
      return last;
    };
  }
  const rotation = new Float64Array(9);
  return (out, outOffset, dx, dy, dz) => {
    writeRotation(rotation, 0, pose, poseOffset);
    last = writePlacedSupport(out, outOffset, hull, last, rotation, 0, pose, poseOffset, dx, dy, dz);
    return last;
  };
}

/**
 * Writes the point of a hull, at a pose whose rotation is given row by row, farthest along a direction of the world;
 * climbs from `start`, and returns the vertex.
 */
export function writePlacedSupport(
  out: Float64Array,
  outOffset: number,
  hull: ConvexHull,
  start: number,
  rotation: Float64Array,
  r: number,
  position: NumberArray,
  positionOffset: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const vertex = findSupportAlong(
    hull,
    start,
    rotation[r] * dx + rotation[r + 3] * dy + rotation[r + 6] * dz,
    rotation[r + 1] * dx + rotation[r + 4] * dy + rotation[r + 7] * dz,
    rotation[r + 2] * dx + rotation[r + 5] * dy + rotation[r + 8] * dz,
  );
  const { vertices } = hull;
  const x = vertices[VERTEX_STRIDE * vertex];
  const y = vertices[VERTEX_STRIDE * vertex + 1];
  const z = vertices[VERTEX_STRIDE * vertex + 2];
  for (let axis = 0; axis < 3; axis++) {
    const row = r + 3 * axis;
    out[outOffset + axis] =
      rotation[row] * x + rotation[row + 1] * y + rotation[row + 2] * z + position[positionOffset + axis];
  }
  return vertex;
}

/**
 * Makes the support of a single point (`x y z`): the core of a sphere.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createPointSupport(point: NumberArray, offset = 0): Support {
  return (out, outOffset) => {
    out[outOffset] = point[offset];
    out[outOffset + 1] = point[offset + 1];
    out[outOffset + 2] = point[offset + 2];
    return 0;
  };
}

/**
 * Makes the support of a segment (two points): the core of a capsule.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createSegmentSupport(segment: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    const along =
      dx * (segment[offset + 3] - segment[offset]) +
      dy * (segment[offset + 4] - segment[offset + 1]) +
      dz * (segment[offset + 5] - segment[offset + 2]);
    const end = along > 0 ? 1 : 0;
    out[outOffset] = segment[offset + 3 * end];
    out[outOffset + 1] = segment[offset + 3 * end + 1];
    out[outOffset + 2] = segment[offset + 3 * end + 2];
    return end;
  };
}

/**
 * Makes the support of a solid sphere (centre, radius).
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createSphereSupport(sphere: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const scale = length > 0 ? sphere[offset + 3] / length : 0;
    out[outOffset] = sphere[offset] + scale * dx;
    out[outOffset + 1] = sphere[offset + 1] + scale * dy;
    out[outOffset + 2] = sphere[offset + 2] + scale * dz;
    return -1;
  };
}

/**
 * Makes the support of a solid capsule (a, b, radius).
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createCapsuleSupport(capsule: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    const along =
      dx * (capsule[offset + 3] - capsule[offset]) +
      dy * (capsule[offset + 4] - capsule[offset + 1]) +
      dz * (capsule[offset + 5] - capsule[offset + 2]);
    const end = along > 0 ? 3 : 0;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const scale = length > 0 ? capsule[offset + 6] / length : 0;
    out[outOffset] = capsule[offset + end] + scale * dx;
    out[outOffset + 1] = capsule[offset + end + 1] + scale * dy;
    out[outOffset + 2] = capsule[offset + end + 2] + scale * dz;
    return -1;
  };
}

/**
 * The sine of the angle to the axis below which a direction does not tell a point of the rim: the centre of the disk
 * serves as well.
 */
const AXIAL_SINE = 1e-15;

/**
 * Writes the point of a disk (centre at `centreOffset`, perpendicular to the axis) farthest along a direction: from the
 * centre, the radius along the part of the direction perpendicular to the axis.
 */
function writeDiskSupport(
  out: WritableNumberArray,
  outOffset: number,
  shape: NumberArray,
  centreOffset: number,
  radius: number,
  ax: number,
  ay: number,
  az: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const axisSquare = ax * ax + ay * ay + az * az;
  // The part along the axis is removed twice, because the first difference cancels when the direction nearly follows
  // the axis.
  let t = axisSquare > 0 ? (dx * ax + dy * ay + dz * az) / axisSquare : 0;
  let px = dx - t * ax;
  let py = dy - t * ay;
  let pz = dz - t * az;
  t = axisSquare > 0 ? (px * ax + py * ay + pz * az) / axisSquare : 0;
  px -= t * ax;
  py -= t * ay;
  pz -= t * az;
  const square = px * px + py * py + pz * pz;
  const scale = square > AXIAL_SINE * AXIAL_SINE * (dx * dx + dy * dy + dz * dz) ? radius / Math.sqrt(square) : 0;
  out[outOffset] = shape[centreOffset] + scale * px;
  out[outOffset + 1] = shape[centreOffset + 1] + scale * py;
  out[outOffset + 2] = shape[centreOffset + 2] + scale * pz;
}

/**
 * Makes the support of a solid, capped cylinder (a, b, radius).
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createCylinderSupport(cylinder: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    const ax = cylinder[offset + 3] - cylinder[offset];
    const ay = cylinder[offset + 4] - cylinder[offset + 1];
    const az = cylinder[offset + 5] - cylinder[offset + 2];
    const end = dx * ax + dy * ay + dz * az > 0 ? 3 : 0;
    writeDiskSupport(out, outOffset, cylinder, offset + end, cylinder[offset + 6], ax, ay, az, dx, dy, dz);
    return -1;
  };
}

const disk = new Float64Array(3);

/**
 * Makes the support of a solid, capped cone (apex, centre of base, radius of base).
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createConeSupport(cone: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    const ax = cone[offset + 3] - cone[offset];
    const ay = cone[offset + 4] - cone[offset + 1];
    const az = cone[offset + 5] - cone[offset + 2];
    writeDiskSupport(disk, 0, cone, offset + 3, cone[offset + 6], ax, ay, az, dx, dy, dz);
    const beyondApex =
      dx * (disk[0] - cone[offset]) + dy * (disk[1] - cone[offset + 1]) + dz * (disk[2] - cone[offset + 2]);
    const apex = !(beyondApex > 0);
    out[outOffset] = apex ? cone[offset] : disk[0];
    out[outOffset + 1] = apex ? cone[offset + 1] : disk[1];
    out[outOffset + 2] = apex ? cone[offset + 2] : disk[2];
    return apex ? 0 : -1;
  };
}

/**
 * Makes the support of an oriented box (centre, halfExtents, three unit axes). The feature is the index of the corner,
 * in which each axis has a bit.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createObbSupport(obb: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    let x = obb[offset];
    let y = obb[offset + 1];
    let z = obb[offset + 2];
    let corner = 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = offset + 6 + 3 * axis;
      const along = dx * obb[at] + dy * obb[at + 1] + dz * obb[at + 2];
      const extent = along > 0 ? obb[offset + 3 + axis] : -obb[offset + 3 + axis];
      corner |= along > 0 ? 1 << axis : 0;
      x += extent * obb[at];
      y += extent * obb[at + 1];
      z += extent * obb[at + 2];
    }
    out[outOffset] = x;
    out[outOffset + 1] = y;
    out[outOffset + 2] = z;
    return corner;
  };
}

/**
 * Makes the support of an AABB (minima, maxima). The feature is the index of the corner, in which each axis has a bit.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createAabbSupport(aabb: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy, dz) => {
    out[outOffset] = aabb[offset + (dx > 0 ? 3 : 0)];
    out[outOffset + 1] = aabb[offset + (dy > 0 ? 4 : 1)];
    out[outOffset + 2] = aabb[offset + (dz > 0 ? 5 : 2)];
    return (dx > 0 ? 1 : 0) | (dy > 0 ? 2 : 0) | (dz > 0 ? 4 : 0);
  };
}
