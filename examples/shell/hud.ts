import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Press } from '../shared/press.ts';
import { palette } from './palette.ts';

const MARGIN = 12;
const PADDING = 18;

/** Text over a game, in pixels: the score at the top between the panels, and a message in the middle. */
export class Hud {
  readonly #root = new Container();
  readonly #board = new Graphics();
  readonly #score: Text;
  readonly #message = new Container();
  readonly #panel = new Graphics();
  readonly #title: Text;
  readonly #hint: Text;
  #width = 0;
  #height = 0;

  constructor(app: Application) {
    const { ink } = palette();
    const style = { fontFamily: 'system-ui, sans-serif', fill: ink, align: 'center' } as const;
    this.#score = new Text({ style: { ...style, fontSize: 16, fontWeight: '600', lineHeight: 21 } });
    this.#title = new Text({ style: { ...style, fontSize: 30, fontWeight: '700' } });
    this.#hint = new Text({ style: { ...style, fontSize: 16, wordWrap: true } });
    this.#score.anchor.set(0.5, 0);
    this.#title.anchor.set(0.5, 0);
    this.#hint.anchor.set(0.5, 0);
    this.#message.addChild(this.#panel, this.#title, this.#hint);
    this.#root.addChild(this.#board, this.#score, this.#message);
    app.stage.addChild(this.#root);
  }

  /** Shows how a game ended, and how to play again once the button is taken again. */
  showEnd(score: string, title: string, result: string, press: Press): void {
    this.show(score, title, press.isLocked ? `${result}\n` : `${result}\nSpace or a tap starts again`);
  }

  /** Shows the score, and a message unless the title is empty. */
  show(score: string, title = '', hint = ''): void {
    if (this.#score.text !== score) {
      this.#score.text = score;
      this.#layOutScore();
    }
    this.#message.visible = title !== '';
    if (title === '' || (this.#title.text === title && this.#hint.text === hint)) return;
    this.#title.text = title;
    this.#hint.text = hint;
    this.#layOut();
  }

  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.#layOutScore();
    this.#hint.style.wordWrapWidth = Math.max(80, Math.min(420, width - 2 * (MARGIN + PADDING)));
    this.#layOut();
  }

  destroy(): void {
    this.#root.destroy({ children: true, context: true });
  }

  #layOutScore(): void {
    const middle = Math.round(this.#width / 2);
    this.#score.position.set(middle, MARGIN);
    const { width, height } = this.#score;
    this.#board
      .clear()
      .roundRect(middle - width / 2 - 10, MARGIN - 4, width + 20, height + 8, 8)
      .fill({ color: palette().background, alpha: 0.8 });
  }

  #layOut(): void {
    const colours = palette();
    const width = Math.max(this.#title.width, this.#hint.width) + 2 * PADDING;
    this.#hint.y = this.#title.height + 6;
    const height = this.#hint.y + this.#hint.height + 2 * PADDING;
    this.#panel
      .clear()
      .roundRect(-width / 2, -PADDING, width, height, 12)
      .fill({ color: colours.background, alpha: 0.88 })
      .stroke({ color: colours.faint, width: 1 });
    this.#message.position.set(Math.round(this.#width / 2), Math.round((this.#height - height) / 2 + PADDING));
  }
}
