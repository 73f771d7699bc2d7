import { ENEMIES } from './arena.ts';

/** The five minutes of a game, in ticks. */
export const SECOND = 60;
export const END = 300 * SECOND;
export const BOSS_EVERY = 60 * SECOND;
const RING_FIRST = 35 * SECOND;
const RING_EVERY = 30 * SECOND;

const START = 260;

/** How many enemies there are: hundreds at once, and thousands in the end. */
export function crowdAt(tick: number): number {
  const share = Math.min(1, tick / END);
  return Math.floor(START + 1800 * share * share + (ENEMIES - START - 1800) * share * share * share * share * share);
}

/** How much faster than at first they are. */
export function hurryAt(tick: number): number {
  return 1 + (0.4 * tick) / END;
}

/** How many hits they take beyond those of their kind. */
export function toughnessAt(tick: number): number {
  const share = tick / END;
  return Math.floor(4 * share + 13 * share * share * share);
}

/** How hard they bite, as a multiple of what their kind does. */
export function biteAt(tick: number): number {
  return 0.3 + (1.7 * tick) / END;
}

/** How many enemies close in from all sides in this tick, or 0. */
export function ringAt(tick: number): number {
  if (tick < RING_FIRST || (tick - RING_FIRST) % RING_EVERY !== 0) return 0;
  return 32 + Math.floor((64 * tick) / END);
}

/** Which boss comes in this tick, from 1, or 0 for none. The last minute has none: it has the crowd. */
export function bossAt(tick: number): number {
  return tick > 0 && tick < END && tick % BOSS_EVERY === 0 ? tick / BOSS_EVERY : 0;
}
