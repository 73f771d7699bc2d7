import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { ConvexHull } from '../convex/convex-hull.ts';
import type { MeshTree } from '../tree/mesh-tree.ts';
import { writeVector } from '../vector.ts';
import { axisLength } from './axis-length.ts';
import { volumeObb } from './box.ts';
import { volumeCapsule } from './capsule.ts';
import { volumeCone } from './cone.ts';
import { volumeCylinder } from './cylinder.ts';
import { MOMENT_XY, MOMENT_XZ, MOMENT_YZ, SECOND_MOMENTS } from './moments.ts';
import { measureHull, measureMesh, measureTetrahedron, solidMoments } from './solid-moments.ts';
import { volumeSphere } from './sphere.ts';

// All of these write the six numbers of the symmetric tensor of inertia of a solid of density 1, about its centroid and
// along the coordinate axes: `xx yy zz xy xz yz`, of which xx is the integral of y² + z² and xy that of −x y.

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid sphere (centre, radius) of density 1 about its centre, and
 * returns the volume. NaN in gives NaN.
 *
 * Source: Eberly, Game Physics, 2.5.
 */
export function computeInertiaSphere(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
): number {
  const volume = volumeSphere(sphere, sphereOffset);
  const radius = sphere[sphereOffset + 3];
  const about = 0.4 * volume * radius * radius;
  writeTensor(out, outOffset, about, about, about, 0, 0, 0);
  return volume;
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid OBB (15) of density 1 about its centre, along the
 * coordinate axes, and returns the volume. NaN in gives NaN.
 *
 * Derived here: a box has second moments of a third of its volume times the half extent squared along each axis.
 */
export function computeInertiaObb(
  out: WritableNumberArray,
  outOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const volume = volumeObb(obb, obbOffset);
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let axis = 0; axis < 3; axis++) {
    const half = obb[obbOffset + 3 + axis];
    const second = (volume * half * half) / 3;
    const at = obbOffset + 6 + 3 * axis;
    xx += second * obb[at] * obb[at];
    yy += second * obb[at + 1] * obb[at + 1];
    zz += second * obb[at + 2] * obb[at + 2];
    xy -= second * obb[at] * obb[at + 1];
    xz -= second * obb[at] * obb[at + 2];
    yz -= second * obb[at + 1] * obb[at + 2];
  }
  writeTensor(out, outOffset, yy + zz, xx + zz, xx + yy, xy, xz, yz);
  return volume;
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid capsule (a, b, radius) of density 1 about its centre,
 * along the coordinate axes, and returns the volume. NaN in gives NaN.
 *
 * Derived here: a cylinder and two half spheres, whose centroids lie three eighths of the radius beyond its ends.
 */
export function computeInertiaCapsule(
  out: WritableNumberArray,
  outOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  const volume = volumeCapsule(capsule, capsuleOffset);
  const radius = capsule[capsuleOffset + 6];
  const length = axisLength(capsule, capsuleOffset);
  const square = radius * radius;
  const tube = Math.PI * square * length;
  const caps = volume - tube;
  const along = square * (tube / 2 + 0.4 * caps);
  const across =
    tube * (square / 4 + (length * length) / 12) +
    caps * (0.4 * square + (length * length) / 4 + 0.375 * length * radius);
  writeAxial(out, outOffset, capsule, capsuleOffset, length, along, across);
  return volume;
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid cylinder (a, b, radius) of density 1 about its centre,
 * along the coordinate axes, and returns the volume: 0, and a tensor of 0, where the axis has no length. NaN in gives
 * NaN.
 *
 * Source: Eberly, Game Physics, 2.5.
 */
export function computeInertiaCylinder(
  out: WritableNumberArray,
  outOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): number {
  const volume = volumeCylinder(cylinder, cylinderOffset);
  const radius = cylinder[cylinderOffset + 6];
  const length = axisLength(cylinder, cylinderOffset);
  const square = radius * radius;
  const across = volume * (square / 4 + (length * length) / 12);
  writeAxial(out, outOffset, cylinder, cylinderOffset, length, (volume * square) / 2, across);
  return volume;
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid cone (apex, centre of base, radius of base) of density 1
 * about its centroid, a quarter of the way from the base to the apex, along the coordinate axes, and returns the
 * volume: 0, and a tensor of 0, where the axis has no length. NaN in gives NaN.
 *
 * Source: Eberly, Game Physics, 2.5.
 */
export function computeInertiaCone(
  out: WritableNumberArray,
  outOffset: number,
  cone: NumberArray,
  coneOffset: number,
): number {
  const volume = volumeCone(cone, coneOffset);
  const radius = cone[coneOffset + 6];
  const height = axisLength(cone, coneOffset);
  const square = radius * radius;
  const across = volume * (0.15 * square + 0.0375 * height * height);
  writeAxial(out, outOffset, cone, coneOffset, height, 0.3 * volume * square, across);
  return volume;
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid tetrahedron (12) of density 1 about its centroid, along
 * the coordinate axes, and returns the volume. NaN in gives NaN.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996.
 */
export function computeInertiaTetrahedron(
  out: WritableNumberArray,
  outOffset: number,
  tetrahedron: NumberArray,
  tetrahedronOffset: number,
): number {
  measureTetrahedron(tetrahedron, tetrahedronOffset);
  return writeInertia(out, outOffset);
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of a solid convex hull of density 1 about its centroid, along the
 * axes of its own frame, and returns the volume.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996.
 */
export function computeInertiaConvex(out: WritableNumberArray, outOffset: number, hull: ConvexHull): number {
  measureHull(hull);
  return writeInertia(out, outOffset);
}

/**
 * Writes the inertia tensor (`xx yy zz xy xz yz`) of the volume that a closed mesh encloses, of density 1, about its
 * centroid and along the coordinate axes, and returns the volume. All numbers are negative where the triangles run
 * clockwise seen from outside. Parts enclosed twice count twice; for a mesh with holes the result means little.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996.
 */
export function computeInertiaMesh(out: WritableNumberArray, outOffset: number, tree: MeshTree): number {
  measureMesh(tree);
  return writeInertia(out, outOffset);
}

function writeInertia(out: WritableNumberArray, outOffset: number): number {
  const xx = solidMoments[SECOND_MOMENTS];
  const yy = solidMoments[SECOND_MOMENTS + 1];
  const zz = solidMoments[SECOND_MOMENTS + 2];
  const xy = -solidMoments[MOMENT_XY];
  writeTensor(out, outOffset, yy + zz, xx + zz, xx + yy, xy, -solidMoments[MOMENT_XZ], -solidMoments[MOMENT_YZ]);
  return solidMoments[0];
}

/** Writes the tensor of a body of revolution about the axis from `shape[offset …]` to the point after that. */
function writeAxial(
  out: WritableNumberArray,
  outOffset: number,
  shape: NumberArray,
  offset: number,
  length: number,
  along: number,
  across: number,
): void {
  const scale = length > 0 ? 1 / length : 0;
  const x = scale * (shape[offset + 3] - shape[offset]);
  const y = scale * (shape[offset + 4] - shape[offset + 1]);
  const z = scale * (shape[offset + 5] - shape[offset + 2]);
  const more = along - across;
  writeTensor(
    out,
    outOffset,
    across + more * x * x,
    across + more * y * y,
    across + more * z * z,
    more * x * y,
    more * x * z,
    more * y * z,
  );
}

function writeTensor(
  out: WritableNumberArray,
  outOffset: number,
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
): void {
  writeVector(out, outOffset, xx, yy, zz);
  writeVector(out, outOffset + 3, xy, xz, yz);
}
