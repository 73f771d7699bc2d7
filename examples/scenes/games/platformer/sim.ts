import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import {
  capsule,
  collisionSystem,
  createCollision,
  createMoveResult,
  moveAndSlide,
  oneWay,
  reconsider,
  type ShapeSpec,
} from 'bitecs-collision/2d';
import { Cues } from '../../../shared/juice/cues.ts';
import { HitStop } from '../../../shared/juice/hit-stop.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { GRAVITY, UP } from './forces.ts';
import { LEVELS, readLevel, type Thing } from './level.ts';
import { type Crumbling, crumble, movePlatforms, type Platform } from './platforms.ts';
import { COIN_SCORE, LIFE_SCORE, timeScore, WALKER_SCORE } from './score.ts';
import { createPacing, type Pacing, pace, Walker } from './walkers.ts';
import { readWish } from './wish.ts';

export const about: SceneAbout = {
  summary: 'Three levels drawn in Tiled: slopes, one-way tops, platforms that carry or crumble, springs, and a goal.',
  hint: 'Arrow keys or A and D run, Space jumps: longer for higher. Down drops through thin floors. Jump onto whoever walks there.',
  touchHint: 'Press left or right of yourself to run, above to jump, below to drop through thin floors.',
};

/** What is seen of the level at a time. */
export const WINDOW = { width: 22, height: 12 };

export const BODY = { halfHeight: 0.25, radius: 0.3 };
export const HALF = BODY.halfHeight + BODY.radius;
export const COIN_RADIUS = 0.25;

/** Units a second; accelerations, each second. */
const RUN = 7;
const RUN_UP = 60;
const JUMP = 16;
const SPRING = 25;
const MAX_FALL = 22;
/** Ticks after the edge in which a jump still counts, and before the ground in which it is remembered. */
const LATE = 6;
const EARLY = 6;
const LIVES = 5;
/** Ticks in which nothing hurts after something did. */
const SPARED = 60;
/** Ticks for which the player is away when something hurt, and for which a goal that was reached is cheered. */
const AWAY_TICKS = 36;
const CHEER_TICKS = 110;
/** Units a second: who comes down faster than this is heard. */
const SOFT = 6;
/** Ticks from one puff of dust to the next behind somebody who runs. */
const PUFF_TICKS = 9;
/** Ticks for which the title of a level is shown. */
const TITLE_TICKS = 150;
/** How far down one has to be in a thin floor to fall through: a quarter of a tile lets nobody pass. */
const DROP = 0.3;

const Player = {};
const Coin = {};
const Spike = {};
const Goal = {};
const Flag = {};
const Spring = {};

