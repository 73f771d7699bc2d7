import type { SceneSim } from './sim.ts';

/** Ticks after a landing in which the player is seen to be pressed together, and how much at most. */
const PRESSED_TICKS = 10;
const PRESSED = 0.4;
/** How much longer each unit a second makes. */
const LONGER = 0.008;

/** How much higher than at rest the player is drawn: longer in flight, shorter after a landing. */
export function stretchOf({ cues, runner }: SceneSim): number {
  const landings = cues.recent(PRESSED_TICKS).filter(({ kind }) => kind === 'land');
  const [landing] = landings.slice(-1);
  if (!runner.move.grounded || landing === undefined) return 1 + LONGER * Math.abs(runner.speedY);
  return 1 - PRESSED * landing.size * (1 - (cues.now - landing.tick) / PRESSED_TICKS);
}
