import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import { limitAt } from '../../../src/core/queries/cast-piece.ts';
import { copyQueryHit } from '../../../src/core/queries/query-scope.ts';
import { RayExit } from '../../../src/core/queries/ray-exit.ts';
import {
  type AnyCastHit,
  CAST_KEYS,
  type CastDimension,
  type CastOptions,
  reportFirst,
  runRay,
  WorldCast,
} from './casts.ts';
import type { AnyVector } from './vector.ts';

/** A cast that goes on to where the collider that it meets ends. */
class ExitCast<Set extends ColliderSet, Piece> extends WorldCast<Set, Piece> {
  readonly end: RayExit<Set, Piece>;

  constructor(kind: CastDimension<Set, Piece>) {
    super(kind.casts);
    this.end = new RayExit(kind.casts);
  }
}

/** The pool of the casts of one dimension that also find where the ray leaves. */
export class ExitCasts<Set extends ColliderSet, Piece> extends Pool<ExitCast<Set, Piece>> {
  readonly kind: CastDimension<Set, Piece>;

  constructor(kind: CastDimension<Set, Piece>) {
    super(
      () => new ExitCast(kind),
      (cast) => cast.forget(),
    );
    this.kind = kind;
  }
}

/** See `castRayExit` of the dimensions. */
export function castRayExitIn<Set extends ColliderSet, Piece, Hit extends AnyCastHit>(
  casts: ExitCasts<Set, Piece>,
  world: object,
  from: AnyVector,
  direction: AnyVector,
  options: CastOptions | undefined,
  out: Hit | undefined,
): Hit | undefined {
  const { kind } = casts;
  // The ray leaves the collider that it starts in, so an option that ignores that collider has no meaning here.
  if (options !== undefined && 'initialOverlap' in Object(options)) {
    refuse('invalid-state', 'each key of options', `one of ${CAST_KEYS}`, 'initialOverlap');
  }
  const cast = casts.take();
  try {
    const { hit, way, filter, end } = cast;
    const call = 'castRayExit(world, from, direction, options?, out?)';
    const scope = runRay(kind, cast, world, from, direction, 'closest', call, options);
    if (hit.slot < 0) return undefined;
    end.begin(way, hit);
    end.followAll(scope, filter, cast);
    const { exit } = end;
    if (exit.slot < 0 || !(exit.fraction <= way[limitAt(kind.dimension.axes)] && exit.fraction < Infinity))
      return undefined;
    end.settle(scope.set);
    copyQueryHit(hit, exit);
    return reportFirst(scope, cast, out);
  } finally {
    casts.give();
  }
}
