import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import { directionAt, type InitialOverlap, limitAt, unitAt } from '../../../src/core/queries/cast-piece.ts';
import type { CastRoutines } from '../../../src/core/queries/cast-routines.ts';
import type { QueryHit } from '../../../src/core/queries/query-scope.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import { RayExit } from '../../../src/core/queries/ray-exit.ts';
import { scaleWay } from '../../../src/core/queries/scale-way.ts';
import type { CastMode, ShapeCast } from '../../../src/core/queries/shape-cast.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { Dimension } from '../dimension.ts';
import { GatedCast } from './gated-cast.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from './query-options.ts';
import {
  copyPlace,
  type ResultPlace,
  refuseOut,
  requireArray,
  requireLimit,
  scopeOf,
  type WorldScope,
} from './query-scope.ts';
import { type AnyVector, requirePlace, requireVector, writeCoordinates } from './vector.ts';

export interface CastOptions extends QueryOptions {
  /** How far the cast goes, in multiples of the direction. Default: without limit for rays, 1 for shapes. */
  maxFraction?: number;
}

export interface RayCastOptions extends CastOptions {
  /**
   * Says how a collider counts in which, or on which, the ray starts: as a `'hit'` at fraction 0 (default), or not at
   * all until the ray has left it (`'ignore'`). A collider of several pieces is left where the ray leaves all of them
   * together; it is met when the ray comes back to it, as a ray may come back to a concave shape.
   */
  initialOverlap?: 'hit' | 'ignore';
}

export const CAST_KEYS = [...QUERY_KEYS, 'maxFraction'] as const;

export interface ShapeCastOptions extends CastOptions {
  /**
   * How a collider counts that the shape overlaps or touches at the start: as a `'hit'` at fraction 0 (default), not at
   * all (`'ignore'`), or not at all unless the translation leads deeper in (`'ignore-separating'`), so that a shape
   * which moves out or along is not stopped. Each segment of a chain and each child of a compound counts alone: the
   * next one is still met, though not at the joint of a chain that goes on there.
   */
  initialOverlap?: InitialOverlap;
}

/** The names of the options of shape casts: those of rays, and `initialOverlap`. */
export const SHAPE_CAST_KEYS = [...CAST_KEYS, 'initialOverlap'] as const;

const RAY_OVERLAPS: readonly InitialOverlap[] = ['hit', 'ignore'];
const INITIAL_OVERLAPS: readonly InitialOverlap[] = ['hit', 'ignore', 'ignore-separating'];

/** How the casts are called, for the errors about their arguments. */
const CAST_RAY = 'castRay(world, from, direction, options?, out?)';
const CAST_RAY_ANY = 'castRayAny(world, from, direction, options?)';
const CAST_RAY_ALL = 'castRayAll(world, from, direction, out, options?)';
const CAST_SHAPE = 'castShape(world, shape, pose, translation, options?, out?)';
const CAST_SHAPE_ALL = 'castShapeAll(world, shape, pose, translation, out, options?)';

/** The result of a cast in a world of any dimension. */
export interface AnyCastHit extends ResultPlace {
  entity: EntityId;
  child: number;
  fraction: number;
}

/** The routines of a dimension that casts in its worlds need, besides its record. */
export interface CastDimension<Set extends ColliderSet, Piece> {
  readonly dimension: Dimension<Set>;
  readonly casts: CastRoutines<Set, Piece>;
  /** Makes a point at a place whose coordinates are finite. */
  placePoint(shape: QueryShape<Piece>, place: AnyVector): void;
}

/** A cast through a world, and the filter of the colliders that it can meet. */
export class WorldCast<Set extends ColliderSet, Piece> extends GatedCast<Set, Piece> {
  readonly filter = new OptionsFilter();

  override forget(): void {
    super.forget();
    this.filter.forget();
  }
}

/** The pool of casts of one dimension: a query takes one and gives it back. */
export class WorldCasts<Set extends ColliderSet, Piece> extends Pool<WorldCast<Set, Piece>> {
  readonly kind: CastDimension<Set, Piece>;

  constructor(kind: CastDimension<Set, Piece>) {
    super(
      () => new WorldCast(kind.casts),
      (cast) => cast.forget(),
    );
    this.kind = kind;
  }
}

/** See `castRay` of the dimensions. */
export function castRayIn<Set extends ColliderSet, Piece, Hit extends AnyCastHit>(
  casts: WorldCasts<Set, Piece>,
  world: object,
  from: AnyVector,
  direction: AnyVector,
  options: RayCastOptions | undefined,
  out: Hit | undefined,
): Hit | undefined {
  const cast = casts.take();
  try {
    return reportFirst(runRay(casts.kind, cast, world, from, direction, 'closest', CAST_RAY, options), cast, out);
  } finally {
    casts.give();
  }
}

