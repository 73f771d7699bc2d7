import { describe, expect, test } from 'vitest';
import { PredictedMatch } from '../../../examples/server/client/prediction.ts';
import { Session } from '../../../examples/server/client/session.ts';
import { GAMES } from '../../../examples/server/games.ts';
import { planeGame } from '../../../examples/server/plane/plane-game.ts';
import { Match } from '../../../examples/server/server/match.ts';
import type { Game } from '../../../examples/server/shared/game.ts';
import { hashArena } from '../../../examples/server/shared/hash-arena.ts';
import { effort } from '../../support/effort.ts';
import { FaultyNetwork, type NetworkFaults } from '../../support/faulty-network.ts';
import { createRng } from '../../support/rng.ts';
import { Bot } from './bot.ts';

const MS = 60 / 1000;

/** A client, its bot, and the two ways between it and the server. */
class Peer {
  readonly predicted: PredictedMatch;
  readonly up: FaultyNetwork;
  readonly down: FaultyNetwork;
  readonly bot: Bot;
  readonly slot: number;
  readonly told = { predicted: 0, confirmed: 0, cancelled: 0 };
  readonly #session: Session;
  #now = 0;

  constructor(game: Game, match: Match, faults: NetworkFaults, seed: number, players: number) {
    this.slot = match.join();
    this.up = new FaultyNetwork(faults, createRng(seed * 3 + 1));
    this.down = new FaultyNetwork(faults, createRng(seed * 3 + 2));
    this.bot = new Bot(game, createRng(seed * 3), players);
    const { told } = this;
    this.predicted = new PredictedMatch({
      game,
      reliable: false,
      onWorld: ({ Bolt, Spark, Fighter }, log) => {
        for (const shot of [Bolt, Spark]) {
          log.onBegin([shot], [Fighter], {
            predicted: () => told.predicted++,
            confirmed: () => told.confirmed++,
            cancelled: () => told.cancelled++,
          });
        }
      },
    });
    this.#session = new Session(this.predicted, (bytes) => this.up.send(bytes, this.#now));
  }

  /** A tick of the client's clock. While its page sleeps, packets arrive and no frame is drawn. */
  run(now: number, isAsleep = false): void {
    this.#now = now;
    this.down.deliver(now, (bytes) => this.predicted.receive(bytes));
    if (!isAsleep) this.#session.update(1, () => this.bot.word(this.predicted));
  }
}

/** Runs a match; returns its peers, and how many checksums of certain ticks were compared, all equal. */
function play(
  game: Game,
  seed: number,
  ticks: number,
  allFaults: readonly NetworkFaults[],
  { bodies = 24, gap = 31 } = {},
) {
  const match = new Match({ game, seed, bodies, reliable: false });
  const peers: Peer[] = [];
  const hashes: number[] = [];
  let compared = 0;
  for (let now = 1; now <= ticks; now++) {
    // They come one after the other, into a match that has begun.
    if (now % gap === 1 && peers.length < allFaults.length) {
      peers.push(new Peer(game, match, allFaults[peers.length], seed * 100 + peers.length, allFaults.length));
    }
    for (const peer of peers) peer.up.deliver(now, (bytes) => match.receive(peer.slot, bytes));
    match.tick();
    hashes[now] = hashArena(game, match.arena);
    for (const peer of peers) {
      peer.down.send(match.packetFor(peer.slot), now);
      const before = peer.predicted.confirmed;
      peer.run(now);
      for (let tick = before + 1; tick <= peer.predicted.confirmed; tick++) {
        const hash = peer.predicted.hashAt(tick);
        if (hash === undefined) continue;
        compared++;
        if (hash !== hashes[tick]) throw new Error(`seed ${seed}: slot ${peer.slot} has run apart in tick ${tick}`);
      }
    }
  }
  return { match, peers, compared };
}

