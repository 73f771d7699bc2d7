import type { PredictedMatch } from '../../../examples/server/client/prediction.ts';
import { makeWord } from '../../../examples/server/shared/words.ts';
import type { Rng } from '../../support/rng.ts';

/** Runs about at random, and mostly shoots at somebody whom it sees. */
export class Bot {
  readonly #rng: Rng;
  #moveX = 0;
  #moveY = 0;
  #aim = 0;
  #target = 0;

  readonly #players: number;

  constructor(rng: Rng, players: number) {
    this.#rng = rng;
    this.#players = players;
  }

  word(match: PredictedMatch): number {
    const rng = this.#rng;
    if (rng.next() < 0.05) {
      this.#moveX = rng.integer(-1, 1);
      this.#moveY = rng.integer(-1, 1);
      this.#target = rng.integer(0, this.#players - 1);
      this.#aim = rng.integer(0, 255);
    }
    const { arena, places, slot } = match;
    const seen = { x: 0, y: 0, aim: 0, alive: false };
    if (arena !== undefined && places !== undefined && this.#target !== slot) {
      places.read(this.#target, match.seen.now, seen);
      const { x, y } = arena.collision.Transform;
      const own = arena.fighters[slot];
      if (seen.alive) this.#aim = aimAt(seen.x - x[own], seen.y - y[own]);
    }
    return makeWord(this.#moveX, this.#moveY, this.#aim, rng.next() < 0.3, rng.next() < 0.3);
  }
}

function aimAt(x: number, y: number): number {
  return Math.round((Math.atan2(y, x) / (2 * Math.PI)) * 256) & 0xff;
}
