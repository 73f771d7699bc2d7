import { BufferImageSource, type Container, Sprite, Texture } from 'pixi.js';
import type { Camera } from '../shell/camera.ts';
import { formatCount } from '../shell/format-count.ts';
import { palette } from '../shell/palette.ts';
import type { Grid } from './grid.ts';
import { mixColours } from './mix-colours.ts';

/** Pixels from one sample to the next. */
const CELL = 4;
/** Shades of a region: one for every step of the distance. */
const SHADES = 64;
const SHADES_PER_UNIT = 4;
/** Stripes of this many shades show how the distance grows. */
const STRIPE = 2;
const FADE = 0.03;
const LEAST = 0.35;

/** The whole canvas in the colours of regions of the plane, as a picture with a pixel for every sample. */
export class PlanePicture {
  /** The colour of each region, by its number. */
  readonly colours: readonly number[];
  /** The pixels of each region and shade: in quiet colours, and in the colours of the region that is lit. */
  readonly #quietShades: Uint32Array;
  readonly #litShades: Uint32Array;

  /** How many points were asked, and how long it took. */
  cost = '';
  readonly #sprite: Sprite;
  #isSampled = false;
  #grid: Grid;
  #pixels = new Uint8Array(0);
  #lit = -1;
  #milliseconds = 0;

  constructor(parent: Container, colours: readonly number[]) {
    this.#sprite = parent.addChild(new Sprite(Texture.EMPTY));
    this.#grid = {
      minX: 0,
      minY: 0,
      step: 1,
      columns: 0,
      rows: 0,
      regions: this.#pixels,
      distances: new Float32Array(0),
    };
    const { theme } = palette();
    this.colours = colours;
    this.#quietShades = this.#mix(theme === 'dark' ? 0.3 : 0.34);
    this.#litShades = this.#mix(theme === 'dark' ? 0.62 : 0.68);
  }

  /** Has a point in the middle of every cell sampled, again only when something moved. The region `lit` is brighter. */
  draw(sample: (grid: Grid) => void, moved: boolean, lit: number): void {
    if (moved || !this.#isSampled) {
      const start = performance.now();
      sample(this.#grid);
      const taken = performance.now() - start;
      this.#milliseconds += (taken - this.#milliseconds) * (this.#milliseconds === 0 ? 1 : 0.2);
      this.cost = `${formatCount(this.#grid.regions.length)} points asked in ${this.#milliseconds.toFixed(1)} ms`;
    } else if (lit === this.#lit) return;
    this.#isSampled = true;
    this.#lit = lit;
    this.#fill(lit);
    this.#sprite.texture.source.update();
  }

  resize(width: number, height: number, camera: Camera): void {
    const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
    const [minX, minY] = [camera.toSceneX(CELL / 2), camera.toSceneY(CELL / 2)];
    const count = columns * rows;
    const arrays = { regions: new Uint8Array(count), distances: new Float32Array(count) };
    this.#grid = { minX, minY, step: CELL / camera.scale, columns, rows, ...arrays };
    this.#pixels = new Uint8Array(4 * count);
    this.#dropTexture();
    const source = new BufferImageSource({ resource: this.#pixels, width: columns, height: rows, scaleMode: 'linear' });
    this.#sprite.texture = new Texture({ source });
    this.#sprite.scale.set(CELL);
    this.#isSampled = false;
  }

  destroy(): void {
    this.#dropTexture();
  }

  #dropTexture(): void {
    const { texture } = this.#sprite;
    this.#sprite.texture = Texture.EMPTY;
    if (texture !== Texture.EMPTY) texture.destroy(true);
  }

  #fill(lit: number): void {
    const { regions, distances } = this.#grid;
    const words = new Uint32Array(this.#pixels.buffer, 0, regions.length);
    for (let i = 0; i < words.length; i++) {
      const region = regions[i];
      const shade = Math.min(SHADES - 1, Math.floor(distances[i] * SHADES_PER_UNIT));
      words[i] = (region === lit ? this.#litShades : this.#quietShades)[region * SHADES + shade];
    }
  }

  /** Paints the colours over the background, ever thinner with the distance. */
  #mix(strength: number): Uint32Array {
    const { background } = palette();
    const table = new Uint32Array(this.colours.length * SHADES);
    const bytes = new Uint8Array(table.buffer);
    this.colours.forEach((colour, region) => {
      for (let shade = 0; shade < SHADES; shade++) {
        const stripe = shade % (2 * STRIPE) < STRIPE ? 1 : 0.86;
        const share = strength * stripe * Math.max(LEAST, 1 - FADE * shade);
        const mixed = mixColours(background, colour, share);
        bytes.set([mixed >>> 16, (mixed >>> 8) & 0xff, mixed & 0xff, 0xff], 4 * (region * SHADES + shade));
      }
    });
    return table;
  }
}
