export const COIN_SCORE = 50;
export const WALKER_SCORE = 100;
/** Points for each life that is left at the end. */
export const LIFE_SCORE = 250;

/** Points for each second by which a level takes less than `SECONDS`. */
const SECOND_SCORE = 10;
const SECONDS = 90;

/** What reaching the goal of a level after so many ticks is worth. */
export function timeScore(ticks: number): number {
  return SECOND_SCORE * Math.max(0, SECONDS - Math.floor(ticks / 60));
}
