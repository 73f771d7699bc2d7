import { describe, expect, it } from 'vitest';
import {
  CLIP_DEPTH_MINUS_ONE_TO_ONE,
  CLIP_DEPTH_ZERO_TO_ONE,
  classifyAabbFrustum,
  classifyAabbFrustumExact,
  classifyObbFrustum,
  classifyObbFrustumExact,
  classifySphereFrustum,
  classifySphereFrustumExact,
  computeFrustumCorners,
  computeFrustumPlanes,
  FRUSTUM_CROSSING,
  FRUSTUM_INSIDE,
  FRUSTUM_OUTSIDE,
} from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  distance,
  dot,
  length,
  nearestInHull,
  obbCorners,
  obbOf,
  points,
  polygonMeetsObb,
  randomAxes,
  randomPoint,
  SCALES,
  sub,
  times,
  type Vec,
  WORLD,
} from '../support/proximity.ts';

/** A view-projection matrix, column by column: an eye at `eye` looking along −axes[2]. */
function viewProjection(
  eye: Vec,
  axes: [Vec, Vec, Vec],
  tangentX: number,
  tangentY: number,
  near: number,
  far: number,
  clipDepth: number,
): number[] {
  const [right, up, back] = axes;
  const depthScale = clipDepth === CLIP_DEPTH_ZERO_TO_ONE ? far / (near - far) : (far + near) / (near - far);
  const depthShift =
    clipDepth === CLIP_DEPTH_ZERO_TO_ONE ? (far * near) / (near - far) : (2 * far * near) / (near - far);
  const result: number[] = [];
  for (let k = 0; k < 3; k++) result.push(right[k] / tangentX, up[k] / tangentY, back[k] * depthScale, -back[k]);
  result.push(
    -dot(right, eye) / tangentX,
    -dot(up, eye) / tangentY,
    -dot(back, eye) * depthScale + depthShift,
    dot(back, eye),
  );
  return result;
}

type View = { frustum: Float64Array; corners: Vec[]; size: number; eye: Vec };

function randomView(rng: Rng, scale: number): View {
  const eye = randomPoint(rng, scale);
  const axes = randomAxes(rng);
  const [tx, ty] = [rng.range(0.3, 1.2), rng.range(0.3, 1.2)];
  const [near, far] = [rng.range(0.1, 0.5) * scale, rng.range(1, 3) * scale];
  const clipDepth = rng.next() < 0.5 ? CLIP_DEPTH_ZERO_TO_ONE : CLIP_DEPTH_MINUS_ONE_TO_ONE;
  const frustum = new Float64Array(24);
  computeFrustumPlanes(frustum, 0, viewProjection(eye, axes, tx, ty, near, far, clipDepth), 0, clipDepth);
  const corners: Vec[] = [];
  for (const depth of [near, far]) {
    for (const [x, y] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const local = add(add(times(axes[0], x * tx * depth), times(axes[1], y * ty * depth)), times(axes[2], -depth));
      corners.push(add(eye, local));
    }
  }
  return { frustum, corners, size: far * (1 + tx + ty), eye };
}

/** The faces of a frustum with corners near 0–3, far 4–7, in order around. */
function frustumFaces(corners: Vec[]): Vec[][] {
  return [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ].map((face) => face.map((i) => corners[i]));
}

function inFrustum(frustum: Float64Array, p: Vec, margin: number): boolean {
  for (let i = 0; i < 24; i += 4) if (dot(at(frustum, i), p) < frustum[i + 3] - margin) return false;
  return true;
}

/** Overlap of a box (OBB layout) and a frustum by cutting faces; the box grown by `margin`. */
function boxMeetsFrustum(obb: number[], view: View, margin: number): boolean {
  if (frustumFaces(view.corners).some((face) => polygonMeetsObb(face, obb, margin))) return true;
  return inFrustum(view.frustum, at(obb, 0), margin);
}

