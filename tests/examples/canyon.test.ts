import { describe, expect, test } from 'vitest';
import { createCourse } from '../../examples/scenes/games/canyon/course.ts';
import { Flight, SHIP_POINTS } from '../../examples/scenes/games/canyon/flight.ts';
import type { RunEvent } from '../../examples/scenes/games/canyon/run-log.ts';
import { createSim, type SceneSim } from '../../examples/scenes/games/canyon/sim.ts';
import { effort } from '../support/effort.ts';
import { createCanyonBot } from './bots/canyon-bot.ts';
import { play, type Rules, type Strength } from './bots/play.ts';

/** No flight takes longer: five minutes, in ticks. */
const LIMIT = 18_000;
const STILL = { x: 0, y: 0, fires: false };

const rules: Rules<SceneSim> = {
  isOver: ({ flight }) => flight.state.over,
  won: ({ flight }) => flight.state.won,
  progress: ({ flight }) => `${flight.nextRing} ${flight.counts.score}`,
};

/** What share of flights a pilot wins, between the least and the most that is meant. */
const SHARES: Readonly<Record<Strength, readonly [least: number, most: number]>> = {
  weak: [0.08, 0.35],
  middle: [0.35, 0.68],
  strong: [0.8, 0.99],
};

describe('pilots', () => {
  // A few flights say little of a share: so many may be won of them.
  const few = { weak: [3, 0, 2], middle: [7, 1, 6], strong: [3, 2, 3] } as const;

  test.each(Object.keys(SHARES) as Strength[])('%s ones win as often as they should', (strength) => {
    const [flights, fewest, most] = few[strength];
    const count = effort(60, flights);
    let wins = 0;
    for (let seed = 1; seed <= count; seed++) {
      const sim = createSim({ seed });
      const { won, ticks, stall } = play(sim, createCanyonBot(strength, seed), rules, LIMIT);
      expect(ticks, `seed ${seed}`).toBeLessThan(LIMIT);
      // Rings are two seconds apart; who is thrown back by a rock needs longer.
      expect(stall, `seed ${seed}: ticks in which nothing happened`).toBeLessThan(900);
      if (won) wins++;
    }
    const [leastShare, mostShare] = SHARES[strength];
    expect(wins, `of ${count}`).toBeGreaterThanOrEqual(effort(leastShare * count, fewest));
    expect(wins, `of ${count}`).toBeLessThanOrEqual(effort(mostShare * count, most));
  });
});

test('a ring is entered at an exact time within a tick', () => {
  const course = createCourse(3);
  const flight = new Flight(course);
  const { x, y } = flight.collision.Transform;
  const [ring] = course.rings;
  x[flight.ship] = ring.x;
  y[flight.ship] = ring.y;
  flight.collision.teleport(flight.ship);
  while (flight.ringTimes[0] === undefined) flight.step(STILL);
  // The nose meets the disc, which is a tenth thick, at 30 units a second.
  const nose = -SHIP_POINTS[2];
  expect(flight.ringTimes[0]).toBeCloseTo((-ring.z - nose - 0.05) / 30, 9);
  expect((60 * flight.ringTimes[0]) % 1, 'between two ticks').toBeGreaterThan(0.01);
  expect(flight.counts).toMatchObject({ rings: 1, score: 100 });
});

test('the ghost flies the best run again, to the bit', () => {
  const sim = createSim({ seed: 2 });
  const first = sim.flight;
  expect(play(sim, createCanyonBot('weak', 5), rules, LIMIT).won).toBe(false);
  const places: number[] = [];
  const { x, y, z } = first.collision.Transform;
  const end = [x[first.ship], y[first.ship], z[first.ship]];
  sim.input.action = false;
  for (let tick = 0; tick < 70; tick++) sim.step();
  sim.input.action = true;
  sim.step();
  sim.input.action = false;
  sim.step();
  const ghost = sim.ghost!;
  expect(ghost).toBeDefined();
  // The pilot does nothing this time, and ends somewhere else.
  while (!sim.flight.state.over) sim.step();
  while (!ghost.state.over) ghost.step(sim.best!.at(ghost.state.ticks));
  const { Transform } = ghost.collision;
  places.push(Transform.x[ghost.ship], Transform.y[ghost.ship], Transform.z[ghost.ship]);
  expect(places).toEqual(end);
  expect(ghost.counts).toEqual(first.counts);
  expect(ghost.ringTimes).toEqual(first.ringTimes);
  expect(sim.flight.counts).not.toEqual(first.counts);
  // From the log alone a flight tells the same events again, in the same ticks.
  const { events } = sim.best!;
  const told: RunEvent[] = [];
  const again = new Flight(createCourse(2), (kind, _x, _y, _z, value) =>
    told.push({ tick: again.state.ticks - 1, kind, value }),
  );
  while (!again.state.over) again.step(sim.best!.at(again.state.ticks));
  const logged = events.filter(({ kind }) => kind !== 'wish');
  expect(told).toEqual(logged);
  expect(logged.at(-1)).toMatchObject({ tick: first.state.ticks - 1, kind: 'lose' });
  expect(events.length, 'what stays as it was is no event').toBeLessThan(first.state.ticks);
});

test('rock stops the ship, costs shield, and is never passed through', () => {
  const course = createCourse(4);
  const events: string[] = [];
  const flight = new Flight(course, (event) => events.push(event));
  const { x, y } = flight.collision.Transform;
  // Steered to the right until it is lost or out of time.
  let beyond = 0;
  while (!flight.state.over) {
    flight.step({ x: 1, y: flight.state.ticks % 100 < 50 ? 0.4 : -0.4, fires: false });
    const aside = x[flight.ship] - course.middleAt(flight.way) - course.halfWidthAt(flight.way);
    beyond = Math.max(beyond, aside);
    expect(y[flight.ship]).toBeGreaterThan(0);
  }
  // A wall is nine units wide, and the ship comes as far up as it may fly.
  expect(beyond).toBeGreaterThan(0);
  expect(beyond).toBeLessThan(9);
  expect(events.filter((event) => event === 'crash').length).toBe(5);
  expect(flight.state).toMatchObject({ won: false, why: 'The ship is lost' });
});
