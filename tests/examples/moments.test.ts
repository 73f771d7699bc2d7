import { expect, test } from 'vitest';
import type { Sim, SimOptions } from '../../examples/shell/scene.ts';
import { loadSim, scenes } from '../e2e/support/scenes.ts';

/** Scenes that can be taken back at once go on from there as they did, to the bit. */

const physics = scenes.filter((scene) => scene.startsWith('physics/'));
const small = [...physics, 'movement/paper-wall', 'online/same-bits'];

/** Each with how many ticks it runs, and what it is set to. */
const ABLE: readonly (readonly [scene: string, ticks: number, settings?: SimOptions['settings']])[] = [
  ...small.map((scene) => [scene, 25] as const),
  ['scale/coastlines', 3],
  ['scale/fifty-thousand-bodies', 3],
  ['scale/fifty-thousand-bodies', 3, new Map([['place', 'city']])],
];

test('whatever takes long to run can be taken back', async () => {
  expect(physics.length).toBeGreaterThan(2);
  for (const [scene, ticks, settings = new Map()] of ABLE) {
    const { createSim } = await loadSim(scene);
    const sim: Sim = createSim({ seed: 5, settings });
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
});
