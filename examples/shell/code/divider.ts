import { keep, readKept } from '../kept.ts';

const STORAGE_KEY = 'bitecs-collision-code-share';

/** The least and the largest part of the stage that the code may take, in percent. */
const LEAST = 20;
const MOST = 80;
/** The step of an arrow key. */
const STEP = 5;

/** The edge between picture and code, to be dragged or moved by arrow keys; the page remembers where it was put. */
export class Divider {
  readonly #edge: HTMLElement;
  readonly #stage: HTMLElement;

  constructor(edge: HTMLElement, stage: HTMLElement) {
    this.#edge = edge;
    this.#stage = stage;
    const kept = Number(readKept(STORAGE_KEY));
    if (kept >= LEAST && kept <= MOST) this.#place(kept);
    edge.addEventListener('pointerdown', (event) => {
      edge.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    edge.addEventListener('pointermove', (event) => {
      if (edge.hasPointerCapture(event.pointerId)) this.#follow(event);
    });
    edge.addEventListener('keydown', ({ key }) => {
      const towardsPicture = key === 'ArrowLeft' || key === 'ArrowUp';
      if (!towardsPicture && key !== 'ArrowRight' && key !== 'ArrowDown') return;
      this.#move(this.#share + (towardsPicture ? STEP : -STEP));
    });
  }

  /**
   * The part of the stage that the code takes now, in percent of the side along which code and picture share the
   * stage.
   */
  get #share(): number {
    const stage = this.#stage.getBoundingClientRect();
    const edge = this.#edge.getBoundingClientRect();
    return this.#isUpright
      ? (100 * (stage.right - edge.left)) / stage.width
      : (100 * (stage.bottom - edge.top)) / stage.height;
  }

  /** Whether the code is beside the picture, and not below it. */
  get #isUpright(): boolean {
    return getComputedStyle(this.#stage).flexDirection === 'row';
  }

  #follow({ clientX, clientY }: PointerEvent): void {
    const { right, bottom, width, height } = this.#stage.getBoundingClientRect();
    this.#move(this.#isUpright ? (100 * (right - clientX)) / width : (100 * (bottom - clientY)) / height);
  }

  #move(share: number): void {
    const allowed = Math.round(Math.min(MOST, Math.max(LEAST, share)));
    this.#place(allowed);
    keep(STORAGE_KEY, String(allowed));
  }

  #place(share: number): void {
    this.#stage.style.setProperty('--code-share', `${share}%`);
    this.#edge.setAttribute('aria-valuenow', String(share));
  }
}
