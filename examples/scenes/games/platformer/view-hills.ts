import { Container, Graphics } from 'pixi.js';
import { mixColours } from '../../../shared/mix-colours.ts';
import { palette } from '../../../shell/palette.ts';

/**
 * Rows of hills from far to near: how far they move with the ground, how high, how long, and how well one sees them.
 */
const ROWS = [
  { follows: 0.15, top: 5, height: 2.6, wave: 9, shade: 0.16 },
  { follows: 0.35, top: 7.5, height: 1.8, wave: 5.5, shade: 0.3 },
] as const;
/** The part of the hills that can come into sight, in tiles: from the left end of a level, and down. */
const LEFT = -40;
const RIGHT = 220;
const BOTTOM = 60;
const STEP = 0.5;

/** Hills behind a level, which pass more slowly the further away they are. */
export class Hills {
  readonly root = new Container();

  constructor() {
    const { background, faint } = palette();
    for (const { top, height, wave, shade } of ROWS) {
      const picture = this.root.addChild(new Graphics()).moveTo(LEFT, BOTTOM);
      for (let x = LEFT; x <= RIGHT; x += STEP) {
        const slope = Math.sin(x / wave) + 0.5 * Math.sin((2.3 * x) / wave + 1) + 0.2 * Math.sin((5.1 * x) / wave);
        picture.lineTo(x, top - (height * slope) / 1.7);
      }
      picture.lineTo(RIGHT, BOTTOM).fill(mixColours(background, faint, shade));
    }
  }

  /** Moves each row of hills for a view whose upper left corner is at (viewX, viewY): far rows move less. */
  follow(viewX: number, viewY: number): void {
    for (const [i, { follows }] of ROWS.entries()) {
      this.root.children[i].position.set(-follows * viewX, -follows * viewY);
    }
  }
}
