import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import {
  capsule,
  collisionSystem,
  createCollision,
  createMoveResult,
  type MoveResult,
  moveAndSlide,
  oneWay,
  reconsider,
  refreshCollider,
  type ShapeSpec,
  sin,
} from 'bitecs-collision/2d';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { LEVELS, readLevel, type Thing } from './level.ts';

export const about: SceneAbout = {
  summary: 'Three levels drawn in Tiled: slopes, one-way tops, platforms that carry or crumble, springs, and a goal.',
  hint: 'Arrow keys or A and D run, Space jumps: longer for higher. Down drops through thin floors. Jump onto whoever walks there.',
  touchHint: 'Press left or right of yourself to run, above to jump, below to drop through thin floors.',
};

/** What is seen of the level at a time. */
export const WINDOW = { width: 22, height: 12 };

export const BODY = { halfHeight: 0.25, radius: 0.3 };
export const HALF = BODY.halfHeight + BODY.radius;
export const WALKER_RADIUS = 0.375;
export const COIN_RADIUS = 0.25;

/** Units a second; accelerations, each second. */
const RUN = 7;
const RUN_UP = 60;
const GRAVITY = 45;
const JUMP = 16;
const SPRING = 25;
const MAX_FALL = 22;
const WALK = 2;
/** Ticks after the edge in which a jump still counts, and before the ground in which it is remembered. */
const LATE = 6;
const EARLY = 6;
const LIVES = 5;
/** Ticks in which nothing hurts after something did. */
const SPARED = 60;
/** Ticks that a crumbling platform lasts under somebody, and until it is there again. */
export const CRUMBLED = 24;
const RETURNS = 150;
/** Ticks for which the title of a level is shown. */
const TITLE_TICKS = 150;
/** How far down one has to be in a thin floor to fall through: a quarter of a tile lets nobody pass. */
const DROP = 0.3;

const UP = { x: 0, y: -1 };

const Player = {};
const Coin = {};
const Spike = {};
const Goal = {};
const Flag = {};
const Spring = {};
const Walker = {};

/** A platform that goes from its place by `moveX` and `moveY`, and back. */
interface Platform extends Thing {
  readonly eid: number;
}

/** A platform that is gone some time after somebody has stepped on it, for a while. */
interface Crumbling {
  readonly eid: number;
  /** Counts up from when it was stepped on; 0 for not yet. */
  age: number;
}

