import { CollisionError, refuse, requireInteger, requireKeys, requireType } from '../../core/errors.ts';
import { requireCoordinate, requireSize } from '../../core/limits.ts';
import type { NumberArray } from '../../core/number-array.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import {
  type HeightField,
  type Heights,
  isHeight,
  makeHeightField,
  refitHeightField,
  refuseHeight,
  requireHeights,
  writeNodeBox,
} from '../geometry/tree/height-field.ts';
import { addSurfaceRoutines, surfaceContacts } from '../narrow-phase/collide-surface.ts';
import { castAtTriangle } from '../queries/cast-at-triangle.ts';
import { measures } from '../queries/measure-surfaces.ts';
import { surfaceCasts, surfaceMoverCasts } from '../queries/surface-hit.ts';
import { moverCasts, setSurfaceCasts, surfaceMeasures, triangleCasts } from '../queries/surface-table.ts';
import { extent } from '../shapes/extent.ts';
import { fieldPieces, fieldQueries } from '../shapes/field-pieces.ts';
import type { RegisteredShape, ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_HEIGHTFIELD } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { writeTurnedBox } from '../shapes/turned-box.ts';

/** Options of `heightfield`. */
export interface HeightfieldOptions {
  /** World units a unit of `heights`: 0.01 for whole centimetres. Default 1. */
  heightScale?: number;
  /** A height that means a hole, as NaN always does: −32,768, say, in an Int16Array. Default: none. */
  hole?: number;
  /**
   * Collides only with bodies above it, and is met only by rays from above; half-spaces collide with both sides.
   * Default false: both sides.
   */
  oneSided?: boolean;
}

const HEIGHTFIELD_KEYS = ['heightScale', 'hole', 'oneSided'] as const;
const SPACING_KEYS = ['x', 'z'] as const;

/**
 * Makes a terrain of heights over a grid of points, row by row: point (column, row) lies at x = column · spacing,
 * y = height, z = row · spacing, from the entity's position on. Two triangles lie between four points, cut as three.js
 * cuts a PlaneGeometry; they are never made in memory. A triangle with a corner of NaN is a hole.
 *
 * The array is kept, not copied, and written to by `setHeights` alone; besides it, a cell takes 0.17 bytes. Contacts
 * and hits name the triangle (`child`): 2 · (row · (columns − 1) + column) and the number after it. There are no ghost
 * contacts, as with `mesh`.
 *
 * columns, rows: points along x and z, 2 to 16,385 each. spacing: of points, one number or one for each axis.
 * @throws CollisionError `invalid-shape` for heights that are no such array of columns · rows numbers, or holes alone;
 *   `out-of-range` for columns and rows; `invalid-number` for a spacing or a height that cannot be used.
 */
export function heightfield(
  heights: Heights,
  columns: number,
  rows: number,
  spacing: number | { readonly x: number; readonly z: number },
  options: HeightfieldOptions = {},
): ShapeSpec {
  requireKeys('heightfield options', options, HEIGHTFIELD_KEYS);
  const { heightScale = 1, hole = Number.NaN, oneSided = false } = options;
  requireHeights('heightfield', heights, columns, rows);
  if (typeof spacing === 'object') requireKeys('heightfield spacing', spacing, SPACING_KEYS);
  const { x, z } = typeof spacing === 'object' && spacing !== null ? spacing : { x: spacing, z: spacing };
  requireSize('heightfield spacing x', x);
  requireSize('heightfield spacing z', z);
  if (requireCoordinate('heightfield heightScale', heightScale) === 0) {
    refuse('invalid-number', 'heightfield heightScale', 'another number than 0', heightScale);
  }
  if (typeof hole !== 'number') refuse('invalid-number', 'heightfield hole', 'a number', hole);
  requireType('oneSided', oneSided, 'boolean');
  const field = makeHeightField(heights, columns, rows, x, z, heightScale, hole);
  const bounds = new Float64Array(6);
  writeNodeBox(bounds, field, field.top, 0, 0);
  if (!(bounds[1] <= bounds[4])) throw new CollisionError('invalid-shape', 'heightfield: has holes alone');
  return makeSpec(SHAPE_HEIGHTFIELD, 0, 0, 0, 0, {
    record: heightfieldRecord,
    hull: undefined,
    flat: undefined,
    children: undefined,
    surface: { tree: undefined, field, bounds, oneSided, solid: false },
    given: undefined,
  });
}

/** Some columns and rows of a heightfield's points. */
export interface HeightRegion {
  /** The first column and row. Default 0. */
  readonly column?: number;
  readonly row?: number;
  /** The number of columns and rows. Default: all from there on. */
  readonly columns?: number;
  readonly rows?: number;
}

const REGION_KEYS = ['column', 'row', 'columns', 'rows'] as const;

/**
 * Writes the heights of a region of a heightfield, row by row, at the cost of the region.
 * @throws CollisionError before anything has been written: `invalid-shape` for another shape, for heights that are not
 * as many as the region has points, or for holes alone; `out-of-range` for a region beyond the field, and a height that
 * the field's array cannot hold; `invalid-number` for a height that cannot be used.
 */
