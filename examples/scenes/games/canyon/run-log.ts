import type { Flight, Wish } from './flight.ts';

/** Steps from the middle to the rim of a stick. */
const STEPS = 100;

/**
 * All that has happened to a flight from outside: what its pilot wanted, tick by tick. The same flight that is given it
 * again does the same again, so the log is a ghost, with all that it meets on its way.
 */
export class RunLog {
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #fires: boolean[] = [];
  #score = 0;
  #way = 0;
  #won = false;
  #ringTimes: readonly number[] = [];

  /** Notes what the pilot wants in the next tick, and returns it as it has been noted: rounded. */
  add({ x, y, fires }: Wish): Wish {
    this.#x.push(Math.round(STEPS * x));
    this.#y.push(Math.round(STEPS * y));
    this.#fires.push(fires);
    return this.at(this.#x.length - 1);
  }

  at(tick: number): Wish {
    const i = Math.min(tick, this.#x.length - 1);
    return { x: this.#x[i] / STEPS, y: this.#y[i] / STEPS, fires: this.#fires[i] };
  }

  /** Notes how it has ended. */
  end({ counts, state, way, ringTimes }: Flight): void {
    this.#score = counts.score;
    this.#way = way;
    this.#won = state.won;
    this.#ringTimes = [...ringTimes];
  }

  /** The exact time at which a ring was entered, in seconds; NaN if it was not. */
  ringTime(ring: number): number {
    return this.#ringTimes[ring] ?? Number.NaN;
  }

  /** One that has come through is better than one that has not, and one that has come farther; else points count. */
  isBetterThan(other: RunLog): boolean {
    if (this.#won !== other.#won) return this.#won;
    return this.#won ? this.#score > other.#score : this.#way > other.#way;
  }
}
