import { describe, expect, it } from 'vitest';
import {
  containsAabbHalfSpace,
  containsConeHalfSpace,
  containsObbHalfSpace,
  containsSphereHalfSpace,
  deepestPointConePlane,
  intersectPlanePlane,
  intersectPlanePlanePlane,
  overlapsAabbHalfSpace,
  overlapsAabbPlane,
  overlapsConeHalfSpace,
  overlapsConePlane,
  overlapsObbHalfSpace,
  overlapsObbPlane,
  overlapsSphereHalfSpace,
  overlapsSpherePlane,
  PLANES_APART,
  PLANES_COINCIDE,
  PLANES_MEET,
} from '../../../../entry/geometry3d.ts';
import type { NumberArray } from '../../../../src/core/number-array.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  distance,
  dot,
  length,
  obbCorners,
  obbOf,
  randomAxes,
  randomPoint,
  randomUnit,
  SCALES,
  sub,
  times,
  unit,
  type Vec,
  WORLD,
} from '../support/proximity.ts';

type Question = (shape: NumberArray, shapeOffset: number, plane: NumberArray, planeOffset: number) => boolean;

/** A plane of any normal length through a point near the shape. */
function planeNear(rng: Rng, reach: number): number[] {
  const n = times(randomUnit(rng), 10 ** rng.range(-3, 3));
  return [...n, dot(n, randomPoint(rng, reach))];
}

/**
 * Asks the three questions about shapes whose lowest and highest heights over the plane (in lengths) are known some
 * other way, leaving out what is within `margin` of touching, and checks that each answer is given often.
 */
function compare(
  seed: number,
  make: (rng: Rng, scale: number) => { shape: number[]; heights: (plane: number[]) => [number, number] },
  questions: { crosses: Question; behind: Question; touchesBehind: Question },
  marginRatio: number,
): void {
  const rng = createRng(seed);
  const counts = [0, 0, 0];
  const runs = 900;
  for (let run = 0; run < runs; run++) {
    const scale = SCALES[run % 3];
    const { shape, heights } = make(rng, scale);
    const plane = planeNear(rng, 2 * scale);
    const [low, high] = heights(plane);
    const margin = marginRatio * scale;
    if (Math.abs(low) < margin || Math.abs(high) < margin) continue;
    const message = `seed ${seed} run ${run}: ${shape} / ${plane}`;
    expect(questions.crosses(shape, 0, plane, 0), message).toBe(low < 0 && high > 0);
    expect(questions.behind(shape, 0, plane, 0), message).toBe(high < 0);
    expect(questions.touchesBehind(shape, 0, plane, 0), message).toBe(low < 0);
    counts[low > 0 ? 0 : high < 0 ? 1 : 2]++;
  }
  for (const count of counts) expect(count, `${counts}`).toBeGreaterThan(runs * 0.2);
}

function heightsOf(corners: Vec[], plane: number[]): [number, number] {
  const n = plane.slice(0, 3) as Vec;
  const heights = corners.map((c) => (dot(n, c) - plane[3]) / length(n));
  return [Math.min(...heights), Math.max(...heights)];
}

describe('sphere and plane', () => {
  const questions = {
    crosses: overlapsSpherePlane,
    behind: containsSphereHalfSpace,
    touchesBehind: overlapsSphereHalfSpace,
  };
  it('answers the three questions for normals of any length', () => {
    compare(
      6001,
      (rng, scale) => {
        const center = randomPoint(rng, scale);
        const radius = rng.range(0.3, 1.2) * scale;
        return {
          shape: [...center, radius],
          heights: (plane) => {
            const [height] = heightsOf([center], plane);
            return [height - radius, height + radius];
          },
        };
      },
      questions,
      1e-12,
    );
  });
  it('counts touching from either side', () => {
    const plane = [0, 0, 2, 6]; // z = 3
    for (const [z, crosses, behind, touches] of [
      [5, true, false, true],
      [5.0001, false, false, false],
      [1, true, true, true],
      [0.9999, false, true, true],
      [3.5, true, false, true],
    ] as const) {
      const sphere = [1, 1, z, 2];
      expect(overlapsSpherePlane(sphere, 0, plane, 0), `${z}`).toBe(crosses);
      expect(containsSphereHalfSpace(sphere, 0, plane, 0), `${z}`).toBe(behind);
      expect(overlapsSphereHalfSpace(sphere, 0, plane, 0), `${z}`).toBe(touches);
    }
    for (const question of Object.values(questions)) {
      expect(question([Number.NaN, 0, 0, 1], 0, plane, 0)).toBe(false);
    }
  });
});

