import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  cos,
  createCollision,
  createMoveResult,
  mesh,
  moveAndSlide,
  refreshCollider,
  sin,
  sphere,
} from 'bitecs-collision/3d';
import { livingRoom } from '../../../shared/living-room.ts';
import { massOfBall, type SpaceBody, SpaceSolver } from '../../../shared/space-solver.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { type Block, LIFT_WAY, landing, lift, stairs, TOUR } from './house.ts';
import { createTour } from './tour.ts';

export const about: SceneAbout = {
  summary: 'A walk through a scanned living room of 62,102 triangles, with stairs and a lift, and balls to throw.',
  hint: 'Arrow keys, WASD or a gamepad walk and turn, space or a button throws; or press beside the middle to walk there, click to throw.',
  touchHint: 'Press beside the middle of the picture to walk and turn there; a short tap throws a ball.',
};

/** The walker, in metres: 1.7 tall. The eyes are so far above the middle of the capsule. */
export const RADIUS = 0.25;
export const HALF_HEIGHT = 0.6;
export const EYES = 0.68;
/** Metres and radians a second. */
const WALK_SPEED = 1.6;
const TURN_SPEED = 2;
const GRAVITY = 9.8;
const STEP = 0.25;

export const BALL_RADIUS = 0.07;
const BALLS = 40;
const THROW_SPEED = 5;
const THROW_RISE = 0.6;
/** Contacts are known when bodies come this near: a ball that falls from the ceiling comes as far in a tick. */
const MARGIN = 0.07;
/** Ticks from one ball to the next, and within which a press is a tap. */
const THROW_PAUSE = 12;
const TAP = 12;
/** How far from the middle the pointer walks and turns wholly, as a share of the shorter half of the picture. */
const FULL_STEER = 0.7;
const DEAD_ZONE = 0.12;

/** The lift: metres a second, and ticks that it waits above and below. */
const LIFT_SPEED = 0.6;
const LIFT_PAUSE = 110;

/** What collides with what, by category. */
const HOUSE = 1;
const WALKER = 2;
const BALL = 4;

/** What the walker wants: −1 to 1 ahead and to the right, and whether to throw. */
export interface Wish {
  readonly ahead: number;
  readonly turn: number;
  readonly throws: boolean;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const world = createWorld();
  const collision = createCollision(world, { margin: MARGIN, timings: true });
  const { Transform, Collider, Static, Disabled } = collision;
  const input = createSceneInput();
  const settings = { automatic: true };
  const counts = { triangles: 0, thrown: 0, hits: 0 };
  const solver = new SpaceSolver(world, collision, { gravity: GRAVITY, bounce: 0.5, friction: 0.4, rolling: 0.3 });
  const scan = livingRoom();
  counts.triangles = scan.index.length / 3;

  const room = addEntity(world);
  addComponent(world, room, Static);
  addComponent(world, room, set(Transform, {}));
  const ground = { categoryBits: HOUSE, maskBits: WALKER | BALL };
  addComponent(world, room, set(Collider, { ...mesh(scan.positions, scan.index), ...ground }));
  solver.add(room);
  const fixed = [...stairs, landing].map((block) => addBlock(block, true));
  const cabin = addBlock(lift, false);

