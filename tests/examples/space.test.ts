import { describe, expect, test } from 'vitest';
import * as shapes from '../../examples/scenes/space/five-thousand-shapes/sim.ts';
import * as culling from '../../examples/scenes/space/frustum-culling/sim.ts';
import * as solids from '../../examples/scenes/space/two-solids/sim.ts';
import { SOLID_NAMES, SOLIDS } from '../../examples/scenes/space/two-solids/solids.ts';
import { effort } from '../support/effort.ts';

describe('five thousand shapes', () => {
  test('stay in their room, and bounce', () => {
    const sim = shapes.createSim({ seed: 3 });
    const { x, y, z } = sim.collision.Transform;
    let bounces = 0;
    for (let tick = 0; tick < effort(1200, 40); tick++) {
      sim.step();
      bounces += sim.counts.bounces;
    }
    const bodies = sim.kinds.flatMap(({ entities }) => entities);
    expect(bodies.length).toBe(shapes.COUNT);
    const outside = bodies.filter(
      (eid) => Math.abs(x[eid]) > shapes.ROOM.x || Math.abs(y[eid]) > shapes.ROOM.y || Math.abs(z[eid]) > shapes.ROOM.z,
    );
    expect(outside).toEqual([]);
    expect(bounces).toBeGreaterThan(1000);
  });
});

/** What GJK's distance of cores that touch may come to. */
const ROUNDING = 1e-12;

describe('two solids', () => {
  test('are as far apart as GJK says of their cores, whichever they are', () => {
    let overlapping = 0;
    let apart = 0;
    for (const [i, name] of SOLID_NAMES.entries()) {
      const sim = solids.createSim({ seed: 5 + i });
      const [a, b] = sim.bodies;
      sim.choose(a, name);
      sim.choose(b, SOLID_NAMES[(3 * i + 1) % SOLID_NAMES.length]);
      for (let tick = 0; tick < effort(600, 150); tick++) {
        sim.step();
        const { separation } = sim.nearest!;
        const { nearestA, nearestB } = sim.simplex;
        const cores = Math.hypot(nearestB.x - nearestA.x, nearestB.y - nearestA.y, nearestB.z - nearestA.z);
        const radius = SOLIDS[a.solid].radius + SOLIDS[b.solid].radius;
        // Cores that overlap are at no distance, however deep they are in each other.
        if (cores > ROUNDING)
          expect(cores - radius, `${a.solid} and ${b.solid}, tick ${tick}`).toBeCloseTo(separation, 6);
        else expect(separation).toBeLessThan(1e-9 - radius);
        if (separation < 0) {
          overlapping++;
          expect(sim.counts.points).toBeGreaterThan(0);
        } else if (separation > 0) apart++;
      }
    }
    expect(overlapping).toBeGreaterThan(20);
    expect(apart).toBeGreaterThan(20);
  });

  test('are moved and turned by who holds them', () => {
    const sim = solids.createSim({ seed: 1 });
    const [a, b] = sim.bodies;
    sim.settings.automatic = false;
    sim.moveTo(a, { x: -2, y: 0, z: 0 });
    sim.moveTo(b, { x: 3, y: 1, z: -1 });
    for (const body of [a, b]) sim.choose(body, 'sphere');
    sim.step();
    expect(sim.nearest!.separation).toBeCloseTo(Math.sqrt(27) - 1.7, 12);
    const { Transform } = sim.collision;
    [Transform.qx[a.eid], Transform.qy[a.eid], Transform.qz[a.eid], Transform.qw[a.eid]] = [0, 0, 0, 1];
    for (let i = 0; i < 1000; i++) sim.turn(a, 0, Math.PI / 2000, 0);
    expect(Transform.qy[a.eid]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(Transform.qw[a.eid]).toBeCloseTo(Math.SQRT1_2, 6);
  });
});

test('the camera sees the boxes that a loop over all of them finds', () => {
  const sim = culling.createSim({ seed: 2 });
  const { x, y, z, qx, qy, qz, qw, scale } = sim.collision.Transform;
  for (let tick = 0; tick < 3; tick++) sim.step();
  const { planes } = sim.eye;
  const seen: number[] = [];
  for (let eid = 1; eid <= culling.COUNT; eid++) {
    const length = Math.hypot(qx[eid], qy[eid], qz[eid], qw[eid]);
    const [i, j, k, w] = [qx[eid] / length, qy[eid] / length, qz[eid] / length, qw[eid] / length];
    // Half the size of the upright box around a turned one: the sums of its axes' absolute values.
    const half = culling.HALF * scale[eid];
    const reach = [
      half * (Math.abs(1 - 2 * (j * j + k * k)) + Math.abs(2 * (i * j - k * w)) + Math.abs(2 * (i * k + j * w))),
      half * (Math.abs(2 * (i * j + k * w)) + Math.abs(1 - 2 * (i * i + k * k)) + Math.abs(2 * (j * k - i * w))),
      half * (Math.abs(2 * (i * k - j * w)) + Math.abs(2 * (j * k + i * w)) + Math.abs(1 - 2 * (i * i + j * j))),
    ];
    let isSeen = true;
    for (let p = 0; p < planes.length; p += 4) {
      const middle = planes[p] * x[eid] + planes[p + 1] * y[eid] + planes[p + 2] * z[eid] - planes[p + 3];
      const most = [0, 1, 2].reduce((sum, axis) => sum + Math.abs(planes[p + axis]) * reach[axis], middle);
      if (most < 0) isSeen = false;
    }
    if (isSeen) seen.push(eid);
  }
  expect([...sim.seen].sort((a, b) => a - b)).toEqual(seen);
  expect(seen.length).toBeGreaterThan(2000);
  expect(seen.length).toBeLessThan(20_000);
});
