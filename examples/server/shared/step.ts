import { collisionSystem, cosSin, pushApart } from 'bitecs-collision/2d';
import { type Arena, scramble } from './arena.ts';
import {
  BOLT_DAMAGE,
  BOLT_RELOAD,
  BOLT_SPEED,
  BOLT_TICKS,
  FIGHTER_RADIUS,
  FIGHTER_SPEED,
  FULL_HEALTH,
  MAX_PLAYERS,
  PICKUP_HEALTH,
  PICKUP_TICKS,
  RAIL_DAMAGE,
  RAIL_RELOAD,
  RESPAWN_TICKS,
  SPARK_TICKS,
} from './rules.ts';
import { AIMS, aimOf, FIRE, moveXOf, moveYOf, PRESENT, RAIL, victimOf } from './words.ts';

/** Cosine and sine of every aim, from `cosSin`: those of `Math` differ between engines. */
export const AIM_DIRECTIONS = new Float64Array(2 * AIMS);
for (let aim = 0; aim < AIMS; aim++) cosSin(AIM_DIRECTIONS, 2 * aim, (aim / AIMS) * 2 * Math.PI);

/**
 * Says what touching does. Handlers are called in every run of a tick, first or again, so what they change is part of
 * the world; what is seen and heard is told by an event log.
 */
export function addRules(arena: Arena): void {
  const { collision, Fighter, Bolt, Spark, Pickup, Body, Wall, Shot, Timer } = arena;
  collision.onBegin([Bolt], [Fighter], (bolt, fighter) => {
    arena.rest(bolt);
    hurt(arena, fighter, Shot.owner[bolt], BOLT_DAMAGE);
  });
  collision.onBegin([Bolt], [Wall], arena.rest);
  collision.onBegin([Bolt], [Body], arena.rest);
  collision.onBegin([Spark], [Fighter], (spark, fighter) => {
    // Somebody else may stand where the victim does.
    if (fighter === arena.fighters[Shot.victim[spark]]) hurt(arena, fighter, Shot.owner[spark], RAIL_DAMAGE);
  });
  collision.onBegin([Fighter], [Pickup], (fighter, pickup) => {
    Fighter.health[fighter] = Math.min(FULL_HEALTH, Fighter.health[fighter] + PICKUP_HEALTH);
    Timer[pickup] = PICKUP_TICKS;
    arena.rest(pickup);
  });
}

/** Runs a tick: what it does depends on nothing but the arena and what the players do, a word each. */
export function step(arena: Arena, words: ArrayLike<number>): void {
  arena.tick++;
  for (let slot = 0; slot < MAX_PLAYERS; slot++) control(arena, slot, words[slot]);
  moveShots(arena);
  moveBodies(arena);
  collisionSystem(arena.world);
  bounce(arena);
  pushApart(arena.world, arena.apart);
}

/** Whether a ray would be fired in the next tick: whom it hits has to be found before. */
export function canFireRail(arena: Arena, slot: number): boolean {
  const eid = arena.fighters[slot];
  return arena.Alive[eid] === 1 && arena.Fighter.charge[eid] <= 1;
}

function control(arena: Arena, slot: number, word: number): void {
  const { Fighter, Alive } = arena;
  const { Transform } = arena.collision;
  const eid = arena.fighters[slot];
  const isPresent = (word & PRESENT) !== 0;
  if (!isPresent) {
    if (Fighter.present[eid] === 0) return;
    Fighter.present[eid] = 0;
    if (Alive[eid] === 1) arena.rest(eid);
    return;
  }
  if (Fighter.present[eid] === 0) {
    Fighter.present[eid] = 1;
    Fighter.score[eid] = 0;
    Fighter.respawn[eid] = 1;
  }
  if (Fighter.reload[eid] > 0) Fighter.reload[eid]--;
  if (Fighter.charge[eid] > 0) Fighter.charge[eid]--;
  if (Alive[eid] === 0) {
    if (--Fighter.respawn[eid] === 0) enter(arena, slot);
    return;
  }
  const aim = aimOf(word);
  Fighter.aim[eid] = aim;
  const moveX = moveXOf(word);
  const moveY = moveYOf(word);
  const speed = moveX !== 0 && moveY !== 0 ? FIGHTER_SPEED * Math.SQRT1_2 : FIGHTER_SPEED;
  Transform.x[eid] += moveX * speed;
  Transform.y[eid] += moveY * speed;
  if ((word & FIRE) !== 0 && Fighter.reload[eid] === 0) fireBolt(arena, slot, aim);
  if ((word & RAIL) !== 0 && Fighter.charge[eid] === 0) fireRail(arena, slot, victimOf(word));
}