describe('boxes and plane', () => {
  const aabb = { crosses: overlapsAabbPlane, behind: containsAabbHalfSpace, touchesBehind: overlapsAabbHalfSpace };
  const obb = { crosses: overlapsObbPlane, behind: containsObbHalfSpace, touchesBehind: overlapsObbHalfSpace };
  it('answers the three questions for OBBs by their corners', () => {
    compare(
      6002,
      (rng, scale) => {
        const half = [0, 1, 2].map(() => rng.range(0.2, 1) * scale) as Vec;
        const shape = obbOf(randomPoint(rng, scale), half, randomAxes(rng));
        return { shape, heights: (plane) => heightsOf(obbCorners(shape), plane) };
      },
      obb,
      1e-12,
    );
  });
  it('answers the three questions for AABBs by their corners', () => {
    compare(
      6003,
      (rng, scale) => {
        const half = [0, 1, 2].map(() => rng.range(0.2, 1) * scale) as Vec;
        const center = randomPoint(rng, scale);
        return {
          shape: [...sub(center, half), ...add(center, half)],
          heights: (plane) => heightsOf(obbCorners(obbOf(center, half, WORLD)), plane),
        };
      },
      aabb,
      1e-12,
    );
  });
  it('counts touching, on every axis and side, with normals that are not unit vectors', () => {
    const box = [1, 2, 3, 4, 6, 8];
    for (let axis = 0; axis < 3; axis++) {
      for (const sign of [1, -1]) {
        const plane = (offset: number): number[] => {
          const result = [0, 0, 0, 0];
          result[axis] = sign * 8;
          result[3] = sign * 8 * offset;
          return result;
        };
        const near = sign > 0 ? box[axis] : box[axis + 3];
        const far = sign > 0 ? box[axis + 3] : box[axis];
        expect(overlapsAabbPlane(box, 0, plane(near), 0)).toBe(true);
        expect(overlapsAabbPlane(box, 0, plane(near - sign * 1e-6), 0)).toBe(false);
        expect(overlapsAabbHalfSpace(box, 0, plane(near), 0)).toBe(true);
        expect(overlapsAabbHalfSpace(box, 0, plane(near - sign * 1e-6), 0)).toBe(false);
        expect(containsAabbHalfSpace(box, 0, plane(far), 0)).toBe(true);
        expect(containsAabbHalfSpace(box, 0, plane(far - sign * 1e-6), 0)).toBe(false);
        const same = obbOf([2.5, 4, 5.5], [1.5, 2, 2.5], WORLD);
        expect(overlapsObbPlane(same, 0, plane(near), 0)).toBe(true);
        expect(overlapsObbPlane(same, 0, plane(near - sign * 1e-6), 0)).toBe(false);
        expect(overlapsObbHalfSpace(same, 0, plane(near), 0)).toBe(true);
        expect(containsObbHalfSpace(same, 0, plane(far), 0)).toBe(true);
        expect(containsObbHalfSpace(same, 0, plane(far - sign * 1e-6), 0)).toBe(false);
      }
    }
    for (const question of Object.values(aabb))
      expect(question([0, 0, Number.NaN, 1, 1, 1], 0, [0, 0, 1, 0], 0)).toBe(false);
    for (const question of Object.values(obb)) {
      expect(question(obbOf([0, Number.NaN, 0], [1, 1, 1], WORLD), 0, [0, 1, 1, 0], 0)).toBe(false);
    }
  });
});

