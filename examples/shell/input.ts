import { readGamepad } from './gamepad.ts';
import { letterOf } from './keys.ts';
import { POINTER_STEPS, type SceneInput, type View } from './scene.ts';

/** Controls that take no keys but those that press them. */
const PRESSED = 'button, a, input[type="checkbox"]';

type Wish = 'left' | 'right' | 'up' | 'down' | 'action';

/** The wishes of keys that are not letters, by their code, and of letters. */
const NAMED: Readonly<Record<string, Wish>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Space: 'action',
  Enter: 'action',
};
const LETTERS: Readonly<Record<string, Wish>> = { a: 'left', d: 'right', w: 'up', s: 'down' };

/** A mouse or a finger that is pressed, and where it is on the surface. */
interface Pressed {
  readonly id: number;
  x: number;
  y: number;
}

/** Collects keyboard, pointers and gamepads, for the sim to read at its own pace. */
export class InputCollector {
  /** Whether the pointer is wanted for something else: to the scene it is then not pressed, and does not move. */
  isPointerTaken = false;
  /** The wish of each key that is held down, by the key's place on the keyboard. */
  readonly #held = new Map<string, Wish>();
  /** The pointers that are pressed, in the order in which they were pressed. */
  readonly #pressed: Pressed[] = [];
  #x = 0;
  #y = 0;
  #moved = false;

  constructor(surface: HTMLElement) {
    const boxOf = () => surface.getBoundingClientRect();
    surface.addEventListener('pointermove', (event) => this.#point(event, boxOf()));
    surface.addEventListener('pointerdown', (event) => {
      surface.setPointerCapture(event.pointerId);
      if (this.#indexOf(event) < 0) this.#pressed.push({ id: event.pointerId, x: 0, y: 0 });
      this.#point(event, boxOf());
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      surface.addEventListener(end, (event) => {
        const at = this.#indexOf(event);
        if (at >= 0) this.#pressed.splice(at, 1);
        // The finger that stays is the pointer from now on.
        if (at === 0 && this.#pressed.length > 0) ({ x: this.#x, y: this.#y } = this.#pressed[0]);
      });
    }
    // A control that was clicked gives the keyboard back, so that space plays on instead of pressing it again. One that
    // was reached and pressed by keys keeps it: such a click has no count.
    addEventListener('click', ({ detail, target }) => {
      if (detail > 0 && target instanceof Element) target.closest<HTMLElement>(PRESSED)?.blur();
    });
    addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'checkbox') target.blur();
    });
    addEventListener('keydown', (event) => {
      const wish = NAMED[event.code] ?? LETTERS[letterOf(event)];
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || wish === undefined) return;
      this.#held.set(event.code, wish);
      event.preventDefault();
    });
    addEventListener('keyup', (event) => this.#held.delete(event.code));
    addEventListener('blur', () => this.reset());
  }

  /** Whether something is pressed that the scene would see. */
  get isActive(): boolean {
    return this.#held.size > 0 || readGamepad() !== undefined || (this.#pressed.length > 0 && !this.isPointerTaken);
  }

  reset(): void {
    this.#held.clear();
    this.#pressed.length = 0;
    this.#moved = false;
  }

  write(input: SceneInput, view: View): void {
    const gamepad = readGamepad();
    input.moveX = this.#any('right') - this.#any('left') || (gamepad?.moveX ?? 0);
    input.moveY = this.#any('down') - this.#any('up') || (gamepad?.moveY ?? 0);
    input.action = this.#any('action') === 1 || gamepad?.action === true;
    const [first, second] = this.isPointerTaken ? [] : this.#pressed;
    input.pointerDown = first !== undefined;
    input.secondDown = second !== undefined;
    const { camera } = view;
    if (camera === undefined || !this.#moved || this.isPointerTaken) return;
    input.pointerX = inSteps(camera.toSceneX(this.#x));
    input.pointerY = inSteps(camera.toSceneY(this.#y));
    if (second === undefined) return;
    input.secondX = inSteps(camera.toSceneX(second.x));
    input.secondY = inSteps(camera.toSceneY(second.y));
  }

  #any(wish: Wish): number {
    for (const held of this.#held.values()) if (held === wish) return 1;
    return 0;
  }

  #indexOf({ pointerId }: PointerEvent): number {
    return this.#pressed.findIndex(({ id }) => id === pointerId);
  }

  #point(event: PointerEvent, box: DOMRect): void {
    const at = this.#indexOf(event);
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    if (at >= 0) Object.assign(this.#pressed[at], { x, y });
    // While several are pressed, the pointer is where the first of them is.
    if (at > 0 || (at < 0 && this.#pressed.length > 0)) return;
    this.#x = x;
    this.#y = y;
    this.#moved = true;
  }
}

/** Places are whole steps, so that a link carries them to the bit in few letters. */
function inSteps(place: number): number {
  return Math.round(place * POINTER_STEPS) / POINTER_STEPS;
}

/** Whether a key belongs to a control that takes it itself. */
export function isTyping({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(PRESSED) !== null && target.closest('dialog') === null) return NAMED[code] === 'action';
  if (target.closest('[role="slider"]') !== null) return /^(Arrow|Page|Home|End)/.test(code);
  return target.closest('input, select, textarea, [contenteditable], dialog') !== null;
}
