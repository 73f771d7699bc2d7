import type { PredictedMatch } from './prediction.ts';

/** After a pause, a tab in the background say, no more ticks are made up for. */
const MAX_BACKLOG = 10;

/** Runs a predicted match by a clock: as fast as the server wants it, so that inputs arrive in time. */
export class Session {
  readonly match: PredictedMatch;
  readonly #send: (bytes: Uint8Array) => void;
  #due = 0;

  constructor(match: PredictedMatch, send: (bytes: Uint8Array) => void) {
    this.match = match;
    this.#send = send;
  }

  /** Advances the match by a time in ticks; `wordOf` is asked for the player's input in each new tick. */
  update(elapsed: number, wordOf: () => number): void {
    const { match } = this;
    match.rollForward();
    this.#due = Math.min(MAX_BACKLOG, this.#due + elapsed * match.lead.speed);
    let ticks = match.lead.takeJump();
    for (; this.#due >= 1; this.#due--) ticks++;
    for (; ticks > 0; ticks--) {
      const bytes = match.advance(wordOf());
      if (bytes !== undefined) this.#send(bytes);
    }
  }

  /** The part of a tick that has passed since the last one. */
  get fraction(): number {
    return this.#due;
  }
}
