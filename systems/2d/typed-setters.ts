import type { ColliderStore, ColliderValues } from '../../components/2d/collider.ts';
import type { TransformStore, TransformValues } from '../../components/2d/transform.ts';

/** What bitECS' `addComponent` takes: a component, and what `set()` would be given. */
export interface ComponentValues<Store, Values> {
  readonly component: Store;
  readonly data: Values;
}

/**
 * Returns `set(collision.Transform, values)`, typed: what is no field, or no number, does not compile.
 *
 *     addComponent(world, ball, withTransform(collision, { x: 3 }));
 */
export function withTransform(
  { Transform }: { readonly Transform: TransformStore },
  values: TransformValues,
): ComponentValues<TransformStore, TransformValues> {
  return { component: Transform, data: values };
}

/** Returns `set(collision.Collider, values)`, typed as `withTransform`: a shape, filter bits, an offset. */
export function withCollider(
  { Collider }: { readonly Collider: ColliderStore },
  values: ColliderValues,
): ComponentValues<ColliderStore, ColliderValues> {
  return { component: Collider, data: values };
}
