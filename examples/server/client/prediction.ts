import type { CollisionHistory, CollisionSnapshot, EventLog } from 'bitecs-collision/2d';
import type { Arena } from '../shared/arena.ts';
import type { Game } from '../shared/game.ts';
import { hashArena } from '../shared/hash-arena.ts';
import { AGO_STEPS, judgeRail } from '../shared/judge.ts';
import { decodeServerPacket, encodeInputs, NO_AHEAD, NO_TICK, type WorldPacket } from '../shared/protocol.ts';
import { MAX_PLAYERS, MAX_REWIND } from '../shared/rules.ts';
import { addRules, canFireRail, step } from '../shared/step.ts';
import { unpackArena } from '../shared/transfer.ts';
import { FIRE, PRESENT, RAIL, repeated, withHit } from '../shared/words.ts';
import { Lead } from './lead.ts';
import { PastPlaces } from './past-places.ts';
import { SeenTime } from './seen-time.ts';

/**
 * The number of ticks that a client predicts before it stops and waits for the server, which takes no inputs that are
 * further ahead.
 */
const MAX_PREDICTED = 90;
const KEPT = 512;
/** Ticks that a client starts ahead with, until it knows better. */
const FIRST_LEAD = 4;
/**
 * The longest way, in units, by which the player's own fighter glides after a correction (a longer one is a jump), and
 * the share of the way that is left after a tick.
 */
const LONGEST_GLIDE = 2;
const GLIDE_LEFT = 0.85;

export interface PredictionOptions {
  readonly game: Game;
  /** Whether the network loses nothing and keeps the order: then every input is sent once. */
  readonly reliable: boolean;
  /** Called with every world that is begun: the first, and any after having got lost. Add handlers to its log. */
  readonly onWorld?: (arena: Arena, log: EventLog) => void;
}

/** The state of one world, which is replaced with it. */
interface Timeline {
  readonly arena: Arena;
  readonly slot: number;
  readonly log: EventLog;
  /** The history of the certain ticks only. */
  readonly history: CollisionHistory;
  readonly places: PastPlaces;
  /** The world after the last certain tick. */
  readonly certain: CollisionSnapshot;
}

/**
 * A match as a client runs it: ahead of the server, on its own inputs and a guess at those of others. When the server
 * says what they really were, the world goes back to the last certain tick, and forward again. Like the server's part
 * it knows nothing of sockets.
 */
export class PredictedMatch {
  readonly lead = new Lead();
  readonly seen = new SeenTime();
  /** The last tick that is certain, and the last that is predicted. */
  confirmed = 0;
  predicted = 0;
  /** How often this client found its world different from the server's. */
  divergences = 0;
  /** How far the player's own fighter was moved by the last rollbacks, to be shown as a glide instead of a jump. */
  readonly glide = new Float64Array(3);
  readonly #before = new Float64Array(3);
  readonly #options: PredictionOptions;
  #timeline: Timeline | undefined;
  readonly #frameTicks = new Float64Array(KEPT).fill(-1);
  readonly #frames = Array.from({ length: KEPT }, () => new Int32Array(MAX_PLAYERS));
  readonly #hashTicks = new Float64Array(KEPT).fill(-1);
  readonly #hashes = new Int32Array(KEPT);
  /** By tick: this player's input, including the fighter that a ray hit as far as this client knows. */
  readonly #wordTicks = new Float64Array(KEPT).fill(-1);
  readonly #words = new Int32Array(KEPT);
  readonly #agos = new Uint8Array(KEPT);
  readonly #guess = new Int32Array(MAX_PLAYERS);
  #sent = 0;
  #toCompare: { tick: number; hash: number } | undefined;
  /** Whether a frame came that is too far ahead to be kept, as to a page that has slept: it will not come again. */
  #isOvertaken = false;

  constructor(options: PredictionOptions) {
    this.#options = options;
  }

  /** The world as predicted, undefined until the server has sent one. */
  get arena(): Arena | undefined {
    return this.#timeline?.arena;
  }

