import { requireKeys, requireNonNegative, requirePositive, requireType } from '../../core/errors.ts';
import { buildChain } from './build-chain.ts';
import { buildCompound, type CompoundChild } from './build-compound.ts';
import { buildPolygon, buildSegment } from './build-polygon.ts';
import type { PointsInput } from './points.ts';
import type { RegisteredShape } from './registered-shape.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CHAIN,
  SHAPE_CIRCLE,
  SHAPE_COMPOUND,
  SHAPE_POLYGON,
  SHAPE_SEGMENT,
} from './shape-kind.ts';

/**
 * A complete shape, ready for `set(Collider, …)`: spread it together with filter bits or an offset when needed,
 * `set(Collider, { ...circle(1), categoryBits: 2 })`. Shapes with a `shape` are registered once per object, however many
 * entities use them: keep and reuse the value a maker returned.
 */
export interface ShapeSpec {
  readonly kind: number;
  readonly radius: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly shape: RegisteredShape | 0;
}

/** Makes a circle about the entity's position. @throws CollisionError unless radius is finite and above 0. */
export function circle(radius: number): ShapeSpec {
  return spec(SHAPE_CIRCLE, requirePositive('circle radius', radius), 0, 0, 0);
}

/**
 * Makes a capsule along the local y axis: all points within `radius` of the segment from (0, −halfHeight) to (0, halfHeight).
 * The half height excludes the caps. @throws CollisionError unless both are finite and above 0.
 */
export function capsule(halfHeight: number, radius: number): ShapeSpec {
  requirePositive('capsule halfHeight', halfHeight);
  return spec(SHAPE_CAPSULE, requirePositive('capsule radius', radius), 0, halfHeight, 0);
}

/**
 * Makes a box of half extents `halfWidth` × `halfHeight`; `radius` (default 0) is added around it and rounds its corners.
 * @throws CollisionError unless the half extents are finite and above 0 and the radius finite and not negative.
 */
export function box(halfWidth: number, halfHeight: number, options: { radius?: number } = {}): ShapeSpec {
  requirePositive('box halfWidth', halfWidth);
  requirePositive('box halfHeight', halfHeight);
  return spec(SHAPE_BOX, radiusOf('box', options), halfWidth, halfHeight, 0);
}

/**
 * Makes the convex hull of any points, with `radius` (default 0) added around it. Duplicate, inner and collinear points are
 * dropped; the winding of the input does not matter.
 * @throws CollisionError `invalid-shape` when fewer than three points remain (too few, or all on one line), `invalid-number`
 *   for a coordinate or radius that is not a finite number.
 */
export function polygon(points: PointsInput, options: { radius?: number } = {}): ShapeSpec {
  return spec(SHAPE_POLYGON, radiusOf('polygon', options), 0, 0, buildPolygon(points));
}

/**
 * Makes a line segment between two points of the entity's frame. It has no inside: both sides collide.
 * @throws CollisionError when a coordinate is not finite or the two points are equal.
 */
export function segment(ax: number, ay: number, bx: number, by: number): ShapeSpec {
  return spec(SHAPE_SEGMENT, 0, 0, 0, buildSegment(ax, ay, bx, by));
}

export interface ChainOptions {
  /** Joins the last point to the first. Default false. */
  closed?: boolean;
  /**
   * Collides only with what is on the right-hand side of its direction, so that a counter-clockwise closed chain is solid
   * from outside. Default false: both sides collide. Queries of rays, points and shapes meet it from both sides all the same.
   */
  oneSided?: boolean;
  /** Accepts a closed chain that crosses itself, as simplified map data may. Default false: it is refused. */
  allowCrossings?: boolean;
}

export const CHAIN_KEYS = ['closed', 'oneSided', 'allowCrossings'] as const;

/**
 * Makes a polyline of any length with a hierarchy of its own. Contacts name the segment (`child`), and moving along the joints
 * makes no ghost contacts. Points equal to their predecessor are dropped; collinear points are kept.
 * @throws CollisionError `invalid-shape` when fewer than two points remain (three when closed) or a closed chain crosses itself,
 *   naming the two segments; `invalid-number` for a coordinate that is not a finite number.
 */
export function chain(points: PointsInput, options: ChainOptions = {}): ShapeSpec {
  requireKeys('chain options', options, CHAIN_KEYS);
  const { closed = false, oneSided = false, allowCrossings = false } = options;
  requireType('closed', closed, 'boolean');
  requireType('oneSided', oneSided, 'boolean');
  requireType('allowCrossings', allowCrossings, 'boolean');
  return spec(SHAPE_CHAIN, 0, 0, 0, buildChain(points, closed, oneSided, allowCrossings));
}

/**
 * Makes one collider of several convex shapes, each with an offset of its own. Contacts name the child by its place in the list.
 * @throws CollisionError `invalid-shape` for an empty list or a child that is a chain or compound itself.
 */
export function compound(children: readonly CompoundChild[]): ShapeSpec {
  return spec(SHAPE_COMPOUND, 0, 0, 0, buildCompound(children));
}

const ROUNDING_KEYS = ['radius'] as const;

function radiusOf(name: string, options: { radius?: number }): number {
  requireKeys(`${name} options`, options, ROUNDING_KEYS);
  const { radius = 0 } = options;
  return requireNonNegative(`${name} radius`, radius);
}

function spec(
  kind: number,
  radius: number,
  halfWidth: number,
  halfHeight: number,
  shape: RegisteredShape | 0,
): ShapeSpec {
  return { kind, radius, halfWidth, halfHeight, shape };
}