export function writeHeights(shape: RegisteredShape | 0, region: HeightRegion, heights: NumberArray): void {
  const surface = shape === 0 ? undefined : shape.surface;
  const field = surface?.field;
  if (field === undefined) refuse('invalid-shape', 'setHeights shape', 'a heightfield', shape);
  requireKeys('setHeights region', region, REGION_KEYS);
  const { column = 0, row = 0 } = region;
  requireInteger('setHeights column', column, 0, field.columns - 1);
  requireInteger('setHeights row', row, 0, field.rows - 1);
  const { columns = field.columns - column, rows = field.rows - row } = region;
  requireInteger('setHeights columns', columns, 1, field.columns - column);
  requireInteger('setHeights rows', rows, 1, field.rows - row);
  if (heights?.length !== columns * rows) {
    refuse('invalid-shape', 'the number of setHeights heights', `columns · rows, ${columns * rows}`, heights?.length);
  }
  let areHoles = true;
  for (let i = 0; i < heights.length; i++) {
    requireHeight(field, column + (i % columns), row + Math.floor(i / columns), heights[i]);
    areHoles &&= Number.isNaN(heights[i]) || heights[i] === field.hole;
  }
  if (areHoles && !hasHeightBeside(field, column, row, columns, rows)) {
    throw new CollisionError('invalid-shape', 'setHeights: leaves holes alone');
  }
  for (let i = 0; i < heights.length; i++) {
    field.heights[(row + Math.floor(i / columns)) * field.columns + column + (i % columns)] = heights[i];
  }
  refitHeightField(field, column, row, columns, rows);
  writeNodeBox(surface!.bounds, field, field.top, 0, 0);
}

/** Refuses a height that a field cannot have. @throws CollisionError naming it. */
function requireHeight({ heights, heightScale, hole }: HeightField, column: number, row: number, height: number): void {
  if (typeof height !== 'number' || !isHeight(height, heightScale, hole)) refuseHeight(column, row, height);
  if (heights instanceof Float32Array || heights instanceof Float64Array) return;
  const least = heights instanceof Int16Array ? -32_768 : 0;
  requireInteger(`the height at column ${column}, row ${row}`, height, least, least + 65_535);
}

/** Returns whether a field has a point outside of a region that is no hole. */
function hasHeightBeside(field: HeightField, column: number, row: number, columns: number, rows: number): boolean {
  for (let i = 0; i < field.heights.length; i++) {
    const c = (i % field.columns) - column;
    const r = Math.floor(i / field.columns) - row;
    if (c >= 0 && c < columns && r >= 0 && r < rows) continue;
    if (!Number.isNaN(field.heights[i]) && field.heights[i] !== field.hole) return true;
  }
  return false;
}

const heightfieldRecord: ShapeRecord = {
  kind: SHAPE_HEIGHTFIELD,
  isComposite: true,
  pieces: fieldPieces,
  contacts: surfaceContacts,
  queries: fieldQueries,
  writeExtent: ({ shapes }, handle, poses, at) => {
    writeTurnedBox(extent, shapes[handle]!.surface!.bounds, 0, poses, at);
  },
  enter: enterRegistry,
  addRoutines() {
    addSurfaceRoutines(SHAPE_HEIGHTFIELD);
    setSurfaceCasts(SHAPE_HEIGHTFIELD, surfaceCasts);
    moverCasts.routines = surfaceMoverCasts;
    surfaceMeasures.routines = measures;
    triangleCasts.cast = castAtTriangle;
  },
  inPlace: undefined,
};

const ARRAYS = { f32: Float32Array, f64: Float64Array, i16: Int16Array, u16: Uint16Array } as const;

function typeOf(heights: Heights): keyof typeof ARRAYS {
  if (heights instanceof Float32Array) return 'f32';
  if (heights instanceof Float64Array) return 'f64';
  return heights instanceof Int16Array ? 'i16' : 'u16';
}

/**
 * Fields of heights as plain data: `heights` with null for NaN, `type` (`f32`, `f64`, `i16` or `u16`), `columns`,
 * `rows`, `spacing` and the options.
 */
export const heightfieldFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_HEIGHTFIELD,
  name: 'heightfield',
  fields: ['heights', 'type', 'columns', 'rows', 'spacing', ...HEIGHTFIELD_KEYS],
  describe(spec) {
    const { field, oneSided } = (requireShape(spec.shape) as RegisteredShape).surface!;
    const { heights, columns, rows, spacingX, spacingZ, heightScale, hole } = field as HeightField;
    return {
      heights: Array.from(heights, (height) => (Number.isNaN(height) ? null : height)),
      type: typeOf(heights),
      ...{ columns, rows, heightScale, oneSided },
      spacing: { x: spacingX, z: spacingZ },
      ...(Number.isNaN(hole) ? {} : { hole }),
    };
  },
  make({ heights, type, columns, rows, spacing, heightScale, hole, oneSided }) {
    const array = Object.hasOwn(ARRAYS, type) ? ARRAYS[type as keyof typeof ARRAYS] : undefined;
    if (array === undefined) refuse('invalid-shape', 'type', `one of ${Object.keys(ARRAYS)}`, type);
    if (!Array.isArray(heights)) refuse('invalid-shape', 'heights', 'an array', heights);
    const numbers = new array((heights as (number | null)[]).length);
    (heights as (number | null)[]).forEach((height, i) => {
      numbers[i] = height ?? Number.NaN;
    });
    return heightfield(numbers, columns, rows, spacing, { heightScale, hole, oneSided });
  },
};
