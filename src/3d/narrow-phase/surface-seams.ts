import type { FeatureKey } from '../../core/feature-key.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';

/**
 * The key under which a world, or a pair that is taken out of a world, keeps the surface that its seamless colliders
 * make together.
 */
export const SURFACE_SEAMS: FeatureKey<SurfaceSeamsOf> = { name: 'surfaceSeams' };

/**
 * The other colliders in which the triangles of a seamless surface go on, while the surface is collided with a body.
 */
export interface SurfaceSeams {
  /** Prepares for a body in `worldBox`. Returns whether any other seamless collider is near. */
  begin(origin: Float64Array): boolean;
  /**
   * Returns whether the normal of the current manifold, away from the triangle in `bodyA`, is a normal that the surface
   * of all colliders nearby has at a point of the triangle, without the radius around it.
   */
  isNormalAt(point: Float64Array): boolean;
  /**
   * Returns whether another surface lies between a place right above the triangle in `bodyA` and the middle of the
   * body.
   */
  isHidden(place: Float64Array): boolean;
  /** Returns whether a point of a triangle, which has been loaded, is in the open on its front. */
  isOpenAt(triangle: ConvexBody, point: Float64Array): boolean;
  /**
   * Drops the points of the current manifold, whose normal is that of the triangle in `bodyA`, at which other colliders
   * cover it; returns how many are left.
   */
  keepOpen(points: number, origin: Float64Array): number;
}

/** Gives the seams of one pair. */
export interface SurfaceSeamsOf {
  /**
   * Returns the world slot of a collider: of a slot in the world itself, or of one of the two slots of a `PiecePair`.
   */
  slotOf(set: ColliderSet, slot: number): number;
  /**
   * Returns the seams of a surface for a body in another slot, or of a query (−1); undefined where the surface is not
   * seamless, or the body is seamless, too.
   */
  between(set: ColliderSet, surface: number, body: number): SurfaceSeams | undefined;
}
