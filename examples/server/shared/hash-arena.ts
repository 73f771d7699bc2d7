import type { Arena } from './arena.ts';
import type { Game } from './game.ts';

/** The prime of FNV-1a. */
const PRIME = 0x01000193;

/** A checksum of all that must agree between machines after a tick, of 32 bits. */
export function hashArena({ engine }: Game, { world, own }: Arena): number {
  let hash = engine.hashCollision(world);
  for (const store of Object.values(own)) {
    const columns: ArrayLike<number>[] = ArrayBuffer.isView(store) ? [store as Uint8Array] : Object.values(store);
    for (const column of columns) hash = addColumn(hash, column);
  }
  return hash | 0;
}

function addColumn(hash: number, column: ArrayLike<number>): number {
  const bits = column instanceof Float64Array ? new Int32Array(column.buffer) : column;
  let sum = hash;
  for (let i = 0; i < bits.length; i++) sum = Math.imul(sum ^ bits[i], PRIME);
  return sum;
}
