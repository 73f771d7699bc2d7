import { CollisionError, refuse } from '../errors.ts';

/** A size that shapes of the plane have, and one that shapes of space have. */
interface SizesOfEither {
  readonly halfWidth?: unknown;
  readonly halfX?: unknown;
}

/** The part of a shape maker's result that can be checked without knowing the dimension. */
interface MadeShape extends SizesOfEither {
  readonly kind: number;
  /** 0 for kinds that are not registered. */
  readonly shape?: { readonly record: { readonly kind: number } } | number;
}

/**
 * Refuses a value that no shape maker returned, a registered shape under the number of another kind, and, where the
 * number of axes is given, a shape of the other dimension.
 */
export function requireSpec(name: string, spec: MadeShape, axes?: number): void {
  const shape = spec?.shape;
  const isOfKind = typeof shape !== 'object' || shape === null || shape.record?.kind === spec.kind;
  if (!(Number.isInteger(spec?.kind) && isOfKind)) refuse('invalid-shape', name, 'what a shape maker returned', spec);
  if (axes !== undefined) refuseOtherDimension(name, spec, axes);
}

/** Refuses a shape of the dimension that does not have `axes` axes; the names of its sizes tell its dimension. */
export function refuseOtherDimension(name: string, shape: SizesOfEither | null, axes: number): void {
  if ((axes === 3 ? shape?.halfWidth : shape?.halfX) === undefined) return;
  const wanted = `${name} must be of a shape maker of bitecs-collision/${axes}d`;
  throw new CollisionError('invalid-shape', `${wanted}, got a shape of /${5 - axes}d`);
}