  get slot(): number {
    return this.#timeline?.slot ?? -1;
  }

  /** The places of the fighters in certain ticks. */
  get places(): PastPlaces | undefined {
    return this.#timeline?.places;
  }

  /** Takes in what the server sent. Nothing changes until `rollForward`. */
  receive(bytes: Uint8Array): void {
    const packet = decodeServerPacket(this.#options.game.format, bytes);
    if (packet.kind === 'world') {
      // A world is taken if there is none yet, or if it is newer than what is confirmed here.
      if (this.#timeline === undefined || packet.tick > this.confirmed) this.#begin(packet);
      return;
    }
    const first = packet.newest - packet.frames.length + 1;
    packet.frames.forEach((frame, i) => {
      const tick = first + i;
      if (tick <= this.confirmed) return;
      if (tick >= this.confirmed + KEPT) {
        this.#isOvertaken = true;
        return;
      }
      this.#frameTicks[tick % KEPT] = tick;
      this.#frames[tick % KEPT].set(frame);
    });
    if (packet.ahead !== NO_AHEAD) this.lead.note(packet.ahead, this.predicted - packet.newest);
    this.#toCompare = { tick: packet.hashTick, hash: packet.hash };
  }

  /** Makes certain what has become so, and predicts the rest again. Once a frame, before what is new is predicted. */
  rollForward(): void {
    const timeline = this.#timeline;
    if (timeline === undefined) return;
    if (this.#isOvertaken) {
      this.#askForWorld();
      return;
    }
    if (this.#hasFrame(this.confirmed + 1)) {
      const { arena, slot, certain, history, places } = timeline;
      const { game } = this.#options;
      const own = arena.fighters[slot];
      arena.places.forEach((column, axis) => {
        this.#before[axis] = column[own];
      });
      this.#restore(timeline);
      while (this.#hasFrame(this.confirmed + 1)) {
        this.confirmed++;
        step(game, arena, this.#frames[this.confirmed % KEPT]);
        history.record();
        places.record(arena);
        this.#hashTicks[this.confirmed % KEPT] = this.confirmed;
        this.#hashes[this.confirmed % KEPT] = hashArena(game, arena);
      }
      game.engine.saveCollision(arena.world, certain);
      if (this.predicted < this.confirmed) {
        // The page has slept, and the server has gone on without its inputs.
        this.predicted = this.confirmed;
        this.lead.restart();
      }
      while (arena.tick < this.predicted) step(game, arena, this.#guessOf(timeline, arena.tick + 1));
      this.#glideFrom(arena, own);
    }
    timeline.log.confirm(this.confirmed);
    timeline.log.deliver();
    this.#compare();
  }

  /**
   * Predicts a tick in which this player does as a word says. Returns what is to be sent, also while there is no world
   * yet; undefined when too much is uncertain to go on.
   */
  advance(word: number): Uint8Array | undefined {
    const timeline = this.#timeline;
    const { game } = this.#options;
    if (timeline === undefined) return encodeInputs(game.format, { ack: NO_TICK, first: 0, words: [], agos: [] });
    if (this.predicted - this.confirmed >= MAX_PREDICTED) return undefined;
    const { arena, slot, history } = timeline;
    const tick = ++this.predicted;
    this.seen.advance(this.confirmed);
    const ago = Math.max(0, Math.min(255, Math.round((tick - this.seen.now) * AGO_STEPS)));
    const fires = (word & RAIL) !== 0 && canFireRail(arena, slot);
    const at = tick % KEPT;
    this.#words[at] = fires ? withHit(word, judgeRail(game, arena, history, slot, word, ago)) : word;
    this.#agos[at] = ago;
    this.#wordTicks[at] = tick;
    step(game, arena, this.#guessOf(timeline, tick));
    for (let axis = 0; axis < this.glide.length; axis++) this.glide[axis] *= GLIDE_LEFT;
    return this.#packet(tick);
  }

  /** The checksum of a certain tick; undefined when it is too long ago. */
  hashAt(tick: number): number | undefined {
    return this.#hashTicks[tick % KEPT] === tick ? this.#hashes[tick % KEPT] : undefined;
  }

  #begin(packet: WorldPacket): void {
    this.#timeline?.log.dispose();
    const { game } = this.#options;
    const { engine } = game;
    const arena = game.create(packet);
    addRules(arena);
    unpackArena(game, arena, packet.tick, packet.arena);
    const { world, fighters } = arena;
    this.#timeline = {
      ...{ arena, slot: packet.slot, places: new PastPlaces(game.format, fighters.length) },
      log: engine.createEventLog(world, { ticks: KEPT }),
      history: engine.createCollisionHistory(world, { ticks: MAX_REWIND + 2 * MAX_PREDICTED }),
      certain: engine.createSnapshot({ stores: arena.stores, entities: engine.savedEntities, results: false }),
    };
    engine.saveCollision(world, this.#timeline.certain);
    this.#timeline.places.record(arena);
    this.confirmed = this.predicted = this.#sent = packet.tick;
    this.seen.now = packet.tick;
    this.#toCompare = undefined;
    this.#isOvertaken = false;
    this.#options.onWorld?.(arena, this.#timeline.log);
    for (let i = 0; i < FIRST_LEAD; i++) step(game, arena, this.#guessOf(this.#timeline, ++this.predicted));
  }

  /** Adds the way from where the player's own fighter is now to where it was before the rollback. */
  #glideFrom({ places }: Arena, own: number): void {
    const way = places.map((column, axis) => this.#before[axis] - column[own]);
    // A long way means that the fighter has entered anew, and did not come gliding.
    if (way.some((part) => Math.abs(part) > LONGEST_GLIDE)) this.glide.fill(0);
    else for (let axis = 0; axis < way.length; axis++) this.glide[axis] += way[axis];
  }

  #restore({ arena, certain }: Timeline): void {
    this.#options.game.engine.restoreCollision(arena.world, certain);
    arena.tick = this.confirmed;
  }

  #hasFrame(tick: number): boolean {
    return this.#frameTicks[tick % KEPT] === tick;
  }

  /**
   * Returns the inputs of all players in a tick that is not certain: this player's own, and the last certain ones of
   * the others, but without their shots: a shot that is shown and taken back disturbs more than one that is shown
   * late.
   */
  #guessOf({ slot }: Timeline, tick: number): Int32Array {
    const last = this.#frames[this.confirmed % KEPT];
    for (let other = 0; other < MAX_PLAYERS; other++) this.#guess[other] = repeated(last[other]) & ~FIRE;
    const own = this.#wordTicks[tick % KEPT] === tick ? this.#words[tick % KEPT] : this.#guess[slot];
    this.#guess[slot] = own | PRESENT;
    return this.#guess;
  }

  #packet(tick: number): Uint8Array {
    // The server does not need inputs for ticks that it has run.
    const first = this.#options.reliable ? this.#sent + 1 : this.confirmed + 1;
    const ticks = Array.from({ length: tick - first + 1 }, (_, i) => first + i).filter(
      (sent) => this.#wordTicks[sent % KEPT] === sent,
    );
    this.#sent = tick;
    return encodeInputs(this.#options.game.format, {
      ack: this.confirmed,
      first: ticks[0] ?? tick,
      words: ticks.map((sent) => this.#words[sent % KEPT]),
      agos: ticks.map((sent) => this.#agos[sent % KEPT]),
    });
  }

  /** Compares with the server's world. A client that has run apart from it asks for a new one. */
  #compare(): void {
    const mine = this.#toCompare && this.hashAt(this.#toCompare.tick);
    if (mine === undefined || mine === this.#toCompare?.hash) return;
    this.divergences++;
    this.#askForWorld();
  }

  /** Gives the world up. Packets of a client without one say so, and the server answers with the whole world. */
  #askForWorld(): void {
    this.#timeline?.log.dispose();
    this.#timeline = undefined;
  }
}
