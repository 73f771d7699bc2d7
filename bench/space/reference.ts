import { buildConvexHull } from '../../src/3d/geometry/convex/build-convex-hull.ts';
import { type ConvexHull, VERTEX_STRIDE } from '../../src/3d/geometry/convex/convex-hull.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_HULL, SHAPE_SPHERE } from '../../src/3d/shapes/shape-kind.ts';
import { exactSeparation, type PlacedCollider, separationFromTriangle } from '../../tests/support/collider-pair-3d.ts';
import { number, type Point, point, pointTriangle, root, triangleTriangle } from '../../tests/support/exact-3d.ts';
import { BOX, CAPSULE, HULL, MESH, type MeshShape, RAY_STRIDE, type Scene, type Shape, SPHERE } from './scene.ts';

/*
 * Slow answers, by which a difference between two libraries is told: of pairs by GJK and EPA to the last digits, of
 * questions by asking every body and every triangle, in exact arithmetic where coordinates are given.
 */

/** Which middle of a body is meant: the centre of mass, or the mean of its vertices. The two only differ for hulls. */
export type Middle = 'mass' | 'vertices';

export type Places = Pick<Scene, 'position' | 'rotation'>;

/** No body of a scene reaches farther from its place. */
const MOST_REACH = 1.5;
/** A march along a ray has arrived when it is so near. */
const ARRIVED = 1e-9;
const MOST_STEPS = 2000;
/** How far ahead it is looked whether a sphere that begins in a body gets deeper. */
const AHEAD = 1e-6;

type Vector = [number, number, number];

/**
 * Returns how far apart two bodies of a scene are at the given places; of two meshes 0, as whether they meet is
 * compared by their triangles. `front` leaves out triangles whose back is towards that middle of the body.
 */
export function separationOf(scene: Scene, places: Places, pair: readonly number[], front?: Middle): number {
  const [mesh, ...others] = pair.filter((body) => scene.shapes[body].kind === MESH);
  if (others.length > 0) return 0;
  if (mesh === undefined) return exactSeparation(pair.map((body) => placed(scene, places, body)));
  return separationFromMesh(scene, places, mesh, pair[0] === mesh ? pair[1] : pair[0], front);
}

/** The same of a mesh that stands at the origin, unturned, and a convex body: that from its nearest triangle. */
function separationFromMesh(scene: Scene, places: Places, mesh: number, body: number, front?: Middle): number {
  const { positions, indices } = scene.shapes[mesh] as MeshShape;
  const own = placed(scene, places, body);
  const middle = middleOf(own, front);
  let least = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = cornersOf(positions, indices, i);
    if (!isNear(corners, own.position, MOST_REACH)) continue;
    if (front !== undefined && heightAbove(corners, middle) < 0) continue;
    least = Math.min(least, separationFromTriangle(own, corners));
  }
  return least;
}

/** Share of a unit by which triangles may differ in their separation from a body and count as equally near. */
const AS_NEAR = 1e-9;

/**
 * Whether a body is behind a mesh: the triangle it overlaps most, or one of those that share the edge or the corner it
 * overlaps most, has its back to the middle of the body. It may be in front of other triangles, whose planes go on
 * below the surface.
 */
export function isBehindMesh(scene: Scene, pair: readonly number[], kind: Middle): boolean {
  const mesh = pair.find((body) => scene.shapes[body].kind === MESH);
  if (mesh === undefined) return false;
  const { positions, indices } = scene.shapes[mesh] as MeshShape;
  const own = placed(scene, scene, pair[0] === mesh ? pair[1] : pair[0]);
  const middle = middleOf(own, kind);
  let least = Infinity;
  let leastBehind = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = cornersOf(positions, indices, i);
    if (!isNear(corners, own.position, MOST_REACH)) continue;
    const separation = separationFromTriangle(own, corners);
    least = Math.min(least, separation);
    if (heightAbove(corners, middle) < 0) leastBehind = Math.min(leastBehind, separation);
  }
  return leastBehind <= least + AS_NEAR;
}

function cornersOf(positions: Float32Array, indices: Uint32Array, at: number): Float64Array {
  return Float64Array.from({ length: 9 }, (_, k) => positions[3 * indices[at + Math.floor(k / 3)] + (k % 3)]);
}

