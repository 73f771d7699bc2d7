import { expect, test } from 'vitest';
import * as plane from '../../entry/geometry2d.ts';
import * as space from '../../entry/geometry3d.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

// No tolerance is a length: a routine whose operands are all scaled by a power of two does the same, and what it gives
// is scaled by the same power, its square, or not at all.

type Row = readonly [name: string, operands: readonly string[], maxFraction?: boolean];

const LAYOUTS: readonly [door: Record<string, unknown>, axes: number, rows: readonly Row[]][] = [
  [
    plane,
    2,
    [
      ['closestPointSegment', ['p', 'pp']],
      ['closestPointTriangle', ['p', 'ppp']],
      ['closestPointsSegmentSegment', ['pp', 'pp']],
      ['intersectSegmentSegment', ['pp', 'pp']],
      ['castRayCircle', ['pp', 'pl'], true],
      ['castRayCapsule', ['pp', 'ppl'], true],
      ['castCircleAabb', ['pl', 'p', 'b']],
      ['castCircleCapsule', ['pl', 'p', 'ppl']],
      ['castAabbAabb', ['b', 'p', 'b']],
    ],
  ],
  [
    space,
    3,
    [
      ['closestPointTriangle', ['p', 'ppp']],
      ['closestPointTetrahedron', ['p', 'pppp']],
      ['closestPointCone', ['p', 'ppl']],
      ['closestPointsSegmentTriangle', ['pp', 'ppp']],
      ['closestPointsTriangleTriangle', ['ppp', 'ppp']],
      ['closestPointsRaySegment', ['pp', 'pp']],
      ['intersectTriangleTriangle', ['ppp', 'ppp']],
      ['castRayTriangle', ['pp', 'ppp'], true],
      ['castRayCylinder', ['pp', 'ppl'], true],
      ['castRayCone', ['pp', 'ppl'], true],
      ['castSphereTriangle', ['pl', 'p', 'ppp']],
      ['castSphereAabb', ['pl', 'p', 'b']],
    ],
  ],
];

test('operands 1e30 times as large or small give the same, scaled', () => {
  const rng = createRng(52006);
  for (const [door, axes, rows] of LAYOUTS) {
    const draw = (): number[] => Array.from({ length: axes }, () => rng.range(-2, 2));
    const operandOf = (layout: string): number[] => {
      if (layout !== 'b') return [...layout].flatMap((part) => (part === 'p' ? draw() : rng.range(0, 1)));
      const [a, b] = [draw(), draw()];
      return [...a.map((x, i) => Math.min(x, b[i])), ...a.map((x, i) => Math.max(x, b[i]))];
    };
    for (const [name, layouts, takesLimit] of rows) {
      const routine = door[name] as (...args: unknown[]) => number;
      const call = (operands: number[][]): number[] => {
        const out = new Float64Array(16);
        const args: unknown[] = operands.flatMap((operand) => [operand, 0]);
        if (takesLimit) args.splice(2, 0, 10);
        return [routine(out, 0, ...args), ...out];
      };
      for (let run = 0; run < effort(500, 60); run++) {
        const operands = layouts.map(operandOf);
        const plain = call(operands);
        for (const scale of [2 ** 100, 2 ** -100]) {
          const scaled = call(operands.map((operand) => operand.map((x) => x * scale)));
          scaled.forEach((x, i) => {
            const fits = [1, scale, scale * scale].some((by) => Object.is(x + 0, plain[i] * by + 0));
            expect(fits, `${name}, run ${run}, number ${i}: ${plain[i]} became ${x}`).toBe(true);
          });
        }
      }
    }
  }
});
