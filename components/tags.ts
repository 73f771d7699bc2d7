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
   * Promises that the collider is not moved by direct writes: it lives in a tree of its own that is only rebuilt when a
   * static collider is added, removed, `set()` or touched. Two statics never pair. A deserialiser writes directly: call
   * `refreshCollision` after it.
   */
  readonly Static: object;
  /**
   * Finds what the collider passes through between two ticks, however fast it moves or turns: along the path from its
   * pose at the last tick to that of this one, as seen from the other collider on its own path. Works only in a world
   * that was given `swept: sweptColliders`; has no effect on static colliders.
   */
  readonly Swept: object;
  /**
   * A collider whose entity has this tag counts as removed: no contact and no query finds it until the tag is removed.
   */
  readonly Disabled: object;
}

export function createTags(): CollisionTags {
  return { Sensor: {}, Static: {}, Swept: {}, Disabled: {} };
}
