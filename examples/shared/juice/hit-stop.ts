import { remember } from '../../shell/remember.ts';
/**
 * A moment in which a game stands still, so that a hard hit is felt. It is part of the game, not of the picture: ticks
 * are counted, and the same seed and input give the same game.
 */
export class HitStop {
  #left = 0;

  constructor() {
    remember(
      () => ({ left: this.#left }),
      (was) => {
        this.#left = was.left;
      },
    );
  }

  /** Stands still for so many ticks, unless it already does for longer. */
  hold(ticks: number): void {
    this.#left = Math.max(this.#left, ticks);
  }

  /** To be asked once a tick: whether the game stands still in it. */
  isHolding(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }
}
