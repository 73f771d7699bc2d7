import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import { castRay, collisionSystem, createCollision, mesh } from 'bitecs-collision/3d';
import { livingRoom } from '../../../shared/living-room.ts';
import { BODY_KINDS, SpaceBodies } from '../../../shared/space-bodies.ts';
import { SpaceSolver } from '../../../shared/space-solver.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'A living room as a headset has scanned it, 62,102 triangles, into which balls, boxes and hulls are thrown.',
  hint: 'Press where something is to be thrown; the right button turns the picture.',
  touchHint: 'Press where something is to be thrown, or choose Look to turn the picture.',
  tools: ['Throw', 'Look'],
};

export const LOOK_TOOL = 1;

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const COUNT = 100;
/** Contacts are known when bodies come this near, in metres: a tenth of a second's way must not lead through a wall. */
const MARGIN = 0.045;
/** Metres a second at which things are thrown, and how fast they rise at first. */
const SPEED = 5;
const RISE = 1;
/** Things are thrown from so far before where they shall go, in metres. */
const WAY = 2.2;
/** Ticks from one to the next. */
const PAUSE = 8;
/** Where things are thrown from while nobody throws: the middle of the room, at the height of a head. */
const MIDDLE = { x: 0.2, y: 1.9, z: -0.2 };
const HIDDEN = { x: 0, y: -100, z: 0 };

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { margin: MARGIN, timings: true });
  const { Transform, Collider, Static, Disabled } = collision;
  const input = createSceneInput();
  const settings = { automatic: true, gravity: 9.8, bounce: 0.4, friction: 0.5 };
  const counts = { triangles: 0, thrown: 0, contacts: 0 };
  const solver = new SpaceSolver(world, collision, { rolling: 1 });
  const bodies = new SpaceBodies(world, collision, solver);
  const scan = livingRoom();
  counts.triangles = scan.index.length / 3;

  const room = addEntity(world);
  addComponent(world, room, Static);
  addComponent(world, room, set(Transform, {}));
  // The camera looks into the room through the backs of the walls, which the picture leaves out. Rays and bodies pass
  // them in the same direction, as the mesh is one-sided.
  addComponent(world, room, set(Collider, mesh(scan.positions, scan.index, { oneSided: true })));
  solver.add(room);
  // The bodies wait, disabled, until they are thrown one after another; when all have been thrown, the first is thrown
  // again.
  for (let i = 0; i < COUNT; i++) {
    const { eid } = bodies.add(BODY_KINDS[i % BODY_KINDS.length], HIDDEN, 0.14 + 0.12 * random());
    addComponent(world, eid, Disabled);
  }
  /** Where the visitor throws to, while she presses. */
  let aim: { from: Vector; direction: Vector } | undefined;
  let tick = 0;
  remember(
    () => ({ aim, tick }),
    (was) => void ({ aim, tick } = was),
  );

  function launch(from: Vector, towards: Vector): void {
    const body = bodies.all[counts.thrown++ % COUNT];
    const length = Math.sqrt(towards.x * towards.x + towards.y * towards.y + towards.z * towards.z);
    const velocity = {
      x: (SPEED * towards.x) / length,
      y: (SPEED * towards.y) / length + RISE,
      z: (SPEED * towards.z) / length,
    };
    removeComponent(world, body.eid, Disabled);
    bodies.launch(body, from, velocity, random);
  }

  function throwOne(): void {
    if (aim !== undefined) {
      const { from, direction } = aim;
      const hit = castRay(world, from, direction, { with: [Static] });
      if (hit === undefined) return;
      const { x, y, z } = direction;
      const length = Math.sqrt(x * x + y * y + z * z);
      // Along the same line, but not from behind the visitor.
      const back = Math.min(hit.fraction, WAY / length);
      launch({ x: hit.x - back * x, y: hit.y - back * y, z: hit.z - back * z }, direction);
    } else if (settings.automatic) {
      launch(MIDDLE, { x: 2 * random() - 1, y: 1.1 * random() - 0.9, z: 2 * random() - 1 });
    }
  }

  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    counts,
    settings,
    scan,
    room,
    bodies: bodies.all,
    acts: {
      /**
       * Hears of the ray along which the visitor looks at what she throws at: three numbers from where, three where to.
       */
      aimAt(...[x, y, z, byX, byY, byZ]: number[]) {
        if (aim === undefined) tick = 0;
        aim = { from: { x, y, z }, direction: { x: byX, y: byY, z: byZ } };
        settings.automatic = false;
      },
      release() {
        aim = undefined;
      },
      drift(automatic: boolean) {
        settings.automatic = automatic;
      },
    },
    step() {
      const { gravity, bounce, friction } = settings;
      Object.assign(solver.options, { gravity, bounce, friction });
      if (tick++ % PAUSE === 0) throwOne();
      collisionSystem(world);
      solver.step(TICK);
      counts.contacts = collision.counts.contacts;
    },
    hash() {
      const size = bodies.all[COUNT - 1].eid + 1;
      return hashNumbers(Transform.z, size, hashNumbers(Transform.y, size, hashNumbers(Transform.x, size)));
    },
  } satisfies Sim & Record<string, unknown>;
}