export type CueKind =
  | 'jump'
  | 'land'
  | 'run'
  | 'coin'
  | 'spring'
  | 'squash'
  | 'crumble'
  | 'collapse'
  | 'flag'
  | 'appear'
  | 'hurt'
  | 'fall'
  | 'goal'
  | 'won'
  | 'lost';

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const dice = { roll: createRandom(seed) };
  const input = createSceneInput();
  const cues = new Cues<CueKind>();
  const stop = new HitStop();
  const press = new Press();
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static, Sensor, Disabled } = collision;
  const OneWay = oneWay(world);
  const counts = { score: 0, level: 1, coins: 0, lives: LIVES };
  const game = {
    phase: 'play' as 'play' | 'won' | 'lost',
    ticks: 0,
    /** Since the level began. */
    levelTicks: 0,
    viewX: 0,
    viewY: 0,
    facing: 1,
    /** Ticks until the player is there again, and until the next level begins. */
    away: 0,
    cheer: 0,
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
  /** Where on their way platforms begin. */
  let angle = 0;
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
    dice.roll = createRandom(seed); // the game of this seed, again
    angle = dice.roll() * 6;
    Object.assign(game, { phase: 'play', ticks: 0, facing: 1 });
    Object.assign(counts, { score: 0, coins: 0, lives: LIVES });
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
    game.cheer = 0;
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
      walkers.push(createPacing(put(shape, x, y, Walker), dice.roll() < 0.5 ? -1 : 1));
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
    game.away = 0;
    removeComponent(world, player, Disabled);
    cueAt('appear', player);
  }

  function cueAt(kind: CueKind, eid: number, value = 0): void {
    cues.add(kind, Transform.x[eid], Transform.y[eid], 1, value);
  }

  /** Tells of something at the feet of the player. */
  function cueAtFeet(kind: CueKind, size = 1): void {
    cues.add(kind, Transform.x[player], Transform.y[player] + HALF, size);
  }

  function earn(kind: CueKind, eid: number, points: number): void {
    counts.score += points;
    cueAt(kind, eid, points);
  }

  collision.onBegin([Player], [Coin], (_, coin) => {
    coins = coins.filter((eid) => eid !== coin);
    counts.coins++;
    earn('coin', coin, COIN_SCORE);
    removeEntity(world, coin);
  });
  collision.onBegin([Player], [Spike], () => hurt('hurt'));
  collision.onBegin([Player], [Goal], (_, goal) => {
    if (game.phase !== 'play' || game.away > 0) return;
    const points = timeScore(game.levelTicks);
    if (counts.level === LEVELS) {
      earn('won', goal, points + LIFE_SCORE * counts.lives);
      end('won');
    } else {
      earn('goal', goal, points);
      game.cheer = CHEER_TICKS;
    }
  });
  collision.onBegin([Player], [Spring], launch);
  collision.onStay([Player], [Spring], launch);
  collision.onBegin([Player], [Flag], (_, flag) => {
    if (body.startX !== Transform.x[flag]) cueAt('flag', flag);
    body.startX = Transform.x[flag];
    body.startY = Transform.y[flag];
  });
  // Whoever comes down onto a walker is done with it.
  collision.onStay([Player], [Walker], meet);
  collision.onBegin([Player], [Walker], meet);

  function meet(_: number, walker: number): void {
    const isAbove = Transform.y[player] < Transform.y[walker] - 0.3 && body.speedY > 0;
    if (!isAbove) {
      hurt('hurt');
      return;
    }
    walkers = walkers.filter(({ eid }) => eid !== walker);
    earn('squash', walker, WALKER_SCORE);
    stop.hold(4);
    removeEntity(world, walker);
    body.speedY = -0.7 * JUMP;
  }

  function launch(_: number, spring: number): void {
    if (body.speedY < 0) return;
    body.speedY = -SPRING;
    body.late = 0;
    springs.set(spring, game.ticks);
    cueAt('spring', spring);
  }

  function hurt(kind: 'hurt' | 'fall'): void {
    if (game.phase !== 'play' || game.away > 0 || game.cheer > 0 || body.spared > 0) return;
    cueAt(kind, player);
    stop.hold(6);
    addComponent(world, player, Disabled);
    game.away = AWAY_TICKS;
    if (--counts.lives === 0) end('lost');
  }

  function end(phase: 'won' | 'lost'): void {
    if (game.phase !== 'play') return;
    game.phase = phase;
    if (phase === 'lost') cueAt('lost', player);
    press.lock();
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

  let wasJump = false;
  let wasDrop = false;

  function movePlayer(): void {
    const wish = readWish(input, Transform.x[player] - game.viewX, Transform.y[player] - game.viewY);
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
      cueAtFeet('jump');
    }
    if (wish.drop && !wasDrop && move.grounded) dropThrough();
    wasDrop = wish.drop;
    // Let go early, it is a small jump.
    if (!wish.jump && wasJump && body.speedY < 0) body.speedY *= 0.5;
    wasJump = wish.jump;
    body.speedY = Math.min(MAX_FALL, body.speedY + GRAVITY * TICK);
    const isRising = body.speedY < 0;
    const landing = move.grounded ? 0 : body.speedY;
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
    if (move.grounded && landing > SOFT) cueAtFeet('land', landing / MAX_FALL);
    if (move.onWall) body.speedX = 0;
    if (move.grounded && Math.abs(body.speedX) === RUN && game.ticks % PUFF_TICKS === 0) cueAtFeet('run');
    if (move.grounded && !isRising) body.speedY = 0;
    if (move.onCeiling && isRising) body.speedY = 0;
    if (body.spared > 0) body.spared--;
    if (Transform.y[player] > level.rows + 2) {
      body.spared = 0;
      hurt('fall');
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
    cues,
    seed,
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
      cues.now++;
      const isPressed = press.read(input);
      if (stop.isHolding()) return;
      if (game.phase !== 'play') {
        if (isPressed) begin();
        return;
      }
      if (game.cheer > 0) {
        if (--game.cheer === 0) enter(counts.level);
        return;
      }
      game.ticks++;
      game.levelTicks++;
      movePlatforms(world, collision, platforms, game.ticks * 0.025 + angle);
      for (const platform of crumbling) {
        const happened = crumble(world, collision, platform, body.move);
        if (happened !== undefined) cueAt(happened, platform.eid);
      }
      if (game.away === 0) movePlayer();
      else if (--game.away === 0) placePlayer();
      for (const walker of walkers) pace(world, collision, walker, [Player]);
      collisionSystem(world);
      follow(0.1);
    },
    hash() {
      const eids = [player, ...walkers.map(({ eid }) => eid), ...platforms.map(({ eid }) => eid)];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      const numbers = [counts.score, counts.lives, counts.level, game.ticks, body.speedX, body.speedY];
      return hashNumbers(places, places.length, hashNumbers(numbers));
    },
  } satisfies Sim & Record<string, unknown>;
}
