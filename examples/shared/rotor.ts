/**
 * A unit vector that turns by the same angle every tick. Made of + − × ÷ √ alone: the last bits of Math.cos differ between engines,
 * and a scene shall run the same on all.
 */
export class Rotor {
  x: number;
  y: number;
  readonly #cosine: number;
  readonly #sine: number;

  /** `angle` is what a tick turns by, in radians, correct to its third power; (x, y) is where it starts, of any length but 0. */
  constructor(angle: number, x = 1, y = 0) {
    // The half-angle formulas, with a tangent that is almost its angle: a turn without stretching, whatever the tangent.
    const tangent = angle / 2;
    const denominator = 1 + tangent * tangent;
    this.#cosine = (1 - tangent * tangent) / denominator;
    this.#sine = (2 * tangent) / denominator;
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
