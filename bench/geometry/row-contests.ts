import { orient2d as robustOrient2d, orient3d as robustOrient3d } from 'robust-predicates';
import { Box3, Matrix3, Ray, Triangle, Vector3 } from 'three';
import { OBB } from 'three/examples/jsm/math/OBB.js';
import { ExtendedTriangle } from 'three-mesh-bvh';
import { orient2d } from '../../src/2d/geometry/measure/orientation.ts';
import { containsPointPolygon } from '../../src/2d/geometry/overlap/contains-point-polygon.ts';
import { closestPointTriangle } from '../../src/3d/geometry/closest/closest-point-triangle.ts';
import { orient3d } from '../../src/3d/geometry/measure/orientation.ts';
import { overlapsObbObb } from '../../src/3d/geometry/overlap/overlaps-obb-obb.ts';
import { overlapsTriangleTriangle } from '../../src/3d/geometry/overlap/overlaps-triangle-triangle.ts';
import { castRayAabb } from '../../src/3d/geometry/ray/cast-ray-aabb.ts';
import { castRayTriangle } from '../../src/3d/geometry/ray/cast-ray-triangle.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from './contest.ts';

const COUNT = 2000;
const SEED = 20240602;

function randomNumbers(count: number, seed: number): Float64Array {
  const rng = createRng(seed);
  return Float64Array.from({ length: count }, () => rng.range(-1, 1));
}

function vectors(numbers: Float64Array): Vector3[] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => new Vector3().fromArray(numbers, i * 3));
}

/** Rays through the cube from −1 to 1, and the same as three.js has them. */
function makeRays() {
  const rays = randomNumbers(COUNT * 6, SEED);
  for (let i = 0; i < COUNT; i++) {
    const length = Math.hypot(rays[i * 6 + 3], rays[i * 6 + 4], rays[i * 6 + 5]);
    for (let k = 0; k < 3; k++) {
      rays[i * 6 + 3 + k] /= length;
      rays[i * 6 + k] -= 1.5 * rays[i * 6 + 3 + k];
    }
  }
  const theirs = Array.from(
    { length: COUNT },
    (_, i) => new Ray(new Vector3().fromArray(rays, i * 6), new Vector3().fromArray(rays, i * 6 + 3)),
  );
  return { rays, theirs };
}

function rayTriangleContest(): Contest {
  const { rays, theirs } = makeRays();
  const triangles = randomNumbers(COUNT * 9, SEED + 1);
  const corners = vectors(triangles);
  const out = new Float64Array(6);
  const target = new Vector3();
  return {
    family: 'ray against triangle',
    name: 'both sides, point',
    rival: 'three Ray.intersectTriangle',
    operations: COUNT,
    tolerance: 0,
    ours: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++)
        if (castRayTriangle(out, 0, rays, i * 6, Infinity, triangles, i * 9) < Infinity) hits++;
      return hits;
    },
    theirs: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) {
        if (theirs[i].intersectTriangle(corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2], false, target)) hits++;
      }
      return hits;
    },
  };
}

function rayBoxContest(): Contest {
  const { rays, theirs } = makeRays();
  const boxes = randomNumbers(COUNT * 6, SEED + 2);
  const theirBoxes: Box3[] = [];
  for (let i = 0; i < COUNT; i++) {
    for (let k = 0; k < 3; k++) boxes[i * 6 + 3 + k] = boxes[i * 6 + k] + Math.abs(boxes[i * 6 + 3 + k]);
    theirBoxes.push(new Box3(new Vector3().fromArray(boxes, i * 6), new Vector3().fromArray(boxes, i * 6 + 3)));
  }
  const out = new Float64Array(6);
  const target = new Vector3();
  return {
    family: 'ray against box',
    name: 'point (ours: and normal)',
    rival: 'three Ray.intersectBox',
    operations: COUNT,
    tolerance: 0,
    ours: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) if (castRayAabb(out, 0, rays, i * 6, Infinity, boxes, i * 6) < Infinity) hits++;
      return hits;
    },
    theirs: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) if (theirs[i].intersectBox(theirBoxes[i], target)) hits++;
      return hits;
    },
  };
}

