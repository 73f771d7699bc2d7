import type { Panel } from '../../../shared/panel.ts';
import { pairColours } from '../../../shared/polygon-pair-view.ts';
import { colourOf } from './shadow-picture.ts';
import type { Axis } from './sim.ts';

/** Units that fit across a row: no two shadows reach farther. */
const SPAN = 7.4;
/** Pixels kept free above, beside and below the rows. */
const TOP = 30;
const LEFT = 40;
const RIGHT = 78;
const RIGHT_WIDE = 112;
const WIDE = 430;
const BOTTOM = 6;
const HIGHEST = 58;

/** Draws all axes one below the other, each turned level, with the shadows on it. */
export class AxisRows {
  readonly #panel: Panel;
  #height = 0;

  constructor(panel: Panel) {
    this.#panel = panel;
  }

  /** Which row is at a place of the canvas. */
  indexAt(x: number, y: number): number {
    const { box } = this.#panel;
    return x > box.x && x < box.x + box.width ? Math.floor((y - box.y - TOP) / this.#height) : -1;
  }

  draw(axes: readonly Axis[], shown: number): void {
    this.#height = Math.min(HIGHEST, (this.#panel.box.height - TOP - BOTTOM) / axes.length);
    this.#panel.begin({ minX: 0, minY: 0, maxX: 1, maxY: 1 });
    for (const [i, axis] of axes.entries()) this.#drawRow(axis, i, i === shown);
    this.#panel.end();
  }

  #drawRow({ name, owner, a, b, overlap }: Axis, index: number, isShown: boolean): void {
    const { box } = this.#panel;
    const height = this.#height;
    const top = box.y + TOP + index * height;
    const middle = top + height / 2;
    const thick = Math.min(11, height / 2 - 4);
    const wide = box.width > WIDE;
    const right = wide ? RIGHT_WIDE : RIGHT;
    const scale = (box.width - LEFT - right) / SPAN;
    const centre = (Math.min(a.min, b.min) + Math.max(a.max, b.max)) / 2;
    const x = (along: number) => box.x + LEFT + (along - centre + SPAN / 2) * scale;
    const inner = [x(Math.max(a.min, b.min)), x(Math.min(a.max, b.max))];
    const left = Math.min(...inner);
    const colour = colourOf(this.#panel, overlap);
    const [colourA, colourB] = pairColours();
    if (isShown) this.#panel.bar(box.x + 5, top + 1, box.width - 10, height - 2, this.#panel.colours.faint, 0.45);
    this.#panel.bar(left, top + 2, Math.max(...inner) - left, height - 4, colour, 0.35);
    this.#panel.bar(x(a.min), middle - thick - 1, (a.max - a.min) * scale, thick, colourA);
    this.#panel.bar(x(b.min), middle + 1, (b.max - b.min) * scale, thick, colourB);
    this.#panel.write(name, box.x + 24, middle, pairColours()[owner]);
    const kind = overlap < 0 ? 'gap ' : wide ? 'overlap ' : '';
    const text = `${kind}${Math.abs(overlap).toFixed(2)}`;
    this.#panel.write(text, box.x + box.width - right / 2 - 2, middle, colour);
  }
}
