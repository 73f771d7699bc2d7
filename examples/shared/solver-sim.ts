import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, collisionSystem, createCollision, queryPoint, type ShapeSpec } from 'bitecs-collision/2d';
import { hashNumbers } from '../shell/hash.ts';
import { remember } from '../shell/remember.ts';
import { createSceneInput, type Sim, TICK } from '../shell/scene.ts';
import { pullToPointer } from './grip.ts';
import { type Body, SoftStepSolver } from './soft-step-solver.ts';

/** Contacts are known when bodies come this near, so that the solver stops them before they overlap. */
const MARGIN = 0.02;

export interface SolverBody {
  readonly eid: number;
  readonly shape: ShapeSpec;
  /** Whether it moves by itself. */
  readonly isFree: boolean;
  readonly motion: Body;
}

/** Puts a shape somewhere: a body of this density, or with 0 something that nothing moves. */
export type Place = (shape: ShapeSpec, x: number, y: number, density: number, rotation?: number) => SolverBody;

/** A floor: its upper side is at y = 0. */
export const FLOOR = { halfWidth: 30, halfHeight: 0.5 };

export function placeFloor(place: Place): void {
  place(box(FLOOR.halfWidth, FLOOR.halfHeight), 0, FLOOR.halfHeight, 0);
}

export type SolverSim = ReturnType<typeof createSolverSim>;

/** Bodies under gravity, made by `build`; the pointer takes hold of them. */
export function createSolverSim(build: (place: Place) => void) {
  const world = createWorld();
  const collision = createCollision(world, { margin: MARGIN });
  const { Transform, Collider } = collision;
  const solver = new SoftStepSolver(collision);
  const input = createSceneInput();
  const bodies: SolverBody[] = [];
  const counts = { bodies: 0, contacts: 0 };
  const found: number[] = [];
  let held: SolverBody | undefined;
  let wasDown = false;
  remember(
    () => ({ held, wasDown }),
    (was) => void ({ held, wasDown } = was),
  );

  build((shape, x, y, density, rotation = 0) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, shape));
    const body = { eid, shape, isFree: density > 0, motion: solver.add(eid, shape, density) };
    bodies.push(body);
    return body;
  });
  counts.bodies = bodies.filter((body) => body.isFree).length;

  function follow(): void {
    const { pointerX, pointerY, pointerDown } = input;
    if (pointerDown && !wasDown) {
      queryPoint(world, { x: pointerX, y: pointerY }, found);
      held = bodies.find((body) => body.isFree && found.includes(body.eid));
    }
    if (!pointerDown) held = undefined;
    wasDown = pointerDown;
    if (held !== undefined) pullToPointer(collision, held.motion, input);
  }

  return {
    world,
    collision,
    input,
    counts,
    bodies,
    step() {
      collisionSystem(world); // finds what touches, or nearly so
      follow();
      solver.step(TICK); // moves it, so that nothing sinks in
      counts.contacts = collision.counts.contacts;
    },
    hash() {
      const size = bodies[bodies.length - 1].eid + 1;
      const places = hashNumbers(Transform.y, size, hashNumbers(Transform.x, size));
      return hashNumbers(Transform.rotation, size, places);
    },
  } satisfies Sim & Record<string, unknown>;
}
