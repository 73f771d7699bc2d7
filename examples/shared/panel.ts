import { Container, Graphics, Text } from 'pixi.js';
import { Camera, type Extent } from '../shell/camera.ts';
import { palette } from '../shell/palette.ts';
import { PicturePool } from '../shell/picture-pool.ts';
import { FreePlaces } from './free-places.ts';

/** A part of the canvas, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const DASH = 6;
const FONT = 'system-ui, sans-serif';

/**
 * A framed part of the canvas with a scale of its own. Places are given in units of the scene, widths and sizes in
 * pixels.
 */
export class Panel {
  readonly root = new Container();
  readonly colours = palette();
  /** Converts pixels of the canvas to units. */
  camera = new Camera(new Container(), { minX: 0, minY: 0, maxX: 1, maxY: 1 });
  box: Box = { x: 0, y: 0, width: 1, height: 1 };
  readonly #frame = new Graphics();
  readonly #pen = new Graphics();
  readonly #mask = new Graphics();
  readonly #caption: Text;
  readonly #legend = new Container({ label: 'hud' });
  readonly #labels: PicturePool<Text>;
  /** The places that dots and labels of this picture cover. */
  readonly #places = new FreePlaces();
  /** A camera moves a container; this one stays empty, since everything is drawn in pixels. */
  readonly #unused = new Container();

