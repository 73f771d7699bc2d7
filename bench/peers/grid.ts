import type { Peer } from '../peer.ts';
import type { Scene } from '../scene.ts';
import { openSatBodies } from './sat-bodies.ts';

/** Bodies sorted by the cell of their centre; cells are as large as the largest body, which has to be known beforehand. */
class Grid {
  readonly #size: number;
  readonly #columns: number;
  readonly #low: number;
  readonly #starts: Uint32Array;
  readonly #items: Uint32Array;
  readonly #cells: Uint32Array;

  constructor(size: number, half: number, capacity: number) {
    this.#size = size;
    // A border of one cell all round, so that neighbours need no bounds check.
    this.#low = -half - 2 * size;
    this.#columns = Math.ceil((2 * half + 4 * size) / size);
    this.#starts = new Uint32Array(this.#columns * this.#columns + 1);
    this.#items = new Uint32Array(capacity);
    this.#cells = new Uint32Array(capacity);
  }

  fill(x: Float64Array, y: Float64Array, first: number, end: number): void {
    const starts = this.#starts.fill(0);
    for (let i = first; i < end; i++) {
      const cell = this.#cellOf(x[i]!, y[i]!);
      this.#cells[i - first] = cell;
      starts[cell]!++;
    }
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
    for (let i = end - 1; i >= first; i--) this.#items[--starts[this.#cells[i - first]!]!] = i;
  }

  /** Visits every other body of a higher index in the cells around one. */
  around(i: number, x: number, y: number, bounds: Float64Array, visit: (a: number, b: number) => void): void {
    const centre = this.#cellOf(x, y);
    const minX = bounds[4 * i]!;
    const minY = bounds[4 * i + 1]!;
    const maxX = bounds[4 * i + 2]!;
    const maxY = bounds[4 * i + 3]!;
    for (let row = centre - this.#columns; row <= centre + this.#columns; row += this.#columns) {
      const end = this.#starts[row + 2]!;
      for (let k = this.#starts[row - 1]!; k < end; k++) {
        const other = this.#items[k]!;
        const b = 4 * other;
        if (other <= i || bounds[b]! > maxX || bounds[b + 2]! < minX) continue;
        if (bounds[b + 1]! <= maxY && bounds[b + 3]! >= minY) visit(i, other);
      }
    }
  }

  #cellOf(x: number, y: number): number {
    const column = Math.floor((x - this.#low) / this.#size);
    return Math.floor((y - this.#low) / this.#size) * this.#columns + column;
  }
}

function largest(bounds: Float64Array, scene: Scene): number {
  let size = 0;
  for (let i = 0; i < scene.count; i++) {
    const { kind, radius, halfHeight, halfWidth, corners } = scene;
    // The circle around a body, however it turns.
    const flat = corners[i];
    let reach = Math.sqrt(halfWidth[i]! ** 2 + halfHeight[i]! ** 2) + radius[i]!;
    if (kind[i] === 3)
      for (let k = 0; k < flat!.length; k += 2) reach = Math.max(reach, Math.hypot(flat![k]!, flat![k + 1]!));
    size = Math.max(size, 2 * reach, bounds[4 * i + 2]! - bounds[4 * i]!);
  }
  return size;
}

/** A grid over typed arrays, written for the worlds at hand, with SAT.js: the least a broad phase can cost where sizes are known. */
export const grid: Peer = async (scene) => {
  const bodies = await openSatBodies(scene);
  const { bounds, test } = bodies;
  const { movers, count, x, y } = scene;
  const size = largest(bounds, scene);
  const moving = new Grid(size, scene.half, movers);
  const still = new Grid(size, scene.half, count - movers);
  still.fill(x, y, movers, count);
  return {
    update(tally) {
      bodies.begin();
      moving.fill(x, y, 0, movers);
      for (let i = 0; i < movers; i++) {
        moving.around(i, x[i]!, y[i]!, bounds, test);
        if (count > movers) still.around(i, x[i]!, y[i]!, bounds, test);
      }
      bodies.finish(tally);
    },
    read: (tally) => bodies.read(tally),
  };
};