  const walker = addEntity(world);
  const body = { ...capsule(RADIUS, HALF_HEIGHT), categoryBits: WALKER, maskBits: HOUSE | BALL };
  addComponent(world, walker, set(Transform, { x: TOUR.start.x, y: RADIUS + HALF_HEIGHT + 0.05, z: TOUR.start.z }));
  addComponent(world, walker, set(Collider, body));
  solver.add(walker);
  const balls: { eid: number; motion: SpaceBody }[] = [];
  for (let i = 0; i < BALLS; i++) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { y: -10 }));
    addComponent(world, eid, set(Collider, { ...sphere(BALL_RADIUS), categoryBits: BALL }));
    addComponent(world, eid, Disabled);
    balls.push({ eid, motion: solver.add(eid, massOfBall(BALL_RADIUS)) });
  }

  const walk = { up: { x: 0, y: 1, z: 0 }, stepHeight: STEP, snapDistance: STEP, carry: true, maskBits: HOUSE };
  const moved = createMoveResult();
  /** Where the walker looks, level: (0, −1) is along −z. The seed turns her a little at first. */
  const look = { x: sin(0.01 * (seed % 50)), z: -cos(0.01 * (seed % 50)) };
  const cabinState = { height: 0, way: 1, wait: LIFT_PAUSE };
  const tour = createTour();
  let fall = 0;
  let pause = 0;
  let pressedFor = 0;
  remember(
    () => ({ cabinState, fall, pause, pressedFor }),
    (was) => void ({ fall, pause, pressedFor } = was),
  );

  function addBlock({ x, y, z, halfX, halfY, halfZ }: Block, isStatic: boolean): number {
    const eid = addEntity(world);
    if (isStatic) addComponent(world, eid, Static);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, { ...box(halfX, halfY, halfZ), ...ground }));
    solver.add(eid);
    return eid;
  }

  /** Reads keys, stick and pointer; a press that is short throws. */
  function readInput(): Wish {
    const { moveX, moveY, action, pointerDown, pointerX, pointerY } = input;
    const isTap = !pointerDown && pressedFor > 0 && pressedFor < TAP;
    pressedFor = pointerDown ? pressedFor + 1 : 0;
    const isWalking = pointerDown && pressedFor >= TAP;
    return {
      ahead: isWalking ? steer(-pointerY) : -moveY,
      turn: isWalking ? steer(pointerX) : moveX,
      throws: action || isTap,
    };
  }

  /** Whether the lift would crush somebody, or a ball. */
  function isBlocked(): boolean {
    if (moved.penetration > 0.02) return true;
    // Balls are made after the lift, so the normal leads to them.
    for (const { normalY, touching } of collision.contactsOf(cabin)) if (touching && normalY < -0.5) return true;
    return false;
  }

  /** Goes up and down, and turns back when something is below. */
  function moveLift(): void {
    const state = cabinState;
    if (state.way < 0 && isBlocked()) state.way = 1;
    if (state.wait > 0) state.wait--;
    else {
      state.height = Math.max(0, Math.min(LIFT_WAY, state.height + state.way * LIFT_SPEED * TICK));
      if (state.height === 0 || state.height === LIFT_WAY) {
        state.way = state.height === 0 ? 1 : -1;
        state.wait = LIFT_PAUSE;
      }
    }
    Transform.y[cabin] = lift.y + state.height;
    refreshCollider(world, cabin);
  }

  function moveWalker({ ahead, turn }: Wish): void {
    const angle = turn * TURN_SPEED * TICK;
    const [c, s] = [cos(angle), sin(angle)];
    const x = c * look.x - s * look.z;
    const z = s * look.x + c * look.z;
    // Rounding would make it longer or shorter in the end.
    const length = Math.sqrt(x * x + z * z);
    look.x = x / length;
    look.z = z / length;
    fall -= GRAVITY * TICK;
    const way = ahead * WALK_SPEED * TICK;
    moveAndSlide(world, walker, { x: way * look.x, y: fall * TICK, z: way * look.z }, walk, moved);
    Transform.x[walker] = moved.x;
    Transform.y[walker] = moved.y;
    Transform.z[walker] = moved.z;
    refreshCollider(world, walker);
    if (moved.grounded || moved.onCeiling) fall = 0;
  }

  function place(): { x: number; y: number; z: number } {
    return { x: Transform.x[walker], y: Transform.y[walker], z: Transform.z[walker] };
  }

  function throwBall(): void {
    const { eid, motion } = balls[counts.thrown++ % BALLS];
    removeComponent(world, eid, Disabled);
    const reach = RADIUS + BALL_RADIUS + 0.08;
    Transform.x[eid] = Transform.x[walker] + reach * look.x;
    Transform.y[eid] = Transform.y[walker] + EYES - 0.2;
    Transform.z[eid] = Transform.z[walker] + reach * look.z;
    motion.velocityX = THROW_SPEED * look.x;
    motion.velocityY = THROW_RISE;
    motion.velocityZ = THROW_SPEED * look.z;
    motion.spinX = motion.spinY = motion.spinZ = 0;
  }

  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    counts,
    settings,
    scan,
    walker,
    moved,
    look,
    fixed,
    cabin,
    balls,
    step() {
      let wish = readInput();
      if (wish.ahead !== 0 || wish.turn !== 0 || wish.throws) settings.automatic = false;
      if (settings.automatic) wish = tour(place(), look, cabinState.height);
      moveLift();
      moveWalker(wish);
      if (pause > 0) pause--;
      if (wish.throws && pause === 0) {
        pause = THROW_PAUSE;
        throwBall();
      }
      collisionSystem(world);
      solver.step(TICK);
      counts.hits = moved.hitCount;
    },
    hash() {
      const size = balls[BALLS - 1].eid + 1;
      const places = hashNumbers(Transform.z, size, hashNumbers(Transform.y, size, hashNumbers(Transform.x, size)));
      return hashNumbers([look.x, look.z], 2, places);
    },
  } satisfies Sim & Record<string, unknown>;
}

function steer(pointer: number): number {
  if (Math.abs(pointer) < DEAD_ZONE) return 0;
  return Math.max(-1, Math.min(1, pointer / FULL_STEER));
}
