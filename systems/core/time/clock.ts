/** The single numbers that a snapshot holds, in the order they are saved in. All fit 31 bits. */
export const CLOCK = [
  'tick',
  'delivered',
  'beginCount',
  'stayCount',
  'nextId',
  'contactCount',
  'childCount',
  'extraCount',
  'candidateCount',
  'slotEnd',
  'retirable',
  'rounds',
  'emptySlot',
  'staticsVersion',
  'staticsChanged',
  'nextLookedAt',
  'membersChanged',
] as const;

export const [
  TICK,
  DELIVERED,
  BEGIN_COUNT,
  STAY_COUNT,
  NEXT_ID,
  CONTACT_COUNT,
  CHILD_COUNT,
  EXTRA_COUNT,
  CANDIDATE_COUNT,
  SLOT_END,
  RETIRABLE,
  ROUNDS,
  EMPTY_SLOT,
  STATICS_VERSION,
  STATICS_CHANGED,
  NEXT_LOOKED_AT,
  MEMBERS_CHANGED,
] = CLOCK.map((_, i) => i);

/** A slot's life in one byte: state, flags, cause, and whether no broad phase has seen it. */
export const LIFE_STATE = 0b11;
export const LIFE_FLAGS_SHIFT = 2;
export const LIFE_FLAGS = 0b1111;
export const LIFE_CAUSE_SHIFT = 6;
export const LIFE_CAUSE = 0b11;
/** For how many rounds of sync it has lived, 2 for more. */
export const LIFE_AGE_SHIFT = 8;
export const LIFE_AGE = 0b11;
export const LIFE_OLD = 2;
