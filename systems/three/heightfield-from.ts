import type { BufferGeometry } from 'three';
import { type HeightfieldOptions, heightfield } from '../../src/3d/kinds/heightfield.ts';
import { refuse } from '../../src/core/errors.ts';
import { withNameOf } from './named-source.ts';
import type { PlacedSpec } from './placed-spec.ts';

/**
 * A heightfield for `set(Collider, …)` whose first point lies away from the entity's position, and which is turned
 * where the geometry is.
 */
export interface PlacedHeightfield extends PlacedSpec {
  readonly offsetQx: number;
  readonly offsetQy: number;
  readonly offsetQz: number;
  readonly offsetQw: number;
}

/** The options of a heightfield without those about the numbers in its array. */
export type HeightfieldFromOptions = Pick<HeightfieldOptions, 'oneSided'>;

/** Share of the size of a geometry by which its vertices may lie off the grid. */
const OFF_GRID = 1e-5;
const X = 0;
const Y = 1;
const Z = 2;

/**
 * Makes a heightfield of a geometry whose vertices are a grid, row by row: a PlaneGeometry of three.js, displaced along
 * its normal, as it is (heights along z) or turned by `rotateX(-Math.PI / 2)` (heights along y). The heightfield lies
 * where the geometry lies in the object's frame, so the entity's Transform is that of the object. NaN as a height is a
 * hole.
 *
 * Heights are copied; `setHeights` changes them. The index is not read: cells are cut as a PlaneGeometry cuts them.
 * @throws CollisionError `invalid-state` for a value that is no geometry, `invalid-shape` for vertices that are no such
 * grid; and as `heightfield`.
 */
export function heightfieldFrom(geometry: BufferGeometry, options: HeightfieldFromOptions = {}): PlacedHeightfield {
  return withNameOf(geometry, () => fieldOf(geometry, options));
}

function fieldOf(geometry: BufferGeometry, options: HeightfieldFromOptions): PlacedHeightfield {
  if ((geometry as Partial<BufferGeometry> | undefined)?.isBufferGeometry !== true) {
    refuse('invalid-state', 'heightfieldFrom geometry', 'a BufferGeometry', geometry);
  }
  const { position } = geometry.attributes;
  const count = position?.count ?? 0;
  const read = (i: number, axis: number): number => position.getComponent(i, axis);
  let columns = 1;
  while (columns < count && read(columns, X) > read(columns - 1, X)) columns++;
  const rows = count / columns;
  if (!(columns > 1 && rows > 1 && Number.isInteger(rows))) refuseGrid(count);
  const across = read(1, X) - read(0, X);
  const isTurned = read(columns, Z) > read(0, Z);
  const along = isTurned ? read(columns, Z) - read(0, Z) : read(0, Y) - read(columns, Y);
  const slack = OFF_GRID * (columns * across + rows * along);
  const heights = position.array instanceof Float64Array ? new Float64Array(count) : new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const column = i % columns;
    const row = (i - column) / columns;
    const way = isTurned ? read(i, Z) - read(0, Z) : read(0, Y) - read(i, Y);
    const isOnGrid =
      Math.abs(read(i, X) - read(0, X) - column * across) <= slack && Math.abs(way - row * along) <= slack;
    if (!(along > 0 && isOnGrid)) refuseGrid(count);
    heights[i] = read(i, isTurned ? Y : Z);
  }
  // A turn by a quarter about x takes the field's heights, along y, to z, and its rows to −y.
  const half = isTurned ? 0 : Math.SQRT1_2;
  return {
    ...heightfield(heights, columns, rows, { x: across, z: along }, options),
    offsetX: read(0, X),
    offsetY: isTurned ? 0 : read(0, Y),
    offsetZ: isTurned ? read(0, Z) : 0,
    offsetQx: half,
    offsetQy: 0,
    offsetQz: 0,
    offsetQw: isTurned ? 1 : half,
  };
}

function refuseGrid(count: number): never {
  refuse(
    'invalid-shape',
    'heightfieldFrom geometry',
    'rows of as many vertices each, evenly spaced',
    `${count} vertices`,
  );
}
