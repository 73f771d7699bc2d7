import { addComponent, addEntity, removeEntity, set, type World } from 'bitecs';
import type { Collision } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY } from '../../../shared/directions.ts';
import { remember } from '../../../shell/remember.ts';
import { TICK } from '../../../shell/scene.ts';
import { crowdAt, hurryAt, toughnessAt } from './arc.ts';
import { BOSS, enemyShapes, KINDS, SEEN } from './arena.ts';

/** New enemies come from this far: out of sight on most screens. */
const NEAREST = 1.7 * SEEN;
const RING_RADIUS = 0.85 * SEEN;
/** Of its speed, what a knocked-back enemy keeps from tick to tick. */
const KNOCK_KEPT = 0.85;
/** How long a boss stands before it dashes, dashes, and walks again, in ticks. */
const DASH = { every: 260, stand: 45, run: 45, speed: 13 };

export const Enemy = {};

/** The enemies. Those that fall, and those that are left behind, come again. `player` is whom they are after. */
export function createCrowd(world: World, { Transform, Collider }: Collision, player: number, random: () => number) {
  const enemies: number[] = [];
  // By entity.
  const kindOf: number[] = [];
  const hitsLeft: number[] = [];
  const fullHits: number[] = [];
  const knockX: number[] = [];
  const knockY: number[] = [];
  const age: number[] = [];
  let now = 0;
  remember(
    () => ({ kindOf, hitsLeft, fullHits, knockX, knockY, age, now }),
    (was) => void ({ now } = was),
  );

  function add(kind: number): number {
    const enemy = addEntity(world);
    for (const part of [set(Transform, {}), set(Collider, enemyShapes[kind]), Enemy]) addComponent(world, enemy, part);
    kindOf[enemy] = kind;
    knockX[enemy] = knockY[enemy] = age[enemy] = 0;
    hitsLeft[enemy] = KINDS[kind].hits + (kind === BOSS ? 0 : toughnessAt(now));
    enemies.push(enemy);
    return enemy;
  }

  function put(enemy: number, way: number, distance: number): void {
    Transform.x[enemy] = Transform.x[player] + directionX[way] * distance;
    Transform.y[enemy] = Transform.y[player] + directionY[way] * distance;
  }

  /** Somewhere around the player, out of sight: the more there are, the further out they begin. */
  function putAnywhere(enemy: number): void {
    const depth = 6 + 0.35 * Math.sqrt(enemies.length);
    put(enemy, Math.floor(DIRECTIONS * random()), NEAREST + depth * random());
  }

  function respawn(enemy: number): void {
    hitsLeft[enemy] = KINDS[kindOf[enemy]].hits + toughnessAt(now);
    knockX[enemy] = knockY[enemy] = 0;
    putAnywhere(enemy);
  }

  /** The further the game, the more runners and brutes. */
  function kindFor(index: number): number {
    return index % 9 === 8 && index > 120 ? 2 : index % 4 === 3 && index > 40 ? 1 : 0;
  }

  function speedOf(enemy: number): number {
    const phase = kindOf[enemy] === BOSS ? age[enemy]++ % DASH.every : DASH.every;
    if (phase < DASH.every - DASH.stand - DASH.run || phase === DASH.every) return KINDS[kindOf[enemy]].speed;
    return phase < DASH.every - DASH.run ? 0 : DASH.speed;
  }

  return {
    enemies,
    kindOf,
    hitsLeft,
    /** Of a boss, what it could take at first. */
    fullHits: (boss: number): number => fullHits[boss],
    bosses: (): number[] => enemies.filter((enemy) => kindOf[enemy] === BOSS),
    weight: (eid: number): number => (eid === player ? Infinity : KINDS[kindOf[eid]].weight),

    reset(): void {
      now = 0;
      for (const enemy of enemies.splice(0)) removeEntity(world, enemy);
    },

    /** Sends as many as there are to be in this tick, and moves all. */
    move(tick: number): void {
      now = tick;
      for (let left = crowdAt(now) - enemies.length; left > 0; left--) putAnywhere(add(kindFor(enemies.length)));
      const hurry = hurryAt(now) * TICK;
      const lost = NEAREST + 20 + 0.35 * Math.sqrt(enemies.length);
      for (const enemy of enemies) {
        const x = Transform.x[player] - Transform.x[enemy];
        const y = Transform.y[player] - Transform.y[enemy];
        const distance = Math.sqrt(x * x + y * y) + 1e-9;
        if (distance > lost) putAnywhere(enemy); // nobody is outrun for good
        const step = (speedOf(enemy) * hurry) / distance;
        Transform.x[enemy] += x * step + knockX[enemy];
        Transform.y[enemy] += y * step + knockY[enemy];
        knockX[enemy] *= KNOCK_KEPT;
        knockY[enemy] *= KNOCK_KEPT;
      }
    },

    /** Those furthest away close in from all sides, but for two gaps. */
    ring(count: number): void {
      const far = enemies.filter((enemy) => kindOf[enemy] < 2).sort((a, b) => squaredDistance(b) - squaredDistance(a));
      const from = Math.floor(DIRECTIONS * random());
      for (let i = 0; i < Math.min(count, far.length); i++) {
        const way = Math.floor((i * DIRECTIONS) / count);
        if (way % (DIRECTIONS / 2) > 6) put(far[i], (from + way) % DIRECTIONS, RING_RADIUS);
      }
    },

    addBoss(number: number): number {
      const boss = add(BOSS);
      hitsLeft[boss] = fullHits[boss] = KINDS[BOSS].hits * (1 + 1.5 * (number - 1));
      put(boss, Math.floor(DIRECTIONS * random()), 1.2 * SEEN);
      return boss;
    },

    /** Takes hits and a push; the heavier, the less it moves. Returns whether that was its end. */
    hit(enemy: number, damage: number, pushX: number, pushY: number): boolean {
      const { weight } = KINDS[kindOf[enemy]];
      knockX[enemy] += pushX / weight;
      knockY[enemy] += pushY / weight;
      hitsLeft[enemy] -= damage;
      return hitsLeft[enemy] <= 0;
    },

    /** One that has fallen comes again from afar, but a boss does not. */
    fall(enemy: number): void {
      if (kindOf[enemy] !== BOSS) respawn(enemy);
      else {
        enemies.splice(enemies.indexOf(enemy), 1);
        removeEntity(world, enemy);
      }
    },
  };

  function squaredDistance(enemy: number): number {
    const x = Transform.x[player] - Transform.x[enemy];
    const y = Transform.y[player] - Transform.y[enemy];
    return x * x + y * y;
  }
}