describe('cone and plane', () => {
  const questions = {
    crosses: overlapsConePlane,
    behind: containsConeHalfSpace,
    touchesBehind: overlapsConeHalfSpace,
  };

  /** The apex and many points of the rim. */
  function conePoints(cone: number[]): Vec[] {
    const axis = unit(sub(at(cone, 3), at(cone, 0)));
    const side = unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const other = cross(axis, side);
    const result = [at(cone, 0)];
    for (let i = 0; i < 1000; i++) {
      const angle = (i / 500) * Math.PI;
      const reach = add(times(side, Math.cos(angle)), times(other, Math.sin(angle)));
      result.push(add(at(cone, 3), times(reach, cone[6])));
    }
    return result;
  }

  it('answers the three questions by the sampled rim', () => {
    const out = [0, 0, 0];
    compare(
      6004,
      (rng, scale) => {
        const apex = randomPoint(rng, scale);
        const base = add(apex, times(randomUnit(rng), rng.range(0.1, 1.5) * scale));
        const shape = [...apex, ...base, rng.range(0, 1.5) * scale];
        const samples = conePoints(shape);
        return {
          shape,
          heights: (plane) => {
            const heights = heightsOf(samples, plane);
            const deepest = deepestPointConePlane(out, 0, shape, 0, plane, 0);
            // 1000 samples see all but 5e-6 of the radius.
            expect(Math.abs(deepest - heights[0])).toBeLessThan(1e-5 * scale);
            expect(deepest).toBeLessThan(heights[0] + 1e-12 * scale);
            // The point has that height and lies on the rim or is the apex.
            expect(Math.abs(heightsOf([at(out, 0)], plane)[0] - deepest)).toBeLessThan(1e-12 * scale);
            const axis = unit(sub(base, apex));
            const fromBase = sub(at(out, 0), base);
            if (distance(at(out, 0), apex) > 0) {
              expect(Math.abs(dot(fromBase, axis))).toBeLessThan(1e-12 * scale);
              expect(Math.abs(length(fromBase) - shape[6])).toBeLessThan(1e-12 * scale);
            }
            return heights;
          },
        };
      },
      questions,
      1e-5,
    );
  });

  it('scales a unit direction by the radius: (n × v) × v is not one', () => {
    // Axis x, at 30° to the plane's normal (√3/2, 1/2, 0); base centre at the origin, radius 2. The rim reaches
    // 2·sin 30° = 1 against the normal. Without normalizing, 2·|(n × v) × v| = 2·(1/2) would be taken along the
    // direction of length 1/2, reaching half as far.
    const normal = [Math.sqrt(3) / 2, 0.5, 0];
    const cone = [9, 0, 0, 0, 0, 0, 2];
    const out = [0, 0, 0];
    expect(deepestPointConePlane(out, 0, cone, 0, [...normal, 0], 0)).toBeCloseTo(-1, 14);
    expect(distance(at(out, 0), [0, -2, 0])).toBeLessThan(1e-14);
    expect(overlapsConeHalfSpace(cone, 0, [...normal, -0.99], 0)).toBe(true);
    expect(overlapsConeHalfSpace(cone, 0, [...normal, -1.01], 0)).toBe(false);
    expect(overlapsConePlane(cone, 0, [...normal, -0.99], 0)).toBe(true);
    expect(overlapsConePlane(cone, 0, [...normal, -1.01], 0)).toBe(false);
  });

  it('handles an axis parallel to the normal, both ways, and touching', () => {
    const out = [0, 0, 0];
    const up = [0, 0, 5, 0, 0, 1, 2]; // base at z = 1, apex at z = 5
    const down = [0, 0, 1, 0, 0, 5, 2];
    for (const cone of [up, down]) {
      expect(deepestPointConePlane(out, 0, cone, 0, [0, 0, 3, 0], 0)).toBe(1);
      expect(out).toEqual([0, 0, 1]);
      expect(overlapsConePlane(cone, 0, [0, 0, 3, 3], 0)).toBe(true);
      expect(overlapsConePlane(cone, 0, [0, 0, 3, 2.9], 0)).toBe(false);
      expect(containsConeHalfSpace(cone, 0, [0, 0, 3, 15], 0)).toBe(true);
      expect(containsConeHalfSpace(cone, 0, [0, 0, 3, 14.9], 0)).toBe(false);
      expect(overlapsConeHalfSpace(cone, 0, [0, 0, -3, -15], 0)).toBe(true);
      expect(overlapsConeHalfSpace(cone, 0, [0, 0, -3, -15.1], 0)).toBe(false);
    }
    expect(deepestPointConePlane(out, 0, up, 0, [0, 0, 0, 7], 0)).toBe(0);
    expect(overlapsConePlane([0, 0, Number.NaN, 0, 0, 1, 2], 0, [0, 0, 1, 0], 0)).toBe(false);
    expect(containsConeHalfSpace([0, 0, 3, 0, 0, Number.NaN, 2], 0, [0, 0, 1, 9], 0)).toBe(false);
    const shared = [0, 0, 5, 0, 0, 1, 2];
    expect(deepestPointConePlane(shared, 0, shared, 0, [1, 0, 0, 0], 0)).toBe(-2);
    expect(shared.slice(0, 3)).toEqual([-2, 0, 1]);
  });
});

