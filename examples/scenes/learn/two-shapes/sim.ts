import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  atan2,
  type ClosestPair,
  closestPoints,
  collisionSystem,
  cos,
  createCollision,
  explainPair,
  sin,
} from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { SHAPE_NAMES, SHAPES, type ShapeName } from './shapes.ts';

export const about: SceneAbout = {
  summary: 'Any two shapes: closest points, normal, depth, and why they do or do not touch.',
  hint: 'Drag a shape; turn it by its handle, the wheel or Q and E. Arrows move it, X takes the other one.',
  touchHint: 'Drag a shape, turn it by its handle.',
};

/** How far from the middle of a shape its handle is. */
export const HANDLE = 2.9;
/** Holds both shapes with their handles, however they are turned, where they are at first. */
export const EXTENT = { minX: -6.2, minY: -4.4, maxX: 6.2, maxY: 4.4 };

const GRAB = 0.6;
const MOVE = 0.05;

/** Radians of a small turn. */
const STEP = 0.01;

export interface Body {
  readonly eid: number;
  shape: ShapeName;
  /** The direction from the body to its handle: a unit vector. */
  directionX: number;
  directionY: number;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  /** The points of the two shapes that are nearest to each other or, where they overlap, deepest in each other. */
  let nearest: ClosestPair | undefined;

  const a = addBody(-2, 0);
  const b = addBody(3, 0.3);
  const bodies = [a, b];
  const hold = { body: b, grip: 'none' as 'none' | 'middle' | 'handle', offsetX: 0, offsetY: 0 };
  let tick = 0;
  /** Until the visitor takes hold of a shape, the shapes move by themselves. */
  let alone = true;
  remember(
    () => ({ nearest, tick, alone }),
    (was) => void ({ nearest, tick, alone } = was),
  );

  function addBody(x: number, y: number): Body {
    const eid = addEntity(world);
    const shape = SHAPE_NAMES[Math.floor(random() * SHAPE_NAMES.length)];
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, SHAPES[shape]));
    return { eid, shape, directionX: 1, directionY: 0 };
  }

  /** Calls the entities A and B in a sentence, as the picture does. */
  function nameBoth(sentence: string): string {
    return sentence.replace(/(?<![\d.])\d+(?![\d.])/g, (id) =>
      id === String(a.eid) ? 'A' : id === String(b.eid) ? 'B' : id,
    );
  }

  function choose(body: Body, shape: ShapeName): void {
    body.shape = shape;
    addComponent(world, body.eid, set(Collider, SHAPES[shape]));
  }

  /** Turns a body to an angle. The package's cos, sin and atan2 are the same on every engine, unlike those of Math. */
  function rotate(body: Body, angle: number): void {
    Transform.rotation[body.eid] = angle;
    body.directionX = cos(angle);
    body.directionY = sin(angle);
  }

  function turn(body: Body, steps: number): void {
    rotate(body, Transform.rotation[body.eid] + steps * STEP);
  }

  function grab(): void {
    for (const body of bodies) {
      const x = input.pointerX - Transform.x[body.eid];
      const y = input.pointerY - Transform.y[body.eid];
      const handleX = x - HANDLE * body.directionX;
      const handleY = y - HANDLE * body.directionY;
      const onHandle = handleX * handleX + handleY * handleY < GRAB * GRAB;
      if (!onHandle && x * x + y * y > HANDLE * HANDLE * 0.6) continue;
      Object.assign(hold, { body, grip: onHandle ? 'handle' : 'middle', offsetX: x, offsetY: y });
      if (onHandle) return;
    }
  }

  function play(): void {
    const { pointerDown, pointerX, pointerY, moveX, moveY } = input;
    if (pointerDown || moveX !== 0 || moveY !== 0) alone = false;
    if (!pointerDown) hold.grip = 'none';
    else if (hold.grip === 'none') grab();
    const { body, grip } = hold;
    if (grip === 'handle') rotate(body, atan2(pointerY - Transform.y[body.eid], pointerX - Transform.x[body.eid]));
    if (grip === 'middle') place(body, pointerX - hold.offsetX, pointerY - hold.offsetY);
    place(body, Transform.x[body.eid] + moveX * MOVE, Transform.y[body.eid] + moveY * MOVE);
    if (!alone) return;
    const phase = tick % 600;
    Transform.x[b.eid] = 3 - 0.0155 * (phase < 300 ? phase : 600 - phase);
    turn(a, tick % 2);
    turn(b, -1);
  }

  function place(body: Body, x: number, y: number): void {
    Transform.x[body.eid] = Math.max(EXTENT.minX, Math.min(EXTENT.maxX, x));
    Transform.y[body.eid] = Math.max(EXTENT.minY, Math.min(EXTENT.maxY, y));
  }

  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    bodies,
    hold,
    get nearest() {
      return nearest;
    },
    acts: {
      /** Turns the shape in hand. */
      turn(steps: number) {
        turn(hold.body, steps);
      },
      /** Takes the other one in hand. */
      exchange() {
        hold.body = hold.body === a ? b : a;
      },
    },
    choose,
    turn(body: Body, steps: number) {
      alone = false;
      turn(body, steps);
    },
    explain: () => nameBoth(explainPair(world, a.eid, b.eid).message),
    step() {
      play();
      tick++;
      collisionSystem(world);
      nearest = closestPoints(world, a.eid, b.eid, nearest);
    },
    hash() {
      const { separation, normalX, normalY } = nearest ?? { separation: 0, normalX: 0, normalY: 0 };
      return hashNumbers([...Transform.x.slice(0, 3), ...Transform.rotation.slice(0, 3), separation, normalX, normalY]);
    },
  } satisfies Sim & Record<string, unknown>;
}
