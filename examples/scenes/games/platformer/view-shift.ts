import { type SceneSim, WINDOW } from './sim.ts';

/** Columns that are seen at least: on a narrow page, where all of the window would be tiny. */
export const SEEN = 13;

/** Columns before and behind the player that are seen, unless the level ends there. */
const ROOM = 3;

/** How many columns from the left of the sim's window the picture begins, when it shows so many columns. */
export function shiftOf({ collision, player, game }: SceneSim, columns: number): number {
  const hidden = WINDOW.width - columns;
  if (hidden <= 0) return hidden / 2;
  const x = collision.Transform.x[player] - game.viewX;
  const near = Math.max(x + ROOM - columns, Math.min(x - ROOM, hidden / 2));
  return Math.max(0, Math.min(hidden, near));
}
