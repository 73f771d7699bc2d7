import { requireSize } from '../../core/limits.ts';
import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { EXTENT_MAX_X, EXTENT_MAX_Y, EXTENT_MIN_X, EXTENT_MIN_Y, EXTENT_RADIUS, extent } from '../bounds/extent.ts';
import { addConvexRoutines } from '../narrow-phase/collide-any-convex.ts';
import { curvedRoutines } from '../narrow-phase/curved-routines.ts';
import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import type { CurvedCore } from '../shapes/placed-piece.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import {
  makeRegisteredShape,
  type RegisteredShape,
  type ShapeRecord,
  type ShapeRegistry,
} from '../shapes/registered-shape.ts';
import { SHAPE_ELLIPSE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes an ellipse about the entity's position: all points (x, y) of its frame with (x / rx)² + (y / ry)² ≤ 1, and with
 * `radius` (default 0) added around it. It turns and scales with the entity, has one contact point with each collider
 * that it touches, and is not approximated by a polygon: all measures of it are right to rounding.
 * @throws CollisionError `invalid-number` unless rx and ry are from 1e-30 to 1e30 and the radius finite and not
 * negative.
 */
export function ellipse(rx: number, ry: number, options: RoundingOptions = {}): ShapeSpec {
  requireSize('ellipse rx', rx);
  requireSize('ellipse ry', ry);
  const shape = makeRegisteredShape(ellipseRecord, {
    pieces: 1,
    vertices: new Float64Array(2),
    normals: new Float64Array(2),
    bounds: Float64Array.of(-rx, -ry, rx, ry),
  });
  return makeSpec(SHAPE_ELLIPSE, radiusOf('ellipse', options), 0, 0, shape);
}

/*
 * The axes of a placed piece are the ellipse's two half axes as vectors u and v, which are at right angles. Its points
 * are centre + cos φ u + sin φ v.
 */

const ellipseCore: CurvedCore = {
  ...curvedRoutines,
  smooth: { addCurvature },
  isCorner: () => false,
  writeSupport,
  addReach,
  writeLowest,
  addMoments: undefined,
};

const ellipseRecord: ShapeRecord = {
  kind: SHAPE_ELLIPSE,
  isComposite: false,
  writeExtent,
  load,
  curve: ellipseCore,
  isLine: false,
  makesSurface: false,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines: () => addConvexRoutines(SHAPE_ELLIPSE),
};

function load(piece: PlacedPiece, shape: RegisteredShape): void {
  const { axes, vertices } = piece;
  const c = placement[POSE_COS] * placement[POSE_SCALE];
  const s = placement[POSE_SIN] * placement[POSE_SCALE];
  const rx = shape.bounds[2];
  const ry = shape.bounds[3];
  vertices[0] = placement[POSE_X];
  vertices[1] = placement[POSE_Y];
  axes[0] = c * rx;
  axes[1] = s * rx;
  axes[2] = -s * ry;
  axes[3] = c * ry;
  piece.count = 1;
  piece.curve = ellipseCore;
  piece.radius = placement[POSE_RADIUS];
}

/**
 * Slack for rounding, so that the bounds contain all points of the shape: relative to the extents and to the position.
 */
const EXTENT_SLACK = 8 * Number.EPSILON;

/**
 * Writes the exact extent: along an axis it is the length of the vector of both half axes' components along that axis.
 */
function writeExtent({ shapes }: ShapeRegistry, handle: number, poses: Float64Array, at: number): void {
  const c = poses[at + POSE_COS] * poses[at + POSE_SCALE];
  const s = poses[at + POSE_SIN] * poses[at + POSE_SCALE];
  const { bounds } = shapes[handle]!;
  const rx = bounds[2];
  const ry = bounds[3];
  const radius = extent[EXTENT_RADIUS];
  const x = Math.sqrt(c * rx * (c * rx) + s * ry * (s * ry));
  const y = Math.sqrt(s * rx * (s * rx) + c * ry * (c * ry));
  const outX = x + EXTENT_SLACK * (x + radius + Math.abs(poses[at + POSE_X]));
  const outY = y + EXTENT_SLACK * (y + radius + Math.abs(poses[at + POSE_Y]));
  extent[EXTENT_MIN_X] = -outX;
  extent[EXTENT_MIN_Y] = -outY;
  extent[EXTENT_MAX_X] = outX;
  extent[EXTENT_MAX_Y] = outY;
}

/** Writes the point whose normal is d: there cos φ : sin φ equals u · d : v · d. */
function writeSupport(
  out: WritableNumberArray,
  at: number,
  piece: PlacedPiece,
  directions: NumberArray,
  from: number,
  sign: number,
): void {
  const { axes, vertices } = piece;
  const dx = sign * directions[from];
  const dy = sign * directions[from + 1];
  const alongU = axes[0] * dx + axes[1] * dy;
  const alongV = axes[2] * dx + axes[3] * dy;
  // Both are divided by the larger one, so that no square of a small direction underflows.
  const largest = Math.max(Math.abs(alongU), Math.abs(alongV));
  const x = largest > 0 ? alongU / largest : 1;
  const y = largest > 0 ? alongV / largest : 0;
  const length = Math.sqrt(x * x + y * y);
  out[at] = vertices[0] + (x * axes[0] + y * axes[2]) / length;
  out[at + 1] = vertices[1] + (x * axes[1] + y * axes[3]) / length;
}

/**
 * Adds the radius of curvature, (a b)² / h³, where a and b are the half axes and h is how far the ellipse reaches along
 * the normal.
 */
function addCurvature(out: Float64Array, at: number, { axes }: PlacedPiece, normals: Float64Array, from: number): void {
  const nx = normals[from];
  const ny = normals[from + 1];
  const alongU = axes[0] * nx + axes[1] * ny;
  const alongV = axes[2] * nx + axes[3] * ny;
  const reach = Math.sqrt(alongU * alongU + alongV * alongV);
  const area = (axes[0] * axes[3] - axes[1] * axes[2]) / reach;
  out[at] += (area * area) / reach;
}

function addReach(out: Float64Array, at: number, { axes }: PlacedPiece): void {
  out[at] += Math.sqrt(Math.max(axes[0] * axes[0] + axes[1] * axes[1], axes[2] * axes[2] + axes[3] * axes[3]));
}

/**
 * Writes the lower of the points on the line cos φ (u · t) + sin φ (v · t) = rest along a unit vector t: there are two
 * points or none.
 */
function writeLowest(out: Float64Array, at: number, { axes, vertices }: PlacedPiece, line: Float64Array): boolean {
  const nx = line[0];
  const ny = line[1];
  const alongU = axes[0] * ny - axes[1] * nx;
  const alongV = axes[2] * ny - axes[3] * nx;
  const reach = Math.sqrt(alongU * alongU + alongV * alongV);
  const share = (line[2] - (vertices[0] * ny - vertices[1] * nx)) / reach;
  if (!(Math.abs(share) <= 1)) return false;
  const aside = Math.sqrt((1 - share) * (1 + share));
  const heightU = axes[0] * nx + axes[1] * ny;
  const heightV = axes[2] * nx + axes[3] * ny;
  const sign = alongU * heightV - alongV * heightU > 0 ? -1 : 1;
  const x = (share * alongU - sign * aside * alongV) / reach;
  const y = (share * alongV + sign * aside * alongU) / reach;
  out[at] = vertices[0] + x * axes[0] + y * axes[2];
  out[at + 1] = vertices[1] + x * axes[1] + y * axes[3];
  return true;
}

/** Ellipses as plain data: `rx`, `ry` and `radius`. */
export const ellipseFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_ELLIPSE,
  name: 'ellipse',
  fields: ['rx', 'ry'],
  describe({ shape }) {
    const { bounds } = requireShape(shape);
    return { rx: bounds[2], ry: bounds[3] };
  },
  make: ({ rx, ry }) => ellipse(rx, ry),
};
