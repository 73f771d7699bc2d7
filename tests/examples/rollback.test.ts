import { expect, test } from 'vitest';
import { Ball, createArena, Player } from '../../examples/scenes/online/rollback/arena.ts';
import { Link } from '../../examples/scenes/online/rollback/link.ts';
import { createMachine, type Told } from '../../examples/scenes/online/rollback/machine.ts';
import { type InputMessage, MOST_UNCONFIRMED, RollbackPeer } from '../../examples/scenes/online/rollback/netcode.ts';
import { createSim } from '../../examples/scenes/online/rollback/sim.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

const SEEDS = Array.from({ length: 50 }, (_, i) => i + 1);
const TICKS = effort(900, 150);

test.each(SEEDS)('both machines agree at every confirmed tick, and tell of what happened, seed %i', (seed) => {
  const random = createRng(seed);
  const weather = { delay: random.range(0, 350), jitter: random.range(0, 200), loss: random.range(0, 0.5) };
  const roll = () => random.range(0, 1);
  const links = [0, 1].map(() => new Link<InputMessage>(weather, roll));
  const machines = [createMachine(seed, 0), createMachine(seed, 1)];
  const inputs: number[][] = [[], []];
  const told: Told[][] = [[], []];
  let again = 0;
  for (let now = 0; now < TICKS; now++) {
    machines.forEach((machine, i) => {
      for (const message of links[1 - i].receive(now)) machine.peer.receive(message);
      const last = inputs[i].at(-1) ?? 0;
      const input = random.range(0, 1) < 0.1 ? random.integer(0, 15) : last;
      const frame = machine.frame(input);
      if (frame.again >= 0) inputs[i].push(input);
      again += Math.max(0, frame.again);
      told[i].push(...frame.told);
      links[i].send(machine.peer.message(), now);
    });
  }
  const [a, b] = machines;
  const agreed = Math.min(a.peer.confirmed, b.peer.confirmed);
  expect(agreed, `ticks confirmed at ${JSON.stringify(weather)}`).toBeGreaterThan(TICKS / 8);
  expect(again).toBeGreaterThan(0);

  // The same ticks in a world that never guesses.
  const truth = createArena(seed);
  const happened: string[] = [];
  let tick = 0;
  truth.collision.onBegin([Player], [Ball], (player, ball) =>
    happened.push(`${tick} ${truth.ownerOf(player)} ${ball}`),
  );
  for (; tick <= agreed; tick++) {
    truth.run([inputs[0][tick], inputs[1][tick]]);
    if (tick > agreed - MOST_UNCONFIRMED)
      expect([a.hashAfter(tick), b.hashAfter(tick)], `tick ${tick}`).toEqual([truth.hash(), truth.hash()]);
  }
  machines.forEach(({ peer }, i) => {
    const written = (news: string, last: number) =>
      told[i]
        .filter((one) => one.news === news && one.tick <= last)
        .map((one) => `${one.tick} ${one.player} ${one.ball}`);
    expect(written('confirmed', agreed)).toEqual(happened);
    // Each event that was predicted for a confirmed tick is confirmed or cancelled, and none is both or neither.
    const settled = [...written('confirmed', peer.confirmed), ...written('cancelled', peer.confirmed)];
    expect(settled.sort()).toEqual(written('predicted', peer.confirmed).sort());
  });
});

test('a machine whose messages are all lost waits, and catches up when they come', () => {
  const ran: string[] = [];
  const world = {
    save: () => {},
    restore: (tick: number) => ran.push(`back to ${tick}`),
    run: (tick: number, inputs: readonly number[]) => ran.push(`${tick}: ${inputs}`),
    confirm: (tick: number) => ran.push(`${tick} is confirmed`),
  };
  const peer = new RollbackPeer(world, 0);
  for (let frame = 0; frame < 100; frame++) peer.advance(7);
  expect(peer.tick).toBe(MOST_UNCONFIRMED);
  expect(peer.confirmed).toBe(-1);
  expect(peer.message()).toEqual({ from: 0, inputs: Array(MOST_UNCONFIRMED).fill(7), known: -1 });

  // Two were guessed right, the third was not; what comes twice or too early changes nothing.
  ran.length = 0;
  peer.receive({ from: 5, inputs: [1], known: -1 });
  peer.receive({ from: 0, inputs: [0, 0, 3], known: 37 });
  peer.receive({ from: 0, inputs: [0, 0, 3], known: 30 });
  expect(peer.advance(8)).toBe(MOST_UNCONFIRMED - 2);
  expect(ran.slice(0, 3)).toEqual(['back to 2', '2: 7,3', '3: 7,3']);
  expect(ran.slice(-2)).toEqual(['2 is confirmed', `${MOST_UNCONFIRMED}: 8,3`]);
  expect(peer.message()).toEqual({ from: 38, inputs: [7, 7, 8], known: 2 });
});

test('without rollback the two worlds part, with it they do not', () => {
  const sim = createSim({ seed: 3 });
  for (let tick = 0; tick < 400; tick++) sim.step();
  expect(sim.show.parted).toBeGreaterThan(0);
  expect(sim.counts['hashes that differ']).toBe(0);
  expect(sim.show.agreed).toBeGreaterThan(350);
  expect(sim.counts.cancelled).toBeGreaterThan(0);
  expect(sim.counts.confirmed).toBeGreaterThan(10);
});
