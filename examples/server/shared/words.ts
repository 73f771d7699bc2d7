/**
 * What a player does in a tick, in one number. The lower bits come from the player; the upper ones are the server's,
 * which says that there is a player, and what a ray hit.
 */
export const STAND = 1 | (1 << 2);
export const FIRE = 1 << 4;
export const RAIL = 1 << 5;
export const JUMP = 1 << 6;
const AIM_SHIFT = 7;
const AIM_BITS = 0x7ffff;
const PLAYERS_BITS = 0x3ffffff;
export const PRESENT = 1 << 26;
const HIT_SHIFT = 27;

/** The layout of a word, the input of a player in one tick, besides its two moves of −1, 0 or 1. */
export interface WordFormat {
  /** Bytes that the player's part takes on the wire. */
  readonly bytes: 2 | 4;
  /** Bits of an aim that say how far it is turned, as parts of a whole turn, so that all machines mean the same. */
  readonly turnBits: number;
  /** Bits above those that say how far it is raised, in the same parts: half of their range is level. */
  readonly pitchBits: number;
  /** Bits of the buttons that there are. */
  readonly buttons: number;
}

/** Parts that a whole turn has. */
export function turnsOf({ turnBits }: WordFormat): number {
  return 1 << turnBits;
}

/** An aim of whole parts of a turn, of any size; `pitch` is counted from level, and kept within its range. */
export function makeAim({ turnBits, pitchBits }: WordFormat, turn: number, pitch = 0): number {
  const half = (1 << pitchBits) >> 1;
  const raised = Math.max(0, Math.min(2 * half - 1, pitch + half));
  return (turn & ((1 << turnBits) - 1)) | (raised << turnBits);
}

/** How far an aim is turned, in parts of a turn. */
export function turnOf({ turnBits }: WordFormat, aim: number): number {
  return aim & ((1 << turnBits) - 1);
}

/** How far an aim is raised above level, in parts of a turn. */
export function pitchOf({ turnBits, pitchBits }: WordFormat, aim: number): number {
  return (aim >> turnBits) - ((1 << pitchBits) >> 1);
}

/** `moveX` and `moveY` are −1, 0 or 1; `buttons` are FIRE, RAIL and JUMP. */
export function makeWord(moveX: number, moveY: number, aim: number, buttons = 0): number {
  return (moveX + 1) | ((moveY + 1) << 2) | buttons | (aim << AIM_SHIFT);
}

/** Whether a player may send this. */
export function isWord({ turnBits, pitchBits, buttons }: WordFormat, word: number): boolean {
  const aims = ((1 << (turnBits + pitchBits)) - 1) << AIM_SHIFT;
  return (word & ~(0xf | buttons | aims)) === 0 && (word & 3) !== 3 && ((word >> 2) & 3) !== 3;
}

export function moveXOf(word: number): number {
  return (word & 3) - 1;
}

export function moveYOf(word: number): number {
  return ((word >> 2) & 3) - 1;
}

export function aimOf(word: number): number {
  return (word >> AIM_SHIFT) & AIM_BITS;
}

/** The player's part. */
export function sentPart(word: number): number {
  return word & PLAYERS_BITS;
}

/** Returns what the ray of a word hit: an index in the arena's `targets`, −1 for nothing. */
export function hitOf(word: number): number {
  return (word >>> HIT_SHIFT) - 1;
}

export function withHit(word: number, hit: number): number {
  return (word & (PLAYERS_BITS | PRESENT)) | ((hit + 1) << HIT_SHIFT);
}

/**
 * Returns the input that is assumed for a player whose input for a tick is not known: the one before again, without
 * its ray, as each ray is a shot of its own.
 */
export function repeated(word: number): number {
  return withHit(word & ~RAIL, -1);
}
