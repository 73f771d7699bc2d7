import { addComponent, removeComponent } from 'bitecs';
import type { Arena } from './arena.ts';
import type { Game } from './game.ts';

/**
 * A world on its way to another machine: the columns of a snapshot, one after the other. Both machines run the same
 * version of the package, so they mean the same by them.
 */
const TYPES = [Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array];

/** Points of contacts and places of queries are left out: the next tick makes them anew, and does not ask before. */
const snapshotOf = ({ engine }: Game, { stores }: Arena) => engine.createSnapshot({ stores, results: false });

/** Returns the world after its last tick as bytes. */
export function packArena(game: Game, arena: Arena): Uint8Array {
  const snapshot = snapshotOf(game, arena);
  game.engine.saveCollision(arena.world, snapshot);
  const parts: Uint8Array[] = [];
  for (const [name, { values, count }] of snapshot.columns) {
    const label = new TextEncoder().encode(name);
    const head = new DataView(new ArrayBuffer(6));
    head.setUint8(0, label.length);
    head.setUint8(
      1,
      TYPES.findIndex((type) => values instanceof type),
    );
    head.setUint32(2, count, true);
    const bytes = new Uint8Array(values.buffer, values.byteOffset, count * values.BYTES_PER_ELEMENT);
    parts.push(new Uint8Array(head.buffer), label, bytes);
  }
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

/** Makes an arena what one of the same seed and bodies was on another machine, after `tick` ticks. */
export function unpackArena(game: Game, arena: Arena, tick: number, packed: Uint8Array): void {
  // A snapshot of another world of the same making, with what was sent put in its place.
  const snapshot = snapshotOf(game, arena);
  game.engine.saveCollision(game.create({ seed: 0, bodies: arena.bodies.length }).world, snapshot);
  for (let at = 0; at < packed.length; ) {
    const head = new DataView(packed.buffer, packed.byteOffset + at, 6);
    const labelEnd = at + 6 + head.getUint8(0);
    const name = new TextDecoder().decode(packed.subarray(at + 6, labelEnd));
    const Type = TYPES[head.getUint8(1)];
    const count = head.getUint32(2, true);
    at = labelEnd + count * Type.BYTES_PER_ELEMENT;
    const values = new Type(packed.slice(labelEnd, at).buffer);
    snapshot.columns.set(name, { values: values as Float64Array, count });
  }
  // Tags are not in a snapshot without entities, so they are put right before it is restored.
  const alive = snapshot.columns.get('Alive')!.values;
  const { Disabled } = arena.collision;
  for (const eid of [...arena.fighters, ...arena.bolts.flat(), ...arena.sparks, ...arena.pickups]) {
    if (alive[eid] === 1) removeComponent(arena.world, eid, Disabled);
    else addComponent(arena.world, eid, Disabled);
  }
  game.engine.restoreCollision(arena.world, snapshot);
  arena.tick = tick;
}
