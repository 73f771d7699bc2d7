import { createEventLog, createSnapshot, type EventLog, restoreCollision, saveCollision } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { Ball, createArena, Player } from './arena.ts';
import { MOST_UNCONFIRMED, RollbackPeer, type RollbackWorld } from './netcode.ts';

/** The kinds of news about an event: it was predicted, and then either confirmed or cancelled. */
export type News = 'predicted' | 'confirmed' | 'cancelled';

export interface Told {
  readonly news: News;
  /** The tick in which the event happened, or was predicted to, and the tick in which the news came. */
  readonly tick: number;
  readonly at: number;
  readonly player: number;
  readonly ball: number;
}

export type Machine = ReturnType<typeof createMachine>;

/** The machine of a player: the arena, and the netcode that takes it back and forth. */
export function createMachine(seed: number, player: 0 | 1) {
  const arena = createArena(seed);
  const { world, stores } = arena;
  const snapshots = Array.from({ length: MOST_UNCONFIRMED }, () => createSnapshot({ stores, results: false }));
  /** By tick modulo the length: the hash of the state after the tick. */
  const hashes = new Uint32Array(4 * MOST_UNCONFIRMED);
  let told: Told[] = [];

  const rollback: RollbackWorld = {
    save: (tick) => saveCollision(world, snapshots[tick % MOST_UNCONFIRMED]),
    restore: (tick) => restoreCollision(world, snapshots[tick % MOST_UNCONFIRMED]),
    run(tick, inputs) {
      arena.run(inputs);
      hashes[tick % hashes.length] = arena.hash();
    },
    // The collision counts ticks from 1.
    confirm: (tick) => log.confirm(tick + 1),
  };
  const peer = new RollbackPeer(rollback, player);

  const tell = (news: News) => (first: number, ball: number, event: { readonly tick: number }) =>
    told.push({ news, tick: event.tick - 1, at: peer.tick, player: arena.ownerOf(first), ball });
  let log = createLog();

  function createLog(): EventLog {
    const created = createEventLog(world, { ticks: MOST_UNCONFIRMED + 2 });
    created.onBegin([Player], [Ball], {
      predicted: tell('predicted'),
      confirmed: tell('confirmed'),
      cancelled: tell('cancelled'),
    });
    return created;
  }

  /** The state from before the first tick that is not confirmed. */
  const unconfirmed = () => snapshots[(peer.confirmed + 1) % MOST_UNCONFIRMED];
  // An event log cannot forget ticks that are confirmed. So going back makes a new log, which hears the unconfirmed
  // ticks again, and what it reports of them at once is known already.
  remember(
    () => ({ peer, hashes, columns: unconfirmed().columns }),
    () => {
      log.dispose();
      if (peer.tick > peer.confirmed + 1) restoreCollision(world, unconfirmed());
      log = createLog();
      peer.runAgain();
      log.deliver();
      told = [];
    },
  );

  return {
    arena,
    peer,
    /** The state after a tick of the last seconds; that of a confirmed one will not change. */
    hashAfter: (tick: number): number => hashes[tick % hashes.length],

    /** Runs a frame, and returns what became known of events in it. */
    frame(input: number): { again: number; told: readonly Told[] } {
      told = [];
      const again = peer.advance(input);
      log.deliver();
      return { again, told };
    },
  };
}
