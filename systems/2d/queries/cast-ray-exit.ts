import { planeRays } from '../../../src/2d/queries/casts.ts';
import { placePoint } from '../../../src/2d/queries/query-shape.ts';
import { castRayExitIn, ExitCasts } from '../../core/queries/cast-ray-exit.ts';
import type { CastOptions } from '../../core/queries/casts.ts';
import { plane } from '../dimension.ts';
import type { CastHit } from './casts.ts';
import type { Vector } from './vector.ts';

const casts = /* @__PURE__ */ new ExitCasts({ dimension: plane, casts: planeRays, placePoint });

/**
 * Casts a ray and returns where it comes out again of the first solid that it is in: from the start on, or from where
 * it enters one. Pieces of a collider and other colliders that overlap or touch this solid count as one solid with it,
 * so that a wall of many bricks has one exit; options say which colliders are seen. `entity` and `child` are those
 * whose surface is passed, `fraction`, `x` and `y` say where, and the normal points outwards, along with the ray. A
 * line has no inside: it is left where it is met.
 *
 * Returns undefined when the ray meets nothing, or is still inside at `maxFraction`. The thickness of the solid is the
 * difference between this fraction and that of `castRay`. The result is a new object, or `out` filled.
 *
 * @throws CollisionError as `castRay`.
 */
export function castRayExit(
  world: object,
  from: Vector,
  direction: Vector,
  options?: CastOptions,
  out?: CastHit,
): CastHit | undefined {
  return castRayExitIn(casts, world, from, direction, options, out);
}
