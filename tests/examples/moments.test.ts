import { expect, test } from 'vitest';
import type { Sim } from '../../examples/shell/scene.ts';
import { loadSim, scenes } from '../e2e/support/scenes.ts';

/** Scenes that can be taken back at once go on from there as they did, to the bit. */

const BUSY = ['scale/coastlines', 'scale/static-city', 'scale/fifty-thousand-bodies'];

test('whatever takes long to run can be taken back', async () => {
  const able: string[] = [];
  for (const scene of scenes) {
    if (scene.startsWith('physics/') || BUSY.includes(scene)) able.push(scene);
  }
  for (const scene of able) {
    const { createSim } = await loadSim(scene);
    const sim: Sim = createSim({ seed: 5 });
    const ticks = BUSY.includes(scene) ? 3 : 25;
    const run = (count: number) => {
      for (let i = 0; i < count; i++) {
        if (sim.input !== undefined) Object.assign(sim.input, { pointerDown: i > 1, pointerX: 0.3, pointerY: -1 });
        sim.step();
      }
      return sim.hash();
    };
    run(ticks);
    const kept = sim.keep!();
    const hash = run(ticks);
    run(3);
    sim.recall!(kept as never);
    expect(run(ticks), scene).toBe(hash);
    sim.recall!(kept as never);
    expect(run(ticks), `${scene}, a second time`).toBe(hash);
  }
  expect(able.length).toBeGreaterThan(5);
});
