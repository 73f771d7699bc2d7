import type { SceneInput, View } from './scene.ts';

const LEFT = ['ArrowLeft', 'KeyA'];
const RIGHT = ['ArrowRight', 'KeyD'];
const UP = ['ArrowUp', 'KeyW'];
const DOWN = ['ArrowDown', 'KeyS'];
const ACTION = ['Space', 'Enter'];
/** Controls that take no keys but those that press them. */
const PRESSED = 'button, a, input[type="checkbox"]';
const PLAYED = new Set([...LEFT, ...RIGHT, ...UP, ...DOWN, ...ACTION]);

/** Collects keyboard and pointer, for the sim to read at its own pace. */
export class InputCollector {
  /** Whether the pointer is wanted for something else: to the scene it is then not pressed, and does not move. */
  isPointerTaken = false;
  readonly #held = new Set<string>();
  #x = 0;
  #y = 0;
  #down = false;
  #moved = false;

  constructor(surface: HTMLElement) {
    surface.addEventListener('pointermove', (event) => this.#point(event));
    surface.addEventListener('pointerdown', (event) => {
      surface.setPointerCapture(event.pointerId);
      this.#down = true;
      this.#point(event);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      surface.addEventListener(end, () => {
        this.#down = false;
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
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || !PLAYED.has(event.code)) return;
      this.#held.add(event.code);
      event.preventDefault();
    });
    addEventListener('keyup', (event) => this.#held.delete(event.code));
    addEventListener('blur', () => this.reset());
  }

  /** Whether something is pressed that the scene would see. */
  get isActive(): boolean {
    return this.#held.size > 0 || (this.#down && !this.isPointerTaken);
  }

  reset(): void {
    this.#held.clear();
    this.#down = false;
    this.#moved = false;
  }

  write(input: SceneInput, view: View): void {
    input.moveX = this.#any(RIGHT) - this.#any(LEFT);
    input.moveY = this.#any(DOWN) - this.#any(UP);
    input.action = this.#any(ACTION) === 1;
    input.pointerDown = this.#down && !this.isPointerTaken;
    if (view.camera === undefined || !this.#moved || this.isPointerTaken) return;
    input.pointerX = view.camera.toSceneX(this.#x);
    input.pointerY = view.camera.toSceneY(this.#y);
  }

  #any(codes: readonly string[]): number {
    return codes.some((code) => this.#held.has(code)) ? 1 : 0;
  }

  #point(event: PointerEvent): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    this.#x = event.clientX - box.left;
    this.#y = event.clientY - box.top;
    this.#moved = true;
  }
}

/** Whether a key belongs to a control that takes it itself. */
export function isTyping({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(PRESSED) !== null && target.closest('dialog') === null) return ACTION.includes(code);
  return target.closest('input, select, textarea, [contenteditable], dialog') !== null;
}