/** See `castRayAny` of the dimensions. */
export function castRayAnyIn<Set extends ColliderSet, Piece>(
  casts: WorldCasts<Set, Piece>,
  world: object,
  from: AnyVector,
  direction: AnyVector,
  options: RayCastOptions | undefined,
): boolean {
  const cast = casts.take();
  try {
    runRay(casts.kind, cast, world, from, direction, 'any', CAST_RAY_ANY, options);
    return cast.hit.slot >= 0;
  } finally {
    casts.give();
  }
}

/** See `castRayAll` of the dimensions. */
export function castRayAllIn<Set extends ColliderSet, Piece>(
  casts: WorldCasts<Set, Piece>,
  world: object,
  from: AnyVector,
  direction: AnyVector,
  out: AnyCastHit[],
  options: RayCastOptions | undefined,
): number {
  const cast = casts.take();
  try {
    return reportAll(runRay(casts.kind, cast, world, from, direction, 'all', CAST_RAY_ALL, options), cast, out);
  } finally {
    casts.give();
  }
}

/** Places a shape at a pose for a query. @throws CollisionError naming the value that cannot be used. */
export type PlaceShape<Piece, Spec, Pose> = (out: QueryShape<Piece>, shape: Spec, pose: Pose) => void;

/** See `castShape` of the dimensions. */
export function castShapeIn<Set extends ColliderSet, Piece, Spec, Pose, Hit extends AnyCastHit>(
  casts: WorldCasts<Set, Piece>,
  placeShape: PlaceShape<Piece, Spec, Pose>,
  world: object,
  shape: Spec,
  pose: Pose,
  translation: AnyVector,
  options: ShapeCastOptions | undefined,
  out: Hit | undefined,
): Hit | undefined {
  const cast = casts.take();
  try {
    placeShape(cast.mover, shape, pose);
    return reportFirst(runShape(casts.kind, cast, world, translation, 'closest', CAST_SHAPE, options), cast, out);
  } finally {
    casts.give();
  }
}

/** See `castShapeAll` of the dimensions. */
export function castShapeAllIn<Set extends ColliderSet, Piece, Spec, Pose>(
  casts: WorldCasts<Set, Piece>,
  placeShape: PlaceShape<Piece, Spec, Pose>,
  world: object,
  shape: Spec,
  pose: Pose,
  translation: AnyVector,
  out: AnyCastHit[],
  options: ShapeCastOptions | undefined,
): number {
  const cast = casts.take();
  try {
    placeShape(cast.mover, shape, pose);
    return reportAll(runShape(casts.kind, cast, world, translation, 'all', CAST_SHAPE_ALL, options), cast, out);
  } finally {
    casts.give();
  }
}

/** Casts a ray, and returns the cast, which holds the hits. `call` shows how the function is called. */
export function runRay<Set extends ColliderSet, Piece>(
  kind: CastDimension<Set, Piece>,
  cast: WorldCast<Set, Piece>,
  world: object,
  from: AnyVector,
  direction: AnyVector,
  mode: CastMode,
  call: string,
  options: RayCastOptions | undefined,
): WorldScope<Set> {
  const { axes } = kind.dimension;
  requirePlace(axes, 'from', from, call);
  requireVector(axes, 'direction', direction, call);
  kind.placePoint(cast.mover, from);
  writeCoordinates(cast.way, directionAt(axes), direction, axes);
  if (direction.x === 0 && direction.y === 0 && (axes === 2 || direction.z === 0)) refuseDirection('direction', axes);
  cast.way[limitAt(axes)] = maxFractionOf(options, Infinity);
  scaleWay(cast.way, axes);
  setRayOverlap(cast, kind.casts, options);
  return run(kind, cast, world, mode, options, SHAPE_CAST_KEYS);
}

/** Refuses a direction that is zero. @throws CollisionError `invalid-number`. */
export function refuseDirection(name: string, axes: number): never {
  refuse('invalid-number', name, 'of a length above 0', axes === 2 ? '(0, 0)' : '(0, 0, 0)');
}

function runShape<Set extends ColliderSet, Piece>(
  kind: CastDimension<Set, Piece>,
  cast: WorldCast<Set, Piece>,
  world: object,
  translation: AnyVector,
  mode: CastMode,
  call: string,
  options: ShapeCastOptions | undefined,
): WorldScope<Set> {
  setInitialOverlap(cast, options);
  requireVector(kind.dimension.axes, 'translation', translation, call);
  setWay(cast, translation, options, kind.dimension.axes);
  return run(kind, cast, world, mode, options, SHAPE_CAST_KEYS);
}

