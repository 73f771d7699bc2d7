import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import type { Collision } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { pickupShape } from './arena.ts';

const TICKS = 900;
/** Units a tick at which gems come to a player who is near enough. */
const PULL = 0.22;

export const Gem = {};
export const Heart = {};

/** What fallen enemies leave behind, for a while. */
export function createLoot(world: World, { Transform, Collider, Sensor }: Collision, player: number) {
  const ticksLeft: number[] = []; // by entity
  remember(() => ({ ticksLeft }));
  const gems = (): number[] => [...query(world, [Gem])];
  const hearts = (): number[] => [...query(world, [Heart])];

  function pull(eid: number, reach: number): void {
    const x = Transform.x[player] - Transform.x[eid];
    const y = Transform.y[player] - Transform.y[eid];
    const distance = Math.sqrt(x * x + y * y);
    if (distance > reach || distance < PULL) return;
    Transform.x[eid] += (x / distance) * PULL;
    Transform.y[eid] += (y / distance) * PULL;
  }

  return {
    gems,
    hearts,

    drop(kind: typeof Gem, x: number, y: number): void {
      const eid = addEntity(world);
      for (const part of [set(Transform, { x, y }), set(Collider, pickupShape), Sensor, kind])
        addComponent(world, eid, part);
      ticksLeft[eid] = TICKS;
    },

    tick(reach: number): void {
      for (const eid of [...gems(), ...hearts()]) {
        pull(eid, reach);
        if (--ticksLeft[eid] === 0) removeEntity(world, eid);
      }
    },

    clear(): void {
      for (const eid of [...gems(), ...hearts()]) removeEntity(world, eid);
    },
  };
}
