import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision, type EndCause } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Every begin has one end, which says why: four balls leave their posts, each in another way.',
  hint: 'Drag a ball along its lane.',
};

/** One lane for each cause that an end can have. */
export const LANES: readonly { readonly cause: EndCause; readonly because: string }[] = [
  { cause: 'separated', because: 'they moved apart' },
  { cause: 'removed', because: 'the ball was removed' },
  { cause: 'disabled', because: 'the ball got Disabled' },
  { cause: 'filtered', because: 'the ball’s mask became 0' },
];

export const BALL = 0.45;
export const POST = 0.6;
/** Half the length of a lane, and the distance from one lane to the next. */
export const HALF_LANE = 5;
export const LANE_STEP = 1.7;
export const EXTENT = { minX: -6.2, minY: -1.1, maxX: 6.2, maxY: LANE_STEP * (LANES.length - 1) + 1.1 };

const SPEED = 2.4;
/**
 * The ticks that a ball touches its post before something happens to it, and the ticks until a removed ball is added
 * again.
 */
const ACT_TICKS = 25;
const AGAIN_TICKS = 70;
/**
 * The distance from the middle of its lane at which a ball is clear of its post and is put back into its first state.
 */
const CLEAR = 2;
const MOST_EVENTS = 40;

const Ball = {};
const Post = {};

export interface LoggedLine {
  readonly tick: number;
  readonly lane: number;
  /** Undefined for a begin. */
  readonly cause: EndCause | undefined;
  readonly text: string;
}

export interface Lane {
  /** Undefined while there is none. */
  ball: number | undefined;
  readonly post: number;
  x: number;
  direction: number;
  /** Ticks it has been touching its post, or has been gone. */
  ticks: number;
  touching: boolean;
  /** Whether the ball is disabled, or meets nothing. */
  isGhost: boolean;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static, Disabled } = collision;
  const input = createSceneInput();
  const counts = { begins: 0, ends: 0 };
  /** The newest first. */
  const log: LoggedLine[] = [];
  /** Which lane a ball is in: also one that is no more, of which an end still tells. */
  const laneOf = new Map<number, number>();
  let tick = 0;
  let held: Lane | undefined;
  let wasDown = false;
  remember(
    () => ({ laneOf, tick, held, wasDown }),
    (was) => void ({ tick, held, wasDown } = was),
  );

  const lanes = LANES.map((_, i): Lane => {
    const post = put(box(POST, POST), 0, i, Post);
    addComponent(world, post, Static);
    const x = -HALF_LANE + 2 * random() + i;
    return { ball: putBall(i, x), post, x, direction: 1, ticks: 0, touching: false, isGhost: false };
  });

  function put(shape: object, x: number, lane: number, tag: object): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y: LANE_STEP * lane }));
    addComponent(world, eid, set(Collider, shape));
    addComponent(world, eid, tag);
    return eid;
  }

  function putBall(lane: number, x: number): number {
    const ball = put(circle(BALL), x, lane, Ball);
    laneOf.set(ball, lane);
    return ball;
  }

  // This is all that a game needs: who, with whom, and why it is over.
  collision.onBegin([Ball], [Post], (ball) => note(ball, undefined));
  collision.onEnd([Ball], [Post], (ball, _post, { cause }) => note(ball, cause));

  function note(ball: number, cause: EndCause | undefined): void {
    const lane = laneOf.get(ball) ?? 0;
    const reason = LANES.find((known) => known.cause === cause)?.because;
    lanes[lane].touching = cause === undefined;
    lanes[lane].ticks = 0;
    if (cause === undefined) counts.begins++;
    else counts.ends++;
    log.unshift({ tick, lane, cause, text: reason === undefined ? 'begin' : `end, ${cause}: ${reason}` });
    log.length = Math.min(log.length, MOST_EVENTS);
  }

  function grab(): void {
    const { pointerDown, pointerX, pointerY } = input;
    if (!pointerDown) held = undefined;
    else if (!wasDown) {
      held = lanes.find((lane, i) => {
        return lane.ball !== undefined && Math.hypot(pointerX - lane.x, pointerY - LANE_STEP * i) < 2 * BALL;
      });
    }
    wasDown = pointerDown;
    if (held !== undefined) held.x = Math.max(-HALF_LANE, Math.min(HALF_LANE, pointerX));
  }

  function move(lane: Lane, i: number): void {
    lane.ticks++;
    if (lane.ball === undefined) {
      if (lane.ticks < AGAIN_TICKS) return;
      lane.x = -HALF_LANE;
      lane.direction = 1;
      lane.ball = putBall(i, lane.x);
    }
    if (lane !== held) {
      lane.x += lane.direction * SPEED * TICK;
      if (Math.abs(lane.x) >= HALF_LANE) lane.direction = lane.x > 0 ? -1 : 1;
    }
    Transform.x[lane.ball] = lane.x;
    if (lane.touching && !lane.isGhost && lane.ticks > ACT_TICKS) act(lane, lane.ball, LANES[i].cause);
    else if (lane.isGhost && Math.abs(lane.x) > CLEAR) undo(lane, lane.ball);
  }

  function act(lane: Lane, ball: number, cause: EndCause): void {
    if (cause === 'separated') return;
    if (cause === 'removed') {
      removeEntity(world, ball);
      lane.ball = undefined;
      lane.ticks = 0;
      if (held === lane) held = undefined;
      return;
    }
    if (cause === 'disabled') addComponent(world, ball, Disabled);
    else Collider.maskBits[ball] = 0;
    lane.isGhost = true;
  }

  function undo(lane: Lane, ball: number): void {
    removeComponent(world, ball, Disabled);
    Collider.maskBits[ball] = 0xffffffff;
    lane.isGhost = false;
  }

  return {
    world,
    collision,
    input,
    counts,
    lanes,
    log,
    tick: () => tick,
    step() {
      grab();
      lanes.forEach(move);
      collisionSystem(world);
      tick++;
    },
    hash() {
      const numbers = lanes.flatMap(({ x, ticks, touching }) => [x, ticks, Number(touching)]);
      return hashNumbers(numbers, numbers.length, hashNumbers([counts.begins, counts.ends]));
    },
  } satisfies Sim & Record<string, unknown>;
}