function pointTriangleContest(): Contest {
  const points = randomNumbers(COUNT * 3, SEED + 3);
  const triangles = randomNumbers(COUNT * 9, SEED + 4);
  const theirPoints = vectors(points);
  const corners = vectors(triangles);
  const theirTriangles = theirPoints.map(
    (_, i) => new Triangle(corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2]),
  );
  const out = new Float64Array(7);
  const target = new Vector3();
  return {
    family: 'point to triangle',
    name: 'closest point (ours: and weights)',
    rival: 'three Triangle.closestPointToPoint',
    operations: COUNT,
    tolerance: 1e-9,
    ours: () => {
      let sum = 0;
      for (let i = 0; i < COUNT; i++) {
        closestPointTriangle(out, 0, points, i * 3, triangles, i * 9);
        sum += out[0];
      }
      return sum;
    },
    theirs: () => {
      let sum = 0;
      for (let i = 0; i < COUNT; i++) sum += theirTriangles[i].closestPointToPoint(theirPoints[i], target).x;
      return sum;
    },
  };
}

function triangleTriangleContest(): Contest {
  const a = randomNumbers(COUNT * 9, SEED + 5);
  const b = randomNumbers(COUNT * 9, SEED + 6);
  const make = (corners: Vector3[]) =>
    Array.from(
      { length: COUNT },
      (_, i) => new ExtendedTriangle(corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2]),
    );
  const theirA = make(vectors(a));
  const theirB = make(vectors(b));
  return {
    family: 'triangle against triangle',
    name: 'yes or no (ours: exact)',
    rival: 'three-mesh-bvh ExtendedTriangle',
    operations: COUNT,
    tolerance: 0,
    ours: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) if (overlapsTriangleTriangle(a, i * 9, b, i * 9)) hits++;
      return hits;
    },
    theirs: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) if (theirA[i].intersectsTriangle(theirB[i])) hits++;
      return hits;
    },
  };
}

function boxBoxContest(): Contest {
  const rng = createRng(SEED + 7);
  const boxes = new Float64Array(COUNT * 2 * 15);
  const theirs: OBB[] = [];
  for (let i = 0; i < COUNT * 2; i++) {
    const at = i * 15;
    const q = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    const s = 2 / (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
    const [x, y, z, w] = q;
    const axes = [
      1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y),
      s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x),
      s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y),
    ]; // biome-ignore format: a matrix
    for (let k = 0; k < 3; k++) {
      boxes[at + k] = rng.range(-1, 1);
      boxes[at + 3 + k] = rng.range(0.1, 0.8);
    }
    boxes.set(axes, at + 6);
    const rotation = new Matrix3().fromArray(axes);
    theirs.push(new OBB(new Vector3().fromArray(boxes, at), new Vector3().fromArray(boxes, at + 3), rotation));
  }
  return {
    family: 'box against box, turned',
    name: '15 axes',
    rival: 'three OBB.intersectsOBB',
    operations: COUNT,
    tolerance: 0,
    ours: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) if (overlapsObbObb(boxes, i * 30, boxes, i * 30 + 15)) hits++;
      return hits;
    },
    theirs: () => {
      let hits = 0;
      for (let i = 0; i < COUNT; i++) if (theirs[i * 2].intersectsOBB(theirs[i * 2 + 1])) hits++;
      return hits;
    },
  };
}

