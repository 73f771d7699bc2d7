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
  refreshCollider,
  type ShapeSpec,
} from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { OBSTACLES, type Obstacle, type Part, PLACE } from './obstacles.ts';

export const about: SceneAbout = {
  summary:
    'What makes characters stumble, one case each, judged as it happens: every walker is one call of moveAndSlide a tick.',
  hint: 'Choose another shape in the settings.',
};

const COLUMNS = 3;
const ROWS = Math.ceil(OBSTACLES.length / COLUMNS);
/** The gap between two places, so wide that no walker meets the colliders of the next place. */
const GAP = 2;
export const EXTENT = {
  minX: -GAP / 2,
  minY: -GAP / 2,
  maxX: COLUMNS * (PLACE.width + GAP) - GAP / 2,
  maxY: ROWS * (PLACE.height + GAP) - GAP / 2,
};

/** Units a second, each second. */
const GRAVITY = 20;

/** The walkers to choose from, and how far each reaches above and below its middle. */
export const WALKERS = {
  capsule: { shape: capsule(0.4, 0.3), half: 0.7 },
  box: { shape: box(0.3, 0.7), half: 0.7 },
  'rounded box': { shape: box(0.2, 0.6, { radius: 0.1 }), half: 0.7 },
  circle: { shape: circle(0.4), half: 0.4 },
} as const;
export type WalkerName = keyof typeof WALKERS;

/** The verdicts on an attempt that has no fault; a fault is described in words instead. */
export const RUNNING = 'running';
export const PASSED = 'passed';

/** An obstacle and the walker that tries it. */
export interface Attempt {
  readonly obstacle: Obstacle;
  /** The left end of the floor of the obstacle's place. */
  readonly x: number;
  readonly y: number;
  parts: readonly { readonly eid: number; readonly part: Part }[];
  walker: number;
  half: number;
  tick: number;
  fall: number;
  lastX: number;
  lastY: number;
  /** The fault that has been seen so far in this attempt; empty if there was none. */
  fault: string;
  /** The verdict on the last attempt that has ended: its fault, or `passed`. */
  verdict: string;
  move: MoveResult;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const counts = { passed: 0, failed: 0 };

  function put(shape: ShapeSpec, x: number, y: number, rotation = 0): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  }

  const attempts = OBSTACLES.map((obstacle, i): Attempt => {
    const x = (i % COLUMNS) * (PLACE.width + GAP);
    const y = Math.floor(i / COLUMNS) * (PLACE.height + GAP) + PLACE.above;
    const move = createMoveResult();
    // Attempts begin at different times, so that the walkers do not move in step.
    const tick = -1 - Math.floor(random() * 30);
    const at = { tick, fall: 0, lastX: 0, lastY: 0, fault: '', verdict: RUNNING };
    return { obstacle, x, y, parts: [], walker: 0, half: 0, move, ...at };
  });

  /** Builds all obstacles for walkers of a shape, and begins anew. */
  function choose(name: WalkerName): void {
    const { shape, half } = WALKERS[name];
    for (const attempt of attempts) {
      const { obstacle, x, y } = attempt;
      for (const { eid } of attempt.parts) removeEntity(world, eid);
      if (attempt.parts.length > 0) removeEntity(world, attempt.walker);
      attempt.parts = obstacle.parts(half).map((part) => {
        const at = part.motion?.(0) ?? part;
        return { part, eid: put(part.shape, x + at.x, y + at.y, at.rotation) };
      });
      attempt.half = half;
      attempt.walker = put(shape, x, y);
      attempt.verdict = RUNNING;
      begin(attempt);
    }
  }

  function begin(attempt: Attempt): void {
    const { obstacle, walker, x, y, half } = attempt;
    attempt.tick = Math.min(attempt.tick, 0);
    attempt.fall = 0;
    attempt.fault = '';
    attempt.move = createMoveResult();
    Transform.x[walker] = attempt.lastX = x + obstacle.startX;
    Transform.y[walker] = attempt.lastY = y - (obstacle.startHeight ?? 0.01) - half;
  }

  /** Moves platforms to where they are now, and lets the walkers see it. */
  function movePlatforms({ parts, x, y, tick }: Attempt): void {
    for (const { eid, part } of parts) {
      if (part.motion === undefined) continue;
      const at = part.motion(Math.max(0, tick));
      Transform.x[eid] = x + at.x;
      Transform.y[eid] = y + at.y;
      Transform.rotation[eid] = at.rotation ?? 0;
      refreshCollider(world, eid);
    }
  }

  function walk(attempt: Attempt): void {
    const { obstacle, walker, move } = attempt;
    const [dx, dy] = obstacle.walk(attempt.tick);
    attempt.fall += GRAVITY * TICK * TICK;
    attempt.lastX = Transform.x[walker];
    attempt.lastY = Transform.y[walker];
    moveAndSlide(world, walker, { x: dx, y: dy + attempt.fall }, { up: { x: 0, y: -1 }, ...obstacle.options }, move);
    Transform.x[walker] = move.x;
    Transform.y[walker] = move.y;
    if (move.grounded || move.onCeiling) attempt.fall = 0;
  }

  function judge(attempt: Attempt): void {
    const { obstacle, walker, x, y, tick, half, move, lastX, lastY } = attempt;
    const here = { x: Transform.x[walker] - x, y: Transform.y[walker] - y };
    const state = { ...here, tick, lastX: lastX - x, lastY: lastY - y, half, move };
    if (attempt.fault === '') attempt.fault = obstacle.check?.(state) ?? '';
    if (tick + 1 < obstacle.ticks && attempt.fault === '') return;
    if (attempt.fault === '') attempt.fault = obstacle.end(state) ?? '';
    if (attempt.fault === '') counts.passed++;
    else counts.failed++;
    attempt.verdict = attempt.fault === '' ? PASSED : attempt.fault;
    attempt.tick = -1;
    begin(attempt);
  }

  choose('capsule');

  return {
    world,
    collision,
    counts,
    attempts,
    choose,
    step() {
      collisionSystem(world);
      for (const attempt of attempts) {
        attempt.tick++;
        movePlatforms(attempt);
        if (attempt.tick < 0) continue;
        walk(attempt);
        judge(attempt);
      }
    },
    hash() {
      const size = attempts[attempts.length - 1].walker + 1;
      return hashNumbers(Transform.y, size, hashNumbers(Transform.x, size, counts.passed));
    },
  } satisfies Sim & Record<string, unknown>;
}
