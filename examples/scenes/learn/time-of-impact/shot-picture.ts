import { type Container, Graphics } from 'pixi.js';
import { mixColours } from '../../../shared/mix-colours.ts';
import { palette } from '../../../shell/palette.ts';
import { outlineOf, placeOutline } from './outline.ts';
import { type Impact, lengthOf } from './shot.ts';
import type { SceneSim } from './sim.ts';
import { MOVER_NAMES, MOVERS } from './solids.ts';

/** Sizes in pixels. */
const LINE = 2;
const ARROW = 40;
const DASH = 6;
const POINT = 5;
/** Pictures of the shape that make up its sweep, for every unit of the way and every radian. */
const DENSITY = 16;

/** A shot: its path, the shape at every tick, its sweep, where cast and time of impact end, and the shape in flight. */
export class ShotPicture {
  readonly #sim: SceneSim;
  readonly #swept = new Graphics();
  readonly #pen = new Graphics();
  readonly #flying = new Graphics();
  readonly #marks = new Graphics();
  readonly #outlines = Object.fromEntries(MOVER_NAMES.map((name) => [name, outlineOf(MOVERS[name])]));
  #drawn = '';
  /** The length of a pixel in units. */
  #pixel = 1;

  constructor(parent: Container, sim: SceneSim) {
    this.#sim = sim;
    parent.addChild(this.#swept, this.#pen, this.#flying, this.#marks);
  }

  draw(pixel: number): void {
    const { shot, show } = this.#sim;
    const key = [...Object.values(shot), pixel].join();
    this.#pixel = pixel;
    if (key !== this.#drawn) this.#drawShot();
    this.#drawn = key;
    this.#flying.clear().poly(this.#at(show.progress)).fill({ color: palette().player, alpha: 0.5 });
  }

  /** All but what flies stays the same until the next shot. */
  #drawShot(): void {
    const { cast, impact } = this.#sim;
    const { player, kinds, ink } = palette();
    this.#drawSwept();
    this.#pen.clear();
    this.#marks.clear();
    this.#drawPath();
    this.#drawTicks();
    if (cast.fraction < Infinity) {
      this.#pen.poly(this.#at(cast.fraction, false)).stroke({ color: kinds[1]!, width: LINE * this.#pixel });
      this.#drawImpact(cast, kinds[1]!);
    }
    if (impact.fraction < Infinity) {
      this.#pen.poly(this.#at(impact.fraction)).stroke({ color: player, width: 1.5 * LINE * this.#pixel });
      // On the shape in flight its own colour would not be seen.
      this.#drawImpact(impact, player, ink);
    }
  }

  /** The outline of the shape after a part of the way. */
  #at(fraction: number, turned = true): number[] {
    const { x, y, translationX, translationY, turn, mover } = this.#sim.shot;
    const rotation = turned ? fraction * turn : 0;
    return placeOutline(this.#outlines[mover]!, x + fraction * translationX, y + fraction * translationY, rotation);
  }

  /** All the places on the way to the impact, in one flat colour that does not add up. */
  #drawSwept(): void {
    const { shot, impact } = this.#sim;
    const { background, player } = palette();
    const end = Math.min(1, impact.fraction);
    const count = Math.ceil(DENSITY * end * (lengthOf(shot) + Math.abs(shot.turn)));
    this.#swept.clear();
    for (let i = 0; i <= count; i++) this.#swept.poly(this.#at(count === 0 ? end : (end * i) / count));
    this.#swept.fill(mixColours(background, player, 0.2));
  }

  #drawPath(): void {
    const { x, y, translationX, translationY } = this.#sim.shot;
    const step = (2 * DASH * this.#pixel) / lengthOf(this.#sim.shot);
    for (let from = 0; from < 1; from += step) {
      const to = Math.min(1, from + step / 2);
      this.#pen.moveTo(x + from * translationX, y + from * translationY);
      this.#pen.lineTo(x + to * translationX, y + to * translationY);
    }
    this.#pen.stroke({ color: palette().faint, width: 1.5 * this.#pixel });
  }

  /** Where it is at every tick: what a test once a tick gets to see. */
  #drawTicks(): void {
    const { shot, everyTick, impact } = this.#sim;
    const { ink, contact } = palette();
    const part = shot.stride / lengthOf(shot);
    const last = everyTick.tick < 0 ? Math.floor(1 / part) : everyTick.tick;
    for (let i = 1; i <= last; i++) {
      const late = i * part > impact.fraction;
      const color = late ? contact : ink;
      this.#pen.poly(this.#at(i * part)).stroke({ color, alpha: late ? 0.8 : 0.4, width: 1.2 * this.#pixel });
    }
    if (everyTick.tick >= 0) this.#pen.poly(this.#at(everyTick.tick * part)).fill({ color: contact, alpha: 0.3 });
  }

  /** The point of contact and the normal there. */
  #drawImpact({ x, y, normalX, normalY }: Impact, color: number, arrow = color): void {
    const pixel = this.#pixel;
    const [tipX, tipY] = [x + ARROW * pixel * normalX, y + ARROW * pixel * normalY];
    const [backX, backY] = [tipX - 10 * pixel * normalX, tipY - 10 * pixel * normalY];
    const [sideX, sideY] = [-5 * pixel * normalY, 5 * pixel * normalX];
    this.#marks
      .moveTo(x, y)
      .lineTo(backX, backY)
      .stroke({ color: arrow, width: 2.5 * pixel });
    this.#marks.poly([tipX, tipY, backX + sideX, backY + sideY, backX - sideX, backY - sideY]).fill(arrow);
    const dot = this.#marks.regularPoly(x, y, POINT * pixel, 16).fill(color);
    dot.stroke({ color: palette().background, width: 1.5 * pixel });
  }
}
