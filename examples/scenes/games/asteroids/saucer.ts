import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import { type Collision, polygon } from 'bitecs-collision/2d';
import { DIRECTIONS, directionY, turnTowards, wrapDirection } from '../../../shared/directions.ts';
import { remember } from '../../../shell/remember.ts';
import { type Flight, HALF } from './flight.ts';

export const saucerPoints = [-0.9, 0, -0.4, -0.32, 0.4, -0.32, 0.9, 0, 0.4, 0.3, -0.4, 0.3];
export const SAUCER_SCORE = 250;

/** Ticks until the first comes, and from one to the next; they come oftener in later waves. */
const FIRST_TICKS = 900;
const EVERY_TICKS = 1200;
/** After this many ticks without a hit by the player, a saucer comes. */
const IDLE_TICKS = 400;
const FIRE_TICKS = 75;
const SHOT_SPEED = 9;

export const Saucer = {};

/** A saucer that now and then crosses the world and fires at the ship: from wave to wave it aims better. */
export function createSaucers(world: World, { Transform, Collider }: Collision, flight: Flight, roll: () => number) {
  let untilNext = FIRST_TICKS;
  let age = 0;
  remember(
    () => ({ untilNext, age }),
    (was) => void ({ untilNext, age } = was),
  );
  const shape = polygon(saucerPoints);

  const all = (): number[] => [...query(world, [Saucer])];

  function come(wave: number): void {
    const saucer = addEntity(world);
    const fromLeft = roll() < 0.5;
    const y = HALF * 0.8 * (2 * roll() - 1);
    const place = { x: fromLeft ? -HALF : HALF, y };
    for (const part of [set(Transform, place), set(Collider, shape), Saucer]) addComponent(world, saucer, part);
    flight.launch(saucer, (fromLeft ? 1 : -1) * (3 + 0.3 * wave), 0);
    age = 0;
  }

  return {
    all,

    reset(): void {
      untilNext = FIRST_TICKS;
      for (const saucer of all()) removeEntity(world, saucer);
    },

    /**
     * Moves it, and returns the way it fires in this tick, if it does. `target` is what it fires at, and `idle` are the
     * ticks in which nothing was hit.
     */
    tick(wave: number, idle: number, target: number | undefined): { saucer: number; way: number } | undefined {
      const [saucer] = all();
      if (saucer === undefined) {
        if (--untilNext <= 0 || idle > IDLE_TICKS) {
          untilNext = EVERY_TICKS - 90 * wave;
          come(wave);
        }
        return undefined;
      }
      const before = Transform.x[saucer];
      flight.velocityY[saucer] = 2.5 * directionY[wrapDirection(age)];
      flight.fly(saucer);
      if (++age > 60 && Math.abs(Transform.x[saucer] - before) > HALF)
        removeEntity(world, saucer); // it is across
      else if (age % FIRE_TICKS === 0 && target !== undefined) return { saucer, way: aim(saucer, target, wave) };
      return undefined;
    },

    shotSpeed: (wave: number): number => SHOT_SPEED + 0.5 * wave,
  };

  function aim(saucer: number, target: number, wave: number): number {
    const x = Transform.x[target] - Transform.x[saucer];
    const y = Transform.y[target] - Transform.y[saucer];
    let way = 0;
    for (let i = 0; i < DIRECTIONS / 2 && turnTowards(way, x, y) !== 0; i++)
      way = wrapDirection(way + turnTowards(way, x, y));
    const off = Math.max(2, 14 - 2 * wave);
    return wrapDirection(way + Math.round(off * (2 * roll() - 1)));
  }
}
