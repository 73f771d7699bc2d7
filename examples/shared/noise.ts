const SIZE = 64;

/** Smooth noise from −1 to 1 over a plane, of the same bits on every engine. */
export class Noise {
  readonly #values: Float64Array;

  constructor(random: () => number) {
    this.#values = Float64Array.from({ length: SIZE * SIZE }, () => 2 * random() - 1);
  }

  at(x: number, y: number): number {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const across = smooth(x - column);
    const down = smooth(y - row);
    const upper = this.#value(column, row) * (1 - across) + this.#value(column + 1, row) * across;
    const lower = this.#value(column, row + 1) * (1 - across) + this.#value(column + 1, row + 1) * across;
    return upper * (1 - down) + lower * down;
  }

  #value(column: number, row: number): number {
    return this.#values[(row & (SIZE - 1)) * SIZE + (column & (SIZE - 1))];
  }
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
