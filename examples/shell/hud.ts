import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Press } from '../shared/press.ts';
import { palette } from './palette.ts';

/** Pixels. */
const MARGIN = 12;
const PADDING = 18;
/** The height of the score at the top of the canvas, with its margins. */
export const SCORE_HEIGHT = 62;
/** The width of the score where it stands beside the field. */
export const SCORE_WIDTH = 170;
/** The largest height of a message as a share of the canvas: while the game goes on, and at its end. */
const SHARE_IN_PLAY = 0.28;
const SHARE_AT_END = 0.92;
/**
 * The height of a message's middle as a share of the canvas. In play it is below the middle, where most of the game
 * happens.
 */
const PLACE_IN_PLAY = 0.62;
const PLACE_AT_END = 0.5;

/** Text over a game, in pixels: the score at the top between the panels, and a message in the middle. */
export class Hud {
  readonly #root = new Container({ label: 'hud' });
  readonly #board = new Graphics();
  readonly #score: Text;
  readonly #message = new Container();
  readonly #panel = new Graphics();
  readonly #title: Text;
  readonly #hint: Text;
  readonly #placeInPlay: number;
  #width = 0;
  #height = 0;
  #isAtSide = false;
  #isEnd = false;

  constructor(app: Application, placeInPlay = PLACE_IN_PLAY) {
    this.#placeInPlay = placeInPlay;
    const { ink } = palette();
    const style = { fontFamily: 'system-ui, sans-serif', fill: ink, align: 'center' } as const;
    this.#score = new Text({ style: { ...style, fontSize: 16, fontWeight: '600', lineHeight: 21 } });
    this.#title = new Text({ style: { ...style, fontSize: 30, fontWeight: '700' } });
    this.#hint = new Text({ style: { ...style, fontSize: 16, wordWrap: true } });
    this.#title.anchor.set(0.5, 0);
    this.#hint.anchor.set(0.5, 0);
    this.#message.addChild(this.#panel, this.#title, this.#hint);
    this.#root.addChild(this.#board, this.#score, this.#message);
    app.stage.addChild(this.#root);
  }

  /** Shows how a game ended, and how to play again once the button is taken again. */
  showEnd(score: string, title: string, result: string, press: Press): void {
    this.#show(score, title, press.isLocked ? `${result}\n` : `${result}\nSpace or a tap starts again`, true);
  }

  /** Shows the score, and a message unless the title is empty. */
  show(score: string, title = '', hint = ''): void {
    this.#show(score, title, hint, false);
  }

  /** `isAtSide` puts the score at the top left, beside the field. */
  resize(width: number, height: number, isAtSide = false): void {
    this.#width = width;
    this.#height = height;
    this.#isAtSide = isAtSide;
    this.#layOutScore();
    this.#hint.style.wordWrapWidth = Math.max(80, Math.min(420, width - 2 * (MARGIN + PADDING)));
    this.#layOut();
  }

  destroy(): void {
    this.#root.destroy({ children: true, context: true });
  }

  #show(score: string, title: string, hint: string, isEnd: boolean): void {
    const text = this.#isAtSide ? score.replaceAll(/\n| {2,}/g, '\n') : score;
    if (this.#score.text !== text) {
      this.#score.text = text;
      this.#layOutScore();
    }
    this.#message.visible = title !== '';
    if (title === '' || (this.#title.text === title && this.#hint.text === hint)) return;
    this.#title.text = title;
    this.#hint.text = hint;
    this.#isEnd = isEnd;
    this.#layOut();
  }

  #layOutScore(): void {
    this.#score.style.align = this.#isAtSide ? 'left' : 'center';
    const { width, height } = this.#score;
    const left = this.#isAtSide ? MARGIN : Math.round((this.#width - width) / 2);
    this.#score.position.set(left, MARGIN);
    this.#board
      .clear()
      .roundRect(left - 10, MARGIN - 4, width + 20, height + 8, 8)
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
    const share = this.#isEnd ? SHARE_AT_END : SHARE_IN_PLAY;
    const scale = Math.min(1, (share * this.#height) / height, (this.#width - 2 * MARGIN) / width);
    const middle = (this.#isEnd ? PLACE_AT_END : this.#placeInPlay) * this.#height;
    this.#message.scale.set(scale);
    this.#message.position.set(
      Math.round(this.#width / 2),
      Math.round(middle - (height / 2) * scale + PADDING * scale),
    );
  }
}
