import type { SceneSim } from '../../../examples/scenes/games/canyon/sim.ts';
import { createRandom } from '../../../examples/shell/random.ts';
import type { Strength } from './play.ts';

/**
 * How often a pilot looks, how far off she aims at rings, how far ahead she sees rocks, and whether she dodges bolts.
 */
const SKILLS = {
  weak: { every: 14, error: 3.2, sees: 24, dodges: false },
  middle: { every: 13, error: 3, sees: 26, dodges: false },
  strong: { every: 4, error: 1.4, sees: 40, dodges: true },
};
/** Units beside a rock that are wide enough. */
const ROOM = 4;

/** Plays a tick of Canyon. */
export function createCanyonBot(strength: Strength, seed: number): (sim: SceneSim, tick: number) => void {
  const random = createRandom(seed);
  const { every, error, sees, dodges } = SKILLS[strength];
  let ring = -1;
  let [offX, offY] = [0, 0];

  return ({ input, flight, course }, tick) => {
    if (tick % every !== 0) return;
    const { x, y, z } = flight.collision.Transform;
    const { ship, velocity } = flight;
    input.action = flight.drones().some((drone) => z[drone] < z[ship] && z[drone] > z[ship] - 120);
    if (flight.nextRing !== ring) {
      ring = flight.nextRing;
      offX = error * (2 * random() - 1);
      offY = error * (2 * random() - 1);
    }
    const next = course.rings[ring];
    let toX = next === undefined ? course.middleAt(flight.way + 20) : next.x + offX;
    let toY = next === undefined ? 12 : next.y + offY;
    // Far from the ring the middle of the canyon comes first.
    if (next !== undefined && z[ship] - next.z > 45) {
      const middle = course.middleAt(flight.way + 25);
      toX = (toX + middle) / 2;
    }
    for (const pillar of course.pillars) {
      const ahead = z[ship] - pillar.z;
      if (ahead < -3 || ahead > sees || Math.abs(toX - pillar.x) > ROOM + pillar.radius) continue;
      const side = x[ship] < pillar.x ? -1 : 1;
      toX = pillar.x + side * (ROOM + pillar.radius);
    }
    if (dodges) {
      for (const bolt of flight.bolts()) {
        const ahead = z[ship] - z[bolt];
        if (ahead < 0 || ahead > 40) continue;
        if (Math.hypot(x[bolt] - x[ship], y[bolt] - y[ship]) < 6) toY += y[bolt] > y[ship] ? -5 : 5;
      }
    }
    const wish = (to: number, at: number, speed: number) => {
      const off = to - at - 0.12 * speed;
      return Math.abs(off) < 0.6 ? 0 : Math.sign(off);
    };
    input.moveX = wish(toX, x[ship], velocity.x);
    input.moveY = -wish(toY, y[ship], velocity.y);
  };
}
