import { spaceRays } from '../../../src/3d/queries/casts.ts';
import { makePoint, putPoint } from '../../../src/3d/queries/query-shape.ts';
import { castRaysIn, createHits, RayBatches } from '../../core/queries/cast-rays.ts';
import type { RayCastOptions } from '../../core/queries/casts.ts';
import { space } from '../dimension.ts';

/** How many numbers a ray has for `castRays`: its origin x, y, z, then its direction. */
export const RAY_STRIDE = 6;

/** The hits of a batch of rays: an entry of each column for each ray. Made by `createRayHits`. */
export interface RayHits {
  /** The entity met; 0, which is no entity, for none. */
  readonly entity: Int32Array;
  readonly child: Uint32Array;
  /** The part of the direction travelled, Infinity for a ray that meets nothing. Then the columns below are 0. */
  readonly fraction: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly normalX: Float64Array;
  readonly normalY: Float64Array;
  readonly normalZ: Float64Array;
}

/**
 * Makes room for the hits of so many rays.
 * @throws CollisionError `out-of-range` for a count that is no integer from 0 to 2³⁰.
 */
export function createRayHits(count: number): RayHits {
  return createHits(count, 3) as RayHits;
}

const batches = /* @__PURE__ */ new RayBatches({ dimension: space, casts: spaceRays, makePoint, putPoint });

/**
 * Casts many rays with the same options, as `castRay` does for each, without the cost of that many calls. `rays` holds
 * RAY_STRIDE numbers for each ray: its origin and its direction, of any length. `out` gets the first collider that each
 * ray meets, in the order of the rays; see `RayHits` for rays that meet nothing. Returns how many have met something.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, naming the ray, and `out-of-range` when the
 * numbers do not make whole rays or `out` has no room for them, before anything is written; `invalid-state` for a world
 * without collision or an unknown option.
 */
export function castRays(world: object, rays: ArrayLike<number>, out: RayHits, options?: RayCastOptions): number {
  return castRaysIn(batches, world, rays, out, options);
}
