/** The filter of the colliders that a query may see. */
export interface SlotFilter {
  /**
   * The category of the query, compared with a collider's mask; and its mask, compared with a collider's categories.
   */
  readonly categoryBits: number;
  readonly maskBits: number;
  /** Slots with any of these flags are not found. */
  readonly hiddenFlags: number;
  /** An entity that is not seen; NaN for none. */
  readonly ignore: number;
  /** Whether a query for several entities returns them by ascending entity index. */
  readonly sorted: boolean;
  /** Whether `accepts` has to be asked at all. */
  readonly isPicky: boolean;
  /** Decides about a slot that all fields above let through; may run queries itself. */
  accepts(slot: number): boolean;
}
