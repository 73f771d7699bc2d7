import { addComponent, addEntity, set } from 'bitecs';
import { type Collision, heightfield, seamless, setHeights } from 'bitecs-collision/3d';
import { remember } from '../../../shell/remember.ts';
import { COLUMNS, ROWS, volcanoHeights } from './heights.ts';

/** Cells along the sides of a chunk. */
export const CHUNK_COLUMNS = 22;
export const CHUNK_ROWS = 20;
/** The coordinates of the first point of the grid; the middle of the terrain is the origin. */
const FIRST_X = -(COLUMNS - 1) / 2;
const FIRST_Z = -(ROWS - 1) / 2;
/** Half the size of the terrain. */
export const HALF = { x: -FIRST_X, z: -FIRST_Z };
/** How high and how deep the terrain can be made. */
const HIGHEST = 22;
const LOWEST = -3;

/** A part of the terrain that is one collider. Points along its sides belong to its neighbours as well. */
export interface Chunk {
  readonly eid: number;
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly rows: number;
  /** Row by row, NaN where there is a hole. */
  readonly heights: Float64Array;
  /** A number that is new after each change: it never returns to an earlier value. */
  version: number;
}

/** What is done to the ground: raised by so many units a tick where it is strongest, or opened, or closed. */
export type Change = number | 'open' | 'close';

/** Real heights, cut into chunks that are a heightfield each. */
export class Terrain {
  readonly chunks: Chunk[] = [];
  /** The heights of the whole grid. Points of holes keep their heights, so that the holes can be closed. */
  readonly heights = volcanoHeights();
  #changes = 0;
  readonly #isOpen = new Uint8Array(COLUMNS * ROWS);
  readonly #world: object;

  constructor(world: object, collision: Collision) {
    this.#world = world;
    const { Transform, Collider, Static } = collision;
    // Chunks are one surface: nothing catches where they meet.
    const Seamless = seamless(world);
    for (let firstRow = 0; firstRow < ROWS - 1; firstRow += CHUNK_ROWS) {
      for (let firstColumn = 0; firstColumn < COLUMNS - 1; firstColumn += CHUNK_COLUMNS) {
        const eid = addEntity(world);
        addComponent(world, eid, Static);
        addComponent(world, eid, Seamless);
        addComponent(world, eid, set(Transform, { x: FIRST_X + firstColumn, z: FIRST_Z + firstRow }));
        const columns = Math.min(CHUNK_COLUMNS, COLUMNS - 1 - firstColumn) + 1;
        const rows = Math.min(CHUNK_ROWS, ROWS - 1 - firstRow) + 1;
        const heights = new Float64Array(columns * rows);
        // The field keeps an array of its own, into which it is told what changes.
        addComponent(world, eid, set(Collider, heightfield(heights.slice(), columns, rows, 1)));
        const chunk: Chunk = { eid, firstColumn, firstRow, columns, rows, heights, version: 0 };
        this.chunks.push(chunk);
        this.#update(chunk);
      }
    }
    remember(
      () => ({ heights: this.heights, isOpen: this.#isOpen }),
      () => {
        for (const chunk of this.chunks) this.#update(chunk);
      },
    );
  }

  /** Returns about how high the ground is at a place, holes left aside. */
  heightAt(x: number, z: number): number {
    const column = Math.max(0, Math.min(COLUMNS - 1, Math.round(x - FIRST_X)));
    const row = Math.max(0, Math.min(ROWS - 1, Math.round(z - FIRST_Z)));
    return this.heights[row * COLUMNS + column];
  }

  /** Changes the ground about a place: less, the farther from it, and not beyond `radius`. */
  change(x: number, z: number, radius: number, change: Change): void {
    const [column, row] = [x - FIRST_X, z - FIRST_Z];
    const firstColumn = Math.max(0, Math.ceil(column - radius));
    const lastColumn = Math.min(COLUMNS - 1, Math.floor(column + radius));
    const firstRow = Math.max(0, Math.ceil(row - radius));
    const lastRow = Math.min(ROWS - 1, Math.floor(row + radius));
    if (firstColumn > lastColumn || firstRow > lastRow) return;
    for (let r = firstRow; r <= lastRow; r++) {
      for (let c = firstColumn; c <= lastColumn; c++) {
        const share = 1 - ((c - column) * (c - column) + (r - row) * (r - row)) / (radius * radius);
        if (share > 0) this.#changePoint(r * COLUMNS + c, share * share, change);
      }
    }
    for (const chunk of this.chunks) {
      const isIn =
        chunk.firstColumn <= lastColumn &&
        chunk.firstColumn + chunk.columns > firstColumn &&
        chunk.firstRow <= lastRow &&
        chunk.firstRow + chunk.rows > firstRow;
      if (isIn) this.#update(chunk);
    }
  }

  #changePoint(at: number, share: number, change: Change): void {
    if (typeof change === 'number') {
      this.heights[at] = Math.min(HIGHEST, Math.max(LOWEST, this.heights[at] + share * change));
    } else {
      this.#isOpen[at] = change === 'open' ? 1 : 0;
    }
  }

  /** Writes the heights of a chunk from those of the grid. */
  #update(chunk: Chunk): void {
    const { eid, firstColumn, firstRow, columns, rows } = chunk;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const at = (firstRow + r) * COLUMNS + firstColumn + c;
        chunk.heights[r * columns + c] = this.#isOpen[at] === 1 ? Number.NaN : this.heights[at];
      }
    }
    setHeights(this.#world, eid, {}, chunk.heights);
    chunk.version = ++this.#changes;
  }
}
