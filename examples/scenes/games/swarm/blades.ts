import { addComponent, addEntity, removeEntity, set, type World } from 'bitecs';
import type { Collision } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY } from '../../../shared/directions.ts';
import { remember } from '../../../shell/remember.ts';
import { bladeShape } from './arena.ts';

const RADIUS = 2.3;

export const Blade = {};

/** Blades that circle the player. An enemy is cut when a blade reaches it, and again when it comes round. */
export function createBlades(world: World, { Transform, Collider, Sensor }: Collision, player: number) {
  const blades: number[] = [];
  let way = 0;
  remember(
    () => ({ way }),
    (was) => void ({ way } = was),
  );

  return {
    blades,

    /** Moves them on, so many of them. */
    turn(count: number): void {
      while (blades.length > count) removeEntity(world, blades.pop()!);
      while (blades.length < count) {
        const blade = addEntity(world);
        for (const part of [Transform, set(Collider, bladeShape), Sensor, Blade]) addComponent(world, blade, part);
        blades.push(blade);
      }
      way = (way + 2) % DIRECTIONS;
      blades.forEach((blade, i) => {
        const at = (way + Math.floor((i * DIRECTIONS) / count)) % DIRECTIONS;
        Transform.x[blade] = Transform.x[player] + RADIUS * directionX[at];
        Transform.y[blade] = Transform.y[player] + RADIUS * directionY[at];
      });
    },
  };
}
