import type { Arena } from './arena.ts';
import type { Game } from './game.ts';
import {
  BOLT_DAMAGE,
  BOLT_RELOAD,
  BOLT_SPEED,
  BOLT_TICKS,
  FIGHTER_RADIUS,
  FULL_HEALTH,
  HEAD_DAMAGE,
  MAX_PLAYERS,
  PICKUP_HEALTH,
  PICKUP_TICKS,
  RAIL_DAMAGE,
  RAIL_RELOAD,
  RESPAWN_TICKS,
  SPARK_TICKS,
} from './rules.ts';
import { scramble } from './scramble.ts';
import { aimOf, FIRE, hitOf, makeAim, PRESENT, RAIL, turnsOf } from './words.ts';

/** Fighters enter at so many places, in a ring. */
const ENTRIES = 8;
/** The ring's radius as a share of half the field. */
const ENTRY_RADIUS = 0.7;

const direction = new Float64Array(3);
const place = new Float64Array(3);
const normal = new Float64Array(3);

/** Returns the slot of the fighter whose part a ray hit. */
export function slotOfHit(hit: number): number {
  return hit % MAX_PLAYERS;
}

/**
 * Says what touching does. Handlers are called in every run of a tick, first or again, so what they change is part of
 * the world; what is seen and heard is told by an event log.
 */
export function addRules(arena: Arena): void {
  const { collision, fighters, Fighter, Bolt, Spark, Pickup, Body, Wall, Shot, Timer } = arena;
  collision.onBegin([Bolt], [Fighter], (bolt, fighter) => {
    arena.rest(bolt);
    hurt(arena, fighter, Shot.owner[bolt], BOLT_DAMAGE);
  });
  collision.onBegin([Bolt], [Wall], arena.rest);
  collision.onBegin([Bolt], [Body], arena.rest);
  collision.onBegin([Spark], [Fighter], (spark, fighter) => {
    const hit = Shot.hit[spark];
    // Somebody else may stand where the victim does.
    if (fighter !== fighters[slotOfHit(hit)]) return;
    hurt(arena, fighter, Shot.owner[spark], hit < MAX_PLAYERS ? RAIL_DAMAGE : HEAD_DAMAGE);
  });
  collision.onBegin([Fighter], [Pickup], (fighter, pickup) => {
    Fighter.health[fighter] = Math.min(FULL_HEALTH, Fighter.health[fighter] + PICKUP_HEALTH);
    Timer[pickup] = PICKUP_TICKS;
    arena.rest(pickup);
  });
}

/** Runs a tick: what it does depends on nothing but the arena and what the players do, a word each. */
export function step(game: Game, arena: Arena, words: ArrayLike<number>): void {
  arena.tick++;
  for (let slot = 0; slot < MAX_PLAYERS; slot++) control(game, arena, slot, words[slot]);
  moveShots(arena);
  for (const body of arena.bodies) fly(arena, body);
  game.engine.collisionSystem(arena.world);
  bounce(arena);
  game.settle(arena);
}

/** Whether a ray would be fired in the next tick: what it hits has to be found before. */
export function canFireRail(arena: Arena, slot: number): boolean {
  const eid = arena.fighters[slot];
  return arena.Alive[eid] === 1 && arena.Fighter.charge[eid] <= 1;
}

function control(game: Game, arena: Arena, slot: number, word: number): void {
  const { Fighter, Alive } = arena;
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
    if (--Fighter.respawn[eid] === 0) enter(game, arena, slot);
    return;
  }
  Fighter.aim[eid] = aimOf(word);
  game.walk(arena, eid, word);
  if ((word & FIRE) !== 0 && Fighter.reload[eid] === 0) fireBolt(game, arena, slot);
  if ((word & RAIL) !== 0 && Fighter.charge[eid] === 0) fireRail(arena, slot, hitOf(word));
}