interface Pacing {
  readonly eid: number;
  readonly move: MoveResult;
  direction: number;
  fall: number;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const input = createSceneInput();
  const press = new Press();
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static, Sensor, Disabled } = collision;
  const OneWay = oneWay(world);
  const counts = { level: 1, coins: 0, lives: LIVES };
  const game = {
    phase: 'play' as 'play' | 'won' | 'lost',
    ticks: 0,
    /** Since the level began. */
    levelTicks: 0,
    viewX: 0,
    viewY: 0,
    coins: 0,
    facing: 1,
  };

  let level = readLevel(0);
  /** All but the player. */
  let scenery: number[] = [];
  let coins: number[] = [];
  let walkers: Pacing[] = [];
  let platforms: Platform[] = [];
  let crumbling: Crumbling[] = [];
  /** When a spring was last stepped on. */
  const springs = new Map<number, number>();
  const player = put(capsule(BODY.halfHeight, BODY.radius), 0, 0);
  addComponent(world, player, Player);
  const body = { move: createMoveResult(), speedX: 0, speedY: 0, late: 0, early: 0, spared: 0, startX: 0, startY: 0 };
  const phase = random() * 6;
  /** Whether the goal of a level has been reached: the next one is made when all of a tick has been told. */
  let isThrough = false;
  begin();

  function put(shape: ShapeSpec, x: number, y: number, ...tags: object[]): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  }

  /** From the first level, with all lives. */
  function begin(): void {
    Object.assign(game, { phase: 'play', ticks: 0, coins: 0 });
    counts.lives = LIVES;
    counts.coins = 0;
    enter(0);
  }

  /** Makes a level, with all its coins and everybody in it. */
  function enter(index: number): void {
    for (const eid of [...scenery, ...coins, ...walkers.map((walker) => walker.eid)]) removeEntity(world, eid);
    scenery = [];
    coins = [];
    walkers = [];
    platforms = [];
    crumbling = [];
    springs.clear();
    level = readLevel(index);
    counts.level = index + 1;
    game.levelTicks = 0;
    isThrough = false;
    scenery.push(put(level.ground, 0, 0, Static));
    for (const thing of level.things) add(thing);
    placePlayer();
    follow(1);
  }

  function add(thing: Thing): void {
    const { kind, x, y, shape } = thing;
    if (kind === 'start') {
      body.startX = x;
      body.startY = y;
    }
    if (shape === undefined) return;
    if (kind === 'coin') coins.push(put(shape, x, y, Coin, Sensor));
    else if (kind === 'walker') {
      const eid = put(shape, x, y, Walker);
      walkers.push({ eid, move: createMoveResult(), direction: random() < 0.5 ? -1 : 1, fall: 0 });
    } else if (kind === 'spikes') scenery.push(put(shape, x, y, Spike, Sensor));
    else if (kind === 'goal') scenery.push(put(shape, x, y, Goal, Sensor));
    else if (kind === 'flag') scenery.push(put(shape, x, y, Flag, Sensor));
    else if (kind === 'spring') {
      const eid = put(shape, x, y, Spring, Sensor);
      scenery.push(eid);
      springs.set(eid, -Infinity);
    } else {
      const eid = put(shape, x, y);
      addComponent(world, eid, set(OneWay, { normalX: 0, normalY: -1 }));
      scenery.push(eid);
      if (kind === 'crumbling') crumbling.push({ eid, age: 0 });
      else platforms.push({ ...thing, eid });
    }
  }

  function placePlayer(): void {
    Transform.x[player] = body.startX;
    Transform.y[player] = body.startY;
    body.speedX = 0;
    body.speedY = 0;
    body.spared = SPARED;
    body.move = createMoveResult();
  }

  collision.onBegin([Player], [Coin], (_, coin) => {
    coins = coins.filter((eid) => eid !== coin);
    removeEntity(world, coin);
    counts.coins = ++game.coins;
  });
  collision.onBegin([Player], [Spike], hurt);
  collision.onBegin([Player], [Goal], () => {
    if (game.phase !== 'play') return;
    if (counts.level === LEVELS) end('won');
    else isThrough = true;
  });
  collision.onBegin([Player], [Spring], launch);
  collision.onStay([Player], [Spring], launch);
  collision.onBegin([Player], [Flag], (_, flag) => {
    body.startX = Transform.x[flag];
    body.startY = Transform.y[flag];
  });
  // Whoever comes down onto a walker is done with it.
  collision.onStay([Player], [Walker], meet);
  collision.onBegin([Player], [Walker], meet);

  function meet(_: number, walker: number): void {
    const isAbove = Transform.y[player] < Transform.y[walker] - 0.3 && body.speedY > 0;
    if (!isAbove) {
      hurt();
      return;
    }
    walkers = walkers.filter(({ eid }) => eid !== walker);
    removeEntity(world, walker);
    body.speedY = -0.7 * JUMP;
  }

  function launch(_: number, spring: number): void {
    if (body.speedY < 0) return;
    body.speedY = -SPRING;
    body.late = 0;
    springs.set(spring, game.ticks);
  }

  function hurt(): void {
    if (game.phase !== 'play' || body.spared > 0) return;
    if (--counts.lives > 0) placePlayer();
    else end('lost');
  }

  function end(phase: 'won' | 'lost'): void {
    if (game.phase !== 'play') return;
    game.phase = phase;
    press.lock();
  }

  function movePlatforms(): void {
    const share = (sin(game.ticks * 0.025 + phase) + 1) / 2;
    for (const { eid, x, y, moveX, moveY } of platforms) {
      Transform.x[eid] = x + moveX * share;
      Transform.y[eid] = y + moveY * share;
      refreshCollider(world, eid);
    }
  }

  function crumble(): void {
    const { move } = body;
    for (const platform of crumbling) {
      const { eid } = platform;
      if (platform.age > 0) platform.age++;
      else if (move.grounded && move.ground.entity === eid) platform.age = 1;
      if (platform.age === CRUMBLED) addComponent(world, eid, Disabled);
      else if (platform.age === RETURNS) {
        removeComponent(world, eid, Disabled);
        platform.age = 0;
      }
    }
  }

  /** Lets the player into a thin floor, as deep as it takes to fall through. */
  function dropThrough(): void {
    const { move } = body;
    const { entity, child } = move.ground;
    const isThin = scenery[0] === entity ? level.pictures.get(level.cells[child])?.isOneWay : true;
    if (!isThin) return;
    Transform.y[player] += DROP;
    reconsider(world, player);
    move.grounded = false;
    body.late = 0;
  }

  /** What the player wants: from the keys, or from where the pointer is pressed. */
  function readWish(): { x: number; jump: boolean; drop: boolean } {
    const { moveX, moveY, action, pointerDown, pointerX, pointerY } = input;
    if (!pointerDown) return { x: moveX, jump: action || moveY < 0, drop: moveY > 0 };
    const dx = pointerX + game.viewX - Transform.x[player];
    const dy = pointerY + game.viewY - Transform.y[player];
    return { x: Math.abs(dx) < 0.6 ? 0 : Math.sign(dx), jump: dy < -1.5, drop: dy > 1.5 };
  }

  let wasJump = false;
  let wasDrop = false;

  function movePlayer(): void {
    const wish = readWish();
    const target = wish.x * RUN;
    const change = RUN_UP * TICK;
    body.speedX += Math.max(-change, Math.min(change, target - body.speedX));
    if (wish.x !== 0) game.facing = Math.sign(wish.x);
    const { move } = body;
    body.late = move.grounded ? LATE : Math.max(0, body.late - 1);
    body.early = wish.jump && !wasJump ? EARLY : Math.max(0, body.early - 1);
    if (body.early > 0 && body.late > 0) {
      body.speedY = -JUMP;
      body.early = 0;
      body.late = 0;
    }
    if (wish.drop && !wasDrop && move.grounded) dropThrough();
    wasDrop = wish.drop;
    // Let go early, it is a small jump.
    if (!wish.jump && wasJump && body.speedY < 0) body.speedY *= 0.5;
    wasJump = wish.jump;
    body.speedY = Math.min(MAX_FALL, body.speedY + GRAVITY * TICK);
    const isRising = body.speedY < 0;
    moveAndSlide(
      world,
      player,
      body.speedX * TICK,
      body.speedY * TICK,
      { up: UP, snapDistance: isRising ? 0 : 0.3, stepHeight: 0.1, carry: true, without: [Walker] },
      move,
    );
    Transform.x[player] = move.x;
    Transform.y[player] = move.y;
    if (move.onWall) body.speedX = 0;
    if (move.grounded && !isRising) body.speedY = 0;
    if (move.onCeiling && isRising) body.speedY = 0;
    if (body.spared > 0) body.spared--;
    if (Transform.y[player] > level.rows + 2) {
      body.spared = 0;
      hurt();
    }
  }

  function moveWalkers(): void {
    for (const walker of walkers) {
      const { eid, move } = walker;
      const { x, y } = { x: Transform.x[eid], y: Transform.y[eid] };
      walker.fall = move.grounded ? 0.02 : walker.fall + GRAVITY * TICK * TICK;
      moveAndSlide(world, eid, walker.direction * WALK * TICK, walker.fall, { up: UP, without: [Player] }, move);
      const isAtEdge = walker.fall === 0.02 && !move.grounded;
      if (move.onWall || isAtEdge) walker.direction *= -1;
      Transform.x[eid] = isAtEdge ? x : move.x;
      Transform.y[eid] = isAtEdge ? y : move.y;
      if (isAtEdge) move.grounded = true;
    }
  }

  /** The picture follows by a share of the way, and stops at the ends of the level. */
  function follow(share: number): void {
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const x = clamp(Transform.x[player] + 2 * game.facing - WINDOW.width / 2, level.columns - WINDOW.width);
    const y = clamp(Transform.y[player] - WINDOW.height / 2, level.rows - WINDOW.height);
    game.viewX += share * (x - game.viewX);
    game.viewY += share * (y - game.viewY);
  }

  return {
    world,
    collision,
    input,
    counts,
    game,
    press,
    player,
    body,
    springs,
    level: () => level,
    platforms: () => platforms,
    crumbling: () => crumbling,
    titleTicks: () => Math.max(0, TITLE_TICKS - game.levelTicks),
    coins: () => coins,
    walkers: () => walkers,
    step() {
      const isPressed = press.read(input);
      if (game.phase !== 'play') {
        if (isPressed) begin();
        return;
      }
      if (isThrough) enter(counts.level);
      game.ticks++;
      game.levelTicks++;
      movePlatforms();
      crumble();
      movePlayer();
      moveWalkers();
      collisionSystem(world);
      follow(0.1);
    },
    hash() {
      const places = hashNumbers(Transform.y, player + 1, hashNumbers(Transform.x, player + 1));
      return hashNumbers([game.coins, counts.lives, counts.level, game.ticks, walkers.length], 5, places);
    },
  } satisfies Sim & Record<string, unknown>;
}
