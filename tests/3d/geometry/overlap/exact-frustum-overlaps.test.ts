import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  BOX_EDGES,
  BOX_FACES,
  boxCorners,
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  gapAlong,
  least,
  minus,
  number,
  ONE,
  over,
  type Point,
  plus,
  point,
  pointTriangle,
  root,
  scaled,
} from '../../../support/exact-3d.ts';
import type { Rng } from '../../../support/rng.ts';
import { randomObb, SEED } from '../support/exact-overlaps.ts';
import {
  add,
  at,
  axes,
  dot,
  inCube,
  largest,
  length,
  Rates,
  stage,
  sub,
  sweep,
  times,
  type Vec,
} from '../support/regimes.ts';

/** The eight corners of a frustum's planes, exactly, and whether every triple meets. */
function frustumCorners(planes: readonly number[]): Point[] {
  const n = (i: number): Point => point(planes, 4 * i);
  const d = (i: number): Exact => exact(planes[4 * i + 3]);
  const meet = (i: number, j: number, k: number): Point => {
    const sum = plus(
      plus(scaled(crossExact(n(j), n(k)), d(i)), scaled(crossExact(n(k), n(i)), d(j))),
      scaled(crossExact(n(i), n(j)), d(k)),
    );
    return scaled(sum, over(ONE, dotExact(n(i), crossExact(n(j), n(k)))));
  };
  return Array.from({ length: 8 }, (_, i) => meet(i & 1 ? 1 : 0, i & 2 ? 3 : 2, i & 4 ? 5 : 4));
}

/** A perspective or orthographic view as a column matrix, by its six bounds. */
function viewMatrix(rng: Rng, eye: Vec, frame: [Vec, Vec, Vec], size: number, perspective: boolean): number[] {
  const near = rng.range(0.05, 0.5) * size;
  const far = near + rng.range(1, 4) * size;
  const w = rng.range(0.2, 1) * (perspective ? near : size);
  const h = rng.range(0.2, 1) * (perspective ? near : size);
  const skew = rng.next() < 0.3 ? rng.range(-0.5, 0.5) * w : 0;
  const [x, y, z] = frame;
  const view = [x, y, z].map((a) => [...a, -dot(a, eye)]);
  const projection = perspective
    ? [
        [near / w, 0, skew / w, 0],
        [0, near / h, 0, 0],
        [0, 0, -(far + near) / (far - near), (-2 * far * near) / (far - near)],
        [0, 0, -1, 0],
      ]
    : [
        [1 / w, 0, 0, skew / w],
        [0, 1 / h, 0, 0],
        [0, 0, -2 / (far - near), -(far + near) / (far - near)],
        [0, 0, 0, 1],
      ];
  const rows = [...view, [0, 0, 0, 1]];
  const product = projection.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, v, k) => sum + v * rows[k][j], 0)));
  return Array.from({ length: 16 }, (_, i) => product[i % 4][Math.floor(i / 4)]);
}

