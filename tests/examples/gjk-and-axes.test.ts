import { createGjkCache, distanceGjk, findSeparatingAxis } from 'bitecs-collision/geometry2d';
import { expect, test } from 'vitest';
import { createSim as createGjk } from '../../examples/scenes/learn/gjk-step-by-step/sim.ts';
import { createSim as createAxes } from '../../examples/scenes/learn/separating-axes/sim.ts';
import { POLYGON_KINDS } from '../../examples/shared/polygon-kinds.ts';

/** Ticks from one end of the drift to the other and back. */
const DRIFT = 420;

test('every shown step of GJK is nearer than the one before, and the last one is the answer', () => {
  const sim = createGjk({ seed: 3 });
  const [a, b] = sim.bodies;
  sim.show.automatic = false;
  const ends = { nearest: 0, overlap: 0, search: 0 };
  for (const kind of POLYGON_KINDS) {
    sim.choose(a, kind);
    for (let tick = 0; tick < DRIFT; tick++) {
      sim.pair.drift();
      sim.step();
      const last = sim.steps.at(-1)!;
      ends[last.verdict]++;
      expect(last.distance, `${kind}, tick ${tick}`).toBeCloseTo(distanceGjk(a.piece, b.piece, createGjkCache()), 12);
      const distances = sim.steps.map(({ distance }) => distance);
      // The last step of shapes that are apart finds nothing new.
      const falling = last.verdict === 'nearest' ? distances.slice(0, -1) : distances;
      for (let i = 1; i < falling.length; i++)
        expect(falling[i], `step ${i} of ${distances}`).toBeLessThan(falling[i - 1]);
    }
  }
  expect(ends.search).toBe(0);
  expect(ends.overlap / (ends.overlap + ends.nearest)).toBeGreaterThan(0.2);
  expect(ends.overlap / (ends.overlap + ends.nearest)).toBeLessThan(0.7);
});

test('the steps follow one another and rest while a shape is held', () => {
  const sim = createGjk({ seed: 3 });
  const seen = new Set<number>();
  const { x, y } = sim.collision.Transform;
  const start = x[sim.bodies[1].eid];
  while (x[sim.bodies[1].eid] === start) {
    seen.add(sim.show.iteration);
    sim.step();
  }
  expect([...seen]).toEqual(sim.steps.map((_, i) => i).slice(0, seen.size));
  expect(seen.size).toBeGreaterThan(2);

  const { eid } = sim.bodies[0];
  Object.assign(sim.input, { pointerDown: true, pointerX: x[eid], pointerY: y[eid] });
  sim.step();
  sim.input.pointerX -= 0.25;
  const before = x[eid];
  for (let i = 0; i < 300; i++) {
    sim.step();
    expect(sim.show.iteration).toBe(sim.steps.length - 1);
  }
  expect(x[eid]).toBeCloseTo(before - 0.25, 12);
  sim.input.pointerDown = false;
  for (let i = 0; i < 3; i++) sim.step();
  expect(sim.show.iteration).toBe(0);
});

test('the shadows agree with the library on whether, how deep and along which axis', () => {
  const sim = createAxes({ seed: 5 });
  const [a, b] = sim.bodies;
  const axis = new Float64Array(2);
  let overlaps = 0;
  let ticks = 0;
  for (const kind of POLYGON_KINDS) {
    sim.choose(b, kind);
    for (let tick = 0; tick < DRIFT; tick++) {
      sim.step();
      ticks++;
      const { axes, decisive, depth, normal } = sim.result;
      const { overlap, x, y } = axes[decisive];
      const separation = findSeparatingAxis(axis, 0, a.piece, b.piece, new Int32Array(1), 0);
      expect(overlap > 0, `${kind}, tick ${tick}: overlap ${overlap}, separation ${separation}`).toBe(separation < 0);
      if (overlap <= 0) continue;
      overlaps++;
      expect(overlap).toBeCloseTo(-separation, 12);
      expect(depth).toBeCloseTo(overlap, 12);
      // Two axes may be equally good.
      if (axes.filter((other) => other.overlap < overlap + 1e-9).length > 1) continue;
      expect(Math.abs(normal[0] * x + normal[1] * y)).toBeCloseTo(1, 12);
    }
  }
  expect(overlaps / ticks).toBeGreaterThan(0.2);
  expect(overlaps / ticks).toBeLessThan(0.7);
});
