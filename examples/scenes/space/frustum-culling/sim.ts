import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, collisionSystem, createCollision, queryFrustum } from 'bitecs-collision/3d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { Eye } from './eye.ts';

export const about: SceneAbout = {
  summary: 'A hundred thousand boxes, and a camera seen from outside: queryFrustum finds those that it has to draw.',
  hint: 'Drag to look from elsewhere; below is what the camera sees. The boxes outside are drawn as dots.',
};

export const COUNT = 100_000;
/** The number of boxes that move: the first entities. */
export const MOVING = 10_000;
/** Half the size of the region they fill. */
export const REGION = { x: 190, y: 26, z: 190 };
export const HALF = 0.5;
/** How far the camera may see, and how far it does at first. */
export const MOST_FAR = 140;
const FAR = 110;
const MOST_SPEED = 6;
const BOX = 1;
const CAMERA = 2;
const QUERY = { categoryBits: CAMERA, sorted: false };

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { capacity: COUNT + 1, timings: true });
  const { Transform, Collider, Static } = collision;
  const settings = { far: FAR };
  const counts = { boxes: COUNT, seen: 0 };
  const eye = new Eye(random);
  const seen: number[] = [];
  const stages: Record<string, number> = { ...collision.timings!, frustum: 0 };
  // By entity, of which the first has the id 1.
  const velocity = new Float64Array(3 * (MOVING + 1));
  remember(() => ({ velocity }));

  const signed = () => 2 * random() - 1;
  // Boxes are seen by cameras, and meet nothing else.
  const shape = { ...box(HALF, HALF, HALF), categoryBits: BOX, maskBits: CAMERA };
  for (let i = 0; i < COUNT; i++) {
    const eid = addEntity(world);
    if (i >= MOVING) addComponent(world, eid, Static);
    const { x, y, z } = REGION;
    addComponent(
      world,
      eid,
      set(Transform, {
        x: x * signed(),
        y: y * signed(),
        z: z * signed(),
        qx: 0.5 * signed(),
        qy: 0.5 * signed(),
        qz: 0.5 * signed(),
        scale: 0.6 + 1.6 * random(),
      }),
    );
    addComponent(world, eid, set(Collider, shape));
    if (i < MOVING) for (let axis = 0; axis < 3; axis++) velocity[3 * eid + axis] = MOST_SPEED * signed();
  }

  function move(): void {
    const { x, y, z } = Transform;
    for (let eid = 1; eid <= MOVING; eid++) {
      const at = 3 * eid;
      moveAxis(x, eid, at, REGION.x);
      moveAxis(y, eid, at + 1, REGION.y);
      moveAxis(z, eid, at + 2, REGION.z);
    }
  }

  function moveAxis(column: { [index: number]: number }, eid: number, at: number, half: number): void {
    column[eid] += velocity[at] * TICK;
    if (column[eid] > half) velocity[at] = -Math.abs(velocity[at]);
    else if (column[eid] < -half) velocity[at] = Math.abs(velocity[at]);
  }

  return {
    world,
    collision,
    stages,
    counts,
    settings,
    eye,
    /** Entities that the camera sees, in no order. */
    seen,
    step() {
      move();
      eye.step(settings.far);
      collisionSystem(world);
      Object.assign(stages, collision.timings);
      const start = performance.now();
      counts.seen = queryFrustum(world, eye.planes, seen, QUERY);
      stages.frustum = performance.now() - start;
    },
    hash: () =>
      hashNumbers(
        [...eye.planes, counts.seen],
        25,
        hashNumbers(Transform.z, MOVING + 1, hashNumbers(Transform.x, MOVING + 1)),
      ),
  } satisfies Sim & Record<string, unknown>;
}
