import { remember } from '../shell/remember.ts';
import type { SceneInput } from '../shell/scene.ts';

/**
 * Ticks after the end of a game in which presses do not start the next one: a player who still fires would miss the
 * score.
 */
const LOCK_TICKS = 60;

type Buttons = Pick<SceneInput, 'action' | 'pointerDown'> & Partial<Pick<SceneInput, 'secondDown'>>;

/** The fire button of a game, which counts once each time it goes down. */
export class Press {
  #wasDown = false;
  #wasSecondDown = false;
  #locked = 0;

  constructor() {
    remember(
      () => ({ wasDown: this.#wasDown, wasSecondDown: this.#wasSecondDown, locked: this.#locked }),
      (was) => {
        this.#wasDown = was.wasDown;
        this.#wasSecondDown = was.wasSecondDown;
        this.#locked = was.locked;
      },
    );
  }

  /** To be called once a tick. Returns whether the button has gone down in it, and is not locked. */
  read({ action, pointerDown, secondDown = false }: Buttons): boolean {
    const down = action || pointerDown;
    const isNew = (down && !this.#wasDown) || (secondDown && !this.#wasSecondDown);
    const pressed = isNew && this.#locked === 0;
    this.#wasDown = down;
    this.#wasSecondDown = secondDown;
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
