import { Container, Graphics, Text } from 'pixi.js';
import { palette } from '../../../shell/palette.ts';
import { CLOSEST_REGION, CLOSEST_WEIGHTS, CLOSEST_X, CLOSEST_Y, REGION_NAMES } from './regions.ts';
import type { SceneSim } from './sim.ts';

/** Sizes in pixels. */
const MARGIN = 10;
const PADDING = 12;
const WIDTH = 380;
const HEIGHT = 120;
const LINE = 20;
const BAR = { x: 74, height: 10 };

/** What `closestPointTriangle` answered, in a box at the bottom left: region, place, distance, and a bar for every weight. */
export class Answer {
  readonly #root = new Container();
  readonly #pen = new Graphics();
  readonly #board = new Graphics();
  readonly #title: Text;
  readonly #place: Text;
  readonly #weights: Text;
  readonly #cost: Text;
  readonly #colours: readonly number[];
  #width = WIDTH;

  constructor(parent: Container, colours: readonly number[]) {
    this.#colours = colours;
    const text = (y: number, fontSize: number, x = PADDING) => {
      const style = { fill: palette().ink, fontSize, lineHeight: LINE, fontFamily: 'system-ui, sans-serif' };
      const made = new Text({ text: '', style });
      made.position.set(x, y);
      return made;
    };
    this.#title = text(PADDING - 4, 16, PADDING + 22);
    this.#title.style.fontWeight = '700';
    this.#place = text(PADDING + LINE, 13);
    this.#weights = text(PADDING + 2 * LINE, 13);
    this.#cost = text(PADDING - 4, 12);
    this.#cost.anchor.set(1, 0);
    this.#cost.alpha = 0.75;
    this.#root.addChild(this.#board, this.#pen, this.#title, this.#place, this.#weights, this.#cost);
    parent.addChild(this.#root);
  }

  show({ closest, answer }: SceneSim, cost: string): void {
    const region = closest[CLOSEST_REGION]!;
    const weights = closest.subarray(CLOSEST_WEIGHTS, CLOSEST_WEIGHTS + 3);
    this.#title.text = REGION_NAMES[region]!;
    this.#cost.text = cost;
    this.#place.text = `closest point (${closest[CLOSEST_X]!.toFixed(2)}, ${closest[CLOSEST_Y]!.toFixed(2)})    distance ${answer.distance.toFixed(3)}`;
    this.#weights.text = Array.from(weights, (weight, i) => `${'ABC'[i]}  ${weight.toFixed(3)}`).join('\n');
    this.#pen
      .clear()
      .roundRect(PADDING, PADDING - 1, 14, 14, 4)
      .fill(this.#colours[region]!);
    weights.forEach((weight, i) => {
      const [y, most] = [PADDING + (2 + i) * LINE + 5, this.#width - BAR.x - PADDING];
      this.#pen.roundRect(BAR.x, y, most, BAR.height, 4).fill({ color: palette().faint, alpha: 0.6 });
      if (weight > 0) this.#pen.roundRect(BAR.x, y, most * weight, BAR.height, 4).fill(this.#colours[i]!);
    });
  }

  resize(width: number, height: number): void {
    const { background, faint } = palette();
    this.#width = Math.min(WIDTH, width - 2 * MARGIN);
    this.#root.position.set(MARGIN, height - HEIGHT - MARGIN);
    this.#cost.x = this.#width - PADDING;
    this.#board.clear().roundRect(0, 0, this.#width, HEIGHT, 10);
    this.#board.fill({ color: background, alpha: 0.86 }).stroke({ color: faint, width: 1 });
  }
}
