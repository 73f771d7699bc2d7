import { FIRE } from '../shared/words.ts';

const MOVES: Readonly<Record<string, readonly [axis: 'x' | 'y', way: number]>> = {
  KeyA: ['x', -1],
  ArrowLeft: ['x', -1],
  KeyD: ['x', 1],
  ArrowRight: ['x', 1],
  KeyW: ['y', -1],
  ArrowUp: ['y', -1],
  KeyS: ['y', 1],
  ArrowDown: ['y', 1],
};

/** Pixels: a thumb that has moved less means nothing. */
export const DEAD = 10;
/**
 * A push counts as along an axis when its part along this axis is at least this share of its length; a diagonal push
 * counts as along both.
 */
const ALONG = 0.4;

/** A thumb on the screen: where it came down, and where it is. */
export interface Stick {
  readonly id: number;
  readonly fromX: number;
  readonly fromY: number;
  x: number;
  y: number;
}

/** Which buttons of a word are pressed by which keys, mouse buttons and buttons of the page. */
export type Buttons = Readonly<Record<string, number>>;

/** Keys and mouse buttons, or two thumbs. What they mean for an aim is for the screen to say. */
export class Controls {
  /** The left thumb moves; the right one aims, and fires as long as it is down. */
  left: Stick | undefined;
  right: Stick | undefined;
  readonly #down = new Set<string>();
  readonly #buttons: Buttons;

  constructor(field: HTMLElement, buttons: Buttons) {
    this.#buttons = buttons;
    addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLInputElement && event.code.startsWith('Arrow')) return;
      this.#down.add(event.code);
      if (event.code === 'Space') event.preventDefault();
    });
    addEventListener('keyup', (event) => this.#down.delete(event.code));
    addEventListener('blur', () => this.#down.clear());
    field.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch') this.#touch(event, field);
      else this.#down.add(`Button${event.button}`);
    });
    addEventListener('pointermove', (event) => {
      const stick = this.#stickOf(event);
      if (stick !== undefined) Object.assign(stick, { x: event.clientX, y: event.clientY });
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      addEventListener(end, (event) => {
        if (this.left === this.#stickOf(event)) this.left = undefined;
        if (this.right === this.#stickOf(event)) this.right = undefined;
        if (event.pointerType !== 'touch') this.#down.delete(`Button${event.button}`);
      });
    }
    field.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Has a button of the page count as a key of that name. */
  wire(button: HTMLElement, name: string): void {
    button.addEventListener('pointerdown', () => this.#down.add(name));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      button.addEventListener(end, () => this.#down.delete(name));
  }

  #touch({ pointerId: id, clientX: x, clientY: y }: PointerEvent, field: HTMLElement): void {
    const box = field.getBoundingClientRect();
    const stick = { id, fromX: x, fromY: y, x, y };
    if (x < box.left + box.width / 2) this.left = stick;
    else this.right = stick;
  }

  #stickOf({ pointerId }: PointerEvent): Stick | undefined {
    return [this.left, this.right].find((stick) => stick?.id === pointerId);
  }

  /** −1, 0 or 1 to the right and downwards, or back. */
  move(): { x: number; y: number } {
    const move = { x: 0, y: 0 };
    for (const code of this.#down) {
      const [axis, way] = MOVES[code] ?? ['x', 0];
      move[axis] = Math.max(-1, Math.min(1, move[axis] + way));
    }
    const [pushX, pushY] = pushOf(this.left);
    const length = Math.hypot(pushX, pushY);
    if (length > DEAD) {
      move.x = Math.abs(pushX) > ALONG * length ? Math.sign(pushX) : 0;
      move.y = Math.abs(pushY) > ALONG * length ? Math.sign(pushY) : 0;
    }
    return move;
  }

  /** The buttons of a word that are pressed. */
  pressed(): number {
    let pressed = this.right === undefined ? 0 : FIRE;
    for (const name of this.#down) pressed |= this.#buttons[name] ?? 0;
    return pressed;
  }
}

/** How far a thumb is from where it came down, in pixels. */
export function pushOf(stick: Stick | undefined): readonly [x: number, y: number] {
  return stick === undefined ? [0, 0] : [stick.x - stick.fromX, stick.y - stick.fromY];
}
