import { addComponent, addEntity, createWorld, removeComponent, set, type World } from 'bitecs';
import { box, type Collision, circle, createCollision, type ShapeSpec } from 'bitecs-collision/2d';
import {
  BODY_RADIUS,
  BODY_SPEED,
  BOLT_RADIUS,
  BOLTS_EACH,
  FIGHTER_RADIUS,
  MAX_PLAYERS,
  PICKUP_RADIUS,
} from './rules.ts';

// Who can meet whom: each one's category must be in the other's mask.
export const WALL = 1;
export const FIGHTER = 2;
export const BODY = 4;
const BOLT = 8;
const SPARK = 16;
const PICKUP = 32;

export interface ArenaOptions {
  readonly seed: number;
  /** Things that drift about. */
  readonly bodies: number;
}

export type Arena = ReturnType<typeof createArena>;

/**
 * Makes the world of a match, the same on every machine. All entities are made here, in one order, and rest with
 * `Disabled` until they are needed: nobody has to agree about ids later, and a world can be sent as its stores.
 */
export function createArena({ seed, bodies: bodyCount }: ArenaOptions) {
  const world: World = createWorld();
  const capacity = 64 + bodyCount + MAX_PLAYERS * (BOLTS_EACH + 2);
  const collision: Collision = createCollision(world, { capacity });
  const { Transform, Collider, Static, Sensor, Disabled } = collision;

  // Components: columns by entity. What a tick reads and writes has to be in one of them.
  const column = () => new Float64Array(capacity);
  const Velocity = { x: column(), y: column() };
  const Alive = new Uint8Array(capacity);
  /** Ticks until a bolt, a spark or a pickup that was taken changes. */
  const Timer = new Int32Array(capacity);
  const Fighter = {
    present: new Uint8Array(capacity),
    health: new Int32Array(capacity),
    reload: new Int32Array(capacity),
    charge: new Int32Array(capacity),
    respawn: new Int32Array(capacity),
    score: new Int32Array(capacity),
    aim: new Uint8Array(capacity),
  };
  /** Of bolts and sparks: the slot of the fighter, and of a spark that of its victim. */
  const Shot = { owner: new Int8Array(capacity), victim: new Int8Array(capacity) };
  const [Bolt, Spark, Pickup, Body, Wall] = [{}, {}, {}, {}, {}];

  function make(shape: ShapeSpec & { categoryBits: number; maskBits: number; groupIndex?: number }, ...tags: object[]) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: 0, y: 0 }));
    addComponent(world, eid, set(Collider, shape));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  }

  function wake(eid: number, x: number, y: number): void {
    Transform.x[eid] = x;
    Transform.y[eid] = y;
    Alive[eid] = 1;
    removeComponent(world, eid, Disabled);
  }

  function rest(eid: number): void {
    Alive[eid] = 0;
    addComponent(world, eid, Disabled);
  }

  // A match with many bodies needs more room.
  const half = 12 * Math.max(1, Math.sqrt(bodyCount / 120));
  const wall = (x: number, y: number, halfWidth: number, halfHeight: number): number => {
    const eid = make(
      { ...box(halfWidth, halfHeight), categoryBits: WALL, maskBits: FIGHTER | BODY | BOLT },
      Static,
      Wall,
    );
    wake(eid, x, y);
    return eid;
  };
  const walls = [
    ...[wall(0, -half - 1, half + 2, 1), wall(0, half + 1, half + 2, 1)],
    ...[wall(-half - 1, 0, 1, half + 2), wall(half + 1, 0, 1, half + 2)],
    ...[wall(-half / 2, 0, 0.5, 2), wall(half / 2, 0, 0.5, 2), wall(0, -half / 2, 2, 0.5), wall(0, half / 2, 2, 0.5)],
  ];

  const group = (slot: number): number => -1 - slot; // nobody is hit by what is his own
  const slots = Array.from({ length: MAX_PLAYERS }, (_, slot) => slot);
  const fighters = slots.map((slot) =>
    make(
      {
        ...circle(FIGHTER_RADIUS),
        categoryBits: FIGHTER,
        maskBits: WALL | FIGHTER | BODY | BOLT | SPARK | PICKUP,
        groupIndex: group(slot),
      },
      Fighter,
    ),
  );
  const shotMask = { categoryBits: BOLT, maskBits: WALL | FIGHTER | BODY };
  const bolts = slots.map((slot) =>
    Array.from({ length: BOLTS_EACH }, () =>
      make({ ...circle(BOLT_RADIUS), ...shotMask, groupIndex: group(slot) }, Sensor, Bolt),
    ),
  );
  const sparks = slots.map(() =>
    make({ ...circle(BOLT_RADIUS), categoryBits: SPARK, maskBits: FIGHTER }, Sensor, Spark),
  );
  const pickups = slots
    .slice(0, 4)
    .map(() => make({ ...circle(PICKUP_RADIUS), categoryBits: PICKUP, maskBits: FIGHTER }, Sensor, Pickup));
  const bodies = Array.from({ length: bodyCount }, () =>
    make({ ...circle(BODY_RADIUS), categoryBits: BODY, maskBits: WALL | FIGHTER | BODY | BOLT }, Body),
  );

  for (const eid of [...fighters, ...bolts.flat(), ...sparks]) rest(eid);
  pickups.forEach((eid, i) => {
    wake(eid, (i < 2 ? -half : half) * 0.75, (i % 2 === 0 ? -half : half) * 0.75);
  });
  slots.forEach((slot) => {
    for (const shot of [...bolts[slot], sparks[slot]]) Shot.owner[shot] = slot;
  });
  bodies.forEach((eid, i) => {
    const at = (salt: number) => (scramble(seed, i * 4 + salt) / 2 ** 32 - 0.5) * 2;
    wake(eid, at(0) * (half - 1), at(1) * (half - 1));
    Velocity.x[eid] = at(2) * BODY_SPEED;
    Velocity.y[eid] = at(3) * BODY_SPEED;
  });

  return {
    ...{ world, collision, half, walls, fighters, bolts, sparks, pickups, bodies, wake, rest },
    ...{ Velocity, Alive, Timer, Fighter, Shot, Bolt, Spark, Pickup, Body, Wall },
    /** All that is saved, sent and hashed. */
    stores: { Transform, Collider, Velocity, Alive, Timer, Fighter, Shot },
    /** For `pushApart`: bodies are light, so that fighters can push them. */
    apart: { weight: (eid: number) => (fighters.includes(eid) ? 4 : 1) },
    /** Ticks that have run. */
    tick: 0,
  };
}

/** A whole number of 32 bits that looks like chance and is the same everywhere (MurmurHash3's last steps). */
export function scramble(seed: number, n: number): number {
  let mixed = Math.imul(seed ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
