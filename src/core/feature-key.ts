/**
 * The name under which a feature that only some games import keeps something for a world, with the type of what it
 * keeps. Keys are compared by identity.
 */
export interface FeatureKey<T> {
  readonly name: string;
  /** Never set: it ties the type to the key. */
  readonly type?: T;
}
