import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { collisionSystem, createCollision, pushApart, queryAabb } from 'bitecs-collision/2d';
import { directionX, directionY } from '../../../shared/directions.ts';
import { Cues } from '../../../shared/juice/cues.ts';
import { HitStop } from '../../../shared/juice/hit-stop.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { biteAt, bossAt, END, ringAt } from './arc.ts';
import { BOSS, ENEMIES, ENEMY, KINDS, playerShape } from './arena.ts';
import { Blade, createBlades } from './blades.ts';
import { createChoice } from './choice.ts';
import { createCrowd, Enemy } from './crowd.ts';
import { Bullet, createGuns } from './guns.ts';
import { createLoot, Gem, Heart } from './loot.ts';
import { createUpgrades, type UpgradeName } from './upgrades.ts';

export const about: SceneAbout = {
  summary: 'Thousands of enemies push each other apart, contact by contact, on their way to you. Last five minutes.',
  hint: 'Arrow keys or a gamepad move, or press where to go; the guns find their aim. Gems bring levels: choose one of three.',
  touchHint: 'Press where to go; the guns find their aim. Gems bring levels: choose one of three.',
};

const NOVA = { radius: 6, damage: 2, push: 0.9 };
const KNOCK = 0.12;
/** Of the last so many ticks the view shows that the player is being hurt. */
const HURT_TICKS = 8;

