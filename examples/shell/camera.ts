import type { Container } from 'pixi.js';

/** The part of a scene that must be visible; y points down, as in PixiJS. */
export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Fits an extent of the scene into the canvas, centred, without distortion. */
export class Camera {
  /** Pixels per unit of the scene. */
  scale = 1;
  offsetX = 0;
  offsetY = 0;
  readonly #extent: Extent;
  readonly #container: Container;

  /** `container` holds what is drawn in units of the scene. */
  constructor(container: Container, extent: Extent) {
    this.#container = container;
    this.#extent = extent;
  }

  resize(width: number, height: number): void {
    const { minX, minY, maxX, maxY } = this.#extent;
    this.scale = Math.max(1e-6, Math.min(width / (maxX - minX), height / (maxY - minY)));
    this.offsetX = (width - (minX + maxX) * this.scale) / 2;
    this.offsetY = (height - (minY + maxY) * this.scale) / 2;
    this.#container.scale.set(this.scale);
    this.#container.position.set(this.offsetX, this.offsetY);
  }

  toSceneX(pixelX: number): number {
    return (pixelX - this.offsetX) / this.scale;
  }

  toSceneY(pixelY: number): number {
    return (pixelY - this.offsetY) / this.scale;
  }
}
