import { Graphics } from 'pixi.js';

/** A thing that is more than this many units from its last place did not fly there, so its trail begins anew. */
const JUMP = 6;

/** The ways that things have come, thin at their ends, drawn as one picture. */
export class Trails {
  readonly pen = new Graphics({ eventMode: 'none' });
  /** By key of a thing: its last places, x and y, the newest last. */
  #ways = new Map<number, number[]>();
  #followed = new Map<number, number[]>();
  #drawn = -1;
  #grows = false;
  readonly #length: number;
  readonly #width: number;

  /** `length` counts ticks, and `width` is the half of it at the thing. */
  constructor(length: number, width: number) {
    this.#length = length;
    this.#width = width;
  }

  /** Starts a frame; while the game stands still, trails do. */
  begin(now: number): void {
    // After a jump back in time, the places known so far lie in the future.
    if (now < this.#drawn) this.#ways.clear();
    this.#grows = now !== this.#drawn;
    this.#drawn = now;
    this.pen.clear();
    this.#followed.clear();
  }

  follow(key: number, x: number, y: number, colour: number): void {
    let way = this.#ways.get(key) ?? [];
    const [lastX = x, lastY = y] = way.slice(-2);
    if (Math.abs(x - lastX) + Math.abs(y - lastY) > JUMP) way = [];
    if (this.#grows) way.push(x, y);
    if (way.length > 2 * this.#length) way.splice(0, way.length - 2 * this.#length);
    this.#followed.set(key, way);
    this.#draw(way, colour);
  }

  /** Ends a frame: what was not followed has no trail any more. */
  end(): void {
    [this.#ways, this.#followed] = [this.#followed, this.#ways];
  }

  #draw(way: readonly number[], colour: number): void {
    const left: number[] = [];
    const right: number[] = [];
    for (let i = 0; i + 3 < way.length; i += 2) {
      const [x, y] = [way[i], way[i + 1]];
      const [acrossX, acrossY] = [y - way[i + 3], way[i + 2] - x];
      const half = (this.#width * i) / way.length / (Math.hypot(acrossX, acrossY) || 1);
      left.push(x + acrossX * half, y + acrossY * half);
      right.unshift(x - acrossX * half, y - acrossY * half);
    }
    if (left.length > 2) this.pen.poly([...left, ...way.slice(-2), ...right]).fill({ color: colour, alpha: 0.35 });
  }
}
