import { addComponent, addEntity, removeComponent, set, type World } from 'bitecs';
import type { SavedStores, Selector } from 'bitecs-collision/2d';
import { BODY_SPEED, BOLTS_EACH, MAX_PLAYERS } from './rules.ts';
import { scramble } from './scramble.ts';

// Categories: two colliders meet if the category of each is in the mask of the other.
export const WALL = 1;
export const FIGHTER = 2;
export const BODY = 4;
const BOLT = 8;
const SPARK = 16;
const PICKUP = 32;
/** The category of the parts of a fighter that rays hit, in games where a ray does not hit the fighter as a whole. */
export const HIT_BOX = 64;

export interface ArenaOptions {
  readonly seed: number;
  /** Things that drift about. */
  readonly bodies: number;
}

/** What the games use of a world's collision, alike in the plane and in space. */
export interface ArenaCollision {
  readonly Transform: { readonly x: Float64Array; readonly y: Float64Array; readonly z?: Float64Array };
  readonly Collider: object;
  readonly Static: object;
  readonly Sensor: object;
  readonly Disabled: object;
  onBegin(first: Selector, second: Selector, handler: (first: number, second: number) => void): unknown;
  contacts(): Iterable<ArenaContact>;
}

interface ArenaContact {
  readonly a: number;
  readonly b: number;
  readonly sensor: boolean;
  readonly normalX: number;
  readonly normalY: number;
  readonly normalZ?: number;
}

/** What a dimension says of an arena: its shapes and places, of as many coordinates as there are. */
export interface ArenaPlan {
  /** Half the width of the field. */
  readonly half: number;
  readonly shapes: Readonly<Record<'fighter' | 'bolt' | 'spark' | 'pickup' | 'body', object>>;
  readonly walls: readonly { readonly shape: object; readonly at: readonly number[] }[];
  readonly pickups: readonly (readonly number[])[];
  /** The box in which bodies begin: no farther from `middle` along each axis than `reach`. */
  readonly middle: readonly number[];
  readonly reach: readonly number[];
  /** The middle of the ring on which fighters enter, and where a fighter's shots come from, from its own middle. */
  readonly entry: readonly number[];
  readonly eye: readonly number[];
}

export type Arena<Collision extends ArenaCollision = ArenaCollision> = ReturnType<typeof createArena<Collision>>;

/** Entities that the arenas can have: walls and hit boxes among them. */
export function capacityFor({ bodies }: ArenaOptions): number {
  return 64 + bodies + MAX_PLAYERS * (BOLTS_EACH + 4);
}

/**
 * Fills a new world with what a match needs, the same on every machine. All entities are made here, in one order, and
 * rest with `Disabled` until they are needed: nobody has to agree about ids later, and a world can be sent as its
 * stores.
 */
export function createArena<Collision extends ArenaCollision>(
  world: World,
  collision: Collision,
  plan: ArenaPlan,
  options: ArenaOptions,
) {
  const { seed, bodies: bodyCount } = options;
  const capacity = capacityFor(options);
  const { Transform, Collider, Static, Sensor, Disabled } = collision;

  // The components: columns by entity. All that a tick reads and writes is in one of them, as only they are saved and
  // sent.
  const column = () => new Float64Array(capacity);
  const hasDepth = Transform.z !== undefined;
  const Velocity = { x: column(), y: column(), ...(hasDepth && { z: column() }) };
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
    aim: new Int32Array(capacity),
  };
  /** For bolts and sparks: the slot of the fighter that shot; for sparks also what the ray hit. */
  const Shot = { owner: new Int8Array(capacity), hit: new Int8Array(capacity) };
  const [Bolt, Spark, Pickup, Body, Wall] = [{}, {}, {}, {}, {}];

  // The coordinates by axis: x, y, and z in space. The stores have room for all entities, so these arrays are never
  // replaced.
  const places: readonly Float64Array[] = [Transform.x, Transform.y, ...(Transform.z ? [Transform.z] : [])];
  const speeds: readonly Float64Array[] = Object.values(Velocity);

  function make(shape: object, ...tags: object[]): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: 0, y: 0 }));
    addComponent(world, eid, set(Collider, shape));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  }

  /** Takes something that rests into the game, where its Transform is or at a place. */
  function wake(eid: number, place?: ArrayLike<number>): void {
    if (place !== undefined) for (let axis = 0; axis < places.length; axis++) places[axis][eid] = place[axis];
    Alive[eid] = 1;
    removeComponent(world, eid, Disabled);
  }

  function rest(eid: number): void {
    Alive[eid] = 0;
    addComponent(world, eid, Disabled);
  }

  const { shapes } = plan;
  const walls = plan.walls.map(({ shape, at }) => {
    const eid = make({ ...shape, categoryBits: WALL, maskBits: FIGHTER | BODY | BOLT }, Static, Wall);
    wake(eid, at);
    return eid;
  });
  const group = (slot: number): number => -1 - slot; // nobody is hit by what is his own
  const slots = Array.from({ length: MAX_PLAYERS }, (_, slot) => slot);
  const fighterMask = { categoryBits: FIGHTER, maskBits: WALL | FIGHTER | BODY | BOLT | SPARK | PICKUP };
  const fighters = slots.map((slot) => make({ ...shapes.fighter, ...fighterMask, groupIndex: group(slot) }, Fighter));
  const boltMask = { categoryBits: BOLT, maskBits: WALL | FIGHTER | BODY };
  const bolts = slots.map((slot) =>
    Array.from({ length: BOLTS_EACH }, () =>
      make({ ...shapes.bolt, ...boltMask, groupIndex: group(slot) }, Sensor, Bolt),
    ),
  );
  const sparks = slots.map(() => make({ ...shapes.spark, categoryBits: SPARK, maskBits: FIGHTER }, Sensor, Spark));
  const pickups = plan.pickups.map(() =>
    make({ ...shapes.pickup, categoryBits: PICKUP, maskBits: FIGHTER }, Sensor, Pickup),
  );
  const bodies = Array.from({ length: bodyCount }, () =>
    make({ ...shapes.body, categoryBits: BODY, maskBits: WALL | FIGHTER | BODY | BOLT }, Body),
  );

  for (const eid of [...fighters, ...bolts.flat(), ...sparks]) rest(eid);
  pickups.forEach((eid, i) => {
    wake(eid, plan.pickups[i]);
  });
  for (const slot of slots) for (const shot of [...bolts[slot], sparks[slot]]) Shot.owner[shot] = slot;
  bodies.forEach((eid, i) => {
    const axes = places.length;
    const at = (salt: number) => (scramble(seed, 2 * axes * i + salt) / 2 ** 32 - 0.5) * 2;
    wake(
      eid,
      plan.middle.map((middle, axis) => middle + at(axis) * plan.reach[axis]),
    );
    for (let axis = 0; axis < axes; axis++) speeds[axis][eid] = at(axes + axis) * BODY_SPEED;
  });

  /** The stores besides the colliders' that change from tick to tick: they are saved, sent and hashed. */
  const own: SavedStores = { Velocity, Alive, Timer, Fighter, Shot };
  return {
    ...{ world, collision, plan, places, speeds, walls, fighters, bolts, sparks, pickups, bodies, make, wake, rest },
    ...{ Velocity, Alive, Timer, Fighter, Shot, Bolt, Spark, Pickup, Body, Wall, own },
    stores: { Transform, Collider, ...own } as SavedStores,
    /** The entities that a ray can hit: the fighters of slots 0 to 7, then their heads in a game that has heads. */
    targets: fighters as readonly number[],
    /** Ticks that have run. */
    tick: 0,
  };
}