/** Sets how far a shape goes: a checked vector times the limit of the options. */
export function setWay(
  { way }: { readonly way: Float64Array },
  translation: AnyVector,
  options: CastOptions | undefined,
  axes: number,
): void {
  writeCoordinates(way, directionAt(axes), translation, axes);
  way[limitAt(axes)] = maxFractionOf(options, 1);
  scaleWay(way, axes);
}

/**
 * Sets how colliders count that a shape overlaps at the start. @throws CollisionError `out-of-range` for an unknown
 * `initialOverlap`.
 */
export function setInitialOverlap(
  cast: { initialOverlap: InitialOverlap },
  options: ShapeCastOptions | undefined,
): void {
  cast.initialOverlap = knownOverlap(options, INITIAL_OVERLAPS);
}

/** Sets how colliders count that a ray starts in. @throws CollisionError `out-of-range` for an unknown value. */
export function setRayOverlap<Set extends ColliderSet, Piece>(
  cast: ShapeCast<Set, Piece>,
  routines: CastRoutines<Set, Piece>,
  options: RayCastOptions | undefined,
): void {
  cast.initialOverlap = knownOverlap(options, RAY_OVERLAPS);
  if (cast.initialOverlap === 'ignore') cast.left ??= new RayExit(routines);
}

function knownOverlap(options: ShapeCastOptions | undefined, known: readonly InitialOverlap[]): InitialOverlap {
  const initialOverlap = options?.initialOverlap ?? 'hit';
  if (known.includes(initialOverlap)) return initialOverlap;
  refuse('out-of-range', 'initialOverlap', `one of ${known.join(', ')}`, initialOverlap);
}

function run<Set extends ColliderSet, Piece>(
  kind: CastDimension<Set, Piece>,
  cast: WorldCast<Set, Piece>,
  world: object,
  mode: CastMode,
  options: QueryOptions | undefined,
  known: readonly string[],
): WorldScope<Set> {
  const scope = scopeOf(world, kind.dimension);
  cast.heedOneWay(scope.state);
  cast.run(scope, mode, cast.filter.set(scope.state, options, known));
  return scope;
}

export function maxFractionOf(options: CastOptions | undefined, otherwise: number): number {
  const maxFraction = options?.maxFraction;
  return maxFraction === undefined ? otherwise : requireLimit('maxFraction', maxFraction);
}

/** Returns the hit of a cast, in `out` when that is given, or undefined for none. */
export function reportFirst<Set extends ColliderSet, Piece, Hit extends AnyCastHit>(
  scope: WorldScope<Set>,
  cast: ShapeCast<Set, Piece>,
  out: Hit | undefined,
): Hit | undefined {
  if (cast.hit.slot < 0) return undefined;
  const result = out ?? (emptyHit(axesOf(scope)) as Hit);
  fill(scope, cast, cast.hit, result);
  return result;
}

function reportAll<Set extends ColliderSet, Piece>(
  scope: WorldScope<Set>,
  cast: ShapeCast<Set, Piece>,
  out: AnyCastHit[],
): number {
  requireArray(out);
  try {
    for (let i = 0; i < cast.hitCount; i++) {
      if (i === out.length) out.push(emptyHit(axesOf(scope)));
      fill(scope, cast, cast.hits[i], out[i]);
    }
    while (out.length > cast.hitCount) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
  return cast.hitCount;
}

function axesOf({ set }: { readonly set: ColliderSet }): number {
  return set.boundsStride / 2;
}

function fill(scope: WorldScope, { way }: { readonly way: Float64Array }, hit: QueryHit, out: AnyCastHit): void {
  try {
    out.entity = scope.set.slots.entity[hit.slot];
    out.child = hit.child;
    out.fraction = hit.fraction * way[unitAt(axesOf(scope))];
    copyPlace(hit, out, axesOf(scope));
  } catch (error) {
    refuseOut(out, error);
  }
}

/**
 * Makes a hit to be filled. It is made by one literal: in a record made by spreading, V8 would put every fraction on
 * the heap.
 */
function emptyHit(axes: number): AnyCastHit {
  if (axes === 2) return { entity: 0, child: 0, fraction: NaN, x: NaN, y: NaN, normalX: NaN, normalY: NaN };
  return { entity: 0, child: 0, fraction: NaN, x: NaN, y: NaN, z: NaN, normalX: NaN, normalY: NaN, normalZ: NaN };
}