function isNear(corners: Float64Array, at: readonly number[], reach: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (Math.min(corners[axis], corners[3 + axis], corners[6 + axis]) > at[axis] + reach) return false;
    if (Math.max(corners[axis], corners[3 + axis], corners[6 + axis]) < at[axis] - reach) return false;
  }
  return true;
}

/** How high a point is over the plane of a triangle, times twice its area. */
function heightAbove(corners: Float64Array, at: readonly number[]): number {
  const way = (k: number) => [0, 1, 2].map((axis) => corners[3 * k + axis] - corners[axis]);
  const [u, v] = [way(1), way(2)];
  return [0, 1, 2].reduce((sum, k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return sum + (u[i] * v[j] - u[j] * v[i]) * (at[k] - corners[k]);
  }, 0);
}

function middleOf({ hull, position, quaternion }: PlacedCollider, kind: Middle | undefined): Vector {
  if (hull === undefined) return [position[0], position[1], position[2]];
  const [p, q, r] = kind === 'vertices' ? hull.centre : centreOfMass(hull);
  const [x, y, z, w] = quaternion;
  // v + 2w(u × v) + 2u × (u × v), u being the vector part.
  const t = [2 * (y * r - z * q), 2 * (z * p - x * r), 2 * (x * q - y * p)];
  return [
    position[0] + p + w * t[0] + y * t[2] - z * t[1],
    position[1] + q + w * t[1] + z * t[0] - x * t[2],
    position[2] + r + w * t[2] + x * t[1] - y * t[0],
  ];
}

function centreOfMass(hull: ConvexHull): Vector {
  const middle: Vector = [0, 0, 0];
  let whole = 0;
  const { vertices, faceStarts, halfEdgeVertices } = hull;
  for (let face = 0; face < hull.faceCount; face++) {
    for (let h = faceStarts[face] + 2; h < faceStarts[face + 1]; h++) {
      const [a, b, c] = [faceStarts[face], h - 1, h].map((k) => {
        const at = VERTEX_STRIDE * halfEdgeVertices[k];
        return [vertices[at], vertices[at + 1], vertices[at + 2]];
      });
      const volume =
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      whole += volume;
      for (let axis = 0; axis < 3; axis++) middle[axis] += (volume * (a[axis] + b[axis] + c[axis])) / 4;
    }
  }
  return middle.map((value) => value / whole) as Vector;
}

const hulls = new Map<Float32Array, ConvexHull>();

function hullOf(points: Float32Array): ConvexHull {
  const known = hulls.get(points) ?? buildConvexHull(points);
  hulls.set(points, known);
  return known;
}

function placed({ shapes }: Scene, { position, rotation }: Places, body: number): PlacedCollider {
  const shape = shapes[body] as Exclude<Shape, MeshShape>;
  const at = {
    position: [...position.subarray(3 * body, 3 * body + 3)],
    quaternion: [...rotation.subarray(4 * body, 4 * body + 4)],
  };
  if (shape.kind === SPHERE) return { ...at, kind: SHAPE_SPHERE, half: [0, 0, 0], radius: shape.radius };
  if (shape.kind === BOX) return { ...at, kind: SHAPE_BOX, half: shape.half, radius: 0 };
  if (shape.kind === HULL) return { ...at, kind: SHAPE_HULL, half: [1, 0, 0], radius: 0, hull: hullOf(shape.points) };
  if (shape.kind === CAPSULE) {
    return { ...at, kind: SHAPE_CAPSULE, half: [0, shape.half, 0], radius: shape.radius };
  }
  return { ...at, kind: SHAPE_CYLINDER, half: [shape.radius, shape.half, shape.radius], radius: 0 };
}

/**
 * Returns how far a ray of a scene gets, or a sphere along it: by asking all triangles of a mesh, and by going on from
 * each body in steps of the distance that it is away. A sphere that begins in a body meets it if it gets deeper.
 */
export function distanceAlong(scene: Scene, ray: number, radius: number): number {
  const from = [...scene.rays.subarray(RAY_STRIDE * ray, RAY_STRIDE * ray + 3)] as Vector;
  const way = [...scene.rays.subarray(RAY_STRIDE * ray + 3, RAY_STRIDE * ray + 6)] as Vector;
  let least = Infinity;
  for (let body = 0; body < scene.count; body++) {
    const shape = scene.shapes[body];
    const found = shape.kind === MESH ? alongMesh(shape, from, way) : alongBody(scene, body, from, way, radius, least);
    if (found <= scene.rayLength) least = Math.min(least, found);
  }
  return least;
}

