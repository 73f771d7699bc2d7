import { keep, readKept } from '../shell/kept.ts';

/** The shortest time in which a game was won, kept where the browser keeps things for a page. */
export class BestTime {
  readonly #key: string;
  #ticks: number;

  constructor(game: string) {
    this.#key = `bitecs-collision-time-${game}`;
    const kept = Number(readKept(this.#key));
    this.#ticks = kept > 0 ? kept : Infinity;
  }

  /** Notes the ticks that a game took, and returns the fewest so far. */
  note(ticks: number): number {
    if (ticks < this.#ticks) {
      this.#ticks = ticks;
      keep(this.#key, String(ticks));
    }
    return this.#ticks;
  }
}
