/**
 * The key under which a feature that only some games import keeps a value for a world. `T` is the type of the value.
 * Keys are compared by identity.
 */
export interface FeatureKey<T> {
  readonly name: string;
  /** Never set: it ties the type to the key. */
  readonly type?: T;
}