function orientContests(): Contest[] {
  const p = randomNumbers(COUNT * 12, SEED + 8);
  return [
    {
      family: 'orientation',
      name: 'three points in the plane, exact sign',
      rival: 'robust-predicates',
      operations: COUNT,
      tolerance: 0,
      ours: () => {
        let left = 0;
        for (let i = 0; i < COUNT * 6; i += 6)
          if (orient2d(p[i], p[i + 1], p[i + 2], p[i + 3], p[i + 4], p[i + 5]) > 0) left++;
        return left;
      },
      theirs: () => {
        let left = 0;
        // Their plane has y down.
        for (let i = 0; i < COUNT * 6; i += 6) {
          if (robustOrient2d(p[i], p[i + 1], p[i + 2], p[i + 3], p[i + 4], p[i + 5]) < 0) left++;
        }
        return left;
      },
    },
    {
      family: 'orientation',
      name: 'four points in space, exact sign',
      rival: 'robust-predicates',
      operations: COUNT,
      tolerance: 0,
      ours: () => {
        let above = 0;
        for (let i = 0; i < COUNT * 12; i += 12) if (orient3d(p, i, p, i + 3, p, i + 6, p, i + 9) > 0) above++;
        return above;
      },
      theirs: () => {
        let above = 0;
        for (let i = 0; i < COUNT * 12; i += 12) {
          // The other package counts a point below the plane as positive.
          if (
            robustOrient3d(
              p[i],
              p[i + 1],
              p[i + 2],
              p[i + 3],
              p[i + 4],
              p[i + 5],
              p[i + 6],
              p[i + 7],
              p[i + 8],
              p[i + 9],
              p[i + 10],
              p[i + 11],
            ) < 0
          )
            above++;
        }
        return above;
      },
    },
  ];
}

/** The even-odd rule in plain arithmetic, as found in every textbook: quick, and undecided on edges. */
function plainEvenOdd(x: number, y: number, polygon: Float64Array, count: number): boolean {
  let inside = false;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const yi = polygon[2 * i + 1];
    const yj = polygon[2 * j + 1];
    if (yi > y === yj > y) continue;
    if (x < ((polygon[2 * j] - polygon[2 * i]) * (y - yi)) / (yj - yi) + polygon[2 * i]) inside = !inside;
  }
  return inside;
}

/** The rule of our orientation, with the sign of the library of exact predicates. */
function robustEvenOdd(x: number, y: number, polygon: Float64Array, count: number): boolean {
  let inside = false;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const yi = polygon[2 * i + 1];
    const yj = polygon[2 * j + 1];
    if (yi > y === yj > y) continue;
    const side = robustOrient2d(polygon[2 * j], yj, polygon[2 * i], yi, x, y);
    if (side === 0) return true;
    if (side > 0 === yi > yj) inside = !inside;
  }
  return inside;
}

function polygonContests(): Contest[] {
  const corners = 64;
  const rng = createRng(SEED + 9);
  const polygon = new Float64Array(corners * 2);
  for (let i = 0; i < corners; i++) {
    const radius = rng.range(0.4, 1);
    polygon[2 * i] = radius * Math.cos((2 * Math.PI * i) / corners);
    polygon[2 * i + 1] = radius * Math.sin((2 * Math.PI * i) / corners);
  }
  const points = randomNumbers(COUNT * 2, SEED + 10);
  const count = (test: (x: number, y: number, polygon: Float64Array, count: number) => boolean) => () => {
    let inside = 0;
    for (let i = 0; i < COUNT; i++) if (test(points[2 * i], points[2 * i + 1], polygon, corners)) inside++;
    return inside;
  };
  const ours = () => {
    let inside = 0;
    for (let i = 0; i < COUNT; i++) if (containsPointPolygon(points, i * 2, polygon, 0, corners)) inside++;
    return inside;
  };
  const family = 'point in polygon';
  const shared = { family, operations: COUNT, tolerance: 0, ours };
  return [
    { ...shared, name: '64 corners (ours: exact)', rival: 'plain even-odd loop', theirs: count(plainEvenOdd) },
    { ...shared, name: '64 corners, both exact', rival: 'robust-predicates, even-odd', theirs: count(robustEvenOdd) },
  ];
}

export function makeRowContests(): Contest[] {
  return [
    rayTriangleContest(),
    rayBoxContest(),
    pointTriangleContest(),
    triangleTriangleContest(),
    boxBoxContest(),
    ...orientContests(),
    ...polygonContests(),
  ];
}
