import { addComponent, createWorld, set } from 'bitecs';
import {
  attachedTo,
  box,
  type Collision,
  castRay,
  collisionSystem,
  cosSin,
  createCollision,
  createCollisionHistory,
  createEventLog,
  createSnapshot,
  hashCollision,
  moveAndSlide,
  refreshCollider,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  savedEntities,
  sphere,
} from 'bitecs-collision/3d';
import {
  type Arena,
  type ArenaOptions,
  BODY,
  capacityFor,
  createArena,
  FIGHTER,
  HIT_BOX,
  WALL,
} from '../shared/arena.ts';
import type { Game } from '../shared/game.ts';
import { FIGHTER_SPEED } from '../shared/rules.ts';
import {
  FIRE,
  JUMP,
  makeAim,
  moveXOf,
  moveYOf,
  pitchOf,
  RAIL,
  turnOf,
  turnsOf,
  type WordFormat,
} from '../shared/words.ts';
import { HEAD, planFor, TRUNK } from './field.ts';

const format: WordFormat = { bytes: 4, turnBits: 10, pitchBits: 9, buttons: FIRE | RAIL | JUMP };
const TURNS = turnsOf(format);

/** Cosine and sine of every turn, and of half of each, from `cosSin`: those of `Math` differ between engines. */
const COS_SIN = new Float64Array(2 * TURNS);
const HALF_COS_SIN = new Float64Array(2 * TURNS);
for (let turn = 0; turn < TURNS; turn++) {
  cosSin(COS_SIN, 2 * turn, (turn / TURNS) * 2 * Math.PI);
  cosSin(HALF_COS_SIN, 2 * turn, (turn / TURNS) * Math.PI);
}

/** Units a tick, and a tick squared. */
const JUMP_SPEED = 0.13;
const GRAVITY = 0.006;
const WALK = {
  ...{ up: { x: 0, y: 1, z: 0 }, stepHeight: 0.3, snapDistance: 0.3, maskBits: WALL | BODY | FIGHTER },
} as const;

export type SpaceArena = ReturnType<typeof createSpaceArena>;

function createSpaceArena(options: ArenaOptions) {
  const world = createWorld();
  const collision: Collision = createCollision(world, { capacity: capacityFor(options) });
  const arena: Arena<Collision> = createArena(world, collision, planFor(options.bodies), options);
  const { fighters, make } = arena;
  const AttachedTo = attachedTo(world);
  // Only rays meet hit boxes, so the mask is a bit that no collider has.
  const addHitBox = (parent: number, shape: ShapeSpec, x: number, y: number): number => {
    const eid = make({ ...shape, categoryBits: HIT_BOX, maskBits: HIT_BOX << 1 }, collision.Sensor);
    addComponent(world, eid, set(AttachedTo, { parent, x, y }));
    return eid;
  };
  const trunks = fighters.map((eid) => addHitBox(eid, box(TRUNK.halfX, TRUNK.halfY, TRUNK.halfZ), 0, TRUNK.y));
  const heads = fighters.map((eid) => addHitBox(eid, sphere(HEAD.radius), HEAD.x, HEAD.y));
  const Feet = { grounded: new Uint8Array(capacityFor(options)) };
  const own = { ...arena.own, Feet };
  return { ...arena, own, stores: { ...arena.stores, Feet }, targets: [...trunks, ...heads], Feet };
}

/**
 * The arena in space, y up: fighters walk, jump and look around, and rays hit head or trunk, boxes that are attached to
 * them. Turn 0 looks along x, a quarter turn along z.
 */
export const spaceGame: Game<SpaceArena> = {
  name: 'arena-in-space',
  format,
  engine: {
    ...{ castRay, collisionSystem, createCollisionHistory, createEventLog, createSnapshot },
    ...{ hashCollision, restoreCollision, saveCollision, savedEntities },
  },
  create: createSpaceArena,
  writeDirection(out, aim) {
    const turn = turnOf(format, aim);
    const pitch = (pitchOf(format, aim) + TURNS) % TURNS;
    out[0] = COS_SIN[2 * turn] * COS_SIN[2 * pitch];
    out[1] = COS_SIN[2 * pitch + 1];
    out[2] = COS_SIN[2 * turn + 1] * COS_SIN[2 * pitch];
  },
  aimAlong(x, y, z) {
    const parts = (angle: number): number => Math.round((angle / (2 * Math.PI)) * TURNS);
    return makeAim(format, parts(Math.atan2(z, x)), parts(Math.atan2(y, Math.hypot(x, z))));
  },
  walk({ world, Fighter, Feet, Velocity, collision: { Transform } }, fighter, word) {
    const turn = turnOf(format, Fighter.aim[fighter]);
    const [cos, sin] = [COS_SIN[2 * turn], COS_SIN[2 * turn + 1]];
    const aside = moveXOf(word);
    const ahead = -moveYOf(word);
    const speed = aside !== 0 && ahead !== 0 ? FIGHTER_SPEED * Math.SQRT1_2 : FIGHTER_SPEED;
    const jumps = (word & JUMP) !== 0 && Feet.grounded[fighter] === 1;
    const rise = jumps ? JUMP_SPEED : Velocity.y[fighter] - GRAVITY;
    const motion = { x: speed * (ahead * cos - aside * sin), y: rise, z: speed * (ahead * sin + aside * cos) };
    // A result that is handed in again remembers what was near: the tick would depend on more than is saved.
    const moved = moveAndSlide(world, fighter, motion, WALK);
    Transform.x[fighter] = moved.x;
    Transform.y[fighter] = moved.y;
    Transform.z[fighter] = moved.z;
    Transform.qy[fighter] = -HALF_COS_SIN[2 * turn + 1];
    Transform.qw[fighter] = HALF_COS_SIN[2 * turn];
    refreshCollider(world, fighter); // others that move in this tick see it there
    Feet.grounded[fighter] = moved.grounded ? 1 : 0;
    Velocity.y[fighter] = moved.grounded || (moved.onCeiling && rise > 0) ? 0 : rise;
  },
  settle() {},
  rail: { maskBits: HIT_BOX | WALL, sensors: true },
};