  /** The legend names colours. */
  constructor(caption: string, legend: readonly (readonly [name: string, colour: number])[] = []) {
    const { ink, background } = this.colours;
    const stroke = { color: background, width: 4, join: 'round' } as const;
    const style = { fontFamily: FONT, fontSize: 12, fill: ink, stroke } as const;
    this.#caption = new Text({ text: caption, style, label: 'hud' });
    let x = 0;
    for (const [name, colour] of legend) {
      const text = new Text({ text: name, x: x + 14, style });
      this.#legend.addChild(new Graphics().circle(x + 5, 8, 4.5).fill(colour), text);
      x += 14 + text.width + 10;
    }
    const labels = new Container();
    this.root.addChild(this.#frame, this.#pen, labels, this.#caption, this.#legend, this.#mask);
    this.root.mask = this.#mask;
    this.#labels = new PicturePool(labels, () => {
      return new Text({ anchor: 0.5, style: { ...style, fontSize: 14, fontWeight: '600' } });
    });
  }

  place(box: Box): void {
    const { faint } = this.colours;
    const { x, y, width, height } = box;
    this.box = box;
    this.#frame.clear().roundRect(x, y, width, height, 10);
    this.#frame.fill({ color: faint, alpha: 0.14 }).stroke({ color: faint, width: 1, alignment: 1 });
    this.#mask.clear().roundRect(x, y, width, height, 10).fill(0xffffff);
    this.#caption.position.set(x + 10, y + 8);
    this.#caption.scale.x = 1;
    this.#caption.scale.x = Math.min(1, (width - 20) / Math.max(1, this.#caption.width));
    this.#legend.scale.set(1);
    this.#legend.scale.set(Math.min(1, (width - 20) / Math.max(1, this.#legend.width)));
    this.#legend.position.set(x + 10, y + height - 24);
  }

  /** Starts a picture that shows an extent in the middle of the panel. */
  begin({ minX, minY, maxX, maxY }: Extent): void {
    const { x, y, width, height } = this.box;
    const scale = Math.max(1e-6, Math.min(width / (maxX - minX), height / (maxY - minY)));
    const left = (minX + maxX) / 2 - (x + width / 2) / scale;
    const top = (minY + maxY) / 2 - (y + height / 2) / scale;
    // The camera wants an extent of the whole canvas: a unit for every `scale` pixels.
    this.camera = new Camera(this.#unused, { minX: left, minY: top, maxX: left + 1, maxY: top + 1 });
    this.camera.resize(scale, scale);
    this.#pen.clear();
    this.#labels.begin();
    this.#places.clear();
  }

  end(): void {
    this.#labels.end();
  }

  x(x: number): number {
    return this.camera.offsetX + x * this.camera.scale;
  }

  y(y: number): number {
    return this.camera.offsetY + y * this.camera.scale;
  }

  /** A filled rectangle, in pixels of the canvas. */
  bar(x: number, y: number, width: number, height: number, color: number, alpha = 1): void {
    this.#pen.roundRect(x, y, width, height, 2).fill({ color, alpha });
  }

  line(ax: number, ay: number, bx: number, by: number, color: number, width = 2, alpha = 1): void {
    this.#pen.moveTo(this.x(ax), this.y(ay)).lineTo(this.x(bx), this.y(by)).stroke({ color, width, alpha });
  }

  dashed(ax: number, ay: number, bx: number, by: number, color: number, width = 1.5): void {
    const [x, y] = [this.x(ax), this.y(ay)];
    const [acrossX, acrossY] = [this.x(bx) - x, this.y(by) - y];
    const length = Math.sqrt(acrossX * acrossX + acrossY * acrossY);
    for (let at = 0; at < length; at += 2 * DASH) {
      const from = at / length;
      const to = Math.min(1, (at + DASH) / length);
      if (!this.#isInside(x + from * acrossX, y + from * acrossY)) continue;
      this.#pen.moveTo(x + from * acrossX, y + from * acrossY).lineTo(x + to * acrossX, y + to * acrossY);
    }
    if (length > 0) this.#pen.stroke({ color, width });
  }

  /** Whether something small at a place of the canvas can be seen here. */
  #isInside(x: number, y: number): boolean {
    const { box } = this;
    return x > box.x - DASH && x < box.x + box.width + DASH && y > box.y - DASH && y < box.y + box.height + DASH;
  }

  /** An arrow of the given length in pixels. */
  arrow(fromX: number, fromY: number, directionX: number, directionY: number, pixels: number, color: number): void {
    const [x, y] = unit([directionX, directionY]);
    const [tipX, tipY] = [this.x(fromX) + pixels * x, this.y(fromY) + pixels * y];
    const [backX, backY] = [tipX - 14 * x, tipY - 14 * y];
    this.#pen.moveTo(this.x(fromX), this.y(fromY)).lineTo(backX, backY).stroke({ color, width: 5 });
    this.#pen.poly([tipX, tipY, backX - 8 * y, backY + 8 * x, backX + 8 * y, backY - 8 * x]).fill(color);
    this.#places.take((tipX + backX) / 2, (tipY + backY) / 2, 8, 8);
  }

  dot(x: number, y: number, radius: number, color: number): void {
    const { background } = this.colours;
    this.#pen.circle(this.x(x), this.y(y), radius).fill(color).stroke({ color: background, width: 1.5 });
    this.#places.take(this.x(x), this.y(y), radius, radius);
  }

  /** A circle that is not filled, its radius in pixels. */
  ring(x: number, y: number, radius: number, color: number): void {
    this.#pen.circle(this.x(x), this.y(y), radius).stroke({ color, width: 1.5 });
  }

  polygon(points: ArrayLike<number>, count: number, color: number, alpha: number, width = 2): void {
    const corners = Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? this.x(points[i]) : this.y(points[i])));
    this.#pen.poly(corners).fill({ color, alpha }).stroke({ color, width, join: 'round' });
  }

  /**
   * Text about a place, moved by so many pixels; and on to where it covers no dot, head of an arrow or label drawn
   * before it.
   */
  label(text: string, x: number, y: number, byX = 0, byY = 0, color = this.colours.ink): void {
    const label = this.#take(text, color);
    const [halfWidth, halfHeight] = [label.width / 2, label.height / 2];
    const [insideX, insideY] = this.#inside(this.x(x) + byX, this.y(y) + byY, halfWidth, halfHeight);
    const free = this.#places.near(insideX, insideY, halfWidth, halfHeight);
    const [freeX, freeY] = this.#inside(...free, halfWidth, halfHeight);
    label.position.set(Math.round(freeX), Math.round(freeY));
  }

  /** The nearest place at which something of half that size does not stick out. */
  #inside(x: number, y: number, halfWidth: number, halfHeight: number): readonly [x: number, y: number] {
    const { box } = this;
    return [
      Math.max(box.x + halfWidth, Math.min(box.x + box.width - halfWidth, x)),
      Math.max(box.y + halfHeight, Math.min(box.y + box.height - halfHeight, y)),
    ];
  }

  /** Text about a place in pixels of the canvas, made narrower where it is wider than the panel. */
  write(text: string, x: number, y: number, color = this.colours.ink): void {
    const label = this.#take(text, color);
    label.position.set(Math.round(x), Math.round(y));
    label.scale.x = Math.min(1, (this.box.width - 8) / label.width);
  }

  #take(text: string, color: number): Text {
    const label = this.#labels.take();
    label.text = text;
    label.style.fill = color;
    label.scale.x = 1;
    return label;
  }
}

