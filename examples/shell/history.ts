import type { Moment } from './moments.ts';
import type { Run } from './run.ts';

/** Ticks that moments are apart at first: a second. */
const SECOND = 60;
/** Ticks between two of which the state is known by its hash: what runs again from a moment soon meets one. */
const HASHED = 20;
/** Moments may take so many bytes; when they take more, every other one is given up. */
const MOST_BYTES = 96e6;

interface KeptMoment {
  readonly tick: number;
  readonly moment: Moment;
}

/** What is remembered of a run: how to get back into it, what happened when, and what its state was each second. */
export class History {
  /** How many events there were, by tick. */
  readonly events: number[];
  readonly #moments: KeptMoment[] = [];
  /** About how many bytes they take. */
  #bytes = 0;
  readonly #hashes: Map<number, number>;
  /** Moments lie so many ticks apart. */
  #step = SECOND;
  #happened = 0;

  /** Begins with a run that has run no tick, and with what is known of the same run from before. */
  constructor(run: Run, before?: History) {
    this.events = before?.events ?? [];
    this.#hashes = before === undefined ? new Map() : before.#hashes;
    const { collision } = run.sim;
    // Each pair that begins to touch is an event; scenes about geometry alone have none.
    if (collision instanceof Object && 'onBegin' in collision && typeof collision.onBegin === 'function')
      collision.onBegin(() => this.#happened++);
    this.#keep(run);
  }

  /** The last tick before or at another from which a run can go on, if there is one. */
  momentBefore(tick: number): KeptMoment | undefined {
    return this.#moments.filter((moment) => moment.tick <= tick).at(-1);
  }

  /** Forgets what comes after a tick: something else happens from there on. */
  cut(tick: number): void {
    this.events.length = Math.min(this.events.length, tick);
    while ((this.#moments.at(-1)?.tick ?? -1) > tick) this.#moments.pop();
    for (const known of this.#hashes.keys()) if (known > tick) this.#hashes.delete(known);
  }

  /** Goes on with the run at a moment, from which the ticks run again. Returns what `note` does. */
  recall(run: Run, { tick, moment }: KeptMoment): boolean | undefined {
    run.keeper.recall(moment);
    run.goTo(tick);
    this.#happened = 0;
    return this.#compare(run);
  }

  /**
   * Notes a tick that a run has just run, for the first time or again. Returns whether its state is what it was then:
   * undefined where that is not known.
   */
  note(run: Run): boolean | undefined {
    const { tick } = run;
    this.events[tick - 1] = this.#happened;
    this.#happened = 0;
    if (tick % this.#step === 0 && (this.#moments.at(-1)?.tick ?? -1) < tick) this.#keep(run);
    return tick % HASHED === 0 ? this.#compare(run) : undefined;
  }

  #compare({ tick, sim }: Run): boolean | undefined {
    const hash = sim.hash();
    const before = this.#hashes.get(tick);
    this.#hashes.set(tick, hash);
    return before === undefined ? undefined : before === hash;
  }

  #keep({ keeper, tick }: Run): void {
    const moment = keeper.keep();
    this.#moments.push({ tick, moment });
    this.#bytes += moment.bytes;
    while (this.#bytes > MOST_BYTES && this.#moments.length > 2) {
      this.#step *= 2;
      const rest = this.#moments.filter(({ tick }) => tick % this.#step === 0);
      this.#moments.splice(0, Infinity, ...rest);
      this.#bytes = keeper.sizeOf(rest.map(({ moment }) => moment));
    }
  }
}
