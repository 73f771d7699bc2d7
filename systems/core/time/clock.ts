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
export const LIFE_FLAGS = 0b11;
export const LIFE_CAUSE_SHIFT = 4;
export const LIFE_CAUSE = 0b11;
export const LIFE_UNSEEN = 1 << 6;