describe('planes in common', () => {
  it('finds the line of two planes', () => {
    const out = [0, 0, 0, 0, 0, 0];
    expect(intersectPlanePlane(out, 0, [2, 0, 0, 6], 0, [0, 0.5, 0, 2], 0)).toBe(PLANES_MEET);
    expect(out.map((x) => x + 0)).toEqual([3, 4, 0, 0, 0, 1]);
    const rng = createRng(6005);
    for (let run = 0; run < 600; run++) {
      const scale = SCALES[run % 3];
      const p = randomPoint(rng, scale);
      const n = times(randomUnit(rng), 10 ** rng.range(-2, 2));
      let m = times(randomUnit(rng), 10 ** rng.range(-2, 2));
      if (Math.abs(dot(unit(n), unit(m))) > 0.99) m = cross(n, m);
      const message = `seed 6005 run ${run}`;
      expect(intersectPlanePlane(out, 0, [...n, dot(n, p)], 0, [...m, dot(m, p)], 0), message).toBe(PLANES_MEET);
      const direction = at(out, 3);
      expect(Math.abs(length(direction) - 1)).toBeLessThan(1e-14);
      // The known common point is on the line, whose own point is the one nearest to the origin.
      expect(length(cross(sub(p, at(out, 0)), direction)), message).toBeLessThan(1e-12 * scale);
      expect(Math.abs(dot(at(out, 0), direction)), message).toBeLessThan(1e-12 * scale);
      expect(dot(direction, cross(n, m))).toBeGreaterThan(0);
    }
  });

  it('says parallel planes apart or the same', () => {
    const out = [9, 9, 9, 9, 9, 9];
    expect(intersectPlanePlane(out, 0, [1, 2, 3, 4], 0, [-2, -4, -6, 5], 0)).toBe(PLANES_APART);
    expect(intersectPlanePlane(out, 0, [1, 2, 3, 4], 0, [-2, -4, -6, -8], 0)).toBe(PLANES_COINCIDE);
    expect(intersectPlanePlane(out, 0, [1, 2, 3, 0], 0, [0.1, 0.2, 0.3, 0], 0)).toBe(PLANES_COINCIDE);
    expect(intersectPlanePlane(out, 0, [0, 0, 0, 0], 0, [0.1, 0.2, 0.3, 0], 0)).toBe(PLANES_APART);
    expect(intersectPlanePlane(out, 0, [0, Number.NaN, 0, 0], 0, [0.1, 0.2, 0.3, 0], 0)).toBe(PLANES_APART);
    expect(out).toEqual([9, 9, 9, 9, 9, 9]);
  });

  it('finds the point of three planes', () => {
    const out = [0, 0, 0];
    expect(intersectPlanePlanePlane(out, 0, [2, 0, 0, 6], 0, [0, 4, 0, 4], 0, [0, 0, -1, 2], 0)).toBe(PLANES_MEET);
    expect(out).toEqual([3, 1, -2]);
    const rng = createRng(6006);
    for (let run = 0; run < 600; run++) {
      const scale = SCALES[run % 3];
      const p = randomPoint(rng, scale);
      const axes = randomAxes(rng);
      // Leaning by up to a third of a right angle each, any length.
      const planes = axes.flatMap((axis) => {
        const n = times(add(axis, randomPoint(rng, 0.25)), 10 ** rng.range(-2, 2));
        return [...n, dot(n, p)];
      });
      expect(intersectPlanePlanePlane(out, 0, planes, 0, planes, 4, planes, 8), `seed 6006 run ${run}`).toBe(
        PLANES_MEET,
      );
      expect(distance(at(out, 0), p), `seed 6006 run ${run}`).toBeLessThan(2e-14 * scale);
    }
  });

  it('says when three planes have no point, or more than one, in common', () => {
    const out = [9, 9, 9];
    const ask = (a: number[], b: number[], c: number[]): number => intersectPlanePlanePlane(out, 0, a, 0, b, 0, c, 0);
    // A prism: pairwise lines, all parallel.
    expect(ask([1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 5])).toBe(PLANES_APART);
    // A sheaf through the z axis.
    expect(ask([1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0])).toBe(PLANES_COINCIDE);
    expect(ask([1, 0, 0, 3], [0, 1, 0, 4], [1, 1, 0, 7])).toBe(PLANES_COINCIDE);
    // Two parallel and one across, in every order; then two the same and one across.
    const x0 = [1, 0, 0, 0];
    const x5 = [2, 0, 0, 10];
    const y = [0, 1, 0, 1];
    expect([ask(x0, x5, y), ask(x0, y, x5), ask(y, x0, x5)]).toEqual([PLANES_APART, PLANES_APART, PLANES_APART]);
    const same = [-3, 0, 0, 0];
    expect([ask(x0, same, y), ask(x0, y, same), ask(y, x0, same)]).toEqual([
      PLANES_COINCIDE,
      PLANES_COINCIDE,
      PLANES_COINCIDE,
    ]);
    expect(ask(x0, same, x0)).toBe(PLANES_COINCIDE);
    expect(ask(x0, same, x5)).toBe(PLANES_APART);
    expect(ask(x0, [0, 0, 0, 0], y)).toBe(PLANES_APART);
    expect(ask(x0, [0, 0, Number.NaN, 0], y)).toBe(PLANES_APART);
    expect(out).toEqual([9, 9, 9]);
  });
});
