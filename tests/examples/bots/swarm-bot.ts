import { BOSS } from '../../../examples/scenes/games/swarm/arena.ts';
import type { SceneSim } from '../../../examples/scenes/games/swarm/sim.ts';
import type { UpgradeName } from '../../../examples/scenes/games/swarm/upgrades.ts';
import { DIRECTIONS, directionX, directionY } from '../../../examples/shared/directions.ts';
import { createRandom } from '../../../examples/shell/random.ts';
import type { Strength } from './play.ts';

/** What a player of some strength looks at: how often, how far, and whether she plans what to choose. */
const SKILLS = {
  weak: { every: 50, sight: 0, gems: 0 },
  middle: { every: 32, sight: 2, gems: 0.4 },
  strong: { every: 5, sight: 2.3, gems: 0.4 },
};

const WANTED: readonly UpgradeName[] = [
  ...(['Barrels', 'Trigger', 'Blades', 'Calibre', 'Piercing', 'Nova', 'Boots', 'Magnet', 'Vigour'] as const),
];

/** Plays a tick of Swarm. */
export function createSwarmBot(strength: Strength, seed: number): (sim: SceneSim, tick: number) => void {
  const random = createRandom(seed);
  const { every, sight, gems } = SKILLS[strength];

  /** How bad it is to go a way: enemies that are near it, less gems that are. */
  function danger(sim: SceneSim, way: number): number {
    const { x, y } = sim.collision.Transform;
    const ahead = 1.6;
    const toX = x[sim.player] + directionX[way] * ahead;
    const toY = y[sim.player] + directionY[way] * ahead;
    let sum = 0;
    for (const enemy of sim.enemies) {
      const isBoss = sim.kindOf[enemy] === BOSS;
      const apart = Math.hypot(x[enemy] - toX, y[enemy] - toY) - (isBoss ? 3 : 0);
      if (apart < sight) sum += (isBoss ? 4 : 1) * (sight - apart) ** 2;
    }
    let nearest = 12;
    for (const gem of sim.gems()) nearest = Math.min(nearest, Math.hypot(x[gem] - toX, y[gem] - toY));
    for (const heart of sim.hearts()) nearest = Math.min(nearest, 0.3 * Math.hypot(x[heart] - toX, y[heart] - toY));
    return sum + gems * nearest;
  }

  return (sim, tick) => {
    const { input, choice } = sim;
    if (choice.isOpen()) {
      const best = WANTED.find((name) => choice.offered.includes(name))!;
      const wanted = strength === 'strong' ? choice.offered.indexOf(best) : choice.picked;
      const isThere = choice.picked === wanted;
      input.moveY = 0;
      input.moveX = isThere || tick % 4 < 2 ? 0 : 1;
      input.action = isThere && tick % 40 === 0;
      return;
    }
    input.action = false;
    if (tick % every !== 0) return;
    let way = Math.floor(DIRECTIONS * random());
    if (sight > 0) {
      let least = Infinity;
      for (let at = 0; at < DIRECTIONS; at += 8) {
        const found = danger(sim, at);
        if (found >= least) continue;
        least = found;
        way = at;
      }
    }
    // Eight ways, as the keys have it.
    input.moveX = Math.round(directionX[way]);
    input.moveY = Math.round(directionY[way]);
  };
}
