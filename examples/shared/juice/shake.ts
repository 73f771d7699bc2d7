import { wantsCalm } from './calm.ts';

const TICKS = 24;

/** A camera that trembles when something heavy happens. Only the picture moves: where the pointer is does not. */
export class Shake {
  x = 0;
  y = 0;
  #strength = 0;
  #since = 0;
  readonly #isCalm = wantsCalm();

  /** A strength of 1 moves the picture by one unit of the scene. */
  add(strength: number, tick: number): void {
    if (this.#isCalm || strength <= this.#strengthAt(tick)) return;
    this.#strength = strength;
    this.#since = tick;
  }

  update(now: number): void {
    const strength = this.#strengthAt(now);
    this.x = strength * Math.sin(1.9 * now);
    this.y = strength * Math.sin(2.7 * now + 1);
  }

  #strengthAt(tick: number): number {
    const left = 1 - (tick - this.#since) / TICKS;
    // After a jump back in time, the tick may be before the shake began.
    return left > 0 && left <= 1 ? this.#strength * left * left : 0;
  }
}
