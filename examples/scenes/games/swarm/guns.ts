import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import { type ClosestHit, type Collision, closestPoint } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY, turnTowards, wrapDirection } from '../../../shared/directions.ts';
import { remember } from '../../../shell/remember.ts';
import { TICK } from '../../../shell/scene.ts';
import { bulletShape, ENEMY } from './arena.ts';
import type { Upgrades } from './upgrades.ts';

const BULLET_SPEED = 22;
const BULLET_TICKS = 40;
const RANGE = 12;
const SPREAD = 4;

export const Bullet = {};

/** The guns of the player, which find their aim themselves, and what they fired. */
export function createGuns(world: World, { Transform, Collider, Sensor }: Collision, player: number, owned: Upgrades) {
  // By entity: the way bullets fly, and how many ticks, and enemies, they last.
  const wayOf: number[] = [];
  const ticksLeft: number[] = [];
  const pierces: number[] = [];
  const nearest: ClosestHit = { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
  let aim = 0;
  let cooldown = 0;
  remember(
    () => ({ wayOf, ticksLeft, pierces, aim, cooldown }),
    (was) => void ({ aim, cooldown } = was),
  );

  const bullets = (): number[] => [...query(world, [Bullet])];

  function fire(way: number): void {
    const bullet = addEntity(world);
    const { x, y } = Transform;
    for (const part of [set(Transform, { x: x[player], y: y[player] }), set(Collider, bulletShape), Sensor, Bullet])
      addComponent(world, bullet, part);
    wayOf[bullet] = wrapDirection(way);
    ticksLeft[bullet] = BULLET_TICKS;
    pierces[bullet] = owned.pierces();
  }

  return {
    bullets,
    wayOf,

    /** Turns to the nearest enemy and fires when it is time. Returns whether it did. */
    shoot(): boolean {
      if (--cooldown > 0) return false;
      const options = { maskBits: ENEMY, maxDistance: RANGE };
      if (closestPoint(world, { x: Transform.x[player], y: Transform.y[player] }, options, nearest) === undefined)
        return false;
      const x = nearest.x - Transform.x[player];
      const y = nearest.y - Transform.y[player];
      for (let i = 0; i < DIRECTIONS / 2 && turnTowards(aim, x, y) !== 0; i++)
        aim = wrapDirection(aim + turnTowards(aim, x, y));
      cooldown += owned.fireTicks();
      if (cooldown < 0) cooldown = 0; // there was nothing to fire at
      const barrels = owned.barrels();
      for (let i = 0; i < barrels; i++) fire(aim + Math.round((i - (barrels - 1) / 2) * SPREAD));
      return true;
    },

    move(): void {
      for (const bullet of bullets()) {
        Transform.x[bullet] += directionX[wayOf[bullet]] * BULLET_SPEED * TICK;
        Transform.y[bullet] += directionY[wayOf[bullet]] * BULLET_SPEED * TICK;
        if (--ticksLeft[bullet] === 0) removeEntity(world, bullet);
      }
    },

    /** A bullet has hit something: unless it pierces, it is gone. */
    spend(bullet: number): void {
      if (pierces[bullet]-- === 0) removeEntity(world, bullet);
    },
  };
}
