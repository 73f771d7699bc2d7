import { addComponent, createWorld, removeComponent } from 'bitecs';
import { collisionSystem, createCollision } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { Bodies, type Body } from './bodies.ts';
import { SLEEPERS } from './groups.ts';
import { Tally } from './tally.ts';

export const about: SceneAbout = {
  summary: 'Seven groups, each with a rule of its own: the table counts which of them report when they begin to touch.',
  hint: 'Point at a body to read why it does or does not touch its neighbour; drag it to try.',
  touchHint: 'Tap a body to read why it does or does not touch its neighbour; drag it to try.',
};

/** Ticks after which another pair is explained, left alone, and another neighbour is looked for. */
const SUBJECT_TICKS = 140;
const NEIGHBOUR_TICKS = 20;
/** The ticks between two searches for pairs that can never meet. */
const NEVER_TICKS = 20;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const world = createWorld();
  const byEntity = new Map<number, Body>();
  const collision = createCollision(world, {
    // Magnets of the same pole never meet; this is asked once, when their bounds begin to overlap.
    shouldCollide: (a, b) => byEntity.get(a)!.pole * byEntity.get(b)!.pole !== 1,
  });
  const { Transform, Disabled } = collision;
  const input = createSceneInput();
  const settings = { disabled: true };
  const bodies = new Bodies(world, collision, createRandom(seed));
  for (const body of bodies.all) byEntity.set(body.eid, body);
  const tally = new Tally(collision, byEntity);
  /** The pair that is explained. */
  const pair = { a: bodies.all[0], b: bodies.all[1] };
  const pointer = { x: 0, y: 0, moved: false, held: undefined as Body | undefined, offsetX: 0, offsetY: 0 };
  let tick = 0;
  remember(
    () => ({ pointer, tick }),
    (was) => void ({ tick } = was),
  );

  function point(): void {
    const { pointerX, pointerY, pointerDown } = input;
    if (pointerDown || pointerX !== pointer.x || pointerY !== pointer.y) pointer.moved = true;
    pointer.x = pointerX;
    pointer.y = pointerY;
    if (!pointerDown) pointer.held = undefined;
    else if (pointer.held === undefined) {
      const held = bodies.nearest(pointerX, pointerY);
      pointer.held = held;
      pointer.offsetX = Transform.x[held.eid] - pointerX;
      pointer.offsetY = Transform.y[held.eid] - pointerY;
    }
    const { held } = pointer;
    if (held === undefined) return;
    bodies.place(held, pointerX + pointer.offsetX, pointerY + pointer.offsetY);
    // Direct writes to what is static have to be announced.
    collision.touch(held.eid);
  }

  function choosePair(): void {
    const { held } = pointer;
    const before = pair.a;
    if (held !== undefined) pair.a = held;
    else if (pointer.moved) pair.a = bodies.nearest(pointer.x, pointer.y);
    else pair.a = bodies.all[(5 * Math.floor(tick / SUBJECT_TICKS)) % bodies.all.length];
    if (pair.a === before && held === undefined && tick % NEIGHBOUR_TICKS !== 0) return;
    pair.b = bodies.nearest(Transform.x[pair.a.eid], Transform.y[pair.a.eid], pair.a);
  }

  return {
    world,
    collision,
    input,
    settings,
    bodies: bodies.all,
    tally,
    pair,
    explain: () => Tally.explain(world, byEntity, pair.a, pair.b),
    /** Adds or removes the tag of the sleepers. */
    disable(disabled: boolean) {
      for (const { eid } of bodies.all.filter(({ group }) => group === SLEEPERS)) {
        if (disabled) addComponent(world, eid, Disabled);
        else removeComponent(world, eid, Disabled);
      }
    },
    step() {
      point();
      bodies.move(pointer.held);
      tally.fade();
      collisionSystem(world);
      if (tick % NEVER_TICKS === 0) tally.askNever(world, bodies.all);
      choosePair();
      tick++;
    },
    hash() {
      const { x, y } = Transform;
      const count = bodies.all.length + 1;
      return hashNumbers(tally.begins, undefined, hashNumbers(y, count, hashNumbers(x, count)));
    },
  } satisfies Sim & Record<string, unknown>;
}
