import { addComponent, addEntity, createWorld, query, removeEntity, set } from 'bitecs';
import { type ClosestHit, circle, closestPoint, createCollision } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY, turnTowards, wrapDirection } from '../../../shared/directions.ts';
import { Flashes } from '../../../shared/flashes.ts';
import { createStageTimes, timedTick } from '../../../shared/timed-tick.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Ten thousand enemies push each other apart, contact by contact, on their way to you.',
  hint: 'Arrow keys move, or press where to go; the guns find their aim. Gems make them better, hearts heal.',
};

export const ENEMIES = 10_000;
/** Half the side of the square arena. */
export const HALF = 80;
export const PLAYER_RADIUS = 0.45;
export const BULLET_RADIUS = 0.16;
export const HEALTH = 100;
/** Radius, speed and hits of the three kinds of enemy: one in 20 is a brute, one in 5 a runner. */
export const KINDS = [
  { radius: 0.34, speed: 2, hits: 1 },
  { radius: 0.26, speed: 3.4, hits: 1 },
  { radius: 0.7, speed: 1.5, hits: 6 },
];

const PLAYER_SPEED = 6;
const BULLET_SPEED = 22;
const BULLET_TICKS = 50;
/** Enemies see this far at first; further off they stroll. */
const SIGHT = 12;
const PICKUP_TICKS = 900;
/** After each so many ticks, new enemies take one more hit. */
const TOUGHER_TICKS = 1200;

// Who can meet whom: each side's category must be in the other's mask.
const PLAYER = 1;
const ENEMY = 2;
const BULLET = 4;
const PICKUP = 8;