describe('planes and corners of a frustum', () => {
  it('extracts unit planes facing inward from a view-projection matrix, for both depth ranges', () => {
    const rng = createRng(8001);
    for (let run = 0; run < 300; run++) {
      const scale = SCALES[run % 3];
      const { frustum, corners, size } = randomView(rng, scale);
      const message = `seed 8001 run ${run}`;
      // Which four corners each plane holds: left, right, bottom, top, near, far.
      const holds = [
        [0, 3, 4, 7],
        [1, 2, 5, 6],
        [0, 1, 4, 5],
        [2, 3, 6, 7],
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ];
      for (let plane = 0; plane < 6; plane++) {
        const n = at(frustum, 4 * plane);
        expect(Math.abs(length(n) - 1)).toBeLessThan(1e-14);
        corners.forEach((corner, i) => {
          const height = dot(n, corner) - frustum[4 * plane + 3];
          if (holds[plane].includes(i)) expect(Math.abs(height), message).toBeLessThan(1e-12 * size);
          else expect(height, message).toBeGreaterThan(1e-3 * scale);
        });
      }
      const out = new Float64Array(24);
      expect(computeFrustumCorners(out, 0, frustum, 0)).toBe(true);
      points(out).forEach((corner, i) => {
        expect(distance(corner, corners[i]), `${message} corner ${i}`).toBeLessThan(1e-12 * size);
      });
    }
  });

  it('reads the known clip-space cube, with the depth range it is told', () => {
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const out = new Float64Array(24);
    computeFrustumPlanes(out, 0, identity, 0, CLIP_DEPTH_MINUS_ONE_TO_ONE);
    const cube = [1, 0, 0, -1, -1, 0, 0, -1, 0, 1, 0, -1, 0, -1, 0, -1, 0, 0, 1, -1, 0, 0, -1, -1];
    expect([...out].map((x) => x + 0)).toEqual(cube);
    computeFrustumPlanes(out, 0, identity, 0, CLIP_DEPTH_ZERO_TO_ONE);
    cube[19] = 0;
    expect([...out].map((x) => x + 0)).toEqual(cube);
  });

  it('keeps a view without far end usable: no corners, fast answers', () => {
    // Depth row −back − 2·near·w: the limit of an infinitely far plane, −1..1.
    const infinite = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0];
    const out = new Float64Array(24);
    computeFrustumPlanes(out, 0, infinite, 0, CLIP_DEPTH_MINUS_ONE_TO_ONE);
    expect([...out.subarray(20, 23)].map(Math.abs)).toEqual([0, 0, 0]);
    expect(computeFrustumCorners(new Float64Array(24), 0, out, 0)).toBe(false);
    expect(classifySphereFrustum([0, 0, -1e6, 10], 0, out, 0)).toBe(FRUSTUM_INSIDE);
    expect(classifySphereFrustumExact([0, 0, 5, 1], 0, out, 0)).toBe(FRUSTUM_OUTSIDE);
    expect(classifySphereFrustumExact([0, 0, 0, 1], 0, out, 0)).toBe(FRUSTUM_CROSSING);
    const matrix = new Float64Array(40);
    matrix.set(infinite, 2);
    computeFrustumPlanes(matrix, 0, matrix, 2, CLIP_DEPTH_MINUS_ONE_TO_ONE);
    expect([...matrix.subarray(0, 24)]).toEqual([...out]);
  });
});

