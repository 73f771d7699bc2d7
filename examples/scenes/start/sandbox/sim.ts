import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  type CastHit,
  castRayAll,
  chain,
  closestPoint,
  collisionSystem,
  createCollision,
  queryPoint,
  type ShapeSpec,
} from 'bitecs-collision/2d';
import { pullToPointer } from '../../../shared/grip.ts';
import { type Body, SoftStepSolver } from '../../../shared/soft-step-solver.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { MOST_ITEMS, MOST_POINTS, readItems, writeItems } from './link.ts';
import { type Item, SHAPE_NAMES, SHAPES, type ShapeName } from './things.ts';

export const TOOLS = ['grab', ...SHAPE_NAMES, 'chain', 'ray', 'erase', 'empty'] as const;

export const about: SceneAbout = {
  summary: 'Put shapes in and throw them, draw ground, cast rays; the link button makes a link to what you made.',
  hint: 'Choose a tool above, then press.',
  tools: TOOLS,
};

export const EXTENT = { minX: -9, minY: -6.5, maxX: 9, maxY: 6.5 };

/** Contacts are known when bodies come this near, so that the solver stops them before they overlap. */
const MARGIN = 0.02;
/** How thick floor and walls are, and how far from the picture something is gone. */
const WALL = 1;
const GONE = 4;
/** A chain gets a point each time the pointer has gone this far; the eraser takes what is this near. */
const CHAIN_STEP = 0.3;
const ERASER = 0.25;

