/** The single numbers that a snapshot holds, in the order they are saved in. All fit 31 bits. */
export const CLOCK = [
  'tick',
  'delivered',
  'beginCount',
  'stayCount',
  'nextId',
  'contactCount',
  'childCount',
  'candidateCount',
  'slotEnd',
  'retirable',
  'rounds',
  'emptySlot',
  'staticsVersion',
  'staticsChanged',
  'nextLookedAt',
  'membersChanged',
  'placesKept',
] as const;

export const [
  TICK,
  DELIVERED,
  BEGIN_COUNT,
  STAY_COUNT,
  NEXT_ID,
  CONTACT_COUNT,
  CHILD_COUNT,
  CANDIDATE_COUNT,
  SLOT_END,
  RETIRABLE,
  ROUNDS,
  EMPTY_SLOT,
  STATICS_VERSION,
  STATICS_CHANGED,
  NEXT_LOOKED_AT,
  MEMBERS_CHANGED,
  PLACES_KEPT,
] = CLOCK.map((_, i) => i);

/** A slot's life in 16 bits: state, flags, cause, and whether a broad phase has seen its collider. */
export const LIFE_STATE = 0b11;
export const LIFE_FLAGS_SHIFT = 2;
export const LIFE_FLAGS = 0b1111;
export const LIFE_CAUSE_SHIFT = 6;
export const LIFE_CAUSE = 0b11;
export const LIFE_AGE_SHIFT = 8;
export const LIFE_OLD = 1;
