import { element } from './dom.ts';
import { formatCount } from './format-count.ts';
import type { History } from './history.ts';
import { palette } from './palette.ts';

/** Ticks that a press of an arrow key, and of Page Up or Down, goes. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -60, PageUp: 60 };
/** The least it shows, so that a scene that has just begun does not race along it. */
const LEAST_TICKS = 600;
/** As many events in a pixel's ticks make the highest mark. */
const FULL = 12;

/** The line below the picture: what has run so far, with a mark where something happened, to be dragged through. */
export class Timeline {
  readonly #bar = element('timeline');
  readonly #canvas = element('timeline-canvas', HTMLCanvasElement);
  readonly #label = element('timeline-label');
  readonly #verdict = element('timeline-verdict');
  readonly #goTo: (tick: number) => void;
  #end = 0;
  #tick = 0;
  #length = LEAST_TICKS;

  /** `goTo` is asked for a tick that has run. */
  constructor(goTo: (tick: number) => void) {
    this.#goTo = goTo;
    const bar = this.#bar;
    const point = ({ clientX }: PointerEvent) => {
      const box = this.#canvas.getBoundingClientRect();
      this.#ask(Math.round(((clientX - box.left) / box.width) * this.#length));
    };
    bar.addEventListener('pointerdown', (event) => {
      bar.setPointerCapture(event.pointerId);
      point(event);
    });
    bar.addEventListener('pointermove', (event) => {
      if (bar.hasPointerCapture(event.pointerId)) point(event);
    });
    // What was dragged gives the arrow keys back to the scene.
    bar.addEventListener('pointerup', () => bar.blur());
    bar.addEventListener('keydown', (event) => {
      const { key } = event;
      const to = key === 'Home' ? 0 : key === 'End' ? this.#end : this.#tick + (STEPS[key] ?? Number.NaN);
      if (Number.isNaN(to)) return;
      event.preventDefault();
      this.#ask(to);
    });
  }

  /** Shows where a run is; `verdict` is what a comparison of states has said last. */
  show(tick: number, end: number, history: History, verdict: string): void {
    this.#tick = tick;
    this.#end = Math.max(tick, end);
    this.#length = Math.max(LEAST_TICKS, this.#end);
    const text = `${formatCount(tick)}${this.#end > tick ? ` / ${formatCount(this.#end)}` : ''}`;
    if (this.#verdict.textContent !== verdict) this.#verdict.textContent = verdict;
    if (this.#label.textContent !== text) {
      this.#label.textContent = text;
      for (const [name, value] of [
        ['aria-valuenow', tick],
        ['aria-valuemax', this.#end],
        ['aria-valuetext', `tick ${text}`],
      ])
        this.#bar.setAttribute(String(name), String(value));
      this.#draw(history);
    }
  }

  hide(isHidden: boolean): void {
    this.#bar.hidden = isHidden;
  }

  #ask(tick: number): void {
    const wanted = Math.max(0, Math.min(this.#end, tick));
    if (wanted !== this.#tick) this.#goTo(wanted);
  }

  #draw({ events }: History): void {
    const canvas = this.#canvas;
    const ratio = Math.min(2, devicePixelRatio);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (width === 0) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pen = canvas.getContext('2d')!;
    const { player, contact, faint } = palette();
    const css = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`;
    const x = (tick: number) => (tick / this.#length) * width;
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = css(faint);
    pen.fillRect(0, height - 3 * ratio, x(this.#end), 3 * ratio);
    pen.fillStyle = css(contact);
    const perPixel = this.#length / width;
    for (let pixel = 0; pixel < x(this.#end); pixel++) {
      let sum = 0;
      for (let tick = Math.floor(pixel * perPixel); tick < (pixel + 1) * perPixel; tick++) sum += events[tick] ?? 0;
      const mark = sum === 0 ? 0 : (0.25 + 0.75 * Math.min(1, sum / FULL)) * (height - 5 * ratio);
      pen.fillRect(pixel, height - 4 * ratio - mark, 1, mark);
    }
    pen.fillStyle = css(player);
    pen.fillRect(Math.min(width - 3 * ratio, Math.max(0, x(this.#tick) - 1.5 * ratio)), 0, 3 * ratio, height);
  }
}