/** Something that was put into the sandbox. */
export interface Thing {
  readonly eid: number;
  readonly item: Item;
  readonly shape: ShapeSpec;
  readonly body: Body;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed, saved }: SimOptions) {
  const world = createWorld();
  const collision = createCollision(world, { margin: MARGIN });
  const { Transform, Collider, Static } = collision;
  const solver = new SoftStepSolver(collision);
  const input = createSceneInput();
  const counts = { things: 0, contacts: 0 };
  const things: Thing[] = [];
  /** The chain that is being drawn: x, y of its points. */
  const stroke: number[] = [];
  const ray = { x: 0, y: 0, toX: 0, toY: 0, isCast: false };
  const hits: CastHit[] = [];
  const found: number[] = [];
  let held: Thing | undefined;
  let wasDown = false;
  remember(
    () => ({ held, wasDown }),
    (was) => void ({ held, wasDown } = was),
  );

  const { minX, minY, maxX, maxY } = EXTENT;
  addWall(0, maxY, maxX + WALL, WALL);
  addWall(minX - WALL, 0, WALL, maxY + WALL);
  addWall(maxX + WALL, 0, WALL, maxY + WALL);
  addWall(0, minY - WALL, maxX + WALL, WALL);
  for (const item of saved === undefined ? firstItems(createRandom(seed)) : readItems(saved)) add(item);

  function addWall(x: number, y: number, halfWidth: number, halfHeight: number): void {
    solver.add(put(box(halfWidth, halfHeight), x, y, 0, true));
  }

  function put(shape: ShapeSpec, x: number, y: number, rotation: number, isStatic: boolean): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, shape));
    if (isStatic) addComponent(world, eid, Static);
    return eid;
  }

  function add(item: Item): Thing | undefined {
    if (things.length >= MOST_ITEMS) return undefined;
    const isChain = 'points' in item;
    const shape = isChain ? chain(item.points) : SHAPES[item.shape];
    const eid = isChain ? put(shape, 0, 0, 0, true) : put(shape, item.x, item.y, item.rotation, false);
    const thing = { eid, item, shape, body: isChain ? solver.add(eid) : solver.add(eid, shape, 1) };
    things.push(thing);
    return thing;
  }

  function remove(thing: Thing): void {
    solver.remove(thing.eid);
    removeEntity(world, thing.eid);
    things.splice(things.indexOf(thing), 1);
    if (held === thing) held = undefined;
  }

  function thingAt(x: number, y: number): Thing | undefined {
    queryPoint(world, { x, y }, found);
    return things.filter(({ eid, item }) => !('points' in item) && found.includes(eid)).at(-1);
  }

  /** What each tool does in a tick in which the pointer is down, `began` in the first of them. */
  function use(tool: Exclude<(typeof TOOLS)[number], 'empty'>, began: boolean): void {
    const { pointerX: x, pointerY: y } = input;
    if (tool === 'grab') {
      if (began) held = thingAt(x, y);
    } else if (tool === 'chain') {
      draw(x, y);
    } else if (tool === 'ray') {
      if (began) Object.assign(ray, { x, y });
      Object.assign(ray, { toX: x, toY: y, isCast: true });
    } else if (tool === 'erase') {
      const near = thingAt(x, y)?.eid ?? closestPoint(world, { x, y }, { maxDistance: ERASER })?.entity;
      const thing = things.find(({ eid }) => eid === near);
      if (thing !== undefined) remove(thing);
    } else if (began) {
      // The new thing stays in the hand, so it can be thrown.
      held = add({ shape: tool satisfies ShapeName, x, y, rotation: 0 });
    }
  }

  function draw(x: number, y: number): void {
    const last = stroke.length - 2;
    const far = last < 0 || Math.hypot(x - stroke[last], y - stroke[last + 1]) >= CHAIN_STEP;
    if (far && stroke.length < 2 * MOST_POINTS) stroke.push(clamp(x, minX, maxX), clamp(y, minY, maxY));
  }

  function letGo(): void {
    held = undefined;
    if (stroke.length >= 4) add({ points: [...stroke] });
    stroke.length = 0;
  }

  return {
    world,
    collision,
    input,
    counts,
    things,
    stroke,
    ray,
    hits,
    step() {
      collisionSystem(world); // finds what touches, or nearly so
      const { pointerDown } = input;
      const tool = TOOLS[input.tool] ?? 'grab';
      if (tool === 'empty') for (const thing of [...things]) remove(thing);
      else if (pointerDown) use(tool, !wasDown);
      else if (wasDown) letGo();
      wasDown = pointerDown;
      if (tool !== 'ray') ray.isCast = false;
      if (held !== undefined) pullToPointer(collision, held.body, input);
      solver.step(TICK);
      for (const thing of [...things]) {
        const [x, y] = [Transform.x[thing.eid], Transform.y[thing.eid]];
        if (x < minX - GONE || x > maxX + GONE || y < minY - GONE || y > maxY + GONE) remove(thing);
      }
      const isLong = ray.toX !== ray.x || ray.toY !== ray.y;
      hits.length =
        ray.isCast && isLong
          ? castRayAll(world, ray, { x: ray.toX - ray.x, y: ray.toY - ray.y }, hits, { maxFraction: 1 })
          : 0;
      counts.things = things.length;
      counts.contacts = collision.counts.contacts;
    },
    hash() {
      const numbers = things.flatMap(({ eid }) => [Transform.x[eid], Transform.y[eid], Transform.rotation[eid]]);
      return hashNumbers(numbers, numbers.length, hashNumbers([things.length]));
    },
    save() {
      return writeItems(
        things.map(({ eid, item }) =>
          'points' in item
            ? item
            : { shape: item.shape, x: Transform.x[eid], y: Transform.y[eid], rotation: Transform.rotation[eid] },
        ),
      );
    },
  } satisfies Sim & Record<string, unknown>;
}

/** Something to begin with: a slope, a tower, and one of each shape that falls. */
function firstItems(random: () => number): Item[] {
  const slope = Array.from({ length: 12 }, (_, i) => [-8.6 + 0.5 * i, 1 + 3.6 * (1 - (1 - i / 11) ** 2)]).flat();
  const tower = Array.from({ length: 5 }, (_, i): Item => ({ shape: 'box', x: 5, y: 5 - 1.02 * i, rotation: 0 }));
  const plank: Item = { shape: 'plank', x: 5, y: -0.4, rotation: 0 };
  const falling = SHAPE_NAMES.map(
    (shape, i): Item => ({
      shape,
      x: -7.6 + 1.7 * i,
      y: -4.5 - 0.6 * random(),
      rotation: 6 * random(),
    }),
  );
  return [{ points: slope }, ...tower, plank, ...falling];
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
