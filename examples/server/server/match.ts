import type { CollisionHistory } from 'bitecs-collision/2d';
import type { Arena, ArenaOptions } from '../shared/arena.ts';
import type { Game } from '../shared/game.ts';
import { hashArena } from '../shared/hash-arena.ts';
import { judgeRail } from '../shared/judge.ts';
import { decodeInputs, encodeFrames, encodeWorld, MAX_FRAMES, NO_TICK } from '../shared/protocol.ts';
import { MAX_PLAYERS, MAX_REWIND } from '../shared/rules.ts';
import { addRules, canFireRail, step } from '../shared/step.ts';
import { packArena } from '../shared/transfer.ts';
import { PRESENT, RAIL, withHit } from '../shared/words.ts';
import { Inbox } from './inbox.ts';

/**
 * The number of frames that are kept for clients that have not got them yet; a client that is further behind gets the
 * world.
 */
const FRAMES_KEPT = 240;
/** Ticks between two checksums. */
const HASH_EVERY = 32;
/** The ticks before the world is sent again to a client that asked for it and has not answered. */
const WORLD_EVERY = 90;
/** The number of invalid packets after which a client is disconnected. */
const MAX_OFFENCES = 20;

export interface MatchOptions extends ArenaOptions {
  readonly game: Game;
  /** Whether the network loses nothing and keeps the order, as WebSockets do: then every frame is sent once. */
  readonly reliable: boolean;
}

interface Seat {
  readonly inbox: Inbox;
  /** The newest frame that was sent to it, NO_TICK before the world was. */
  sent: number;
  worldSentAt: number;
}

/**
 * A match as the server runs it: what happens here, happened. It knows nothing of sockets: bytes come in by `receive`,
 * and `packetFor` says which go out.
 */
export class Match {
  readonly arena: Arena;
  readonly #history: CollisionHistory;
  readonly #options: MatchOptions;
  readonly #seats: (Seat | undefined)[] = new Array(MAX_PLAYERS).fill(undefined);
  readonly #frames = Array.from({ length: FRAMES_KEPT }, () => new Int32Array(MAX_PLAYERS));
  #hashTick = 0;
  #hash = 0;

  constructor(options: MatchOptions) {
    const { game } = options;
    this.#options = options;
    this.arena = game.create(options);
    addRules(this.arena);
    this.#history = game.engine.createCollisionHistory(this.arena.world, { ticks: MAX_REWIND + 2 });
    this.#hash = hashArena(game, this.arena);
  }

  /** Returns the slot of a new player, −1 when all are taken. */
  join(): number {
    const { Fighter, fighters } = this.arena;
    // A slot whose fighter has left the arena is preferred: in another slot the new player would go on with the
    // fighter of the one before.
    const isEmpty = (seat: Seat | undefined, i: number) => seat === undefined && Fighter.present[fighters[i]] === 0;
    const empty = this.#seats.findIndex(isEmpty);
    const slot = empty >= 0 ? empty : this.#seats.indexOf(undefined);
    if (slot >= 0) this.#seats[slot] = { inbox: new Inbox(), sent: NO_TICK, worldSentAt: -WORLD_EVERY };
    return slot;
  }

  leave(slot: number): void {
    this.#seats[slot] = undefined;
  }

  /** Sends a player the whole world with the next tick: the connection broke, and something is missing. */
  sendWorld(slot: number): void {
    const seat = this.#seats[slot];
    if (seat === undefined) return;
    seat.sent = NO_TICK;
    seat.worldSentAt = -WORLD_EVERY;
    seat.inbox.ack = NO_TICK;
  }

  /** Takes in what a client sent, whatever it is. */
  receive(slot: number, bytes: unknown): void {
    this.#seats[slot]?.inbox.receive(decodeInputs(this.#options.game.format, bytes), this.arena.tick);
  }

  /** Whether a player has sent more nonsense than bad luck explains. */
  isCheating(slot: number): boolean {
    return (this.#seats[slot]?.inbox.offences ?? 0) > MAX_OFFENCES;
  }

  tick(): void {
    const { arena } = this;
    const { game } = this.#options;
    const tick = arena.tick + 1;
    const frame = this.#frames[tick % FRAMES_KEPT];
    for (let slot = 0; slot < MAX_PLAYERS; slot++) frame[slot] = this.#wordOf(slot, tick);
    step(game, arena, frame);
    this.#history.record();
    if (tick % HASH_EVERY !== 0) return;
    this.#hashTick = tick;
    this.#hash = hashArena(game, arena);
  }

  /** Returns what a player is to be sent after a tick, if anything. */
  packetFor(slot: number): Uint8Array | undefined {
    const seat = this.#seats[slot];
    if (seat === undefined) return undefined;
    const { tick } = this.arena;
    const known = this.#options.reliable && seat.inbox.ack !== NO_TICK ? seat.sent : seat.inbox.ack;
    if (known === NO_TICK || tick - known >= Math.min(FRAMES_KEPT, MAX_FRAMES)) return this.#world(slot, seat);
    seat.sent = tick;
    const frames = Array.from({ length: tick - known }, (_, i) => this.#frames[(known + 1 + i) % FRAMES_KEPT]);
    return encodeFrames(this.#options.game.format, {
      kind: 'frames',
      newest: tick,
      ahead: seat.inbox.aheadOf(tick),
      hashTick: this.#hashTick,
      hash: this.#hash,
      frames,
    });
  }

  #wordOf(slot: number, tick: number): number {
    const seat = this.#seats[slot];
    if (seat === undefined) return 0;
    const word = seat.inbox.take(tick) | PRESENT;
    if ((word & RAIL) === 0 || !canFireRail(this.arena, slot)) return word;
    const { game } = this.#options;
    return withHit(word, judgeRail(game, this.arena, this.#history, slot, word, seat.inbox.agoAt(tick)));
  }

  #world(slot: number, seat: Seat): Uint8Array | undefined {
    const { arena } = this;
    if (arena.tick - seat.worldSentAt < WORLD_EVERY) return undefined;
    const { game, seed, bodies } = this.#options;
    seat.worldSentAt = seat.sent = arena.tick;
    return encodeWorld({ kind: 'world', tick: arena.tick, slot, seed, bodies, arena: packArena(game, arena) });
  }
}
