import { addComponent, addEntity, createWorld, query, removeEntity, set } from 'bitecs';
import { collisionSystem, createCollision } from 'bitecs-collision/2d';
import { Flashes } from '../../../shared/flashes.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { clampToArena, ENEMIES, KINDS, pickupShape, playerShape } from './arena.ts';
import { createCrowd, Enemy } from './crowd.ts';
import { Bullet, createGuns } from './guns.ts';

export const about: SceneAbout = {
  summary: 'Ten thousand enemies push each other apart, contact by contact, on their way to you.',
  hint: 'Arrow keys move, or press where to go; the guns find their aim. Gems make them better, hearts heal.',
  touchHint: 'Press where to go; the guns find their aim. Gems make them better, hearts heal.',
};

export const HEALTH = 100;
const PLAYER_SPEED = 6;
const PICKUP_TICKS = 900;

const Gem = {};
const Heart = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { capacity: ENEMIES + 2000, timings: true });
  const { Transform, Collider, Sensor } = collision;
  const input = createSceneInput();
  const counts = { score: 0, level: 1 };
  const game = { over: false, health: HEALTH, gems: 0, ticks: 0 };
  const flashes = new Flashes();
  const press = new Press();
  const player = place(0, 0, set(Collider, playerShape));
  const crowd = createCrowd(world, collision, player, random);
  const guns = createGuns(world, collision, player);
  const pickupTicks: number[] = []; // by entity
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
    for (const enemy of crowd.enemies) crowd.spawn(enemy, 14, 0);
  }

  function movePlayer(): void {
    const x = input.pointerDown ? input.pointerX - Transform.x[player] : input.moveX;
    const y = input.pointerDown ? input.pointerY - Transform.y[player] : input.moveY;
    const length = Math.sqrt(x * x + y * y);
    if (length <= 0.2) return;
    Transform.x[player] = clampToArena(Transform.x[player] + (x / length) * PLAYER_SPEED * TICK);
    Transform.y[player] = clampToArena(Transform.y[player] + (y / length) * PLAYER_SPEED * TICK);
  }

  collision.onBegin([Bullet], [Enemy], (bullet, enemy) => {
    guns.spend(bullet);
    if (!crowd.hit(enemy)) return;
    const x = Transform.x[enemy];
    const y = Transform.y[enemy];
    counts.score++;
    flashes.add(x, y, 2 * KINDS[crowd.kindOf[enemy]].radius);
    const chance = random();
    if (chance < 0.6)
      pickupTicks[place(x, y, set(Collider, pickupShape), Sensor, chance < 0.006 ? Heart : Gem)] = PICKUP_TICKS;
    crowd.spawn(enemy, 40, game.ticks);
  });

  collision.onBegin(player, [Gem], (_player, gem) => {
    removeEntity(world, gem);
    if (++game.gems < 6 * counts.level * counts.level) return;
    counts.level++;
    flashes.add(Transform.x[player], Transform.y[player], 4);
  });

  collision.onBegin(player, [Heart], (_player, heart) => {
    removeEntity(world, heart);
    game.health = Math.min(HEALTH, game.health + 25);
  });

  /**
   * Moves enemies that overlap apart, each by half. Sensors have no depth, and the player pushes back with all her
   * weight.
   */
  function pushApart(): void {
    for (const { a, b, normalX, normalY, penetration } of collision.contacts()) {
      const share = a === player ? 1 : 0.5; // of two entities, a is the one that was made first
      Transform.x[b] += normalX * penetration * share;
      Transform.y[b] += normalY * penetration * share;
      if (a === player) continue;
      Transform.x[a] -= normalX * penetration * share;
      Transform.y[a] -= normalY * penetration * share;
    }
  }

  function hurtPlayer(): void {
    let bites = 0;
    for (const contact of collision.contactsOf(player)) if (!contact.sensor) bites++;
    game.health -= 0.15 * Math.min(4, bites);
    game.over = game.health <= 0;
    if (!game.over) return;
    press.lock();
    flashes.add(Transform.x[player], Transform.y[player], 6);
  }

  const { enemies, kindOf } = crowd;
  const pickups = { gems: () => all(Gem), hearts: () => all(Heart) };
  return {
    ...{ world, collision, input, stages: collision.timings!, counts, game, press, flashes, player, enemies, kindOf },
    ...pickups,
    bullets: guns.bullets,
    step() {
      const pressed = press.read(input);
      if (game.over) {
        if (pressed) startGame();
      } else {
        game.ticks++;
        movePlayer();
        guns.shoot(counts.level, game.ticks);
      }
      crowd.move(game.ticks);
      guns.move();
      for (const eid of [...all(Gem), ...all(Heart)]) if (--pickupTicks[eid] === 0) removeEntity(world, eid);
      collisionSystem(world);
      pushApart();
      if (!game.over) hurtPlayer();
      flashes.tick();
    },
    hash() {
      const eids = [player, ...enemies, ...guns.bullets(), ...all(Gem)];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.level, game.health]));
    },
  } satisfies Sim & Record<string, unknown>;
}
