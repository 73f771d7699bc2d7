import type { ColliderStore, ColliderValues } from '../../components/2d/collider.ts';
import type { TransformStore, TransformValues } from '../../components/2d/transform.ts';
import { refuse } from '../../src/core/errors.ts';

/** What bitECS' `addComponent` takes: a component, and what `set()` would be given. */
export interface ComponentValues<Store, Values> {
  readonly component: Store;
  readonly data: Values;
}

/**
 * Returns `set(collision.Transform, values)`, typed: what is no field, or no number, does not compile.
 *
 *     addComponent(world, ball, withTransform(collision, { x: 3 }));
 *
 * @throws CollisionError `invalid-state` for a collision without a Transform, as one that reads the game's own stores.
 */
export function withTransform(
  collision: { readonly Transform: TransformStore },
  values: TransformValues,
): ComponentValues<TransformStore, TransformValues> {
  const component = collision?.Transform;
  if (component === undefined) refuse('invalid-state', 'collision', 'one that has a Transform', collision);
  return { component, data: values };
}

/**
 * Returns `set(collision.Collider, values)`, typed as `withTransform`: a shape, filter bits, an offset.
 * @throws CollisionError `invalid-state` for what is no collision.
 */
export function withCollider(
  collision: { readonly Collider: ColliderStore },
  values: ColliderValues,
): ComponentValues<ColliderStore, ColliderValues> {
  const component = collision?.Collider;
  if (component === undefined) refuse('invalid-state', 'collision', 'what createCollision returned', collision);
  return { component, data: values };
}