/** Puts a fighter at one of eight places. */
function enter(game: Game, arena: Arena, slot: number): void {
  const { Fighter, speeds, plan } = arena;
  const eid = arena.fighters[slot];
  const turn = ((scramble(arena.tick, slot) % ENTRIES) * turnsOf(game.format)) / ENTRIES;
  game.writeDirection(direction, makeAim(game.format, turn));
  for (let axis = 0; axis < speeds.length; axis++) {
    place[axis] = plan.entry[axis] + direction[axis] * plan.half * ENTRY_RADIUS;
    speeds[axis][eid] = 0;
  }
  Fighter.health[eid] = FULL_HEALTH;
  arena.wake(eid, place);
}

function fireBolt(game: Game, arena: Arena, slot: number): void {
  const { Alive, Fighter, Timer, places, speeds, plan } = arena;
  const fighter = arena.fighters[slot];
  for (const bolt of arena.bolts[slot]) {
    if (Alive[bolt] === 1) continue;
    game.writeDirection(direction, Fighter.aim[fighter]);
    for (let axis = 0; axis < places.length; axis++) {
      place[axis] = places[axis][fighter] + plan.eye[axis] + direction[axis] * FIGHTER_RADIUS;
      speeds[axis][bolt] = direction[axis] * BOLT_SPEED;
    }
    arena.wake(bolt, place);
    Timer[bolt] = BOLT_TICKS;
    Fighter.reload[fighter] = BOLT_RELOAD;
    return;
  }
}

/**
 * A ray that hit leaves a spark on its victim. The spark is a collider: what it touches is an event like others, which
 * a log can call predicted, confirmed or cancelled.
 */
function fireRail(arena: Arena, slot: number, hit: number): void {
  const { Alive, Fighter, Shot, Timer, places } = arena;
  Fighter.charge[arena.fighters[slot]] = RAIL_RELOAD;
  if (hit < 0 || hit >= arena.targets.length) return;
  const victim = arena.fighters[slotOfHit(hit)];
  if (Alive[victim] === 0) return;
  const spark = arena.sparks[slot];
  for (let axis = 0; axis < places.length; axis++) place[axis] = places[axis][victim];
  arena.wake(spark, place);
  Shot.hit[spark] = hit;
  Timer[spark] = SPARK_TICKS;
}

function moveShots(arena: Arena): void {
  const { Alive, Timer, sparks, pickups } = arena;
  for (const bolts of arena.bolts) {
    for (const bolt of bolts) {
      if (Alive[bolt] === 0) continue;
      fly(arena, bolt);
      if (--Timer[bolt] === 0) arena.rest(bolt);
    }
  }
  for (const spark of sparks) if (Alive[spark] === 1 && --Timer[spark] === 0) arena.rest(spark);
  for (const pickup of pickups) if (Alive[pickup] === 0 && --Timer[pickup] === 0) arena.wake(pickup);
}

/** Moves something on by its velocity. */
function fly({ places, speeds }: Arena, eid: number): void {
  for (let axis = 0; axis < places.length; axis++) places[axis][eid] += speeds[axis][eid];
}

/** Turns bodies round that fly towards what they touch. */
function bounce({ collision, speeds, bodies }: Arena): void {
  const isBody = (eid: number): boolean => eid >= bodies[0] && eid <= bodies[bodies.length - 1];
  for (const { a, b, sensor, normalX, normalY, normalZ = 0 } of collision.contacts()) {
    if (sensor) continue;
    normal[0] = normalX; // from a to b
    normal[1] = normalY;
    normal[2] = normalZ;
    if (isBody(a)) reflect(speeds, a, 1);
    if (isBody(b)) reflect(speeds, b, -1);
  }
}

/** Turns round what flies along the normal, taken `sign` times. */
function reflect(speeds: readonly Float64Array[], body: number, sign: number): void {
  let speed = 0;
  for (let axis = 0; axis < speeds.length; axis++) speed += speeds[axis][body] * sign * normal[axis];
  if (speed <= 0) return;
  for (let axis = 0; axis < speeds.length; axis++) speeds[axis][body] -= 2 * speed * sign * normal[axis];
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
