import type { Collision } from 'bitecs-collision/2d';
import { describe, expect, test } from 'vitest';
import * as bowl from '../../examples/scenes/physics/bowl/sim.ts';
import * as dominoes from '../../examples/scenes/physics/dominoes/sim.ts';
import * as pyramid from '../../examples/scenes/physics/pyramid/sim.ts';
import type { SolverSim } from '../../examples/shared/solver-sim.ts';
import { effort } from '../support/effort.ts';

/*
 * What a solver sees of the contacts: standing things stand still only if ids, points and their features stay, since
 * what a contact has borne is kept by them.
 */

const WATCHED = 60;

const STACK = { boxes: 'stack of fifteen' };
const DRUM = { container: 'drum' };

function run(sim: SolverSim, ticks: number): void {
  for (let tick = 0; tick < ticks; tick++) sim.step();
}

/** The fastest of the bodies, in units a second. A box is one unit wide. */
function topSpeed({ bodies }: SolverSim): number {
  const speeds = bodies.map(({ motion }) => Math.max(Math.hypot(motion.velocityX, motion.velocityY), motion.spin));
  return Math.max(...speeds);
}

function namesOf(collision: Collision): string {
  const names: string[] = [];
  for (const contact of collision.contacts()) {
    const features = Array.from({ length: contact.pointCount }, (_, i) => contact.pointFeature(i));
    names.push([contact.id, ...features].join(' '));
  }
  return names.join('\n');
}

describe.each([
  ['a pyramid of twenty rows', pyramid, {}, 300, 20 * 21],
  ['a stack of fifteen', pyramid, STACK, 900, 15],
  ['a pile in a bowl', bowl, {}, 1500, 200],
] as const)('%s', (_, scene, chosen, ticks, contacts) => {
  test.each(Array.from({ length: effort(5, 1) }, (_, seed) => seed + 1))('comes to rest and stays, seed %i', (seed) => {
    const sim = scene.createSim({ seed, settings: new Map(Object.entries(chosen)) });
    run(sim, ticks);
    const before = namesOf(sim.collision);
    const places = sim.bodies.map(({ eid }) => sim.collision.Transform.y[eid]);
    for (let tick = 0; tick < effort(3000, WATCHED); tick++) {
      sim.step();
      expect(topSpeed(sim)).toBeLessThan(1e-3);
      expect(namesOf(sim.collision), `tick ${tick}`).toBe(before);
    }
    sim.bodies.forEach(({ eid }, i) => {
      expect(sim.collision.Transform.y[eid]).toBeCloseTo(places[i], 2);
    });
    expect(sim.counts.contacts).toBeGreaterThan(contacts / 2);
  });
});

test('a stack of fifteen is as high as fifteen boxes', () => {
  const sim = pyramid.createSim({ seed: 4, settings: new Map(Object.entries(STACK)) });
  run(sim, effort(3000, 300));
  const top = Math.min(...sim.bodies.map(({ eid }) => sim.collision.Transform.y[eid]));
  expect(top).toBeCloseTo(-14.5, 1);
});

test('dominoes fall over, all of them, in turn', () => {
  const sim = dominoes.createSim({ seed: 1 });
  const standing = sim.bodies.filter(({ shape, isFree }) => isFree && shape.halfHeight > 0).map(({ eid }) => eid);
  const order: number[] = [];
  for (let tick = 0; tick < 900; tick++) {
    sim.step();
    for (const eid of standing) {
      if (Math.abs(sim.collision.Transform.rotation[eid]) > 0.7 && !order.includes(eid)) order.push(eid);
    }
  }
  expect(order).toEqual(standing);
});

test('a drum keeps what is in it, and keeps it moving', () => {
  const sim = bowl.createSim({ seed: 1, settings: new Map(Object.entries(DRUM)) });
  const { Transform } = sim.collision;
  for (let tick = 0; tick < effort(3000, 200); tick++) {
    sim.step();
    const distances = sim.bodies.map(({ eid }) => Math.hypot(Transform.x[eid], Transform.y[eid]));
    expect(Math.max(...distances)).toBeLessThan(9);
  }
  expect(topSpeed(sim)).toBeGreaterThan(0.5);
});
