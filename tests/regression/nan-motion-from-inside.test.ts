import { expect, test } from 'vitest';
import * as plane from '../../entry/geometry2d.ts';
import * as space from '../../entry/geometry3d.ts';

// A ray or a moving shape that started inside answered 0 although its direction was NaN: the start was looked at first.
// NaN is a miss, wherever it stands, and nothing is written.

type Cast = (...args: unknown[]) => number;

const bad2 = [
  [Number.NaN, 0],
  [0, Number.NaN],
];
const bad3 = [
  [Number.NaN, 0, 0],
  [0, Number.NaN, 0],
  [0, 0, Number.NaN],
];

/** Shapes around (0.1, 0.2) and around (0.1, 0.2, 0.3). */
const shapes2: Record<string, number[]> = {
  Circle: [0, 0, 1],
  Aabb: [-1, -1, 1, 1],
  Obb: [0, 0, 1, 1, 1, 0],
  Capsule: [-1, 0, 1, 0, 1],
  Segment: [-1, 0.2, 1, 0.2],
  Plane: [0, 1, 0.2],
};
const shapes3: Record<string, number[]> = {
  Sphere: [0, 0, 0, 1],
  Aabb: [-1, -1, -1, 1, 1, 1],
  Obb: [0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  Capsule: [-1, 0, 0, 1, 0, 0, 1],
  Cylinder: [-1, 0, 0, 1, 0, 0, 1],
  Cone: [-1, 0, 0, 1, 0, 0, 3],
  Triangle: [-1, -1, 0.3, 1, -1, 0.3, 0, 2, 0.3],
  Segment: [-1, 0.2, 0.3, 1, 0.2, 0.3],
  Plane: [0, 0, 1, 0.3],
};

function untouched(cast: (out: number[]) => number): boolean {
  const out = [7, 7, 7, 7, 7, 7];
  return cast(out) === Infinity && out.every((x) => x === 7);
}

const entries = [
  { entry: plane as unknown as Record<string, Cast>, shapes: shapes2, start: [0.1, 0.2], bad: bad2, name: '2D' },
  { entry: space as unknown as Record<string, Cast>, shapes: shapes3, start: [0.1, 0.2, 0.3], bad: bad3, name: '3D' },
];

/** Shapes have routines for some of the three motions: they are found by name, and counted lest a name is missed. */
let tried = 0;
const ROUTINES = 31;

for (const { entry, shapes, start, bad, name } of entries) {
  const good = start.map(() => 1);
  const round = name === '2D' ? 'Circle' : 'Sphere';
  const box = start.length === 2 ? [0, 0.1, 0.2, 0.3] : [0, 0.1, 0.2, 0.2, 0.3, 0.4];
  for (const [shape, numbers] of Object.entries(shapes)) {
    testCast(`castRay${shape}`, (ray, out, d) => ray(out, 0, [...start, ...d], 0, 1, numbers, 0));
    testCast(`cast${round}${shape}`, (cast, out, d) => cast(out, 0, [...start, 0.5], 0, d, 0, numbers, 0));
    testCast(`castAabb${shape}`, (cast, out, d) => cast(out, 0, box, 0, d, 0, numbers, 0));
  }

  function testCast(routine: string, run: (cast: Cast, out: number[], direction: number[]) => number): void {
    const cast = entry[routine];
    if (cast === undefined) return;
    tried++;
    test(`${routine}, ${name}`, () => {
      expect(run(cast, [], good)).toBe(0);
      for (const d of bad) expect(untouched((out) => run(cast, out, d))).toBe(true);
    });
  }
}

test('no routine is left out', () => {
  expect(tried).toBeGreaterThanOrEqual(ROUTINES);
});

test('the yes or no forms', () => {
  for (const d of bad2) expect(plane.overlapsRayCircle([0.1, 0.2, ...d], 0, 1, shapes2.Circle, 0)).toBe(false);
  for (const d of bad3) expect(space.overlapsRaySphere([0.1, 0.2, 0.3, ...d], 0, 1, shapes3.Sphere, 0)).toBe(false);
});
