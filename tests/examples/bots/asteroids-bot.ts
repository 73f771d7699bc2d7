import { wrap } from '../../../examples/scenes/games/asteroids/flight.ts';
import type { SceneSim } from '../../../examples/scenes/games/asteroids/sim.ts';
import { turnTowards } from '../../../examples/shared/directions.ts';
import { createRandom } from '../../../examples/shell/random.ts';
import type { Strength } from './play.ts';

/** How often a player looks, how far off she aims, whether she leads her shots, and from what distance she flees. */
const SKILLS = {
  weak: { every: 50, error: 5, leads: false, flees: 0 },
  middle: { every: 22, error: 1.2, leads: true, flees: 0 },
  strong: { every: 3, error: 0, leads: true, flees: 0.25 },
};
const SHOT_SPEED = 17;

/** Plays a tick of Asteroids. */
export function createAsteroidsBot(strength: Strength, seed: number): (sim: SceneSim, tick: number) => void {
  const random = createRandom(seed);
  const { every, error, leads, flees } = SKILLS[strength];

  /** Seconds until something is within so much of the ship, if it is within two. */
  function timeToMeet(offX: number, offY: number, byX: number, byY: number, within: number): number {
    for (let seconds = 0; seconds < 1.2; seconds += 0.1)
      if (Math.hypot(offX + byX * seconds, offY + byY * seconds) < within) return seconds;
    return Infinity;
  }

  return (sim, tick) => {
    const { input, ship, velocityX, velocityY } = sim;
    const { x, y, scale } = sim.collision.Transform;
    input.action = true;
    if (tick % every !== 0) return;
    let aimX = 1;
    let aimY = 0;
    let least = Infinity;
    let soonest = Infinity;
    let fleeX = 0;
    let fleeY = 0;
    for (const eid of [...sim.rocks(), ...sim.saucers(), ...(flees > 0 ? sim.saucerShots() : [])]) {
      const offX = wrap(x[eid] - x[ship]);
      const offY = wrap(y[eid] - y[ship]);
      const byX = velocityX[eid] - velocityX[ship];
      const byY = velocityY[eid] - velocityY[ship];
      const distance = Math.hypot(offX, offY) - scale[eid];
      const meets = timeToMeet(offX, offY, byX, byY, scale[eid] + 0.8);
      const rank = distance + (meets < Infinity ? 8 * meets - 12 : 0);
      if (rank < least && !sim.saucerShots().includes(eid)) {
        least = rank;
        const seconds = leads ? Math.max(0, distance) / SHOT_SPEED : 0;
        aimX = offX + byX * seconds;
        aimY = offY + byY * seconds;
      }
      if (meets < soonest) {
        soonest = meets;
        // Across its way, to the side that it does not come to.
        const side = offX * byY - offY * byX > 0 ? 1 : -1;
        fleeX = -byY * side;
        fleeY = byX * side;
      }
    }
    const isFleeing = flees > soonest;
    const x2 = isFleeing ? -fleeX : aimX + error * (2 * random() - 1);
    const y2 = isFleeing ? -fleeY : aimY + error * (2 * random() - 1);
    input.moveX = turnTowards(sim.game.heading, x2, y2);
    input.moveY = isFleeing && input.moveX === 0 ? -1 : 0;
  };
}
