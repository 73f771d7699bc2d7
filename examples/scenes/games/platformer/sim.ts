import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  capsule,
  circle,
  collisionSystem,
  createCollision,
  createMoveResult,
  type MoveResult,
  moveAndSlide,
  oneWay,
  refreshCollider,
  type ShapeSpec,
  sin,
  tiles,
} from 'bitecs-collision/2d';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { readLevel, TILE_SHAPES } from './level.ts';

export const about: SceneAbout = {
  summary: 'A level of tiles with slopes, one-way tops, platforms that carry, coins, and a goal.',
  hint: 'Arrow keys or A and D run, Space jumps: longer for higher. Jump onto whoever walks there.',
  touchHint: 'Press left or right of yourself to run, above to jump.',
};

/** What is seen of the level at a time. */
export const WINDOW = { width: 22, height: 12 };

export const BODY = { halfHeight: 0.25, radius: 0.3 };
export const HALF = BODY.halfHeight + BODY.radius;
export const PLATFORM = { halfWidth: 1.5, halfHeight: 0.2 };
export const WALKER_RADIUS = 0.4;
export const COIN_RADIUS = 0.25;

/** Units a second; accelerations, each second. */
const RUN = 7;
const RUN_UP = 60;
const GRAVITY = 45;
const JUMP = 16;
const MAX_FALL = 22;
const WALK = 2;
/** Ticks after the edge in which a jump still counts, and before the ground in which it is remembered. */
const LATE = 6;
const EARLY = 6;
const LIVES = 5;
/** Ticks in which nothing hurts after something did. */
const SPARED = 60;

const UP = { x: 0, y: -1 };

const Player = {};
const Coin = {};
const Spike = {};
const Goal = {};
const Flag = {};
const Walker = {};

interface Platform {
  readonly eid: number;
  readonly x: number;
  readonly y: number;
  readonly isLift: boolean;
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
  const level = readLevel();
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static, Sensor } = collision;
  const OneWay = oneWay(world);
  const counts = { coins: 0, lives: LIVES };
  const game = { phase: 'play' as 'play' | 'won' | 'lost', ticks: 0, viewX: 0, viewY: 0, coins: 0, facing: 1 };

  const ground = put(
    tiles({ columns: level.columns, rows: level.rows, size: 1, cells: level.cells, shapes: TILE_SHAPES }),
    0,
    0,
  );
  addComponent(world, ground, Static);

  let coins: number[] = [];
  let walkers: Pacing[] = [];
  const platforms: Platform[] = [];
  const player = put(capsule(BODY.halfHeight, BODY.radius), 0, 0);
  addComponent(world, player, Player);
  const body = { move: createMoveResult(), speedX: 0, speedY: 0, late: 0, early: 0, spared: 0, startX: 0, startY: 0 };
  const phase = random() * 6;

  for (const { kind, x, y } of level.things) {
    if (kind === 'M' || kind === 'V') {
      const eid = put(box(PLATFORM.halfWidth, PLATFORM.halfHeight), x, y);
      addComponent(world, eid, set(OneWay, { normalX: 0, normalY: -1 }));
      platforms.push({ eid, x, y, isLift: kind === 'V' });
    } else if (kind === '^') put(box(0.4, 0.2), x, y + 0.3, Spike, Sensor);
    else if (kind === 'G') put(box(0.3, 1), x, y - 0.5, Goal, Sensor);
    else if (kind === 'C') put(box(0.2, 0.9), x, y - 0.4, Flag, Sensor);
  }
  begin();

  function put(shape: ShapeSpec, x: number, y: number, ...tags: object[]): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  }

  /** From the start, with all coins and everybody back. */
  function begin(): void {
    for (const eid of coins) removeEntity(world, eid);
    for (const { eid } of walkers) removeEntity(world, eid);
    coins = [];
    walkers = [];
    for (const { kind, x, y } of level.things) {
      if (kind === 'o') coins.push(put(circle(COIN_RADIUS), x, y, Coin, Sensor));
      else if (kind === 'E') {
        const eid = put(circle(WALKER_RADIUS), x, y, Walker);
        walkers.push({ eid, move: createMoveResult(), direction: random() < 0.5 ? -1 : 1, fall: 0 });
      } else if (kind === 'S') {
        body.startX = x;
        body.startY = y;
      }
    }
    Object.assign(game, { phase: 'play', ticks: 0, coins: 0 });
    counts.lives = LIVES;
    counts.coins = 0;
    placePlayer();
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
  collision.onBegin([Player], [Goal], () => end('won'));
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
    for (const { eid, x, y, isLift } of platforms) {
      const share = sin(game.ticks * 0.025 + phase);
      if (isLift) Transform.y[eid] = y + 2.2 * share;
      else Transform.x[eid] = x + 3 * (share + 1) - 0.5;
      refreshCollider(world, eid);
    }
  }

  /** What the player wants: from the keys, or from where the pointer is pressed. */
  function readWish(): { x: number; jump: boolean } {
    const { moveX, action, pointerDown, pointerX, pointerY } = input;
    if (!pointerDown) return { x: moveX, jump: action };
    const dx = pointerX + game.viewX - Transform.x[player];
    const dy = pointerY + game.viewY - Transform.y[player];
    return { x: Math.abs(dx) < 0.6 ? 0 : Math.sign(dx), jump: dy < -1.5 };
  }

  let wasJump = false;

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

  /** The picture follows, and stops at the ends of the level. */
  function follow(): void {
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const x = clamp(Transform.x[player] + 2 * game.facing - WINDOW.width / 2, level.columns - WINDOW.width);
    const y = clamp(Transform.y[player] - WINDOW.height / 2, level.rows - WINDOW.height);
    game.viewX += 0.1 * (x - game.viewX);
    game.viewY += 0.1 * (y - game.viewY);
  }

  return {
    world,
    collision,
    input,
    counts,
    game,
    press,
    level,
    player,
    platforms,
    body,
    coins: () => coins,
    walkers: () => walkers,
    step() {
      const isPressed = press.read(input);
      if (game.phase !== 'play') {
        if (isPressed) begin();
        return;
      }
      game.ticks++;
      movePlatforms();
      movePlayer();
      moveWalkers();
      collisionSystem(world);
      follow();
    },
    hash() {
      const places = hashNumbers(Transform.y, player + 1, hashNumbers(Transform.x, player + 1));
      return hashNumbers([game.coins, counts.lives, game.ticks, walkers.length], 4, places);
    },
  } satisfies Sim & Record<string, unknown>;
}
