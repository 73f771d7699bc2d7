import { cos, sin } from 'bitecs-collision/2d';
import type { Noise } from '../../../shared/noise.ts';
import type { MeshArrays } from '../../../shared/packed-mesh.ts';

/** Corners around an arch, around its rock, and around a pillar. */
const AROUND_ARCH = 26;
const AROUND_ROCK = 8;
const AROUND_PILLAR = 10;
const PILLAR_LEVELS = 9;
const ROCK_RADIUS = 2;
/** How uneven a rock is, as a share of its radius. */
const ROUGHNESS = 0.3;
const TURN = 2 * Math.PI;

/** Collects triangles of rocks. */
export class RockBuilder {
  readonly #noise: Noise;
  readonly #positions: number[] = [];
  readonly #index: number[] = [];

  constructor(noise: Noise) {
    this.#noise = noise;
  }

  get count(): number {
    return this.#positions.length / 3;
  }

  /** How much thicker or thinner rock is at a place. */
  roughness(x: number, y: number, z: number): number {
    return 1 + ROUGHNESS * this.#noise.at(0.4 * (x + z), 0.4 * (y - z));
  }

  add(x: number, y: number, z: number): void {
    this.#positions.push(x, y, z);
  }

  /** Joins rows of `columns` vertices, each closed around, from the vertex numbered `first` on. */
  join(first: number, rows: number, columns: number, isClosed: boolean): void {
    for (let row = 0; row < (isClosed ? rows : rows - 1); row++) {
      for (let column = 0; column < columns; column++) {
        const at = (r: number, c: number) => first + (r % rows) * columns + (c % columns);
        const [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
        this.#index.push(a, c, b, b, c, d);
      }
    }
  }

  build(): MeshArrays {
    return { positions: Float32Array.from(this.#positions), index: Uint32Array.from(this.#index) };
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * A ring of rock that stands across the canyon, its foot in the ground; `radius` is that of its opening and its half.
 */
export function addArch(builder: RockBuilder, middle: Place, radius: number): void {
  const first = builder.count;
  for (let i = 0; i < AROUND_ARCH; i++) {
    const [along, up] = [cos((TURN * i) / AROUND_ARCH), sin((TURN * i) / AROUND_ARCH)];
    for (let k = 0; k < AROUND_ROCK; k++) {
      const [out, aside] = [cos((TURN * k) / AROUND_ROCK), sin((TURN * k) / AROUND_ROCK)];
      const thickness =
        ROCK_RADIUS * builder.roughness(middle.x + radius * along + 3 * out, radius * up, middle.z + 5 * aside);
      const reach = radius + thickness * out;
      builder.add(middle.x + reach * along, middle.y + reach * up, middle.z + thickness * aside);
    }
  }
  builder.join(first, AROUND_ARCH, AROUND_ROCK, true);
}

/** A column of rock that stands in the way. */
export function addPillar(
  builder: RockBuilder,
  { x, z, radius }: { readonly x: number; readonly z: number; readonly radius: number },
  height: number,
): void {
  const first = builder.count;
  for (let level = 0; level < PILLAR_LEVELS; level++) {
    const y = (height * level) / (PILLAR_LEVELS - 1) - 2;
    for (let k = 0; k < AROUND_PILLAR; k++) {
      const [across, along] = [cos((TURN * k) / AROUND_PILLAR), sin((TURN * k) / AROUND_PILLAR)];
      const reach = radius * builder.roughness(x + 3 * across, y, z + 3 * along);
      builder.add(x + reach * across, y, z + reach * along);
    }
  }
  builder.join(first, PILLAR_LEVELS, AROUND_PILLAR, false);
}
