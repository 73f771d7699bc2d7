/** Ticks for which a game that has just ended cannot be started again: whoever still fires would miss the score. */
const LOCK_TICKS = 60;

/** The fire button of a game, which counts once each time it goes down. */
export class Press {
  #wasDown = false;
  #locked = 0;

  /** To be called once a tick. Returns whether the button has gone down in it, and is not locked. */
  read({ action, pointerDown }: { readonly action: boolean; readonly pointerDown: boolean }): boolean {
    const down = action || pointerDown;
    const pressed = down && !this.#wasDown && this.#locked === 0;
    this.#wasDown = down;
    if (this.#locked > 0) this.#locked--;
    return pressed;
  }

  get isLocked(): boolean {
    return this.#locked > 0;
  }

  /** Takes no press for a second. */
  lock(): void {
    this.#locked = LOCK_TICKS;
  }
}
