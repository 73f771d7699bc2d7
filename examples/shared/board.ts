import { Container, Graphics, Text } from 'pixi.js';
import { palette } from '../shell/palette.ts';
import type { Box } from './panel.ts';

/** Pixels. */
const MARGIN = 10;
const PADDING = 12;
const LINE = 21;
const DOT = 5;
const BAR = 10;

/**
 * A board stands beside the picture, with this share of the width, if the canvas is less than this many times as high
 * as the board.
 */
const LEAST_ABOVE = 2;
const BESIDE = 0.48;

/** A line of a board: words behind a name, or a bar that is filled to a share. */
export interface BoardLine {
  readonly colour?: number;
  readonly name?: string;
  readonly text?: string;
  readonly share?: number;
}

/** A box with numbers at the bottom left of the canvas. */
export class Board {
  /** Pixels it takes at the bottom, with its margins. */
  readonly height: number;
  readonly #root = new Container({ label: 'hud' });
  readonly #box = new Graphics();
  readonly #pen = new Graphics();
  readonly #title: Text;
  readonly #note: Text;
  readonly #lines: { readonly name: Text; readonly text: Text }[];
  readonly #widest: number;
  readonly #nameWidth: number;
  #width = 1;

  /** `widest` and `nameWidth`, the room for names, are in pixels. */
  constructor(parent: Container, lineCount: number, widest: number, nameWidth: number) {
    this.#widest = widest;
    this.#nameWidth = nameWidth;
    this.height = (lineCount + 1) * LINE + 2 * PADDING + 2 * MARGIN;
    parent.addChild(this.#root).addChild(this.#box, this.#pen);
    this.#title = this.#addText(0, { fontSize: 15, fontWeight: '700' });
    this.#note = this.#addText(0, { fontSize: 12 });
    this.#note.anchor.x = 1;
    this.#note.alpha = 0.75;
    this.#lines = Array.from({ length: lineCount }, (_, i) => ({
      name: this.#addText(i + 1, { fontSize: 13 }),
      text: this.#addText(i + 1, { fontSize: 13 }),
    }));
  }

  /** `note` stands at the right of the title, which has a dot before it when it has a colour. */
  show(title: string, lines: readonly BoardLine[], note = '', colour?: number): void {
    const { faint } = palette();
    this.#title.text = title;
    this.#note.text = note;
    this.#title.x = PADDING + this.#dot(0, colour);
    narrow(this.#note, this.#width - 2 * PADDING - this.#title.x - this.#title.width);
    this.#pen.clear();
    this.#dot(0, colour);
    this.#lines.forEach((line, i) => {
      const { colour, name = '', text = '', share } = lines[i] ?? {};
      line.name.text = name;
      line.text.text = text;
      line.name.x = PADDING + (share === undefined ? this.#dot(i + 1, colour) : 0);
      line.text.x = line.name.x + (name === '' ? 0 : this.#nameWidth);
      narrow(line.text, this.#width - PADDING - line.text.x);
      if (share === undefined) return;
      const [x, y] = [PADDING + this.#nameWidth, this.#middle(i + 1) - BAR / 2];
      const most = this.#width - x - PADDING;
      this.#pen.roundRect(x, y, most, BAR, 4).fill({ color: faint, alpha: 0.6 });
      if (share > 0) this.#pen.roundRect(x, y, most * share, BAR, 4).fill(colour ?? faint);
    });
  }

  /**
   * Places the board and returns the rest of the canvas: the part above the board or, where that would be low, beside
   * it.
   */
  resize(width: number, height: number): Box {
    const { background, faint } = palette();
    const isBeside = width > height && height < LEAST_ABOVE * this.height;
    this.#width = Math.min(this.#widest, isBeside ? BESIDE * width : width - 2 * MARGIN);
    // A board that is higher than the canvas is scaled down.
    const scale = Math.min(1, height / this.height);
    this.#root.scale.set(scale);
    this.#root.position.set(MARGIN, Math.round(height - (this.height - MARGIN) * scale));
    this.#note.x = this.#width - PADDING;
    this.#box.clear().roundRect(0, 0, this.#width, this.height - 2 * MARGIN, 10);
    this.#box.fill({ color: background, alpha: 0.86 }).stroke({ color: faint, width: 1 });
    const taken = this.#width + 2 * MARGIN;
    return isBeside
      ? { x: taken, y: 0, width: width - taken, height }
      : { x: 0, y: 0, width, height: height - this.height };
  }

  destroy(): void {
    this.#root.destroy({ children: true });
  }

  /** Draws the dot of a line, if it has one, and returns the room it takes. */
  #dot(line: number, colour: number | undefined): number {
    if (colour === undefined) return 0;
    this.#pen.circle(PADDING + DOT, this.#middle(line), DOT).fill(colour);
    return 4 * DOT;
  }

  #addText(
    line: number,
    { fontSize, fontWeight = 'normal' }: { fontSize: number; fontWeight?: '700' | 'normal' },
  ): Text {
    const style = { fill: palette().ink, fontFamily: 'system-ui, sans-serif', fontSize, fontWeight };
    const text = this.#root.addChild(new Text({ text: '', style, roundPixels: true, anchor: { x: 0, y: 0.5 } }));
    text.position.set(PADDING, this.#middle(line));
    return text;
  }

  #middle(line: number): number {
    return PADDING + (line + 0.5) * LINE;
  }
}

/** Makes a text narrower that is wider than its place. */
function narrow(text: Text, most: number): void {
  text.scale.x = 1;
  if (text.width > most) text.scale.x = Math.max(0, most / text.width);
}
