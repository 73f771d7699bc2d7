import { describe, expect, it } from 'vitest';
import * as geometry from '../../../entry/geometry3d.ts';

// NaN in every place of every operand, one at a time: each routine gives what its docstring says, and a miss writes
// nothing.

const POINT = [0.3, 0.2, 0.4];
const SEGMENT = [-1, 0.1, 0.2, 1, 0.3, -0.2];
const RAY = [-2, 0.1, 0.2, 1, 0.05, 0.02];
const DOWN = [0.2, 0.1, -2, 0.1, 0, 1];
const PLANE = [0.1, 0.9, 0.2, 0.3];
const PLANE_B = [0.5, 0.1, -0.4, 0.2];
const PLANE_C = [0, 0.1, 1, 1];
const AABB = [-1, -0.5, -0.4, 0.8, 0.6, 0.7];
const AABB_B = [1.5, -0.2, -0.3, 2, 0.3, 0.3];
const OBB = [0.1, 0.2, 0.1, 1, 0.6, 0.5, 0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1];
const SPHERE = [0.4, 0.1, 0.2, 0.7];
const MOVING = [2.5, 0.1, 0.1, 0.3];
const LEFT = [-3, 0.01, 0.02];
const CAPSULE = [-0.5, 0.1, 0, 0.6, 0.2, 0.3, 0.4];
const TRIANGLE = [-1, -0.5, 0.1, 1, -0.4, -0.1, 0.2, 1, 0.3];
const UPRIGHT = [0, -0.3, -1, 0.1, 0.2, 1, 0.3, 0.4, 0.9];
const RECTANGLE = [0.1, 0.2, 0.1, 0.6, 0.8, 0, -0.8, 0.6, 0, 0.5, 0.4];
const TETRAHEDRON = [-1, -1, -1, 1, -0.8, -0.9, 0.1, 1, -0.7, 0, 0.1, 1];
const QUAD = [-1, -1, 0.2, 1, -1, 0.2, 1, 1, 0.2, -1, 1, 0.2];
const FRUSTUM = [1, 0, 0, -2, -1, 0, 0, -2, 0, 1, 0, -2, 0, -1, 0, -2, 0, 0, 1, -2, 0, 0, -1, -2];
const SIDES = [1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1];

type Operand = readonly number[] | number;
type Row = readonly [name: keyof typeof geometry, result: unknown, operands: readonly Operand[]];

const LIMIT = 10;

