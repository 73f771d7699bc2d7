import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { collisionSystem, createCollision, mesh } from 'bitecs-collision/3d';
import { dragonMesh } from '../../../shared/dragon.ts';
import { type AddedBody, BODY_KINDS, SpaceBodies } from '../../../shared/space-bodies.ts';
import { SpaceSolver } from '../../../shared/space-solver.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Shapes rain on the Stanford dragon, all 47,794 triangles of it, and roll down its scales as it turns.',
  hint: 'Drag to look from elsewhere; marks are contacts with their normals, merged to patches.',
};

export const DRAGON_LENGTH = 16;
const COUNT = 200;
/** Contacts are known when bodies come this near. */
const MARGIN = 0.04;
/** Bodies fall from a box above the dragon, and begin again when they are below all of it or have lain for so long. */
const CLOUD = { x: 7, z: 3, low: 13, high: 17 };
const FIRST_HIGH = 60;
const LOW = -4;
const MOST_TICKS = 1200;
/** Radians a second that the dragon turns by. */
const TURN = 0.15;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { margin: MARGIN, timings: true });
  const { Transform, Collider } = collision;
  const solver = new SpaceSolver(world, collision, { bounce: 0.25, friction: 0.4 });
  const bodies = new SpaceBodies(world, collision, solver);
  const settings = { turns: true, gravity: 10, bounce: 0.25, friction: 0.4 };
  const counts = { bodies: COUNT, triangles: 0, contacts: 0, points: 0 };
  const scan = dragonMesh(DRAGON_LENGTH);
  counts.triangles = scan.index.length / 3;

  const dragon = addEntity(world);
  addComponent(world, dragon, set(Transform, {}));
  addComponent(world, dragon, set(Collider, mesh(scan.positions, scan.index)));
  const turning = solver.add(dragon);

  /** When each body was dropped. */
  const droppedAt = new Int32Array(COUNT);
  let tick = 0;
  remember(
    () => ({ droppedAt, tick }),
    (was) => void ({ tick } = was),
  );
  for (let i = 0; i < COUNT; i++) {
    const body = bodies.add(BODY_KINDS[i % BODY_KINDS.length], { x: 0, y: 0, z: 0 }, 0.35 + 0.35 * random());
    drop(body, i, FIRST_HIGH);
  }

  function drop(body: AddedBody, i: number, high: number): void {
    const place = {
      x: CLOUD.x * (2 * random() - 1),
      y: CLOUD.low + (high - CLOUD.low) * random(),
      z: CLOUD.z * (2 * random() - 1),
    };
    bodies.launch(body, place, { x: 0, y: -4, z: 0 }, random);
    droppedAt[i] = tick;
  }

  return {
    world,
    collision,
    stages: collision.timings!,
    counts,
    settings,
    scan,
    dragon,
    bodies: bodies.all,
    step() {
      tick++;
      Object.assign(solver.options, {
        gravity: settings.gravity,
        bounce: settings.bounce,
        friction: settings.friction,
      });
      turning.spinY = settings.turns ? TURN : 0;
      bodies.all.forEach((body, i) => {
        if (Transform.y[body.eid] < LOW || tick - droppedAt[i] > MOST_TICKS) drop(body, i, CLOUD.high);
      });
      collisionSystem(world);
      solver.step(TICK);
      counts.contacts = collision.counts.contacts;
      counts.points = 0;
      for (const contact of collision.contacts()) counts.points += contact.pointCount;
    },
    hash: () =>
      hashNumbers(Transform.qx, COUNT + 2, hashNumbers(Transform.y, COUNT + 2, hashNumbers(Transform.x, COUNT + 2))),
  } satisfies Sim & Record<string, unknown>;
}
