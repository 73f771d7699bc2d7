import { cos, sin } from 'bitecs-collision/2d';

/** A unit vector that turns by the same angle every tick. */
export class Rotor {
  x: number;
  y: number;
  readonly #cosine: number;
  readonly #sine: number;

  /** `angle` is what a tick turns by, in radians; (x, y) is where it starts, of any length but 0. */
  constructor(angle: number, x = 1, y = 0) {
    this.#cosine = cos(angle);
    this.#sine = sin(angle);
    const length = Math.sqrt(x * x + y * y);
    this.x = x / length;
    this.y = y / length;
  }

  turn(): void {
    const x = this.#cosine * this.x - this.#sine * this.y;
    const y = this.#sine * this.x + this.#cosine * this.y;
    // Rounding would make it longer or shorter in the end.
    const length = Math.sqrt(x * x + y * y);
    this.x = x / length;
    this.y = y / length;
  }
}
