import { expect, test } from 'vitest';
import { COMPARED, createSim } from '../../examples/scenes/online/same-bits/sim.ts';
import figures from '../../examples/shared/same-bits.json' with { type: 'json' };
import { effort } from '../support/effort.ts';

test('the figures that other engines gave are what Node gives now', () => {
  expect(figures.hashes.length).toBe(COMPARED.ticks / COMPARED.every);
  const sim = createSim({ seed: COMPARED.seed });
  const points = effort(figures.hashes.length, 1);
  let contacts = 0;
  let contactsInSpace = 0;
  for (let tick = 0; tick < points * COMPARED.every; tick++) {
    sim.step();
    contacts += sim.counts.contacts;
    contactsInSpace += sim.space.collision.counts.contacts;
  }
  const message = 'the engine or the scene gives other bits than before: run `npx tsx scripts/same-bits.ts`';
  expect([...sim.hashes.values()], message).toEqual(figures.hashes.slice(0, points));
  expect(contacts).toBeGreaterThan(5 * points * COMPARED.every);
  expect(contactsInSpace).toBeGreaterThan(3 * points * COMPARED.every);
  expect([...sim.hits.fraction].some((fraction) => fraction < Infinity)).toBe(true);
});

test('the hash differs with the last bit of one number', () => {
  const [sim, other] = [0, 1].map(() => createSim({ seed: 5 }));
  const eid = other.bodies[17];
  other.collision.Transform.x[eid] *= 1 + Number.EPSILON;
  expect(other.hash()).not.toBe(sim.hash());
  const third = createSim({ seed: 5 });
  third.space.collision.Transform.z[30] *= 1 + Number.EPSILON;
  expect(third.hash()).not.toBe(sim.hash());
});
