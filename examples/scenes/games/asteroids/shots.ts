import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import { type Collision, circle } from 'bitecs-collision/2d';
import { directionX, directionY } from '../../../shared/directions.ts';
import { remember } from '../../../shell/remember.ts';
import type { Flight } from './flight.ts';

export const shotShape = circle(0.13);

/** What the ship fires, and what is fired at it. */
export const Bullet = {};
export const SaucerShot = {};

/** Shots fly for a while, around the edges of the world like everything else. */
export function createShots(world: World, { Transform, Collider }: Collision, flight: Flight) {
  const ticksLeft: number[] = []; // by entity
  remember(() => ({ ticksLeft }));
  const all = (kind: object): number[] => [...query(world, [kind])];

  return {
    all,

    /** Fires from a place a unit off the middle of an entity, with its velocity and the shot's own. */
    fire(kind: object, from: number, way: number, speed: number, ticks: number): void {
      const shot = addEntity(world);
      const x = Transform.x[from] + directionX[way];
      const y = Transform.y[from] + directionY[way];
      for (const part of [set(Transform, { x, y }), set(Collider, shotShape), kind]) addComponent(world, shot, part);
      const { velocityX, velocityY } = flight;
      flight.launch(shot, velocityX[from] + speed * directionX[way], velocityY[from] + speed * directionY[way]);
      ticksLeft[shot] = ticks;
    },

    fly(): void {
      for (const shot of [...all(Bullet), ...all(SaucerShot)]) {
        flight.fly(shot);
        if (--ticksLeft[shot] <= 0) removeEntity(world, shot);
      }
    },

    clear(): void {
      for (const shot of [...all(Bullet), ...all(SaucerShot)]) removeEntity(world, shot);
    },
  };
}
