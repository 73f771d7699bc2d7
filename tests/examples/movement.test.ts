import { expect, test } from 'vitest';
import * as bullets from '../../examples/scenes/movement/bullets/sim.ts';
import * as painter from '../../examples/scenes/movement/tile-painter/sim.ts';

test.each([0.05, 0.4, 3, 12])('swept bullets of speed %f find every hit that formulas expect', (speed) => {
  const sim = bullets.createSim({ seed: 3 });
  sim.settings.speed = speed;
  for (let tick = 0; tick < 400; tick++) sim.step();
  const { expected, swept, discrete } = sim.counts;
  expect(expected).toBeGreaterThan(speed < 0.1 ? 20 : 200);
  expect(swept).toBe(expected);
  if (speed >= 3) expect(discrete).toBeLessThan(expected / 2);
  if (speed < 0.1) expect(discrete).toBeGreaterThan(0.95 * expected);
});

test('runners meet inner normals on boxes with seams only, and nobody is stuck in what is painted', () => {
  const inner = painter.GROUNDS.map((ground) => {
    const sim = painter.createSim({ seed: 2 });
    sim.settings.ground = ground;
    sim.changeGround();
    for (let tick = 0; tick < 300; tick++) sim.step();
    const { seams: met } = sim.counts;
    for (let tick = 0; tick < 200; tick++) {
      // A wall is drawn over the field, onto whoever is there, and wiped away.
      sim.settings.brush = tick < 100 ? 1 : 0;
      sim.input.pointerDown = true;
      sim.input.pointerX = 12.5;
      sim.input.pointerY = 3 + (tick % 100) / 10;
      sim.step();
      if (tick === 99) expect(sim.cells[5 * painter.FIELD.columns + 12]).toBe(1);
    }
    const { Transform } = sim.collision;
    expect(sim.cells[5 * painter.FIELD.columns + 12]).toBe(0);
    for (const { eid } of sim.runners) expect(Transform.y[eid]).toBeLessThan(painter.FIELD.rows + 3);
    return met;
  });
  expect(inner[0]).toBe(0);
  expect(inner[1]).toBe(0);
  expect(inner[2]).toBeGreaterThan(50);
});
