import { createWorld } from 'bitecs';
import {
  box,
  type Collision,
  castRay,
  circle,
  collisionSystem,
  cosSin,
  createCollision,
  createCollisionHistory,
  createEventLog,
  createSnapshot,
  hashCollision,
  pushApart,
  restoreCollision,
  saveCollision,
  savedEntities,
} from 'bitecs-collision/2d';
import { type Arena, type ArenaPlan, capacityFor, createArena, FIGHTER, WALL } from '../shared/arena.ts';
import type { Game } from '../shared/game.ts';
import { BODY_RADIUS, BOLT_RADIUS, FIGHTER_RADIUS, FIGHTER_SPEED, PICKUP_RADIUS } from '../shared/rules.ts';
import { FIRE, makeAim, moveXOf, moveYOf, RAIL, turnsOf, type WordFormat } from '../shared/words.ts';

const format: WordFormat = { bytes: 2, turnBits: 8, pitchBits: 0, buttons: FIRE | RAIL };

/** Cosine and sine of every aim, from `cosSin`: those of `Math` differ between engines. */
const DIRECTIONS = new Float64Array(2 * turnsOf(format));
for (let aim = 0; aim < turnsOf(format); aim++) cosSin(DIRECTIONS, 2 * aim, (aim / turnsOf(format)) * 2 * Math.PI);

/** A match with more bodies than this has a larger field. */
const ROOMY = 120;

function planFor(bodies: number): ArenaPlan {
  const half = 12 * Math.max(1, Math.sqrt(bodies / ROOMY));
  const wall = (x: number, y: number, halfWidth: number, halfHeight: number) => ({
    shape: box(halfWidth, halfHeight),
    at: [x, y],
  });
  const corner = 0.75 * half;
  return {
    half,
    shapes: {
      ...{ fighter: circle(FIGHTER_RADIUS), bolt: circle(BOLT_RADIUS), spark: circle(BOLT_RADIUS) },
      ...{ pickup: circle(PICKUP_RADIUS), body: circle(BODY_RADIUS) },
    },
    walls: [
      ...[wall(0, -half - 1, half + 2, 1), wall(0, half + 1, half + 2, 1)],
      ...[wall(-half - 1, 0, 1, half + 2), wall(half + 1, 0, 1, half + 2)],
      ...[wall(-half / 2, 0, 0.5, 2), wall(half / 2, 0, 0.5, 2)],
      ...[wall(0, -half / 2, 2, 0.5), wall(0, half / 2, 2, 0.5)],
    ],
    pickups: [
      ...[
        [-corner, -corner],
        [-corner, corner],
      ],
      ...[
        [corner, -corner],
        [corner, corner],
      ],
    ],
    ...{ middle: [0, 0], reach: [half - 1, half - 1], entry: [0, 0], eye: [0, 0] },
  };
}

export type PlaneArena = ReturnType<typeof createPlaneArena>;

function createPlaneArena(options: { readonly seed: number; readonly bodies: number }) {
  const world = createWorld();
  const collision: Collision = createCollision(world, { capacity: capacityFor(options) });
  const arena: Arena<Collision> = createArena(world, collision, planFor(options.bodies), options);
  // Bodies are light, so that fighters can push them.
  return { ...arena, apart: { weight: (eid: number) => (arena.fighters.includes(eid) ? 4 : 1) } };
}

/** The arena seen from above, y down. Fighters push what they walk into. */
export const planeGame: Game<PlaneArena> = {
  name: 'arena',
  format,
  engine: {
    ...{ castRay, collisionSystem, createCollisionHistory, createEventLog, createSnapshot },
    ...{ hashCollision, restoreCollision, saveCollision, savedEntities },
  },
  create: createPlaneArena,
  writeDirection(out, aim) {
    out[0] = DIRECTIONS[2 * aim];
    out[1] = DIRECTIONS[2 * aim + 1];
  },
  aimAlong: (x, y) => makeAim(format, Math.round((Math.atan2(y, x) / (2 * Math.PI)) * turnsOf(format))),
  walk({ collision: { Transform } }, fighter, word) {
    const moveX = moveXOf(word);
    const moveY = moveYOf(word);
    const speed = moveX !== 0 && moveY !== 0 ? FIGHTER_SPEED * Math.SQRT1_2 : FIGHTER_SPEED;
    Transform.x[fighter] += moveX * speed;
    Transform.y[fighter] += moveY * speed;
  },
  settle({ world, apart }) {
    pushApart(world, apart);
  },
  rail: { maskBits: FIGHTER | WALL },
};