/** Routines without output, what NaN gives, and their operands; a number is a count or a limit. */
const QUESTIONS: readonly Row[] = [
  ['signedDistancePointPlane', NaN, [POINT, PLANE]],
  ['signedDistancePointUnitPlane', NaN, [POINT, PLANE]],
  ['distanceSquaredPointSegment', NaN, [POINT, SEGMENT]],
  ['distanceSquaredPointRay', NaN, [POINT, RAY]],
  ['distanceSquaredPointLine', NaN, [POINT, RAY]],
  ['distanceSquaredPointAabb', NaN, [POINT, AABB]],
  ['distanceSquaredPointObb', NaN, [POINT, OBB]],
  ['distanceSquaredPointRectangle', NaN, [POINT, RECTANGLE]],
  ['distanceSquaredPointRectangleCorners', NaN, [POINT, TRIANGLE]],
  ['distanceSquaredPointTriangle', NaN, [POINT, TRIANGLE]],
  ['distanceSquaredPointTetrahedron', NaN, [POINT, TETRAHEDRON]],
  ['distanceSquaredPointPolygon', NaN, [POINT, QUAD, 4]],
  ['distanceSquaredSegmentSegment', NaN, [SEGMENT, RAY]],
  ['distanceSquaredSegmentTriangle', NaN, [SEGMENT, TRIANGLE]],
  ['distanceSquaredTriangleTriangle', NaN, [TRIANGLE, UPRIGHT]],
  ['containsPointAabb', false, [POINT, AABB]],
  ['containsPointObb', false, [POINT, OBB]],
  ['containsPointTetrahedron', false, [POINT, TETRAHEDRON]],
  ['containsPointTriangle', false, [POINT, TRIANGLE]],
  ['containsProjectedPointTriangle', false, [POINT, TRIANGLE]],
  ['containsPointConvexPolyhedron', false, [POINT, SIDES, 6]],
  ['findSeparatingAxisObbObb', -1, [OBB, OBB]],
  ['overlapsObbObb', false, [OBB, OBB]],
  ['overlapsAabbAabb', false, [AABB, AABB]],
  ['overlapsSphereSphere', false, [SPHERE, SPHERE]],
  ['overlapsSpherePlane', false, [SPHERE, PLANE]],
  ['containsSphereHalfSpace', false, [SPHERE, PLANE]],
  ['overlapsSphereHalfSpace', false, [SPHERE, PLANE]],
  ['overlapsAabbPlane', false, [AABB, PLANE]],
  ['containsAabbHalfSpace', false, [AABB, PLANE]],
  ['overlapsAabbHalfSpace', false, [AABB, PLANE]],
  ['overlapsObbPlane', false, [OBB, PLANE]],
  ['containsObbHalfSpace', false, [OBB, PLANE]],
  ['overlapsObbHalfSpace', false, [OBB, PLANE]],
  ['overlapsConePlane', false, [CAPSULE, PLANE]],
  ['containsConeHalfSpace', false, [CAPSULE, PLANE]],
  ['overlapsConeHalfSpace', false, [CAPSULE, PLANE]],
  ['overlapsSphereAabb', false, [SPHERE, AABB]],
  ['overlapsSphereObb', false, [SPHERE, OBB]],
  ['overlapsSphereTriangle', false, [SPHERE, TRIANGLE]],
  ['overlapsSpherePolygon', false, [SPHERE, QUAD, 4]],
  ['overlapsAabbTriangle', false, [AABB, TRIANGLE]],
  ['overlapsObbTriangle', false, [OBB, TRIANGLE]],
  ['overlapsTriangleTriangle', false, [TRIANGLE, UPRIGHT]],
  ['overlapsSegmentTriangle', false, [SEGMENT, UPRIGHT]],
  ['overlapsSegmentSegment', false, [SEGMENT, SEGMENT]],
  ['overlapsSegmentAabb', false, [SEGMENT, AABB]],
  ['overlapsSegmentObb', false, [SEGMENT, OBB]],
  ['overlapsRaySphere', false, [RAY, LIMIT, SPHERE]],
  ['classifySphereFrustum', 1, [SPHERE, FRUSTUM]],
  ['classifyAabbFrustum', 1, [AABB, FRUSTUM]],
  ['classifyObbFrustum', 1, [OBB, FRUSTUM]],
  ['classifySphereFrustumExact', 1, [SPHERE, FRUSTUM]],
  ['classifyAabbFrustumExact', 1, [AABB, FRUSTUM]],
  ['classifyObbFrustumExact', 1, [OBB, FRUSTUM]],
  ['intersectLinePlane', Infinity, [RAY, PLANE]],
  ['intersectLineQuad', Infinity, [DOWN, QUAD]],
];

/** Routines that write, whatever the answer. */
const WRITERS: readonly Row[] = [
  ['closestPointPlane', NaN, [POINT, PLANE]],
  ['closestPointUnitPlane', NaN, [POINT, PLANE]],
  ['closestPointSegment', NaN, [POINT, SEGMENT]],
  ['closestPointRay', NaN, [POINT, RAY]],
  ['closestPointLine', NaN, [POINT, RAY]],
  ['closestPointAabb', NaN, [POINT, AABB]],
  ['closestSurfacePointAabb', NaN, [POINT, AABB]],
  ['closestPointObb', NaN, [POINT, OBB]],
  ['closestSurfacePointObb', NaN, [POINT, OBB]],
  ['closestPointRectangle', NaN, [POINT, RECTANGLE]],
  ['closestPointRectangleCorners', NaN, [POINT, TRIANGLE]],
  ['closestPointTriangle', NaN, [POINT, TRIANGLE]],
  ['closestPointTetrahedron', NaN, [POINT, TETRAHEDRON]],
  ['closestPointPolygon', NaN, [POINT, QUAD, 4]],
  ['closestPointsLineLine', NaN, [RAY, SEGMENT]],
  ['closestPointsSegmentSegment', NaN, [SEGMENT, RAY]],
  ['closestPointsSegmentTriangle', NaN, [SEGMENT, TRIANGLE]],
  ['closestPointsTriangleTriangle', NaN, [TRIANGLE, UPRIGHT]],
  ['separationObbObb', NaN, [OBB, OBB]],
  ['deepestPointConePlane', NaN, [CAPSULE, PLANE]],
  ['overlapsSphereAabbWithPoint', false, [SPHERE, AABB]],
  ['overlapsSphereObbWithPoint', false, [SPHERE, OBB]],
];

