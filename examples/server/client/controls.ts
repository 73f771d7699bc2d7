import { AIMS, makeWord } from '../shared/words.ts';

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

/** Keys and mouse, as a word for every tick. */
export class Controls {
  /** Where the mouse is, in units of the arena. */
  pointerX = 0;
  pointerY = 0;
  readonly #down = new Set<string>();

  constructor(field: HTMLElement) {
    addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLInputElement && event.code.startsWith('Arrow')) return;
      this.#down.add(event.code);
      if (event.code === 'Space') event.preventDefault();
    });
    addEventListener('keyup', (event) => this.#down.delete(event.code));
    addEventListener('blur', () => this.#down.clear());
    field.addEventListener('pointerdown', (event) => this.#down.add(`Button${event.button}`));
    addEventListener('pointerup', (event) => this.#down.delete(`Button${event.button}`));
    field.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** What the player does, standing at a place. */
  word(x: number, y: number): number {
    const move = { x: 0, y: 0 };
    for (const code of this.#down) {
      const [axis, way] = MOVES[code] ?? ['x', 0];
      move[axis] = Math.max(-1, Math.min(1, move[axis] + way));
    }
    // Whatever `Math` gives here is sent, and the same for all.
    const turn = Math.atan2(this.pointerY - y, this.pointerX - x) / (2 * Math.PI);
    const aim = Math.round(turn * AIMS) & (AIMS - 1);
    const rail = this.#down.has('Space') || this.#down.has('Button2');
    return makeWord(move.x, move.y, aim, this.#down.has('Button0'), rail);
  }
}