describe('frustum culling', () => {
  it('places spheres: the exact form always right, the fast one never wrong in what it claims', () => {
    const rng = createRng(8002);
    const counts = [0, 0, 0];
    let corrected = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const view = randomView(rng, scale);
      const base = view.corners[rng.integer(0, 7)];
      const middle = times(view.corners.reduce(add), 1 / 8);
      const p = add(add(middle, times(sub(base, middle), rng.range(0.3, 1.5))), randomPoint(rng, 0.4 * scale));
      const radius = rng.range(0.02, 0.35) * scale;
      const inside = inFrustum(view.frustum, p, 0);
      // To the solid: 0 inside, else to the hull of the corners.
      const toSolid = inside ? 0 : nearestInHull(view.corners, p).distance;
      const toSurface = inside
        ? Math.min(...[0, 4, 8, 12, 16, 20].map((i) => dot(at(view.frustum, i), p) - view.frustum[i + 3]))
        : 0;
      const margin = 1e-10 * view.size;
      if (Math.abs(toSolid - radius) < margin || Math.abs(toSurface - radius) < margin) continue;
      const truth = toSolid > radius ? FRUSTUM_OUTSIDE : toSurface > radius ? FRUSTUM_INSIDE : FRUSTUM_CROSSING;
      const message = `seed 8002 run ${run} scale ${scale}`;
      expect(classifySphereFrustumExact([...p, radius], 0, view.frustum, 0), message).toBe(truth);
      const fast = classifySphereFrustum([...p, radius], 0, view.frustum, 0);
      if (fast !== truth) {
        expect([fast, truth], message).toEqual([FRUSTUM_CROSSING, FRUSTUM_OUTSIDE]);
        corrected++;
      }
      counts[truth]++;
    }
    for (const count of counts) expect(count, `${counts}`).toBeGreaterThan(runs * 0.15);
    expect(corrected).toBeGreaterThan(runs * 0.02);
  });

  it('places boxes: the exact form always right, the fast one never wrong in what it claims', () => {
    const rng = createRng(8003);
    const counts = [0, 0, 0];
    let corrected = 0;
    let skipped = 0;
    const runs = 1500;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const view = randomView(rng, scale);
      const axes = run % 2 ? randomAxes(rng) : WORLD;
      const half = [0, 1, 2].map(() => rng.range(0.02, run % 5 === 0 ? 1 : 0.25) * scale) as Vec;
      const middle = times(view.corners.reduce(add), 1 / 8);
      const base = view.corners[rng.integer(0, 7)];
      const center = add(add(middle, times(sub(base, middle), rng.range(0, 1.6))), randomPoint(rng, 0.3 * scale));
      const obb = obbOf(center, half, axes);
      const margin = 1e-10 * view.size;
      const inside = obbCorners(obb).every((c) => inFrustum(view.frustum, c, 0));
      const nearlyInside = obbCorners(obb).every((c) => inFrustum(view.frustum, c, margin));
      if (inside !== nearlyInside || boxMeetsFrustum(obb, view, margin) !== boxMeetsFrustum(obb, view, -margin)) {
        skipped++;
        continue;
      }
      const truth = inside ? FRUSTUM_INSIDE : boxMeetsFrustum(obb, view, 0) ? FRUSTUM_CROSSING : FRUSTUM_OUTSIDE;
      const message = `seed 8003 run ${run} scale ${scale}: ${obb} / ${view.frustum}`;
      expect(classifyObbFrustumExact(obb, 0, view.frustum, 0), message).toBe(truth);
      const fast = classifyObbFrustum(obb, 0, view.frustum, 0);
      if (fast !== truth) {
        expect([fast, truth], message).toEqual([FRUSTUM_CROSSING, FRUSTUM_OUTSIDE]);
        corrected++;
      }
      if (axes === WORLD) {
        const aabb = [...sub(center, half), ...add(center, half)];
        expect(classifyAabbFrustumExact(aabb, 0, view.frustum, 0), message).toBe(truth);
        expect(classifyAabbFrustum(aabb, 0, view.frustum, 0), message).toBe(fast);
      }
      counts[truth]++;
    }
    expect(skipped).toBeLessThan(5);
    for (const count of counts) expect(count, `${counts}`).toBeGreaterThan(runs * 0.15);
    expect(corrected).toBeGreaterThan(runs * 0.02);
  });

  it('tells the corner case apart: a big box beyond an edge of the frustum', () => {
    // The clip-space cube and a cube turned by 45° about z, its edge towards the frustum's edge x = y = 1.
    const cube = [1, 0, 0, -1, -1, 0, 0, -1, 0, 1, 0, -1, 0, -1, 0, -1, 0, 0, 1, -1, 0, 0, -1, -1];
    const s = Math.SQRT1_2;
    const turned: [Vec, Vec, Vec] = [
      [s, s, 0],
      [-s, s, 0],
      [0, 0, 1],
    ];
    const box = obbOf([1.8, 1.8, 0], [1, 1, 1], turned); // its face x + y = 2.18… is beyond the edge (1, 1)
    expect(classifyObbFrustum(box, 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    expect(classifyObbFrustumExact(box, 0, cube, 0)).toBe(FRUSTUM_OUTSIDE);
    const nearer = obbOf([1.7, 1.7, 0], [1, 1, 1], turned);
    expect(classifyObbFrustumExact(nearer, 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    // Touching the edge, or a face, is crossing; touching from inside is inside.
    expect(classifyAabbFrustumExact([1, 1, 0, 3, 3, 1], 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    expect(classifyAabbFrustumExact([1.000001, 1, 0, 3, 3, 1], 0, cube, 0)).toBe(FRUSTUM_OUTSIDE);
    expect(classifyAabbFrustumExact([-1, -1, -1, 1, 1, 1], 0, cube, 0)).toBe(FRUSTUM_INSIDE);
    expect(classifyAabbFrustumExact([-1, -1, -1, 1, 1, 1.000001], 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    // A sphere beyond a corner: no single plane sees it outside.
    expect(classifySphereFrustum([1.8, 1.8, 1.8, 1], 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    expect(classifySphereFrustumExact([1.8, 1.8, 1.8, 1], 0, cube, 0)).toBe(FRUSTUM_OUTSIDE);
    expect(classifySphereFrustumExact([1, 4, 5, 5], 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    expect(classifySphereFrustumExact([0, 0, 0, 1], 0, cube, 0)).toBe(FRUSTUM_INSIDE);
    expect(classifySphereFrustumExact([Number.NaN, 0, 0, 1], 0, cube, 0)).toBe(FRUSTUM_CROSSING);
    expect(classifyAabbFrustumExact([Number.NaN, 0, 0, 1, 1, 1], 0, cube, 0)).toBe(FRUSTUM_CROSSING);
  });

  it('does not depend on the length of the normals', () => {
    const rng = createRng(8004);
    for (let run = 0; run < 200; run++) {
      const view = randomView(rng, 1);
      const stretched = view.frustum.map((x, i) => x * (1 + (i >> 2)) * 3);
      const center = add(times(view.corners.reduce(add), 1 / 8), randomPoint(rng, 1.5));
      const sphere = [...center, rng.range(0.1, 0.6)];
      const obb = obbOf(center, [0.3, 0.2, 0.4], randomAxes(rng));
      expect(classifySphereFrustum(sphere, 0, stretched, 0)).toBe(classifySphereFrustum(sphere, 0, view.frustum, 0));
      expect(classifySphereFrustumExact(sphere, 0, stretched, 0)).toBe(
        classifySphereFrustumExact(sphere, 0, view.frustum, 0),
      );
      expect(classifyObbFrustumExact(obb, 0, stretched, 0)).toBe(classifyObbFrustumExact(obb, 0, view.frustum, 0));
    }
  });
});
