import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, type Collision, circle, collisionSystem, createCollision, hashCollision } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { TICK } from '../../../shell/scene.ts';

/** Half the sides of the field; y points down. */
export const FIELD = { x: 8, y: 6 };
export const PLAYER_RADIUS = 0.7;
export const BALL_RADIUS = 0.45;
export const BALLS = 14;
/** The owner of a ball that no player has touched yet. */
export const NOBODY = 2;

/** An input is a sum of these. */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;

/** Units a second, and each second; the share of its speed that a body keeps from tick to tick. */
const PUSH = 46;
const KEPT = 0.965;
const BALL_KEPT = 0.992;
const BOUNCE = 0.85;
const PLAYER_MASS = 3;

export const Player = {};
export const Ball = {};

export type Arena = ReturnType<typeof createArena>;

/**
 * The world of both players: they push balls about, and a ball is whose it was touched by last. All that a tick depends
 * on is in `stores` and in the collision, so that a snapshot of these holds it.
 */
export function createArena(seed: number) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision: Collision = createCollision(world, { capacity: 64 });
  const { Transform, Collider, Static } = collision;
  const Velocity = { x: new Float64Array(64), y: new Float64Array(64) };
  const Owner = { of: new Uint8Array(64) };

  function put(x: number, y: number, ...parts: object[]): number {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), ...parts]) addComponent(world, eid, part);
    return eid;
  }

  const players = [0, 1].map((player) => {
    const eid = put((player === 0 ? -1 : 1) * 0.7 * FIELD.x, 0, set(Collider, circle(PLAYER_RADIUS)), Player);
    Owner.of[eid] = player;
    return eid;
  });
  const balls = Array.from({ length: BALLS }, (_, i) => {
    const x = ((i % 4) - 1.5) * 2.2 + 0.6 * (random() - 0.5);
    const y = (Math.floor(i / 4) - 1.5) * 2.4 + 0.6 * (random() - 0.5);
    const eid = put(x, y, set(Collider, circle(BALL_RADIUS)), Ball);
    Owner.of[eid] = NOBODY;
    return eid;
  });
  const [across, down] = [box(FIELD.x + 2, 1), box(1, FIELD.y + 2)];
  for (const side of [-1, 1]) {
    put(0, side * (FIELD.y + 1), set(Collider, across), Static);
    put(side * (FIELD.x + 1), 0, set(Collider, down), Static);
  }
  const bodies = [...players, ...balls];
  const massOf = (eid: number): number => (players.includes(eid) ? PLAYER_MASS : balls.includes(eid) ? 1 : Infinity);

  collision.onBegin([Player], [Ball], (player, ball) => {
    Owner.of[ball] = Owner.of[player];
  });

  function move(inputs: readonly number[]): void {
    players.forEach((eid, player) => {
      const input = inputs[player];
      Velocity.x[eid] += PUSH * TICK * (Number((input & RIGHT) !== 0) - Number((input & LEFT) !== 0));
      Velocity.y[eid] += PUSH * TICK * (Number((input & DOWN) !== 0) - Number((input & UP) !== 0));
    });
    for (const eid of bodies) {
      const kept = players.includes(eid) ? KEPT : BALL_KEPT;
      Velocity.x[eid] *= kept;
      Velocity.y[eid] *= kept;
      Transform.x[eid] += Velocity.x[eid] * TICK;
      Transform.y[eid] += Velocity.y[eid] * TICK;
    }
  }

  /** Bodies that touch are moved apart, and bounce when they come nearer. */
  function bounce(): void {
    for (const { a, b, normalX, normalY, separation } of collision.contacts()) {
      if (separation > 0) continue;
      const shareA = 1 / massOf(a);
      const shareB = 1 / massOf(b);
      const sum = shareA + shareB;
      const nearing = (Velocity.x[a] - Velocity.x[b]) * normalX + (Velocity.y[a] - Velocity.y[b]) * normalY;
      const impulse = nearing > 0 ? ((1 + BOUNCE) * nearing) / sum : 0;
      const apart = (0.6 * -separation) / sum;
      Velocity.x[a] -= impulse * shareA * normalX;
      Velocity.y[a] -= impulse * shareA * normalY;
      Velocity.x[b] += impulse * shareB * normalX;
      Velocity.y[b] += impulse * shareB * normalY;
      Transform.x[a] -= apart * shareA * normalX;
      Transform.y[a] -= apart * shareA * normalY;
      Transform.x[b] += apart * shareB * normalX;
      Transform.y[b] += apart * shareB * normalY;
    }
  }

  return {
    world,
    collision,
    players,
    balls,
    bodies,
    /** Returns the player that has touched an entity last; of a player's own entity, that player. */
    ownerOf: (eid: number): number => Owner.of[eid],
    stores: { Transform, Velocity, Owner },

    run(inputs: readonly number[]): void {
      move(inputs);
      collisionSystem(world);
      bounce();
    },

    hash(): number {
      const numbers = bodies.flatMap((eid) => [
        ...[Transform.x[eid], Transform.y[eid], Velocity.x[eid], Velocity.y[eid]],
        Owner.of[eid],
      ]);
      return hashNumbers([...numbers, hashCollision(world)]);
    },

    score: (player: number): number => balls.filter((ball) => Owner.of[ball] === player).length,
  };
}
