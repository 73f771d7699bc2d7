import { Container, Graphics, Text } from 'pixi.js';
import { palette } from '../../../shell/palette.ts';
import { CARD, CHOICE_TICKS, type Choice, cardX } from './choice.ts';
import { UPGRADES } from './upgrades.ts';

/** Pixels a unit of the texts, which are drawn large and scaled down. */
const SHARP = 28;
/** Of the texts, a name and a line for each card, and then the title. */
const TITLE = 6;

/** The cards of a new level, around the player. */
export class Cards {
  readonly #root: Container;
  readonly #pen = new Graphics();
  readonly #texts: Text[];

  constructor(stage: Container) {
    this.#root = stage.addChild(new Container());
    this.#root.addChild(this.#pen);
    this.#texts = Array.from({ length: TITLE + 1 }, (_, i) => {
      const isName = i % 2 === 0;
      const text = this.#root.addChild(
        new Text({
          anchor: { x: 0.5, y: 0 },
          style: {
            fontFamily: 'system-ui, sans-serif',
            fontSize: isName ? 34 : 28,
            fontWeight: isName ? '700' : 'normal',
            fill: palette().ink,
            align: 'center',
            wordWrap: true,
            wordWrapWidth: (i === TITLE ? 24 : CARD.width - 0.7) * SHARP,
          },
        }),
      );
      text.scale.set(1 / SHARP);
      return text;
    });
  }

  draw({ offered, picked, ticksLeft }: Choice, level: number, x: number, y: number): void {
    this.#root.visible = offered.length > 0;
    if (offered.length === 0) return;
    const { background, faint, player, ink } = palette();
    this.#root.position.set(x, y);
    this.#pen.clear();
    for (const text of this.#texts) text.visible = false;
    offered.forEach((name, i) => {
      const middle = cardX(i, offered.length);
      const isPicked = i === picked;
      this.#pen
        .roundRect(middle - CARD.width / 2, -CARD.height / 2, CARD.width, CARD.height, 0.6)
        .fill({ color: background, alpha: 0.94 })
        .stroke({ color: isPicked ? player : faint, width: isPicked ? 0.22 : 0.1 });
      this.#write(2 * i, name, middle, -CARD.height / 2 + 1);
      this.#write(2 * i + 1, UPGRADES.find((known) => known.name === name)!.text, middle, -CARD.height / 2 + 3.2);
    });
    this.#write(TITLE, `Level ${level}: choose one`, 0, -CARD.height / 2 - 2.4);
    const share = Math.max(0, ticksLeft / CHOICE_TICKS);
    this.#pen.rect(-6 * share, CARD.height / 2 + 0.8, 12 * share, 0.25).fill({ color: ink, alpha: 0.6 });
  }

  #write(index: number, words: string, x: number, y: number): void {
    const text = this.#texts[index];
    text.visible = true;
    if (text.text !== words) text.text = words;
    text.position.set(x, y);
  }
}
