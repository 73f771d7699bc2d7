import { expect, it } from 'vitest';
import { COUNT, createSim } from '../../examples/scenes/learn/hierarchies/sim.ts';

/*
 * The scene says how many volumes a query looks at, and draws them: everything that the query finds lies in one of
 * those that it looks into, and it looks at far fewer than there are.
 */
it('shows the volumes that its query looks at, around all that it finds', () => {
  const sim = createSim({ seed: 3 });
  const { x, y } = sim.boxes.collision.Transform;
  let found = 0;
  for (let tick = 0; tick < 200; tick++) {
    sim.step();
    const boxes = sim.visits.boxes().filter(({ isOpened }) => isOpened);
    const circles = sim.visits.circles().filter(({ isOpened }) => isOpened);
    for (const eid of sim.found) {
      const [px, py] = [x[eid], y[eid]];
      const inBox = boxes.filter(({ bounds: [a, b, c, d] }) => px >= a && px <= c && py >= b && py <= d);
      const inCircle = circles.filter(({ bounds: [a, b, r] }) => Math.hypot(px - a, py - b) <= r);
      // The root, and a volume further down at least.
      expect(inBox.length, `boxes around ${eid} in tick ${tick}`).toBeGreaterThan(1);
      expect(inCircle.length, `circles around ${eid} in tick ${tick}`).toBeGreaterThan(1);
    }
    found += sim.found.length;
    expect(sim.counts['boxes visited']).toBeLessThan(COUNT);
  }
  expect(found).toBeGreaterThan(20);
});
