import { refuse } from '../../src/core/errors.ts';

/** The argument of bitECS' `addComponent`: a component, and the values that `set()` would be given. */
export interface ComponentValues<Store, Values> {
  readonly component: Store;
  readonly data: Values;
}

/** Returns `set(collision.Transform, values)`: a dimension gives the types. @throws as its `withTransform`. */
export function transformWith<Store, Values>(
  collision: { readonly Transform: Store },
  values: Values,
): ComponentValues<Store, Values> {
  const component = collision?.Transform;
  if (component === undefined) refuse('invalid-state', 'collision', 'one that has a Transform', collision);
  return { component, data: values };
}

/** Returns `set(collision.Collider, values)`: a dimension gives the types. @throws as its `withCollider`. */
export function colliderWith<Store, Values>(
  collision: { readonly Collider: Store },
  values: Values,
): ComponentValues<Store, Values> {
  const component = collision?.Collider;
  if (component === undefined) refuse('invalid-state', 'collision', 'what createCollision returned', collision);
  return { component, data: values };
}
