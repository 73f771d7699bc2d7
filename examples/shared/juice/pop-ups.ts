import { BitmapText, Container } from 'pixi.js';
import { PicturePool } from '../../shell/picture-pool.ts';

const TICKS = 48;
const RISE = 34;
const MOST = 40;

/** The position of the scene on the canvas in pixels, and the pixels per unit, as a camera has them. */
export interface Placement {
  readonly scale: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

interface PopUp {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly colour: number;
  readonly size: number;
  readonly tick: number;
}

/** Numbers and words that rise from where they were earned and fade. Their size is in pixels, whatever the camera's. */
export class PopUps {
  readonly container = new Container({ eventMode: 'none' });
  #all: PopUp[] = [];
  readonly #pictures = new PicturePool(this.container, () => {
    const style = { fontFamily: 'system-ui, sans-serif', fontSize: 32, fontWeight: '700', fill: 0xffffff } as const;
    return new BitmapText({ text: '', style, anchor: 0.5 });
  });

  add(text: string, x: number, y: number, colour: number, tick: number, size = 16): void {
    this.#all.push({ text, x, y, colour, size, tick });
    if (this.#all.length > MOST) this.#all.shift();
  }

  draw(now: number, placement: Placement): void {
    this.#all = this.#all.filter(({ tick }) => tick <= now && now - tick < TICKS);
    this.#pictures.begin();
    for (const { text, x, y, colour, size, tick } of this.#all) {
      const picture = this.#pictures.take();
      const done = (now - tick) / TICKS;
      if (picture.text !== text) picture.text = text;
      picture.tint = colour;
      picture.alpha = 1 - done * done;
      picture.scale.set((size / 32) * (1 + 0.5 * Math.max(0, 1 - 6 * done)));
      picture.position.set(
        Math.round(placement.offsetX + x * placement.scale),
        Math.round(placement.offsetY + y * placement.scale - RISE * Math.sqrt(done)),
      );
    }
    this.#pictures.end();
  }
}
