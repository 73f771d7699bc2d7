import { expect, test } from 'vitest';
import { BULLET_RADIUS, createSim, PAPER, SLOW } from '../../examples/scenes/movement/paper-wall/sim.ts';

/** How far a point is from the paper, in the frame of the paper. */
function distanceToPaper(x: number, y: number, paperX: number, paperY: number, rotation: number): number {
  const [dx, dy] = [x - paperX, y - paperY];
  const along = Math.cos(rotation) * dx + Math.sin(rotation) * dy;
  const across = Math.cos(rotation) * dy - Math.sin(rotation) * dx;
  return Math.hypot(Math.max(0, Math.abs(along) - PAPER.halfWidth), Math.max(0, Math.abs(across) - PAPER.halfHeight));
}

test('the sweep tells when and where the bullet meets the paper, whatever its speed and tilt', () => {
  const sim = createSim({ seed: 4 });
  const [swept, discrete] = sim.lanes;
  let tunnelled = 0;
  for (const speed of [0.4, 1.7, 3.1, 4.4, 6.5, 9]) {
    for (const tilt of [0, 17, 44, 60]) {
      Object.assign(sim.settings, { speed, tilt });
      sim.paper.x += 0.07;
      const shot = `speed ${speed}, tilt ${tilt}`;
      sim.step();
      for (let frame = 0; frame < SLOW * Math.ceil(16 / speed) && swept.hit === undefined; frame++) sim.step();
      const { hit } = swept;
      if (hit === undefined) throw new Error(`${shot}: no hit`);
      const x = sim.placeAfter(hit.tick - 1 + hit.fraction);
      const { y } = sim.flight;
      const rotation = (tilt * Math.PI) / 180;
      expect(distanceToPaper(x, y, sim.paper.x, y, rotation), shot).toBeCloseTo(BULLET_RADIUS, 5);
      expect(distanceToPaper(hit.x, hit.y, sim.paper.x, y, rotation), shot).toBeLessThan(1e-5);
      // From the bullet to the paper, at a right angle to it.
      expect([hit.normalX, hit.normalY], shot).toEqual([
        expect.closeTo(Math.cos(rotation), 5),
        expect.closeTo(Math.sin(rotation), 5),
      ]);
      if (discrete.hit === undefined) tunnelled++;
    }
  }
  expect(tunnelled).toBeGreaterThan(8);
});

test('a slow bullet is found by both, and shots follow each other', () => {
  const sim = createSim({ seed: 4 });
  Object.assign(sim.settings, { speed: 0.4 });
  const hits = { swept: 0, discrete: 0 };
  for (let frame = 0; frame < 60 * SLOW; frame++) {
    const before = { ...sim.counts };
    sim.step();
    if (before.swept < sim.counts.swept) hits.swept++;
    if (before.discrete < sim.counts.discrete) hits.discrete++;
  }
  expect(hits.swept).toBeGreaterThan(1);
  expect(hits.discrete).toBe(hits.swept);
});