describe('frustum', () => {
  it('boxes and spheres, the fast form and the exact one (B11)', () => {
    const rates = new Rates();
    let corner = 0;
    sweep(SEED + 8, 36, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const eye = put(inCube(rng, 0.5));
      const frustum = new Array<number>(24).fill(0);
      const frame = axes(rng, regime);
      const perspective = rng.next() < 0.7;
      geometry.computeFrustumPlanes(
        frustum,
        0,
        viewMatrix(rng, eye, frame, regime.size, perspective),
        0,
        geometry.CLIP_DEPTH_MINUS_ONE_TO_ONE,
      );
      const corners = frustumCorners(frustum);
      const middle = corners
        .map((p) => p.map(number) as Vec)
        .reduce((s, p) => add(s, times(p, 1 / 8)), [0, 0, 0] as Vec);
      const reach = Math.max(...corners.map((p) => length(sub(p.map(number) as Vec, middle))));
      // Around the surface: the direction from the middle at a distance about that of a corner.
      const raw = randomObb(rng, regime, rng.next() < 0.3 ? frame : axes(rng, regime));
      const near = corners[rng.integer(0, 7)].map(number) as Vec;
      const centre =
        regime.place === 'contained'
          ? add(middle, times(inCube(rng), 0.02 * reach))
          : rng.next() < 0.5
            ? add(near, times(inCube(rng), rng.range(0, 1.5) * regime.size))
            : add(middle, times(inCube(rng), 1.2 * reach));
      const scale = regime.place === 'contained' ? 0.01 : 0.5;
      const obb = [...centre, ...times(at(raw, 3), scale * regime.size), ...raw.slice(6)];
      if (rng.next() < 0.4) obb.splice(6, 9, 1, 0, 0, 0, 1, 0, 0, 0, 1);
      const message = (): string => `${c.name}: obb [${obb}] frustum [${frustum}]`;
      const band = 1e-11 * (reach + largest(centre, eye));
      const truth = (box: readonly Point[], frameOf: readonly Point[]): { outside: number; inside: number } => {
        const normals = [0, 1, 2, 3, 4, 5].map((i) => point(frustum, 4 * i));
        const edges = BOX_EDGES.map(([i, j]) => minus(corners[i], corners[j]));
        const directions = [...normals, ...frameOf, ...edges.flatMap((e) => frameOf.map((f) => crossExact(e, f)))];
        const outside = number(gapAlong(corners, box, directions));
        const inside = Math.min(
          ...normals.map((n, i) => number(least(...box.map((p) => dotExact(p, n))) - exact(frustum[4 * i + 3]))),
        );
        return { outside, inside };
      };
      const judge = (name: string, t: { outside: number; inside: number }, fast: number, exactAnswer: number): void => {
        if (Math.abs(t.outside) > band && Math.abs(t.inside) > band) {
          const right =
            t.outside > 0
              ? geometry.FRUSTUM_OUTSIDE
              : t.inside >= 0
                ? geometry.FRUSTUM_INSIDE
                : geometry.FRUSTUM_CROSSING;
          expect(exactAnswer, `${name} ${t.outside} ${t.inside} ${message()}`).toBe(right);
          rates.note(`${name} outside`, right === geometry.FRUSTUM_OUTSIDE);
          if (fast !== right) {
            // The fast form may only take outside for crossing.
            expect([fast, right], `${name} fast, ${message()}`).toEqual([
              geometry.FRUSTUM_CROSSING,
              geometry.FRUSTUM_OUTSIDE,
            ]);
            corner++;
          }
        }
      };
      judge(
        'classifyObbFrustumExact',
        truth(
          boxCorners(obb),
          [0, 1, 2].map((k) => point(obb, 6 + 3 * k)),
        ),
        geometry.classifyObbFrustum(obb, 0, frustum, 0),
        geometry.classifyObbFrustumExact(obb, 0, frustum, 0),
      );
      const aabb = [...sub(centre, at(obb, 3)), ...add(centre, at(obb, 3))];
      judge(
        'classifyAabbFrustumExact',
        truth(
          Array.from(
            { length: 8 },
            (_, i) => [0, 1, 2].map((k) => exact(aabb[(i >> k) & 1 ? 3 + k : k])) as unknown as Point,
          ),
          [0, 1, 2].map((k) => point([1, 0, 0, 0, 1, 0, 0, 0, 1], 3 * k)),
        ),
        geometry.classifyAabbFrustum(aabb, 0, frustum, 0),
        geometry.classifyAabbFrustumExact(aabb, 0, frustum, 0),
      );
      // A sphere: exact distance from the solid by its faces.
      const q = point(centre);
      const heights = [0, 1, 2, 3, 4, 5].map((i) => dotExact(point(frustum, 4 * i), q) - exact(frustum[4 * i + 3]));
      const toFaces = BOX_FACES.map(([i, j, k, l]) =>
        least(
          pointTriangle(q, corners[i], corners[j], corners[k]).square,
          pointTriangle(q, corners[i], corners[k], corners[l]).square,
        ),
      );
      const within = heights.every((h) => h >= 0n);
      const d = within ? 0 : number(root(least(...toFaces)));
      const radius =
        regime.place === 'touching'
          ? Math.max(0, d + [-1e-6, 0, 1e-6][rng.integer(0, 2)] * regime.size)
          : rng.range(0.2, 1.8) * (within ? 0.2 * reach : d);
      const sphere = [...centre, radius];
      judge(
        'classifySphereFrustumExact',
        { outside: d - radius, inside: Math.min(...heights.map(number)) - radius },
        geometry.classifySphereFrustum(sphere, 0, frustum, 0),
        geometry.classifySphereFrustumExact(sphere, 0, frustum, 0),
      );
    });
    rates.check(0.2, 0.8);
    expect(corner).toBeGreaterThan(20);
  });
});
