import { TICK } from './scene.ts';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

/**
 * A slow machine must not fall ever further behind: what does not fit into this many milliseconds a frame is dropped.
 */
const FRAME_BUDGET_MS = 40;

/** Turns the time that passes into whole ticks. */
export class Clock {
  playing = true;
  speed = 1;
  #pending = 0;
  #last = 0;

  /** Forgets the time that passed, after a pause or a change of scene. */
  reset(now: number): void {
    this.#pending = 0;
    this.#last = now;
  }

  /** Runs the ticks that are due at `now` (milliseconds), until a tick stops the clock. */
  advance(now: number, tick: () => void): void {
    const elapsed = Math.min(250, Math.max(0, now - this.#last)) / 1000;
    this.#last = now;
    if (!this.playing) return;
    this.#pending += elapsed * this.speed;
    const start = performance.now();
    while (this.playing && this.#pending >= TICK) {
      this.#pending -= TICK;
      tick();
      if (performance.now() - start > FRAME_BUDGET_MS) {
        this.#pending = 0;
        return;
      }
    }
  }
}
