import { Container, Graphics, Text } from 'pixi.js';
import { palette } from '../../../shell/palette.ts';
import { type Impact, lengthOf } from './shot.ts';
import type { SceneSim } from './sim.ts';

export const READOUT_HEIGHT = 128;
const WIDTH = 420;
const MARGIN = 10;
const PADDING = 12;
const LINE = 22;
const DOT = 5;

interface Colours {
  readonly everyTick: number;
  readonly cast: number;
  readonly impact: number;
}

/** What the three say about a shot, in a box at the bottom. */
export class Readout {
  readonly #root = new Container();
  readonly #board = new Graphics();
  readonly #title: Text;
  readonly #names: Text;
  readonly #answers: Text;
  readonly #colours: Colours;

  constructor(parent: Container, colours: Colours) {
    this.#colours = colours;
    const style = { fill: palette().ink, fontSize: 13, lineHeight: LINE, fontFamily: 'system-ui, sans-serif' };
    this.#title = new Text({ text: '', style: { ...style, fontWeight: '700' } });
    this.#names = new Text({ text: 'overlapShape\ncastShape\ntimeOfImpact', style });
    this.#answers = new Text({ text: '', style });
    this.#title.position.set(PADDING, PADDING - 4);
    this.#names.position.set(PADDING + 4 * DOT, PADDING - 2 + LINE);
    this.#answers.position.set(PADDING + 4 * DOT + 100, PADDING - 2 + LINE);
    parent.addChild(this.#root).addChild(this.#board, this.#title, this.#names, this.#answers);
  }

  show(sim: SceneSim): void {
    const { shot, counts, cast, impact } = sim;
    const tally = counts.shots > 1 ? `: overlapShape missed ${counts.missed} of ${counts.shots - 1}` : '';
    this.#title.text = `${shot.stride.toFixed(1)} units a tick${tally}`;
    this.#answers.text = [everyTick(sim), inWords(cast), inWords(impact)].join('\n');
  }

  resize(width: number, height: number): void {
    const { background, faint } = palette();
    const { everyTick, cast, impact } = this.#colours;
    this.#root.position.set(MARGIN, height - READOUT_HEIGHT + MARGIN);
    this.#board.clear().roundRect(0, 0, Math.min(WIDTH, width - 2 * MARGIN), READOUT_HEIGHT - 2 * MARGIN, 10);
    this.#board.fill({ color: background, alpha: 0.86 }).stroke({ color: faint, width: 1 });
    [everyTick, cast, impact].forEach((colour, i) => {
      this.#board.circle(PADDING + DOT, PADDING + 9 + (i + 1) * LINE, DOT).fill(colour);
    });
  }

  destroy(): void {
    this.#root.destroy({ children: true });
  }
}

/** What a test once a tick knows. */
function everyTick(sim: SceneSim): string {
  const { everyTick, impact, shot } = sim;
  if (impact.fraction === Infinity) return 'nothing in the way';
  if (everyTick.tick < 0) return 'flies through, unseen';
  const late = everyTick.tick * shot.stride - impact.fraction * lengthOf(shot);
  return sim.isMissed() ? `sees only another, ${late.toFixed(2)} later` : `sees it ${late.toFixed(2)} late`;
}

function inWords({ fraction, normalX, normalY }: Impact): string {
  if (fraction === Infinity) return 'nothing in the way';
  return `${fraction.toFixed(5)}   normal (${normalX.toFixed(2)}, ${normalY.toFixed(2)})`;
}