/** Routines that write on a hit only. */
const CASTS: readonly Row[] = [
  ['intersectTriangleTriangle', 0, [TRIANGLE, UPRIGHT]],
  ['intersectPlanePlane', 0, [PLANE, PLANE_B]],
  ['intersectPlanePlanePlane', 0, [PLANE, PLANE_B, PLANE_C]],
  ['castRayPlane', Infinity, [RAY, LIMIT, PLANE]],
  ['castRayPlaneThroughPoints', Infinity, [RAY, LIMIT, TRIANGLE]],
  ['castRaySphere', Infinity, [RAY, LIMIT, SPHERE]],
  ['castRayAabb', Infinity, [RAY, LIMIT, AABB]],
  ['castRayObb', Infinity, [RAY, LIMIT, OBB]],
  ['clipRayAabb', false, [RAY, LIMIT, AABB]],
  ['clipRayObb', false, [RAY, LIMIT, OBB]],
  ['intersectLineAabb', false, [RAY, AABB]],
  ['intersectLineObb', false, [RAY, OBB]],
  ['castRayTriangle', Infinity, [DOWN, LIMIT, TRIANGLE]],
  ['castRayTriangleSingleSided', Infinity, [DOWN, LIMIT, [0.2, 1, 0.3, 1, -0.4, -0.1, -1, -0.5, 0.1]]],
  ['intersectLineTriangle', Infinity, [DOWN, TRIANGLE]],
  ['castRayParallelogram', Infinity, [DOWN, LIMIT, TRIANGLE]],
  ['castRayQuad', Infinity, [DOWN, LIMIT, QUAD]],
  ['castRayConvexPolygon', Infinity, [DOWN, LIMIT, QUAD, 4]],
  ['castRayPolygon', Infinity, [DOWN, LIMIT, QUAD, 4]],
  ['castRayCapsule', Infinity, [RAY, LIMIT, CAPSULE]],
  ['castRayCylinder', Infinity, [RAY, LIMIT, CAPSULE]],
  ['castRayCone', Infinity, [RAY, LIMIT, CAPSULE]],
  ['castRayConvexPolyhedron', Infinity, [RAY, LIMIT, SIDES, 6]],
  ['castSpherePlane', Infinity, [MOVING, LEFT, [1, 0.1, 0, 0]]],
  ['castAabbPlane', Infinity, [AABB_B, LEFT, [1, 0.1, 0.1, 0]]],
  ['castSphereSphere', Infinity, [MOVING, LEFT, SPHERE]],
  ['castSphereCapsule', Infinity, [MOVING, LEFT, CAPSULE]],
  ['castSphereSegment', Infinity, [MOVING, LEFT, SEGMENT]],
  ['castSphereTriangle', Infinity, [[0.1, 0.3, -2, 0.3], [0.01, 0.02, 3], TRIANGLE]],
  ['castSpherePolygon', Infinity, [[0.1, 0.3, -2, 0.3], [0.01, 0.02, 3], QUAD, 4]],
  ['castSphereAabb', Infinity, [MOVING, LEFT, AABB]],
  ['castSphereObb', Infinity, [MOVING, LEFT, OBB]],
  ['castAabbAabb', Infinity, [AABB_B, LEFT, AABB]],
];

const ROUTINES: Readonly<Record<string, unknown>> = { ...geometry };
const MARK = 7;
const out = new Float64Array(32);

function call(row: Row, operands: readonly Operand[], writes: boolean): unknown {
  const routine = ROUTINES[row[0]] as (...values: unknown[]) => unknown;
  out.fill(MARK);
  const values: unknown[] = operands.flatMap((o) => (typeof o === 'number' ? [o] : [o, 0]));
  if (row[0] === 'castSpherePolygon') {
    const [vertices, verticesOffset, count] = values.splice(-3);
    values.push({ vertices, verticesOffset, count });
  }
  return routine(...(writes ? [out, 0] : []), ...values);
}

/** Every operand with one number replaced by NaN, and what to call it. */
function* spoiled(row: Row): Generator<[readonly Operand[], string]> {
  for (const [i, operand] of row[2].entries()) {
    if (typeof operand === 'number') continue;
    for (let k = 0; k < operand.length; k++) {
      const broken = operand.map((x, j) => (j === k ? NaN : x));
      yield [row[2].map((o, j) => (j === i ? broken : o)), `${row[0]}, operand ${i} number ${k}`];
    }
  }
}

