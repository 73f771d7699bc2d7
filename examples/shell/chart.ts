/** One bar of the chart: milliseconds by name, stacked in this order. */
export type Bar = ReadonlyMap<string, number>;

const BARS = 90;
/** A frame at 60 frames a second. */
const FRAME_MS = 1000 / 60;
/** The scale ends at one of these, in milliseconds. */
const TOPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Colours of stacked parts, told apart on dark and on light ground. */
const COLOURS = ['#4c8df0', '#f0a04c', '#9d7bf0', '#2fb38a', '#e060ac', '#b8b030', '#2ba8b5', '#8a94a8'];

export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length];
}

/** A live chart of the last ticks: one stacked bar each, a line at what a frame of 60 a second has. */
export class Chart {
  readonly canvas = document.createElement('canvas');
  readonly #bars: Bar[] = [];

  constructor() {
    this.canvas.className = 'chart';
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'Milliseconds of the last ticks');
  }

  reset(): void {
    this.#bars.length = 0;
  }

  add(bar: Bar): void {
    this.#bars.push(bar);
    if (this.#bars.length > BARS) this.#bars.shift();
  }

  /** Draws all bars, `names` telling which part has which colour. */
  draw(names: readonly string[]): void {
    const context = this.canvas.getContext('2d');
    const { clientWidth, clientHeight } = this.canvas;
    if (context === null || clientWidth === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    const width = (this.canvas.width = Math.round(clientWidth * ratio));
    const height = (this.canvas.height = Math.round(clientHeight * ratio));
    const top = this.#top();
    const wide = width / BARS;
    this.#bars.forEach((bar, i) => {
      const x = Math.round((BARS - this.#bars.length + i) * wide);
      const nextX = Math.round((BARS - this.#bars.length + i + 1) * wide);
      let y = height;
      for (const [name, milliseconds] of bar) {
        const high = (milliseconds / top) * height;
        context.fillStyle = colourOf(Math.max(0, names.indexOf(name)));
        context.fillRect(x, y - high, Math.max(1, nextX - x), high);
        y -= high;
      }
    });
    const ink = getComputedStyle(this.canvas).color;
    context.strokeStyle = ink;
    context.font = `${10 * ratio}px ui-monospace, monospace`;
    context.textBaseline = 'top';
    context.lineWidth = ratio;
    const write = (text: string, y: number) => {
      // The label has a background of its own, so that it can be read over bars.
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
      context.fillRect(ratio, y - ratio, context.measureText(text).width + 4 * ratio, 12 * ratio);
      context.fillStyle = ink;
      context.fillText(text, 3 * ratio, y);
    };
    if (FRAME_MS < top) {
      const y = height * (1 - FRAME_MS / top);
      context.setLineDash([3 * ratio, 3 * ratio]);
      context.strokeRect(-ratio, y, width + 2 * ratio, height);
      // The label stands below the line, or above it where there is no room below.
      const below = y + 3 * ratio;
      const fits = below + 10 * ratio <= height;
      write('1/60 s', fits ? below : y - 12 * ratio);
    } else {
      write(`${top} ms`, 2 * ratio);
    }
  }

  /**
   * Returns the upper end of the scale. It fits nine in ten of the bars, as a single high bar would flatten all
   * others.
   */
  #top(): number {
    const sums = this.#bars.map((bar) => [...bar.values()].reduce((sum, value) => sum + value, 0));
    sums.sort((a, b) => a - b);
    const high = sums[Math.floor(0.9 * (sums.length - 1))] ?? 0;
    return TOPS.find((top) => top >= 1.1 * high) ?? TOPS.at(-1)!;
  }
}