/** Puts a fighter at one of eight places. */
function enter(arena: Arena, slot: number): void {
  const { Fighter, half } = arena;
  const eid = arena.fighters[slot];
  const place = scramble(arena.tick, slot) % 8;
  const aim = (place * AIMS) / 8;
  Fighter.health[eid] = FULL_HEALTH;
  arena.wake(eid, AIM_DIRECTIONS[2 * aim] * half * 0.7, AIM_DIRECTIONS[2 * aim + 1] * half * 0.7);
}

function fireBolt(arena: Arena, slot: number, aim: number): void {
  const { Alive, Fighter, Timer, Velocity } = arena;
  const { x, y } = arena.collision.Transform;
  const fighter = arena.fighters[slot];
  for (const bolt of arena.bolts[slot]) {
    if (Alive[bolt] === 1) continue;
    const directionX = AIM_DIRECTIONS[2 * aim];
    const directionY = AIM_DIRECTIONS[2 * aim + 1];
    arena.wake(bolt, x[fighter] + directionX * FIGHTER_RADIUS, y[fighter] + directionY * FIGHTER_RADIUS);
    Velocity.x[bolt] = directionX * BOLT_SPEED;
    Velocity.y[bolt] = directionY * BOLT_SPEED;
    Timer[bolt] = BOLT_TICKS;
    Fighter.reload[fighter] = BOLT_RELOAD;
    return;
  }
}

/**
 * A ray that hit leaves a spark on its victim. The spark is a collider: what it touches is an event like others, which
 * a log can call predicted, confirmed or cancelled.
 */
function fireRail(arena: Arena, slot: number, victim: number): void {
  const { Alive, Fighter, Shot, Timer } = arena;
  const { x, y } = arena.collision.Transform;
  Fighter.charge[arena.fighters[slot]] = RAIL_RELOAD;
  if (victim < 0 || Alive[arena.fighters[victim]] === 0) return;
  const spark = arena.sparks[slot];
  arena.wake(spark, x[arena.fighters[victim]], y[arena.fighters[victim]]);
  Shot.victim[spark] = victim;
  Timer[spark] = SPARK_TICKS;
}

function moveShots(arena: Arena): void {
  const { Alive, Timer, Velocity, sparks, pickups } = arena;
  const { x, y } = arena.collision.Transform;
  for (const bolts of arena.bolts) {
    for (const bolt of bolts) {
      if (Alive[bolt] === 0) continue;
      x[bolt] += Velocity.x[bolt];
      y[bolt] += Velocity.y[bolt];
      if (--Timer[bolt] === 0) arena.rest(bolt);
    }
  }
  for (const spark of sparks) if (Alive[spark] === 1 && --Timer[spark] === 0) arena.rest(spark);
  for (const pickup of pickups) {
    if (Alive[pickup] === 0 && --Timer[pickup] === 0) arena.wake(pickup, x[pickup], y[pickup]);
  }
}

function moveBodies({ bodies, Velocity, collision: { Transform } }: Arena): void {
  for (const body of bodies) {
    Transform.x[body] += Velocity.x[body];
    Transform.y[body] += Velocity.y[body];
  }
}

/** Turns bodies round that fly towards what they touch. */
function bounce({ collision, Velocity, bodies }: Arena): void {
  const first = bodies[0];
  for (const contact of collision.contacts()) {
    if (contact.sensor) continue;
    const { a, b, normalX, normalY } = contact; // from a to b; bodies have the highest ids
    if (a >= first) reflect(Velocity, a, normalX, normalY);
    if (b >= first) reflect(Velocity, b, -normalX, -normalY);
  }
}

function reflect({ x, y }: Arena['Velocity'], body: number, towardsX: number, towardsY: number): void {
  const speed = x[body] * towardsX + y[body] * towardsY;
  if (speed <= 0) return;
  x[body] -= 2 * speed * towardsX;
  y[body] -= 2 * speed * towardsY;
}

function hurt(arena: Arena, victim: number, owner: number, damage: number): void {
  const { Alive, Fighter } = arena;
  if (Alive[victim] === 0) return;
  Fighter.health[victim] -= damage;
  if (Fighter.health[victim] > 0) return;
  Fighter.score[arena.fighters[owner]]++;
  Fighter.respawn[victim] = RESPAWN_TICKS;
  arena.rest(victim);
}