describe('NaN in any place', () => {
  it('gives the documented answer', () => {
    for (const [rows, writes] of [
      [QUESTIONS, false],
      [WRITERS, true],
      [CASTS, true],
    ] as const) {
      for (const row of rows) {
        // Without it the operands are a hit, or an answer, so that the NaN is what matters.
        const whole = call(row, row[2], writes);
        if (rows === CASTS) expect(whole, row[0]).not.toBe(row[1]);
        else expect(Number.isNaN(whole), row[0]).toBe(false);
        for (const [operands, name] of spoiled(row)) {
          expect(call(row, operands, writes), name).toBe(row[1]);
          if (rows === CASTS)
            expect(
              out.every((x) => x === MARK),
              `${name} writes`,
            ).toBe(true);
        }
      }
    }
  });

  it('ends the searches: GJK, EPA, axes, casts, times of impact, halving', () => {
    const cube = geometry.buildConvexHull([
      -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1,
    ]);
    const result = new Float64Array(32);
    const cache = geometry.createGjkCache();
    const identity = [0, 0, 0, 0, 0, 0, 1];
    for (let place = 0; place < 7; place++) {
      for (const beside of [0.5, 3]) {
        const pose = [beside, 0.2, 0.1, 0, 0, 0, 1];
        pose[place] = NaN;
        const name = `place ${place} beside ${beside}`;
        const broken = geometry.createConvexSupport(cube, pose);
        const whole = geometry.createConvexSupport(cube);
        cache.count = 0;
        const distance = geometry.distanceGjkSupport(whole, broken, cache);
        expect(Number.isNaN(distance) || distance === 0, `GJK ${name} ${distance}`).toBe(true);
        expect(cache.iterations).toBeLessThanOrEqual(geometry.GJK_MAX_ITERATIONS);
        const report = geometry.createEpaReport();
        cache.count = 0;
        const depth = geometry.penetrationEpa(result, 0, whole, broken, cache, report);
        expect(Number.isNaN(depth) || depth === 0, `EPA ${name} ${depth}`).toBe(true);
        expect(report.iterations).toBeLessThanOrEqual(geometry.EPA_MAX_ITERATIONS);
        const axis = new Int32Array(1);
        expect(geometry.overlapsConvex({ hull: cube, pose: identity }, { hull: cube, pose }, axis, 0), name).toBe(
          false,
        );
        expect(
          geometry.penetrationSat(result, 0, { hull: cube, pose: identity }, { hull: cube, pose }, axis, 0),
          name,
        ).toBeNaN();
        const features = new Uint32Array(4);
        expect(
          geometry.collideConvex(result, features, { hull: cube, pose: identity }, { hull: cube, pose }, 0, axis, 0),
          name,
        ).toBe(0);
        expect(
          geometry.castConvexSat(result, 0, { hull: cube, pose: identity }, { hull: cube, pose }, [4, 0, 0], 0),
          name,
        ).toBe(Infinity);
        cache.count = 0;
        expect(geometry.castSupport(result, 0, whole, broken, [4, 0, 0], 0, cache), name).toBe(Infinity);
        const toi = geometry.createToiReport();
        cache.count = 0;
        const motion = [...pose, ...pose];
        const still = [...identity, ...identity];
        const time = geometry.timeOfImpact(
          result,
          0,
          { support: whole, boundingRadius: 2, motion: still },
          { support: whole, boundingRadius: 2, motion },
          cache,
          toi,
        );
        expect(time, name).toBe(Infinity);
        expect(toi.iterations).toBeLessThanOrEqual(geometry.TOI_MAX_ITERATIONS);
      }
    }
    for (let place = 0; place < 6; place++) {
      const ray = RAY.map((x, i) => (i === place ? NaN : x));
      const hull = geometry.createConvexSupport(cube);
      cache.count = 0;
      expect(geometry.castRaySupport(result, 0, ray, 0, LIMIT, hull, cache), `ray ${place}`).toBe(Infinity);
      expect(geometry.castRayConvex(result, 0, ray, 0, LIMIT, cube), `ray ${place}`).toBe(Infinity);
      if (place > 2) continue;
      const point = POINT.map((x, i) => (i === place ? NaN : x));
      expect(geometry.closestPointConvex(result, 0, point, 0, cube)).toBeNaN();
      expect(geometry.closestPointConvexSublinear(result, 0, point, 0, cube)).toBeNaN();
      expect(geometry.containsPointConvex(point, 0, cube)).toBe(false);
    }
    expect(geometry.timeOfImpactIntervalHalving(() => NaN, 1, 1, 1e-9)).toBe(Infinity);
    expect(geometry.timeOfImpactIntervalHalving((t) => 1 - t, NaN, 1, 1e-9)).toBe(Infinity);
  });
});
