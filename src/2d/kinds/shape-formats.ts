import { describeShape, makeShape, type ShapeFormat, type ShapeJson } from '../../core/shapes/shape-json.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { boxFormat } from './box.ts';
import { capsuleFormat } from './capsule.ts';
import { chainFormat } from './chain.ts';
import { circleFormat } from './circle.ts';
import { compoundFormat } from './compound.ts';
import { concaveFormat } from './concave.ts';
import { ellipseFormat } from './ellipse.ts';
import { polygonFormat } from './polygon.ts';
import { sectorFormat } from './sector.ts';
import { segmentFormat } from './segment.ts';
import { tilesFormat } from './tiles.ts';

/**
 * The formats of all kinds. A game that uses this list ships all kinds of shapes; a game with a list of its own ships
 * the kinds that it names.
 */
export const SHAPE_FORMATS: readonly ShapeFormat<ShapeSpec>[] = [
  circleFormat,
  capsuleFormat,
  boxFormat,
  polygonFormat,
  segmentFormat,
  chainFormat,
  compoundFormat,
  ellipseFormat,
  tilesFormat,
  concaveFormat,
  sectorFormat,
];

/**
 * Returns a shape, from a maker or from `shapeOf`, as plain data for `JSON.stringify`. `formats` are the formats of all
 * kinds that may occur, children of compounds included: `circleFormat`, `chainFormat` and so on, or `SHAPE_FORMATS`. A
 * map of tiles is described with the tiles that it has now.
 * @throws CollisionError `invalid-shape` for a value that no maker returned, and for a kind whose format is not in
 * `formats`.
 */
export function shapeToJson(shape: ShapeSpec, formats: readonly ShapeFormat<ShapeSpec>[]): ShapeJson {
  return describeShape(shape, formats);
}

/**
 * Makes a shape of what `shapeToJson` returned: the same to the bit, also by way of `JSON.stringify` and `JSON.parse`.
 * The data may come from anywhere, as it is checked as the maker of the kind checks its arguments.
 * @throws CollisionError naming the field: `invalid-shape` for a value that is no object, or of a kind whose format is
 * not in `formats`; `invalid-state` for a field that the kind does not have; and what the maker throws.
 */
export function shapeFromJson(data: unknown, formats: readonly ShapeFormat<ShapeSpec>[]): ShapeSpec {
  return makeShape(data, formats);
}
