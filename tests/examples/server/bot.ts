import { createPlace } from '../../../examples/server/client/past-places.ts';
import type { PredictedMatch } from '../../../examples/server/client/prediction.ts';
import type { Game } from '../../../examples/server/shared/game.ts';
import { FIRE, JUMP, makeAim, makeWord, RAIL, turnsOf } from '../../../examples/server/shared/words.ts';
import type { Rng } from '../../support/rng.ts';

/** Runs about at random, jumps where that can be, and mostly shoots at somebody whom it sees. */
export class Bot {
  readonly #game: Game;
  readonly #rng: Rng;
  readonly #players: number;
  #moveX = 0;
  #moveY = 0;
  #aim = 0;
  #target = 0;

  constructor(game: Game, rng: Rng, players: number) {
    this.#game = game;
    this.#rng = rng;
    this.#players = players;
  }

  word(match: PredictedMatch): number {
    const rng = this.#rng;
    const { format } = this.#game;
    if (rng.next() < 0.05) {
      this.#moveX = rng.integer(-1, 1);
      this.#moveY = rng.integer(-1, 1);
      this.#target = rng.integer(0, this.#players - 1);
      this.#aim = makeAim(format, rng.integer(0, turnsOf(format) - 1));
    }
    const { arena, places, slot } = match;
    const seen = createPlace();
    if (arena !== undefined && places !== undefined && this.#target !== slot) {
      places.read(this.#target, match.seen.now, seen);
      const own = arena.fighters[slot];
      const [x, y, z = 0] = arena.places.map((column) => column[own]);
      const [, eye] = arena.plan.eye;
      if (seen.alive) this.#aim = this.#game.aimAlong(seen.x - x, seen.y - y - eye, seen.z - z);
    }
    const buttons = (rng.next() < 0.3 ? FIRE : 0) | (rng.next() < 0.3 ? RAIL : 0);
    const jumps = (format.buttons & JUMP) !== 0 && rng.next() < 0.03;
    return makeWord(this.#moveX, this.#moveY, this.#aim, buttons | (jumps ? JUMP : 0));
  }
}
