import { addComponent, addEntity, set, type World } from 'bitecs';
import type { Collision } from 'bitecs-collision/2d';
import { TICK } from '../../../shell/scene.ts';
import { ENEMIES, enemyShapes, HALF, KINDS } from './arena.ts';

/** Enemies see this far at first; further off they stroll. */
const SIGHT = 12;
/** After each so many ticks, new enemies take one more hit. */
const TOUGHER_TICKS = 1200;

export const Enemy = {};

/** The enemies: always as many, for one that falls comes back elsewhere. `player` is whom they are after. */
export function createCrowd(world: World, { Transform, Collider }: Collision, player: number, random: () => number) {
  const enemies: number[] = [];
  // By entity.
  const kindOf = new Uint8Array(ENEMIES + 2);
  const hitsLeft = new Uint8Array(ENEMIES + 2);

  for (let i = 0; i < ENEMIES; i++) {
    const kind = i % 20 === 0 ? 2 : i % 5 === 1 ? 1 : 0;
    const enemy = addEntity(world);
    for (const part of [set(Transform, {}), set(Collider, enemyShapes[kind]), Enemy]) addComponent(world, enemy, part);
    kindOf[enemy] = kind;
    enemies.push(enemy);
  }

  function squaredDistance(enemy: number): number {
    const x = Transform.x[player] - Transform.x[enemy];
    const y = Transform.y[player] - Transform.y[enemy];
    return x * x + y * y;
  }

  return {
    enemies,
    kindOf,

    /** Puts an enemy anywhere in the arena but near the player. */
    spawn(enemy: number, distance: number, ticks: number): void {
      hitsLeft[enemy] = KINDS[kindOf[enemy]].hits + Math.floor(ticks / TOUGHER_TICKS);
      do {
        Transform.x[enemy] = HALF * (2 * random() - 1);
        Transform.y[enemy] = HALF * (2 * random() - 1);
      } while (squaredDistance(enemy) < distance * distance);
    },

    /** Returns whether that was one hit too many. */
    hit: (enemy: number): boolean => --hitsLeft[enemy] <= 0,

    move(ticks: number): void {
      const sight = SIGHT + ticks / 150;
      const hurry = (1 + ticks / 15_000) * TICK;
      for (const enemy of enemies) {
        const x = Transform.x[player] - Transform.x[enemy];
        const y = Transform.y[player] - Transform.y[enemy];
        const distance = Math.sqrt(x * x + y * y) + 1e-9;
        const step = (KINDS[kindOf[enemy]].speed * hurry * (distance < sight ? 1 : 0.15)) / distance;
        Transform.x[enemy] += x * step;
        Transform.y[enemy] += y * step;
      }
    },
  };
}