const Bullet = {};
const Enemy = {};
const Gem = {};
const Heart = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { capacity: ENEMIES + 2000 });
  const { Transform, Collider, Sensor } = collision;
  const input = createSceneInput();
  const stages = createStageTimes();
  const counts = { score: 0, level: 1, contacts: 0 };
  const game = { over: false, health: HEALTH, gems: 0, ticks: 0 };
  const flashes = new Flashes();
  const enemies: number[] = [];
  // By entity: what enemies are and can take; the way bullets fly and how many ticks, and enemies, they last.
  const kindOf = new Uint8Array(ENEMIES + 2);
  const hitsLeft = new Uint8Array(ENEMIES + 2);
  const wayOf: number[] = [];
  const ticksLeft: number[] = [];
  const pierces: number[] = [];
  const nearest: ClosestHit = { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
  let wasPressed = false;
  let aim = 0;

  const playerShape = { ...circle(PLAYER_RADIUS), categoryBits: PLAYER, maskBits: ENEMY | PICKUP };
  const enemyShapes = KINDS.map(({ radius }) => ({
    ...circle(radius),
    categoryBits: ENEMY,
    maskBits: PLAYER | ENEMY | BULLET,
  }));
  const bulletShape = { ...circle(BULLET_RADIUS), categoryBits: BULLET, maskBits: ENEMY };
  const pickupShape = { ...circle(0.7), categoryBits: PICKUP, maskBits: PLAYER }; // larger than it looks

  const player = place(0, 0, set(Collider, playerShape));
  for (let i = 0; i < ENEMIES; i++) {
    const kind = i % 20 === 0 ? 2 : i % 5 === 1 ? 1 : 0;
    const enemy = place(0, 0, set(Collider, enemyShapes[kind]!), Enemy);
    kindOf[enemy] = kind;
    enemies.push(enemy);
  }
  startGame();

  function place(x: number, y: number, ...parts: object[]): number {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), ...parts]) addComponent(world, eid, part);
    return eid;
  }

  function all(component: object): number[] {
    return [...query(world, [component])];
  }

  function startGame(): void {
    for (const eid of [...all(Bullet), ...all(Gem), ...all(Heart)]) removeEntity(world, eid);
    Object.assign(counts, { score: 0, level: 1 });
    Object.assign(game, { over: false, health: HEALTH, gems: 0, ticks: 0 });
    Transform.x[player] = Transform.y[player] = 0;
    for (const enemy of enemies) spawn(enemy, 14);
  }

  /** Puts an enemy anywhere in the arena but near the player. */
  function spawn(enemy: number, distance: number): void {
    hitsLeft[enemy] = KINDS[kindOf[enemy]!]!.hits + Math.floor(game.ticks / TOUGHER_TICKS);
    do {
      Transform.x[enemy] = HALF * (2 * random() - 1);
      Transform.y[enemy] = HALF * (2 * random() - 1);
    } while (squaredDistance(enemy) < distance * distance);
  }

  function squaredDistance(eid: number): number {
    const x = Transform.x[player]! - Transform.x[eid]!;
    const y = Transform.y[player]! - Transform.y[eid]!;
    return x * x + y * y;
  }

  function movePlayer(): void {
    let x = input.moveX;
    let y = input.moveY;
    if (input.pointerDown) {
      x = input.pointerX - Transform.x[player]!;
      y = input.pointerY - Transform.y[player]!;
    }
    const length = Math.max(Math.sqrt(x * x + y * y), 0.2);
    const step = (PLAYER_SPEED * TICK) / length;
    if (length <= 0.2) return;
    Transform.x[player] = clamp(Transform.x[player]! + x * step);
    Transform.y[player] = clamp(Transform.y[player]! + y * step);
  }

  function moveEnemies(): void {
    const sight = SIGHT + game.ticks / 150;
    const hurry = (1 + game.ticks / 15_000) * TICK;
    for (const enemy of enemies) {
      const x = Transform.x[player]! - Transform.x[enemy]!;
      const y = Transform.y[player]! - Transform.y[enemy]!;
      const distance = Math.sqrt(x * x + y * y) + 1e-9;
      const step = (KINDS[kindOf[enemy]!]!.speed * hurry * (distance < sight ? 1 : 0.15)) / distance;
      Transform.x[enemy]! += x * step;
      Transform.y[enemy]! += y * step;
    }
  }

  /** Turns the guns to the nearest enemy and fires, faster and with more barrels at higher levels. */
  function shoot(): void {
    const options = { maskBits: ENEMY, maxDistance: 14 };
    if (closestPoint(world, Transform.x[player]!, Transform.y[player]!, options, nearest) === undefined) return;
    const x = nearest.x - Transform.x[player]!;
    const y = nearest.y - Transform.y[player]!;
    for (let i = 0; i < DIRECTIONS / 2 && turnTowards(aim, x, y) !== 0; i++)
      aim = wrapDirection(aim + turnTowards(aim, x, y));
    const { level } = counts;
    if (game.ticks % Math.max(4, 9 - Math.floor(level / 2)) !== 0) return;
    const barrels = Math.floor((level + 3) / 2);
    for (let i = 0; i < barrels; i++) {
      const bullet = place(Transform.x[player]!, Transform.y[player]!, set(Collider, bulletShape), Sensor, Bullet);
      wayOf[bullet] = wrapDirection(aim + Math.round((i - (barrels - 1) / 2) * Math.max(3, 24 / barrels)));
      ticksLeft[bullet] = BULLET_TICKS;
      pierces[bullet] = Math.floor(level / 3);
    }
  }

  function moveBullets(): void {
    for (const bullet of all(Bullet)) {
      Transform.x[bullet]! += directionX[wayOf[bullet]!]! * BULLET_SPEED * TICK;
      Transform.y[bullet]! += directionY[wayOf[bullet]!]! * BULLET_SPEED * TICK;
    }
    for (const eid of [...all(Bullet), ...all(Gem), ...all(Heart)])
      if (--ticksLeft[eid]! === 0) removeEntity(world, eid);
  }

  collision.onBegin([Bullet], [Enemy], (bullet, enemy) => {
    if (pierces[bullet]!-- === 0) removeEntity(world, bullet);
    if (--hitsLeft[enemy]! > 0) return;
    const x = Transform.x[enemy]!;
    const y = Transform.y[enemy]!;
    counts.score++;
    flashes.add(x, y, 2 * KINDS[kindOf[enemy]!]!.radius);
    const chance = random();
    if (chance < 0.6)
      ticksLeft[place(x, y, set(Collider, pickupShape), Sensor, chance < 0.006 ? Heart : Gem)] = PICKUP_TICKS;
    spawn(enemy, 40);
  });

  collision.onBegin(player, [Gem], (_player, gem) => {
    removeEntity(world, gem);
    if (++game.gems < 6 * counts.level * counts.level) return;
    counts.level++;
    flashes.add(Transform.x[player]!, Transform.y[player]!, 4);
  });

  collision.onBegin(player, [Heart], (_player, heart) => {
    removeEntity(world, heart);
    game.health = Math.min(HEALTH, game.health + 25);
  });

  /** Moves enemies that overlap apart, each by half. Sensors have no depth, and the player pushes back with all her weight. */
  function pushApart(): void {
    counts.contacts = 0;
    for (const { a, b, normalX, normalY, penetration } of collision.contacts()) {
      counts.contacts++;
      const share = a === player ? 1 : 0.5; // of two entities, a is the one that was made first
      Transform.x[b]! += normalX * penetration * share;
      Transform.y[b]! += normalY * penetration * share;
      if (a === player) continue;
      Transform.x[a]! -= normalX * penetration * share;
      Transform.y[a]! -= normalY * penetration * share;
    }
  }

  function hurtPlayer(): void {
    let bites = 0;
    for (const contact of collision.contactsOf(player)) if (!contact.sensor) bites++;
    game.health -= 0.15 * Math.min(4, bites);
    game.over = game.health <= 0;
    if (game.over) flashes.add(Transform.x[player]!, Transform.y[player]!, 6);
  }

  return {
    world,
    collision,
    input,
    stages,
    counts,
    game,
    flashes,
    player,
    enemies,
    kindOf,
    bullets: () => all(Bullet),
    gems: () => all(Gem),
    hearts: () => all(Heart),
    step() {
      const pressed = (input.action || input.pointerDown) && !wasPressed;
      wasPressed = input.action || input.pointerDown;
      if (game.over) {
        if (pressed) startGame();
      } else {
        game.ticks++;
        movePlayer();
        shoot();
      }
      moveEnemies();
      moveBullets();
      timedTick(world, stages);
      pushApart();
      if (!game.over) hurtPlayer();
      flashes.tick();
    },
    hash() {
      const places = [player, ...enemies, ...all(Bullet), ...all(Gem)].flatMap((eid) => [
        Transform.x[eid]!,
        Transform.y[eid]!,
      ]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.level, game.health]));
    },
  } satisfies Sim & Record<string, unknown>;
}

function clamp(at: number): number {
  return Math.max(-HALF, Math.min(HALF, at));
}
