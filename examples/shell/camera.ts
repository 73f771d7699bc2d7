import type { Container } from 'pixi.js';

/** The part of a scene that must be visible; y points down, as in PixiJS. */
export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export interface CameraOptions {
  /** Whether the extent has to fit into the canvas (`contain`), or to leave none of it empty (`cover`). */
  readonly fit?: 'contain' | 'cover';
  /** The point of the scene that is in the middle of the canvas at first; by default the middle of the extent. */
  readonly centreX?: number;
  readonly centreY?: number;
}

/** Fits an extent of the scene into the canvas without distortion; `enableZoom` lets the user look closer. */
export class Camera {
  /** Pixels per unit of the scene. */
  scale = 1;
  offsetX = 0;
  offsetY = 0;
  readonly #extent: Extent;
  readonly #container: Container;
  readonly #fit: 'contain' | 'cover';
  #centreX: number;
  #centreY: number;
  #zoom = 1;
  #least = 1;
  #width = 1;
  #height = 1;
  #top = 0;
  #left = 0;

  /** `container` holds what is drawn in units of the scene. */
  constructor(container: Container, extent: Extent, options: CameraOptions = {}) {
    this.#container = container;
    this.#extent = extent;
    this.#fit = options.fit ?? 'contain';
    this.#centreX = options.centreX ?? (extent.minX + extent.maxX) / 2;
    this.#centreY = options.centreY ?? (extent.minY + extent.maxY) / 2;
  }

  /** Looks at what another camera of the same scene looks at, as near. */
  lookAs(other: Camera): void {
    this.#centreX = other.#centreX;
    this.#centreY = other.#centreY;
    this.#zoom = other.#zoom;
    this.#place();
  }

  /** Fits the extent into so many pixels, beside and below those that are left free. */
  resize(width: number, height: number, top = 0, left = 0): void {
    this.#width = width;
    this.#height = height;
    this.#top = top;
    this.#left = left;
    this.#place();
  }

  toSceneX(pixelX: number): number {
    return (pixelX - this.offsetX) / this.scale;
  }

  toSceneY(pixelY: number): number {
    return (pixelY - this.offsetY) / this.scale;
  }

  /**
   * Wheel and pinch zoom about where they happen, up to `most` times closer than at first; dragging moves the picture,
   * with one finger unless the scene needs that for itself. Returns the function that ends it.
   */
  enableZoom(surface: HTMLElement, most: number, fingersToDrag = 1): () => void {
    const ending = new AbortController();
    const { signal } = ending;
    const fingers = new Map<number, { x: number; y: number }>();
    const at = (event: MouseEvent) => {
      const box = surface.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    surface.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { x, y } = at(event);
        const notches = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY / 3 : event.deltaY / 100;
        this.#zoomAbout(x, y, 1.25 ** -Math.max(-3, Math.min(3, notches)), most);
      },
      { passive: false, signal },
    );
    surface.addEventListener('pointerdown', (event) => fingers.set(event.pointerId, at(event)), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      surface.addEventListener(end, (event) => fingers.delete(event.pointerId), { signal });
    }
    surface.addEventListener(
      'pointermove',
      (event) => {
        const before = fingers.get(event.pointerId);
        if (before === undefined) return;
        const now = at(event);
        fingers.set(event.pointerId, now);
        if (fingers.size < fingersToDrag) return;
        this.#centreX -= (now.x - before.x) / this.scale / fingers.size;
        this.#centreY -= (now.y - before.y) / this.scale / fingers.size;
        this.#place();
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        if (other === undefined) return;
        const from = Math.hypot(before.x - other.x, before.y - other.y);
        const to = Math.hypot(now.x - other.x, now.y - other.y);
        if (from > 0) this.#zoomAbout((now.x + other.x) / 2, (now.y + other.y) / 2, to / from, most);
      },
      { signal },
    );
    return () => ending.abort();
  }

  #zoomAbout(pixelX: number, pixelY: number, factor: number, most: number): void {
    const x = this.toSceneX(pixelX);
    const y = this.toSceneY(pixelY);
    const zoom = Math.max(this.#least, Math.min(most, this.#zoom * factor));
    const kept = this.#zoom / zoom;
    this.#centreX = x + (this.#centreX - x) * kept;
    this.#centreY = y + (this.#centreY - y) * kept;
    this.#zoom = zoom;
    this.#place();
  }

  #place(): void {
    const { minX, minY, maxX, maxY } = this.#extent;
    const across = this.#width / (maxX - minX);
    const down = this.#height / (maxY - minY);
    const whole = Math.max(1e-6, Math.min(across, down));
    const base = this.#fit === 'contain' ? whole : Math.max(whole, across, down);
    this.#least = Math.min(1, whole / base);
    this.scale = base * this.#zoom;
    this.#centreX = within(this.#centreX, minX, maxX, this.#width / 2 / this.scale);
    this.#centreY = within(this.#centreY, minY, maxY, this.#height / 2 / this.scale);
    this.offsetX = this.#left + this.#width / 2 - this.#centreX * this.scale;
    this.offsetY = this.#top + this.#height / 2 - this.#centreY * this.scale;
    this.#container.scale.set(this.scale);
    this.#container.position.set(this.offsetX, this.offsetY);
  }
}

/** Keeps the middle of a view of the given half width inside; a view wider than all there is has it in its middle. */
function within(value: number, min: number, max: number, half: number): number {
  return max - min <= 2 * half ? (min + max) / 2 : Math.max(min + half, Math.min(max - half, value));
}
