import type { ColliderStore, ColliderValues } from '../../components/2d/collider.ts';
import type { TransformStore, TransformValues } from '../../components/2d/transform.ts';
import { colliderWith, transformWith } from '../core/typed-setters.ts';

/**
 * Returns `set(collision.Transform, values)`, typed: a name that is no field, or a value that is no number, does not
 * compile.
 *
 *     addComponent(world, ball, withTransform(collision, { x: 3 }));
 *
 * @throws CollisionError `invalid-state` for a collision without a Transform, as one that reads the game's own stores.
 */
export const withTransform = transformWith<TransformStore, TransformValues>;

/**
 * Returns `set(collision.Collider, values)`, typed as `withTransform`: a shape, filter bits, an offset.
 * @throws CollisionError `invalid-state` for a value that is no collision.
 */
export const withCollider = colliderWith<ColliderStore, ColliderValues>;
