/**
 * Tags of one collision world. They carry no data; each world has its own, so that several worlds stay apart.
 */
export interface CollisionTags {
  /**
   * Reports overlaps as events without a manifold: with anything that the filter lets it meet, other sensors and
   * statics included.
   */
  readonly Sensor: object;
  /**
   * Promises that the collider is not moved by direct writes: it lives in a tree of its own that is only rebuilt when
   * something static is added, removed, `set()` or touched. Two statics never pair. A deserialiser writes directly:
   * call `refreshCollision` after it.
   */
  readonly Static: object;
  /**
   * What the collider passes through between two ticks counts, however fast it is or turns: the path from its pose at
   * the last tick to that of this one, as seen from the other collider on its own path. Only in a world that was given
   * `swept: sweptColliders`; of no effect on what is static.
   */
  readonly Swept: object;
  /** Takes the collider out of everything, as if it had been removed, until the tag is. */
  readonly Disabled: object;
}

export function createTags(): CollisionTags {
  return { Sensor: {}, Static: {}, Swept: {}, Disabled: {} };
}