describe.each(GAMES)('a match over a bad network, $name', (game) => {
  test('all agree on every certain tick, whatever happens to packets', () => {
    // A tick in space, where fighters walk by casts, takes several times as long.
    const ticks = game === planeGame ? effort(10_000, 240) : effort(4000, 160);
    const { match, peers, compared } = play(game, 1, ticks, [
      { latency: 0, jitter: 0, loss: 0 },
      { latency: 60 * MS, jitter: 30 * MS, loss: 0.02 },
      { latency: 150 * MS, jitter: 100 * MS, loss: 0.1 },
      { latency: 250 * MS, jitter: 50 * MS, loss: 0.05 },
    ]);
    const lost = peers.reduce((sum, { up, down }) => sum + up.lost + down.lost, 0);
    const overtaken = peers.reduce((sum, { up, down }) => sum + up.overtaken + down.overtaken, 0);
    expect(lost).toBeGreaterThan(ticks / 8);
    expect(overtaken).toBeGreaterThan(ticks / 2);
    expect(compared).toBeGreaterThan(3.5 * ticks - 300);
    for (const { predicted, told, slot } of peers) {
      expect(predicted.divergences).toBe(0);
      expect(match.arena.tick - predicted.confirmed).toBeLessThan(40);
      expect(match.isCheating(slot)).toBe(false);
      // Everything that was told has come true, was taken back, or is not certain yet.
      expect(told.predicted - told.cancelled - told.confirmed).toBeGreaterThanOrEqual(0);
      expect(told.predicted - told.cancelled - told.confirmed).toBeLessThan(8);
      expect(told.confirmed).toBeGreaterThan(ticks / 200);
      expect(told.cancelled).toBeLessThan(told.predicted);
    }
    // Who has the worst network had most to take back.
    expect(peers[3].told.cancelled + peers[2].told.cancelled).toBeGreaterThan(0);
  });

  // Crowds that are pushed against walls: what pushes remember of the tick before comes back with a snapshot, also in a
  // world that has never pushed before.
  test.each(game === planeGame ? [12, 14, 21, 67] : [12])(
    'crowds at walls are pushed alike after a restore, seed %d',
    (seed) => {
      const near = { latency: 0, jitter: 0, loss: 0 };
      const { compared } = play(game, seed, 140, [near, { ...near, latency: 60 * MS }], { bodies: 20, gap: 4 });
      expect(compared).toBeGreaterThan(200);
    },
  );

  // A tab in the background receives and does not draw. Over a reliable network nothing is sent twice, so a page that
  // has slept for longer than frames are kept has a gap that is never filled.
  test.each([200, 700])('a page that has slept for %d ticks plays on', (sleep) => {
    const { match, run, peers } = reliableMatch();
    run(40);
    run(sleep, true);
    run(60);
    for (const { predicted } of peers) {
      expect(match.arena.tick - predicted.confirmed).toBeLessThan(10);
      expect(predicted.predicted - predicted.confirmed).toBeLessThan(20);
      expect(predicted.divergences).toBe(0);
    }
    const [awake, slept] = peers.map(({ predicted }) => predicted);
    const common = Math.min(awake.confirmed, slept.confirmed);
    expect(slept.hashAt(common)).toBe(awake.hashAt(common));
  });

  test('a client whose world has run apart notices, and gets the right one', () => {
    const { match, run, peers } = reliableMatch();
    const [honest, odd] = peers;
    run(40);
    // From here on it fires its bolts in another order.
    for (const bolts of odd.predicted.arena!.bolts) bolts.reverse();
    run(200);
    expect([honest.predicted.divergences, odd.predicted.divergences]).toEqual([0, 1]);
    expect(match.arena.tick - odd.predicted.confirmed).toBeLessThan(10);
    const common = Math.min(honest.predicted.confirmed, odd.predicted.confirmed);
    expect(odd.predicted.hashAt(common)).toBe(honest.predicted.hashAt(common));
  });

  /** Two clients over a network that loses nothing; the second one's page can sleep. */
  function reliableMatch() {
    const match = new Match({ game, seed: 2, bodies: 4, reliable: true });
    const faults = { latency: 3, jitter: 0, loss: 0 };
    const peers = [0, 1].map((seed) => new Peer(game, match, faults, seed, 2));
    let now = 0;
    const run = (ticks: number, isAsleep = false): void => {
      for (const end = now + ticks; now < end; ) {
        now++;
        for (const peer of peers) peer.up.deliver(now, (bytes) => match.receive(peer.slot, bytes));
        match.tick();
        for (const peer of peers) {
          peer.down.send(match.packetFor(peer.slot), now);
          peer.run(now, isAsleep && peer === peers[1]);
        }
      }
    };
    return { match, peers, run };
  }
});
