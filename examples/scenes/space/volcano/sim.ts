import { createWorld } from 'bitecs';
import { castRay, collisionSystem, createCollision } from 'bitecs-collision/3d';
import { Rotor } from '../../../shared/rotor.ts';
import { type AddedBody, type BodyKind, SpaceBodies } from '../../../shared/space-bodies.ts';
import { SpaceSolver } from '../../../shared/space-solver.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { type Change, HALF, Terrain } from './terrain.ts';

export const about: SceneAbout = {
  summary:
    'A volcano of real heights, cut into chunks that are a heightfield each, with a hole in its crater: it changes under what rolls over it.',
  hint: 'Press on the ground to change it with the tool above; the right button turns the picture.',
  touchHint: 'Press on the ground to change it with the tool above, or choose Look to turn the picture.',
  tools: ['Raise', 'Lower', 'Open', 'Close', 'Look'],
};

/** The tools in their order; the last one changes nothing. */
const CHANGES: readonly Change[] = [0.1, -0.1, 'open', 'close'];
export const LOOK_TOOL = CHANGES.length;

const COUNT = 130;
const KINDS: readonly BodyKind[] = ['ball', 'ball', 'pebble', 'box', 'cylinder', 'bunny'];
/** Contacts are known when bodies come this near. */
const MARGIN = 0.06;
/** Units a second at which ground that rises lifts what lies on it. */
const PUSH = 12;
/** Units that the brush reaches. */
export const BRUSH = 4;
/** The hole of the crater is where the map has it deepest, in units from the middle. */
export const CRATER = { x: -15, z: 0, radius: 2.2 };
/** Bodies that fall below all ground begin again on top. */
const LOW = -8;
const HIGH = 14;
/** An unseen hand makes a hill that walks about until somebody takes the tools. */
const WALK = 0.012;
const WALK_X = 24;
const WALK_Z = 16;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { margin: MARGIN, timings: true });
  const { Transform } = collision;
  const input = createSceneInput();
  const settings = { automatic: true, brush: BRUSH, friction: 0.5, rolling: 0.4 };
  const counts = { bodies: COUNT, contacts: 0, changes: 0, fallen: 0 };
  const solver = new SpaceSolver(world, collision, { bounce: 0.2, push: PUSH });
  const bodies = new SpaceBodies(world, collision, solver);
  const terrain = new Terrain(world, collision);
  for (const { eid } of terrain.chunks) solver.add(eid);
  terrain.change(CRATER.x, CRATER.z, CRATER.radius, 'open');

  for (let i = 0; i < COUNT; i++) {
    const body = bodies.add(KINDS[i % KINDS.length], { x: 0, y: 0, z: 0 }, 0.8 + 0.9 * random());
    drop(body, 9);
  }
  /** Where the visitor presses on the ground; nothing while nobody does. */
  let pressed: { x: number; z: number } | undefined;
  const walk = new Rotor(WALK, random() - 0.5, random() - 0.5);
  remember(
    () => ({ pressed, walk }),
    (was) => void ({ pressed } = was),
  );

  function drop(body: AddedBody, above: number): void {
    const place = {
      x: 0.9 * HALF.x * (2 * random() - 1),
      y: HIGH + above * random(),
      z: 0.9 * HALF.z * (2 * random() - 1),
    };
    bodies.launch(body, place, { x: 0, y: 0, z: 0 }, random);
  }

  function changeGround(): void {
    if (settings.automatic) {
      walk.turn();
      // The ground rises in front of the moving hand and sinks behind it.
      const [x, z] = [WALK_X * walk.x, WALK_Z * walk.y];
      terrain.change(x, z, 1.6 * settings.brush, 0.07);
      terrain.change(x + 5 * walk.y, z - 5 * walk.x, 1.6 * settings.brush, -0.07);
      counts.changes++;
      return;
    }
    const change = CHANGES[input.tool];
    if (pressed === undefined || change === undefined) return;
    terrain.change(pressed.x, pressed.z, settings.brush, change);
    counts.changes++;
  }

  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    counts,
    settings,
    terrain,
    bodies: bodies.all,
    acts: {
      /** Hears where the visitor presses. */
      press(x: number, z: number) {
        pressed = { x, z };
        settings.automatic = false;
      },
      release() {
        pressed = undefined;
      },
      drift(automatic: boolean) {
        settings.automatic = automatic;
      },
    },
    /** Returns where a ray meets the ground, not the bodies. */
    groundAt(from: { x: number; y: number; z: number }, direction: { x: number; y: number; z: number }) {
      return castRay(world, from, direction, { with: [collision.Static] });
    },
    step() {
      Object.assign(solver.options, { friction: settings.friction, rolling: settings.rolling });
      changeGround();
      for (const body of bodies.all) {
        if (Transform.y[body.eid] > LOW) continue;
        counts.fallen++;
        drop(body, 5);
      }
      collisionSystem(world);
      solver.step(TICK);
      counts.contacts = collision.counts.contacts;
    },
    hash() {
      const size = bodies.all[COUNT - 1].eid + 1;
      const places = hashNumbers(Transform.z, size, hashNumbers(Transform.y, size, hashNumbers(Transform.x, size)));
      return hashNumbers(terrain.heights, terrain.heights.length, places);
    },
  } satisfies Sim & Record<string, unknown>;
}
