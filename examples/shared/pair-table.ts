import { Container, Graphics, Text } from 'pixi.js';
import { palette } from '../shell/palette.ts';
import { mixColours } from './mix-colours.ts';

/** Pixels. */
const NAMES = 124;
const GAP = 2;
const DOT = 5;
const LEAST_SIZE = 8;

export interface PairTableRow {
  readonly name: string;
  readonly note: string;
  readonly colour: number;
}

export interface PairTableCell {
  readonly text: string;
  /** 0 to 1: how much the cell glows; undefined for a cell that is only words. */
  readonly heat: number | undefined;
}

/** A table of every two of a few things, as a container in pixels. */
export class PairTable {
  readonly #root = new Container();
  readonly #pen = new Graphics();
  readonly #texts: Text[] = [];
  readonly #cells: Text[] = [];
  readonly #rows: readonly PairTableRow[];
  #cellWidth = 1;
  #cellHeight = 1;
  /** Whether the names stand above the columns as well. */
  #hasNames = true;

  constructor(parent: Container, rows: readonly PairTableRow[]) {
    this.#rows = rows;
    parent.addChild(this.#root).addChild(this.#pen);
  }

  /** Text is made for the size it has. */
  resize(x: number, y: number, width: number, height: number): void {
    const { ink } = palette();
    for (const text of this.#texts.splice(0)) text.destroy();
    this.#cells.length = 0;
    this.#root.position.set(x, y);
    this.#cellWidth = (width - NAMES) / this.#rows.length;
    this.#cellHeight = height / (this.#rows.length + 1);
    const add = (text: string, atX: number, atY: number, fontSize: number, anchorX: number, alpha = 1) => {
      const style = { fill: ink, fontSize, fontFamily: 'system-ui, sans-serif' };
      const made = this.#root.addChild(
        new Text({ text, style, alpha, label: 'hud', roundPixels: true, anchor: { x: anchorX, y: 0.5 } }),
      );
      made.position.set(Math.round(atX), Math.round(atY));
      this.#texts.push(made);
      return made;
    };
    // At this size names of seven letters stay apart. In narrower cells columns are marked by the dots of the rows
    // instead.
    const headSize = Math.min(11, this.#cellWidth / 4.6);
    this.#hasNames = headSize >= LEAST_SIZE;
    this.#rows.forEach(({ name, note }, row) => {
      const middle = this.#middle(row);
      const label = add(name, 3 * DOT, middle, 12.5, 0);
      add(note, 3 * DOT + label.width + 5, middle, 11, 0, 0.6);
      if (this.#hasNames) add(name, NAMES + (row + 0.5) * this.#cellWidth, this.#middle(-1), headSize, 0.5, 0.8);
      for (let column = 0; column < this.#rows.length; column++) {
        this.#cells.push(add('', NAMES + (column + 0.5) * this.#cellWidth, middle, 12.5, 0.5));
      }
    });
  }

  show(cellAt: (row: number, column: number) => PairTableCell): void {
    const { background, faint, contact } = palette();
    const quiet = mixColours(background, faint, 0.45);
    const [width, height] = [this.#cellWidth - GAP, this.#cellHeight - GAP];
    this.#pen.clear();
    this.#rows.forEach(({ colour }, row) => {
      const middle = this.#middle(row);
      this.#pen.circle(DOT, middle, DOT).fill(colour);
      if (!this.#hasNames) this.#pen.circle(NAMES + (row + 0.5) * this.#cellWidth, this.#middle(-1), DOT).fill(colour);
      this.#rows.forEach((_, column) => {
        const { text: words, heat } = cellAt(row, column);
        const text = this.#cells[row * this.#rows.length + column];
        const [x, y] = [NAMES + column * this.#cellWidth + GAP / 2, middle - height / 2];
        if (heat !== undefined) this.#pen.roundRect(x, y, width, height, 4).fill(mixColours(quiet, contact, heat));
        text.alpha = heat === undefined || words === '0' ? 0.5 : 1;
        // A text that is set anew is drawn anew.
        if (text.text === words) return;
        text.text = words;
        text.style.fontSize = heat === undefined ? Math.min(11, this.#cellWidth / 3.3) : 12.5;
      });
    });
  }

  destroy(): void {
    this.#root.destroy({ children: true });
  }

  #middle(row: number): number {
    return (row + 1.5) * this.#cellHeight;
  }
}