/** An extent grown to hold points x, y with some room about them. */
export function extentAround(extent: Extent, points: ArrayLike<number>, count: number, room: number): Extent {
  let { minX, minY, maxX, maxY } = extent;
  for (let i = 0; i < 2 * count; i += 2) {
    minX = Math.min(minX, points[i] - room);
    maxX = Math.max(maxX, points[i] + room);
    minY = Math.min(minY, points[i + 1] - room);
    maxY = Math.max(maxY, points[i + 1] + room);
  }
  return { minX, minY, maxX, maxY };
}

/** A vector of length 1; zero stays zero. */
export function unit([x, y]: readonly [x: number, y: number]): [x: number, y: number] {
  const length = Math.sqrt(x * x + y * y);
  return length > 0 ? [x / length, y / length] : [0, 0];
}

/** What happens, in a title and a few sentences above the panels. */
export class Words {
  readonly root = new Container({ label: 'hud' });
  readonly #title: Text;
  readonly #body: Text;
  #height = 0;

  constructor() {
    const style = { fontFamily: FONT, fill: palette().ink, wordWrap: true } as const;
    this.#title = new Text({ style: { ...style, fontSize: 18, fontWeight: '700' } });
    this.#body = new Text({ style });
    this.root.addChild(this.#title, this.#body);
  }

  place({ x, y, width, height }: Box): void {
    this.#height = height;
    const small = width < 400;
    this.root.position.set(x, y);
    this.#title.style.fontSize = small ? 17 : 22;
    this.#body.style.fontSize = small ? 13 : 16;
    this.#body.style.lineHeight = small ? 18 : 24;
    this.#title.style.wordWrapWidth = this.#body.style.wordWrapWidth = width;
  }

  show(title: string, body: string): void {
    this.#title.text = title;
    this.#body.text = body;
    this.#body.y = this.#title.height + 6;
    // On a canvas that is too low for both, only the title is shown.
    this.#body.visible = this.#body.y + this.#body.height <= this.#height;
  }
}

/** The width of the canvas in pixels below which two panels side by side are too narrow for their words. */
const LEAST_WIDE = 480;

/** Words at the top and two panels below: side by side where there is room, else one above the other. */
export function layOut(width: number, height: number): { words: Box; first: Box; second: Box } {
  const wide = width > height && width > LEAST_WIDE;
  const top = Math.round(wide ? Math.min(176, 0.3 * height) : 120);
  const words = { x: 12, y: 8, width: width - 24, height: top - 8 };
  const gap = wide ? 12 : 8;
  const panelWidth = wide ? (width - 3 * gap) / 2 : width - 2 * gap;
  const panelHeight = wide ? height - top - gap : (height - top - 2 * gap) / 2;
  const first = { x: gap, y: top, width: panelWidth, height: panelHeight };
  const second = {
    ...first,
    ...(wide ? { x: 2 * gap + panelWidth } : { y: top + gap + panelHeight }),
  };
  return { words, first, second };
}
