import { hashCollision } from 'bitecs-collision/2d';
import type { Arena } from './arena.ts';

/** A checksum of all that must agree between machines after a tick, of 32 bits. */
export function hashArena({ world, Velocity, Alive, Timer, Fighter, Shot, bodies }: Arena): number {
  const end = bodies.length === 0 ? Alive.length : bodies[bodies.length - 1] + 1;
  let hash = hashCollision(world);
  for (const column of [Alive, Timer, ...Object.values(Fighter), ...Object.values(Shot)]) {
    for (let i = 0; i < end; i++) hash = Math.imul(hash ^ column[i], 0x01000193);
  }
  for (const column of [Velocity.x, Velocity.y]) {
    const bits = new Int32Array(column.buffer, 0, 2 * end);
    for (let i = 0; i < bits.length; i++) hash = Math.imul(hash ^ bits[i], 0x01000193);
  }
  return hash | 0;
}