export type CueKind =
  | 'fall'
  | 'bigFall'
  | 'hit'
  | 'shot'
  | 'gem'
  | 'heart'
  | 'level'
  | 'hurt'
  | 'nova'
  | 'ring'
  | 'boss'
  | 'end'
  | 'win';

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const dice = { roll: createRandom(seed) };
  const random = () => dice.roll();
  const world = createWorld();
  const collision = createCollision(world, { capacity: ENEMIES + 2000, timings: true });
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  const counts = { score: 0, level: 1, enemies: 0 };
  const game = { over: false, won: false, health: 100, gems: 0, ticks: 0, hurt: 0 };
  const cues = new Cues<CueKind>();
  const stop = new HitStop();
  const press = new Press();
  const player = addEntity(world);
  for (const part of [Transform, set(Collider, playerShape)]) addComponent(world, player, part);
  const upgrades = createUpgrades(random);
  const choice = createChoice();
  const crowd = createCrowd(world, collision, player, random);
  const guns = createGuns(world, collision, player, upgrades);
  const blades = createBlades(world, collision, player);
  const loot = createLoot(world, collision, player);
  const near: number[] = [];
  let untilNova = 0;
  remember(
    () => ({ dice, untilNova }),
    (was) => void ({ untilNova } = was),
  );
  startGame();

  function startGame(): void {
    dice.roll = createRandom(seed); // the game of this seed, again
    for (const bullet of guns.bullets()) removeEntity(world, bullet);
    loot.clear();
    crowd.reset();
    upgrades.reset();
    choice.close();
    Object.assign(counts, { score: 0, level: 1 });
    Object.assign(game, { over: false, won: false, health: upgrades.health(), gems: 0, ticks: 0, hurt: 0 });
    untilNova = 0;
    Transform.x[player] = Transform.y[player] = 0;
    crowd.move(0);
  }

  function cueAt(kind: CueKind, eid: number, size = 1, value = 0): void {
    cues.add(kind, Transform.x[eid], Transform.y[eid], size, value);
  }

  function movePlayer(): void {
    const x = input.pointerDown ? input.pointerX - Transform.x[player] : input.moveX;
    const y = input.pointerDown ? input.pointerY - Transform.y[player] : input.moveY;
    const length = Math.sqrt(x * x + y * y);
    if (length <= 0.2) return;
    // A stick that is pushed half the way walks half as fast.
    const step = (input.pointerDown ? 1 : Math.min(1, length)) * upgrades.speed() * TICK;
    Transform.x[player] += (x / length) * step;
    Transform.y[player] += (y / length) * step;
  }

  function hurt(enemy: number, damage: number, pushX: number, pushY: number): void {
    const kind = crowd.kindOf[enemy];
    const { radius } = KINDS[kind];
    if (!crowd.hit(enemy, damage, pushX, pushY)) {
      cueAt('hit', enemy, radius, damage);
      return;
    }
    cueAt(kind < 2 ? 'fall' : 'bigFall', enemy, radius);
    counts.score += kind === BOSS ? 100 : kind === 2 ? 3 : 1;
    if (kind === BOSS) stop.hold(12);
    leaveLoot(kind, Transform.x[enemy], Transform.y[enemy]);
    crowd.fall(enemy);
  }

  function leaveLoot(kind: number, x: number, y: number): void {
    if (kind === BOSS) {
      loot.drop(Heart, x, y);
      for (let way = 0; way < 96; way += 6) loot.drop(Gem, x + 1.5 * directionX[way], y + 1.5 * directionY[way]);
      return;
    }
    const chance = random();
    if (chance < 0.004) loot.drop(Heart, x, y);
    else if (chance < 0.45) loot.drop(Gem, x, y);
  }

  collision.onBegin([Bullet], [Enemy], (bullet, enemy) => {
    const way = guns.wayOf[bullet];
    guns.spend(bullet);
    const push = KNOCK * (1 + 0.5 * upgrades.level('Calibre'));
    hurt(enemy, upgrades.damage(), directionX[way] * push, directionY[way] * push);
  });

  collision.onBegin([Blade], [Enemy], (blade, enemy) => {
    const x = Transform.x[blade] - Transform.x[player];
    const y = Transform.y[blade] - Transform.y[player];
    hurt(enemy, 2 + upgrades.level('Calibre'), KNOCK * x, KNOCK * y);
  });

  collision.onBegin(player, [Gem], (_player, gem) => {
    removeEntity(world, gem);
    game.gems++;
    cueAt('gem', player);
  });

  collision.onBegin(player, [Heart], (_player, heart) => {
    removeEntity(world, heart);
    heal(30);
    cueAt('heart', player, 1, 30);
  });

  function heal(points: number): void {
    game.health = Math.min(upgrades.health(), game.health + points);
  }

  /** A wave from the player throws back all that is near. */
  function fireNova(): void {
    if (++untilNova < upgrades.novaTicks()) return;
    untilNova = 0;
    const x = Transform.x[player];
    const y = Transform.y[player];
    const reach = NOVA.radius + 0.5 * upgrades.level('Nova');
    cueAt('nova', player, reach);
    const count = queryAabb(world, { x: x - reach, y: y - reach }, { x: x + reach, y: y + reach }, near, {
      maskBits: ENEMY,
    });
    for (const enemy of near.slice(0, count)) {
      const awayX = Transform.x[enemy] - x;
      const awayY = Transform.y[enemy] - y;
      const distance = Math.sqrt(awayX * awayX + awayY * awayY) + 1e-9;
      if (distance > reach) continue;
      const push = NOVA.push / distance;
      hurt(enemy, NOVA.damage + upgrades.level('Nova'), awayX * push, awayY * push);
    }
  }

  function riseLevel(): void {
    const needed = gemsFor(counts.level);
    if (game.gems < needed) return;
    game.gems -= needed;
    counts.level++;
    cueAt('level', player, 1, counts.level);
    choice.open(upgrades.offer());
  }

  function take(name: UpgradeName): void {
    upgrades.take(name);
    if (name === 'Vigour') heal(upgrades.health() / 2);
  }

  function sendMore(): void {
    const ring = ringAt(game.ticks);
    if (ring > 0) {
      crowd.ring(ring);
      cueAt('ring', player, 10);
    }
    const boss = bossAt(game.ticks);
    if (boss > 0) cueAt('boss', crowd.addBoss(boss), 1, boss);
  }

  function hurtPlayer(): void {
    let bites = 0;
    for (const contact of collision.contactsOf(player, [Enemy])) bites += KINDS[crowd.kindOf[contact.b]].bite;
    if (game.hurt > 0) game.hurt--;
    if (bites === 0) return;
    if (game.hurt === 0) cueAt('hurt', player);
    game.hurt = HURT_TICKS;
    game.health -= Math.min(0.9, bites * biteAt(game.ticks));
    if (game.health <= 0) end(false);
  }

  function end(won: boolean): void {
    Object.assign(game, { over: true, won });
    if (won) counts.score += 1000;
    press.lock();
    stop.hold(10);
    cueAt(won ? 'win' : 'end', player, 3);
  }

  function play(): void {
    game.ticks++;
    movePlayer();
    blades.turn(upgrades.blades());
    if (guns.shoot()) cueAt('shot', player);
    sendMore();
    fireNova();
  }

  function tickWorld(): void {
    crowd.move(game.ticks);
    guns.move();
    loot.tick(upgrades.reach());
    collisionSystem(world);
    pushApart(world, { rounds: 1, weight: crowd.weight });
  }

  const { enemies, kindOf, hitsLeft } = crowd;
  return {
    ...{
      world,
      collision,
      input,
      stages: collision.timings!,
      counts,
      game,
      press,
      cues,
      seed,
      player,
      enemies,
      kindOf,
    },
    ...{ hitsLeft, fullHits: crowd.fullHits, upgrades, choice, blades: blades.blades, bosses: crowd.bosses },
    bullets: guns.bullets,
    gems: loot.gems,
    hearts: loot.hearts,
    gemsNeeded: () => gemsFor(counts.level),
    step() {
      cues.now++;
      const pressed = press.read(input);
      if (stop.isHolding()) return;
      if (choice.isOpen()) {
        const chosen = choice.read(input, input.pointerX - Transform.x[player], input.pointerY - Transform.y[player]);
        if (chosen !== undefined) take(chosen);
        return;
      }
      if (game.over && pressed) startGame();
      if (!game.over) play();
      tickWorld();
      counts.enemies = enemies.length;
      if (game.over) return;
      hurtPlayer();
      if (!game.over && game.ticks >= END) end(true);
      if (!game.over) riseLevel();
    },
    hash() {
      const eids = [player, ...enemies, ...guns.bullets(), ...loot.gems()];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.level, game.health]));
    },
  } satisfies Sim & Record<string, unknown>;
}

/** How many gems lead from a level to the next. */
function gemsFor(level: number): number {
  return Math.floor(6 + 2 * level + 0.6 * level * level);
}
