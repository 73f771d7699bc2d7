/**
 * What a player does in a tick, in one number. The lower 16 bits come from the player; the rest is the server's, who
 * says that there is a player, and whom a ray hit.
 */
export const STAND = 1 | (1 << 2);
export const FIRE = 1 << 4;
export const RAIL = 1 << 5;
const AIM_SHIFT = 8;
const PLAYERS_BITS = 0xffff;
const UNUSED_BITS = 0xc0;
export const PRESENT = 1 << 16;
const VICTIM_SHIFT = 17;
const VICTIM_BITS = 0xf << VICTIM_SHIFT;

/** Directions a player can aim in: a byte, so that all machines mean the same. */
export const AIMS = 256;

/** `moveX` and `moveY` are −1, 0 or 1, `aim` is 0 to 255 of a turn. */
export function makeWord(moveX: number, moveY: number, aim: number, fire: boolean, rail: boolean): number {
  return (moveX + 1) | ((moveY + 1) << 2) | (fire ? FIRE : 0) | (rail ? RAIL : 0) | (aim << AIM_SHIFT);
}

/** Whether a player may send this. */
export function isWord(word: number): boolean {
  return (word & ~PLAYERS_BITS) === 0 && (word & UNUSED_BITS) === 0 && (word & 3) !== 3 && ((word >> 2) & 3) !== 3;
}

export function moveXOf(word: number): number {
  return (word & 3) - 1;
}

export function moveYOf(word: number): number {
  return ((word >> 2) & 3) - 1;
}

export function aimOf(word: number): number {
  return (word >> AIM_SHIFT) & 0xff;
}

/** The player's part. */
export function sentPart(word: number): number {
  return word & PLAYERS_BITS;
}

/** The slot of whom the ray of this word hit, −1 for nobody. */
export function victimOf(word: number): number {
  return ((word & VICTIM_BITS) >> VICTIM_SHIFT) - 1;
}

export function withVictim(word: number, victim: number): number {
  return (word & ~VICTIM_BITS) | ((victim + 1) << VICTIM_SHIFT);
}

/** What somebody does of whom nothing was heard for this tick: the same again, but a ray is a shot of its own. */
export function repeated(word: number): number {
  return withVictim(word & ~RAIL, -1);
}
