import { Container, Graphics, Text } from 'pixi.js';
import { mixColours } from '../../../shared/mix-colours.ts';
import { palette } from '../../../shell/palette.ts';
import { GROUP_COUNT, GROUPS } from './groups.ts';
import { cellOf, FLASH_TICKS, type Tally } from './tally.ts';

/** Pixels. */
const NAMES = 124;
const GAP = 2;
const DOT = 5;

/** Which pairs of groups report: how often they began to touch, lit while they do, or why they never will. */
export class Table {
  readonly #root = new Container();
  readonly #pen = new Graphics();
  readonly #texts: Text[] = [];
  readonly #cells: Text[] = [];
  readonly #colours: readonly number[];
  #cellWidth = 1;
  #cellHeight = 1;

  constructor(parent: Container, colours: readonly number[]) {
    this.#colours = colours;
    parent.addChild(this.#root).addChild(this.#pen);
  }

  /** Text is made for the size it has. */
  resize(x: number, y: number, width: number, height: number): void {
    const { ink } = palette();
    for (const text of this.#texts.splice(0)) text.destroy();
    this.#cells.length = 0;
    this.#root.position.set(x, y);
    this.#cellWidth = (width - NAMES) / GROUP_COUNT;
    this.#cellHeight = height / (GROUP_COUNT + 1);
    const add = (text: string, atX: number, atY: number, fontSize: number, anchorX: number, alpha = 1) => {
      const style = { fill: ink, fontSize, fontFamily: 'system-ui, sans-serif' };
      const made = this.#root.addChild(
        new Text({ text, style, alpha, roundPixels: true, anchor: { x: anchorX, y: 0.5 } }),
      );
      made.position.set(Math.round(atX), Math.round(atY));
      this.#texts.push(made);
      return made;
    };
    GROUPS.forEach(({ name, rule }, row) => {
      const middle = this.#middle(row);
      const label = add(name, 3 * DOT, middle, 12.5, 0);
      add(rule, 3 * DOT + label.width + 5, middle, 11, 0, 0.6);
      add(name, NAMES + (row + 0.5) * this.#cellWidth, this.#middle(-1), Math.min(11, this.#cellWidth / 4.4), 0.5, 0.8);
      for (let column = 0; column < GROUP_COUNT; column++) {
        this.#cells.push(add('', NAMES + (column + 0.5) * this.#cellWidth, middle, 12.5, 0.5));
      }
    });
  }

  show({ begins, touching, since, never }: Tally): void {
    const { background, faint, contact } = palette();
    const quiet = mixColours(background, faint, 0.45);
    this.#pen.clear();
    for (let row = 0; row < GROUP_COUNT; row++) {
      this.#pen.circle(DOT, this.#middle(row), DOT).fill(this.#colours[row]!);
      for (let column = 0; column < GROUP_COUNT; column++) {
        const cell = cellOf(row, column);
        const reason = never[cell] ?? '';
        const flash = Math.max(0, 1 - since[cell]! / FLASH_TICKS);
        const lit = touching[cell]! > 0 ? 0.3 : 0;
        const fill = reason !== '' ? background : mixColours(quiet, contact, Math.max(lit, 0.85 * flash));
        const [x, y] = [NAMES + column * this.#cellWidth, this.#middle(row) - this.#cellHeight / 2];
        this.#pen.roundRect(x + GAP / 2, y + GAP / 2, this.#cellWidth - GAP, this.#cellHeight - GAP, 4).fill(fill);
        const text = this.#cells[row * GROUP_COUNT + column]!;
        const words = reason === '' ? String(begins[cell]) : reason;
        text.alpha = reason === '' ? (begins[cell] === 0 ? 0.5 : 1) : 0.5;
        // A text that is set anew is drawn anew.
        if (text.text === words) continue;
        text.text = words;
        text.style.fontSize = reason === '' ? 12.5 : Math.min(11, this.#cellWidth / 4.6);
      }
    }
  }

  destroy(): void {
    this.#root.destroy({ children: true });
  }

  #middle(row: number): number {
    return (row + 1.5) * this.#cellHeight;
  }
}
