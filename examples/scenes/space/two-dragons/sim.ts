import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { collisionSystem, createCollision, mesh } from 'bitecs-collision/3d';
import { dragonMesh } from '../../../shared/dragon.ts';
import { handOf } from '../../../shared/hand.ts';
import { turnBody } from '../../../shared/turn-body.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary:
    'Two Stanford dragons of 47,794 triangles each: where they touch, the triangles that meet and their contacts.',
  hint: 'Drag a dragon to move it, with the right button or Shift to turn it; drag beside them to look from elsewhere.',
  touchHint: 'Drag a dragon, to move or to turn it; drag beside them to look from elsewhere.',
  tools: ['Move', 'Turn'],
};

/** How long a dragon is. */
const LENGTH = 3;
/** Radians a tick that both turn by while nobody holds them, about the vertical axis. */
const SPIN = 0.006;
/**
 * How far the dragons come nearer or part in a tick, in units. They turn round so that between FEW and MANY pairs of
 * triangles touch.
 */
const APPROACH = 0.006;
const FEW = 100;
const MANY = 240;
/** Units by which they come nearer before the first tick, until they meet. */
const FIRST_STEP = 0.05;
const APART = { nearest: 0.6, farthest: 3.2 };

interface Dragon {
  readonly eid: number;
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  const settings = { automatic: true };
  const counts = { triangles: 0, contacts: 0, points: 0 };
  const scan = dragonMesh(LENGTH);
  counts.triangles = (2 * scan.index.length) / 3;
  // Both dragons share one shape.
  const shape = mesh(scan.positions, scan.index);
  const bodies = [-1, 1].map((side): Dragon => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: (side * APART.farthest) / 2, y: -1, qy: 2 * random() - 1, qw: 1 }));
    addComponent(world, eid, set(Collider, shape));
    return { eid };
  });
  const [a, b] = bodies;
  let deepest = 0;
  remember(
    () => ({ deepest }),
    (was) => void ({ deepest } = was),
  );

  function moveTo({ eid }: Dragon, { x, y, z }: Vector): void {
    Transform.x[eid] = x;
    Transform.y[eid] = y;
    Transform.z[eid] = z;
  }

  function turn({ eid }: Dragon, x: number, y: number, z: number): void {
    turnBody(Transform, eid, x, y, z);
  }

  /** Finds which triangles touch. */
  function measure(): void {
    collisionSystem(world);
    counts.contacts = counts.points = deepest = 0;
    for (const contact of collision.contacts()) {
      counts.contacts++;
      counts.points += contact.pointCount;
      deepest = Math.max(deepest, contact.penetration);
    }
  }

  /** Turns both, and has them touch lightly. */
  function drift(): void {
    turn(a, 0, SPIN, 0);
    turn(b, 0, -0.7 * SPIN, 0);
    const apart = Transform.x[b.eid] - Transform.x[a.eid];
    const by = counts.contacts < FEW ? -APPROACH : counts.contacts > MANY ? APPROACH : 0;
    if (apart + by > APART.nearest && apart + by < APART.farthest) Transform.x[b.eid] += by;
  }

  // The dragons begin at the distance at which they meet.
  measure();
  while (counts.contacts === 0 && Transform.x[b.eid] - Transform.x[a.eid] > APART.nearest) {
    Transform.x[b.eid] -= FIRST_STEP;
    measure();
  }
  const middle = (Transform.x[a.eid] + Transform.x[b.eid]) / 2;
  for (const { eid } of bodies) Transform.x[eid] -= middle;
  measure();
  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    counts,
    settings,
    scan,
    bodies,
    acts: handOf({ bodies, settings, moveTo, turn, measure }),
    moveTo,
    turn,
    measure,
    /** How deep the deepest contact is. */
    get deepest() {
      return deepest;
    },
    step() {
      if (settings.automatic) drift();
      measure();
    },
    hash() {
      const poses = bodies.flatMap(({ eid }) => [
        Transform.x[eid],
        Transform.y[eid],
        Transform.qx[eid],
        Transform.qy[eid],
      ]);
      return hashNumbers([...poses, counts.contacts, counts.points, deepest]);
    },
  } satisfies Sim & Record<string, unknown>;
}
