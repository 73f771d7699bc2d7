import { expect, it } from 'vitest';
import { buildConvexHull, createConvexSupport, distanceGjkSupport, writePoseAt } from '../../../../entry/geometry3d.ts';
import { ConvexBody } from '../../../../src/3d/geometry/convex/convex-body.ts';
import {
  COURSE_AXIS,
  COURSE_LEAST,
  COURSE_LEAST_AT_ENDS,
  COURSE_TURN_OF_A,
  COURSE_TURN_OF_B,
  course,
  stayApart,
  TURN_QUATERNION,
} from '../../../../src/3d/geometry/sweep/stay-apart.ts';
import { boxCore } from '../../../../src/3d/shapes/box-core.ts';
import { effort } from '../../../support/effort.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { randomUnit, type Vec } from '../support/convex-fixtures.ts';

const SEED = 71;
const STEPS = 64;
const NO_TURN = [0, 0, 0, 1];

/** A box that lies along the axes of the world at the end of its way, where it turns about a point. */
interface Mover {
  readonly half: Vec;
  readonly middle: Vec;
  readonly centre: Vec;
  /** Half of the angle by which the box is turned at the start, and about which axis. */
  readonly angle: number;
  readonly about: Vec;
}

function turnOf({ angle, about }: Mover): number[] {
  return [...about.map((part) => part * Math.sin(angle)), Math.cos(angle)];
}

function bodyOf({ half, middle }: Mover): ConvexBody {
  const body = new ConvexBody();
  body.core = boxCore;
  body.axes.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  [body.x, body.y, body.z] = middle;
  [body.halfX, body.halfY, body.halfZ] = half;
  return body;
}

/** How far a point of a box that turns may be from the even way between the two ends. */
function bendOf({ half, middle, centre, angle }: Mover): number {
  const speed = (4 * Math.sin(angle)) / (1 + Math.cos(angle));
  const reach = Math.hypot(...half) + Math.hypot(...middle.map((part, axis) => part - centre[axis]));
  return (speed * speed * reach) / 8;
}

/** Asks about two boxes, of which B comes along a way as A sees it, by what both ends tell. */
function areApart(a: Mover, b: Mover, way: Vec): boolean {
  for (let axis = 0; axis < 3; axis++) {
    course[axis] = -0.5 * way[axis];
    course[COURSE_AXIS + axis] = b.middle[axis] - a.middle[axis] - 0.5 * way[axis];
  }
  course[COURSE_LEAST] = Infinity;
  course[COURSE_LEAST_AT_ENDS] = bendOf(a) + bendOf(b);
  course.set(a.centre, COURSE_TURN_OF_A);
  course.set(turnOf(a), COURSE_TURN_OF_A + TURN_QUATERNION);
  course.set(b.centre, COURSE_TURN_OF_B);
  course.set(turnOf(b), COURSE_TURN_OF_B + TURN_QUATERNION);
  return stayApart(bodyOf(a), bodyOf(b));
}

/** The least distance of the two at some times of the way, by GJK about each place. */
function leastDistance(a: Mover, b: Mover, way: Vec): number {
  const poses = [new Float64Array(7), new Float64Array(7)];
  const [supportA, supportB] = [a, b].map(({ half, middle, centre }, i) => {
    const corners = [];
    for (let corner = 0; corner < 8; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        corners.push(middle[axis] - centre[axis] + ((corner >> axis) & 1 ? 1 : -1) * half[axis]);
      }
    }
    return createConvexSupport(buildConvexHull(Float64Array.from(corners)), poses[i]);
  });
  const motionA = [...a.centre, ...turnOf(a), ...a.centre, ...NO_TURN];
  const start = b.centre.map((part, axis) => part - way[axis]);
  const motionB = [...start, ...turnOf(b), ...b.centre, ...NO_TURN];
  let least = Infinity;
  for (let step = 0; step <= STEPS; step++) {
    writePoseAt(poses[0], 0, motionA, 0, step / STEPS);
    writePoseAt(poses[1], 0, motionB, 0, step / STEPS);
    least = Math.min(least, distanceGjkSupport(supportA, supportB));
  }
  return least;
}

function someMover(rng: Rng, far: number): Mover {
  const some = (low: number, high: number): Vec => [0, 1, 2].map(() => rng.range(low, high)) as unknown as Vec;
  const middle = randomUnit(rng).map((part) => far * part) as unknown as Vec;
  const beside = some(-0.5, 0.5);
  const centre = middle.map((part, axis) => part + beside[axis]) as unknown as Vec;
  return { half: some(0.2, 0.6), middle, centre, angle: rng.range(0, 0.1), about: randomUnit(rng) };
}

it(`what is told apart at both ends never meets, and most that keep clear are told, seed ${SEED}`, () => {
  const rng = createRng(SEED);
  const told = new HitRate();
  const clear = new HitRate();
  for (let i = 0; i < effort(4000, 800); i++) {
    const a = someMover(rng, 0);
    const b = someMover(rng, rng.range(0.6, 1.8));
    const way = randomUnit(rng).map((part) => part * rng.range(0, 0.5)) as unknown as Vec;
    const isApart = areApart(a, b, way);
    const least = leastDistance(a, b, way);
    told.count(isApart);
    if (isApart) expect(least, `pair ${i}`).toBeGreaterThan(0);
    if (least > 0.05) clear.count(isApart);
  }
  told.expectBalanced();
  expect(clear.hits / clear.total).toBeGreaterThan(0.9);
});

it('a bar that is clear of a block at both ends, and swings through it between these, is not told apart', () => {
  const bar: Mover = { half: [2, 0.1, 0.1], middle: [0, 0, 0], centre: [0, 0, 0], angle: 0, about: [0, 0, 1] };
  const block: Mover = { ...bar, half: [0.1, 0.1, 0.1], middle: [0, 0, 0] };
  // A quarter of a turn, from as far on the one side to as far on the other: it comes by the block half-way.
  const swings = (at: number): Mover => {
    const angle = Math.PI / 8;
    const place: Vec = [at * Math.cos(angle), at * Math.sin(angle), 0];
    return { ...block, middle: place, centre: place };
  };
  const turning = { ...bar, angle: Math.PI / 8 };
  expect(leastDistance(turning, swings(2.05), [0, 0, 0])).toBe(0);
  expect(areApart(turning, swings(2.05), [0, 0, 0])).toBe(false);
  expect(areApart(turning, swings(2.8), [0, 0, 0])).toBe(true);
});
