import type { Container } from 'pixi.js';

/**
 * Pictures for things that come and go: lent in order for one frame, hidden when not asked for, never thrown away in
 * between.
 */
export class PicturePool<T extends Container> {
  readonly #parent: Container;
  readonly #make: () => T;
  readonly #pictures: T[] = [];
  #used = 0;

  /** The parent destroys what it holds: give it a container that the view destroys with its children. */
  constructor(parent: Container, make: () => T) {
    this.#parent = parent;
    this.#make = make;
  }

  /** Starts a frame. */
  begin(): void {
    this.#used = 0;
  }

  /** Returns the next picture of this frame, visible. */
  take(): T {
    const index = this.#used++;
    const picture = (this.#pictures[index] ??= this.#parent.addChild(this.#make()));
    picture.visible = true;
    return picture;
  }

  /** Ends a frame: hides what was not taken. */
  end(): void {
    for (let i = this.#used; i < this.#pictures.length && this.#pictures[i]!.visible; i++)
      this.#pictures[i]!.visible = false;
  }
}
