import { FIELD, PADDLE_Y } from '../../../examples/scenes/games/brick-breaker/field.ts';
import type { SceneSim } from '../../../examples/scenes/games/brick-breaker/sim.ts';
import { createRandom } from '../../../examples/shell/random.ts';
import type { Strength } from './play.ts';

/** How often a player looks, how far off she is, and whether she sees where the ball will come down. */
const SKILLS = {
  weak: { every: 22, error: 1.2, foresees: false },
  middle: { every: 12, error: 1.15, foresees: true },
  strong: { every: 5, error: 0.7, foresees: true },
};
/** How many units above the paddle the ball is when she looks at where it will be. */
const LOOKS = 5;

/** Plays a tick of Brick breaker. */
export function createBrickBot(strength: Strength, seed: number): (sim: SceneSim, tick: number) => void {
  const random = createRandom(seed);
  const { every, error, foresees } = SKILLS[strength];
  let wanted = 0;
  let off = 0;

  return (sim, tick) => {
    const { input, directionX, directionY } = sim;
    const { x, y } = sim.collision.Transform;
    input.action = (sim.game.phase === 'serve' || sim.game.laser > 0) && tick % 30 < 2;
    if (tick % every === 0) {
      off = error * (2 * random() - 1);
      let soonest = Infinity;
      for (const ball of sim.balls()) {
        const below = PADDLE_Y - y[ball];
        const seconds = directionY[ball] > 0 ? below / directionY[ball] : 20 + below;
        if (seconds >= soonest) continue;
        soonest = seconds;
        const isSeen = foresees && directionY[ball] > 0 && below < LOOKS;
        wanted = isSeen ? mirrored(x[ball] + directionX[ball] * seconds) : x[ball];
      }
    }
    // By keys, which move it at one speed.
    const way = wanted + off - x[sim.paddle];
    input.moveX = Math.abs(way) < 0.3 ? 0 : Math.sign(way);
  };
}

/** Where something comes to that is thrown back by the walls. */
function mirrored(x: number): number {
  const width = FIELD.maxX - FIELD.minX;
  const at = (((x - FIELD.minX) % (2 * width)) + 2 * width) % (2 * width);
  return FIELD.minX + (at > width ? 2 * width - at : at);
}