function alongMesh({ positions, indices }: MeshShape, from: Vector, way: Vector): number {
  let least = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = cornersOf(positions, indices, i);
    const at = (k: number): Vector => [corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]];
    const [a, b, c] = [0, 1, 2].map((k) => at(k).map((value, axis) => value - from[axis]) as Vector);
    const volume = (u: Vector, v: Vector) =>
      way[0] * (u[1] * v[2] - u[2] * v[1]) +
      way[1] * (u[2] * v[0] - u[0] * v[2]) +
      way[2] * (u[0] * v[1] - u[1] * v[0]);
    const sides = [volume(a, b), volume(b, c), volume(c, a)];
    if (sides.some((side) => side < 0) && sides.some((side) => side > 0)) continue;
    const whole = sides[0] + sides[1] + sides[2];
    if (whole === 0) continue;
    // The volumes divided by their sum are the barycentric weights of the point where the ray meets the plane.
    const hit = [0, 1, 2].map((axis) => (sides[1] * a[axis] + sides[2] * b[axis] + sides[0] * c[axis]) / whole);
    const distance = hit[0] * way[0] + hit[1] * way[1] + hit[2] * way[2];
    if (distance >= 0) least = Math.min(least, distance);
  }
  return least;
}

function alongBody(scene: Scene, body: number, from: Vector, way: Vector, radius: number, limit: number): number {
  const own = placed(scene, scene, body);
  const reach = MOST_REACH + radius;
  const to = own.position.map((value, axis) => value - from[axis]);
  const along = to[0] * way[0] + to[1] * way[1] + to[2] * way[2];
  const beside = to[0] ** 2 + to[1] ** 2 + to[2] ** 2 - along * along;
  if (beside > reach * reach || along < -reach || along > scene.rayLength + reach) return Infinity;
  const gap = (distance: number): number => {
    const position = from.map((value, axis) => value + distance * way[axis]);
    const sphere = { kind: SHAPE_SPHERE, half: [0, 0, 0], radius, position, quaternion: [0, 0, 0, 1] };
    return exactSeparation([own, sphere]);
  };
  const start = gap(0);
  if (start <= 0) return radius === 0 || gap(AHEAD) < start ? 0 : Infinity;
  let distance = start;
  for (let step = 0; step < MOST_STEPS && distance <= Math.min(limit, scene.rayLength); step++) {
    const next = gap(distance);
    if (next <= ARRIVED) return distance;
    distance += next;
  }
  return distance > Math.min(limit, scene.rayLength) ? Infinity : distance;
}

/** Returns how far a point of a scene is from its mesh: by asking all triangles. */
export function distanceToMesh(scene: Scene, index: number): number {
  const { positions, indices } = scene.shapes[0] as MeshShape;
  const at = scene.points.subarray(3 * index, 3 * index + 3);
  let least = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = cornersOf(positions, indices, i);
    if (!isNear(corners, [...at], least)) continue;
    const [a, b, c] = [0, 3, 6].map((k) => point(corners, k)) as [Point, Point, Point];
    least = Math.min(least, number(root(pointTriangle(point(at), a, b, c).square)));
  }
  return least;
}

/** Returns how far apart two triangles of the two meshes of a scene are: 0 where they meet. */
export function gapOfTriangles(scene: Scene, first: number, second: number): number {
  const { positions, indices } = scene.shapes[0] as MeshShape;
  const a = cornersOf(positions, indices, 3 * first);
  const b = cornersOf(positions, indices, 3 * second);
  const [x, y, z, w] = scene.rotation.subarray(4, 8);
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const [i, j, k, s] = [x / length, y / length, z / length, w / length];
  for (let at = 0; at < 9; at += 3) {
    const [p, q, r] = b.subarray(at, at + 3);
    const t = [2 * (j * r - k * q), 2 * (k * p - i * r), 2 * (i * q - j * p)];
    b[at] = scene.position[3] + p + s * t[0] + j * t[2] - k * t[1];
    b[at + 1] = scene.position[4] + q + s * t[1] + k * t[0] - i * t[2];
    b[at + 2] = scene.position[5] + r + s * t[2] + i * t[1] - j * t[0];
  }
  const points = (list: Float64Array) => [0, 3, 6].map((at) => point(list, at));
  return number(root(triangleTriangle(points(a), points(b)).square));
}
