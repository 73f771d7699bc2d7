/**
 * Runs in a child process with `--expose-gc`: gives worlds collision, uses them, lets go of them, and prints which uses
 * keep a world alive afterwards, and how much memory is held after many worlds.
 */
import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  attachedTo,
  box,
  castCollider,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  chain,
  circle,
  closestEntities,
  closestPoint,
  closestPoints,
  collideShape,
  collisionOf,
  collisionSystem,
  copyContact,
  createCollision,
  createCollisionHistory,
  createContactColumns,
  createDebugLines,
  createEventLog,
  createMoveResult,
  createRayHits,
  createSnapshot,
  explainPair,
  hashCollision,
  moveAndSlide,
  oneWay,
  overlapSector,
  overlapShape,
  ownMargin,
  polygon,
  pushApart,
  queryAabb,
  queryPoint,
  readContacts,
  reconsider,
  refreshCollider,
  restoreCollision,
  saveCollision,
  seamless,
  sweptColliders,
  updateDebugLines,
} from '../../entry/2d.ts';

declare const gc: () => void;

type World = ReturnType<typeof createWorld>;

const at = { x: 0, y: 0 };
const way = { x: 1, y: 0 };

/** The uses of a world that a game may make; its entities are 1 … 5. */
const USES: Record<string, (world: World, options: object) => unknown> = {
  nothing: () => 0,
  queryAabb: (world, options) => queryAabb(world, { x: -1, y: -1 }, { x: 1, y: 1 }, [], options),
  'queryAabb in order': (world, options) =>
    queryAabb(world, { x: -1, y: -1 }, { x: 1, y: 1 }, [], { ...options, order: (a, b) => a - b }),
  queryPoint: (world, options) => queryPoint(world, { x: 0, y: 0 }, [], options),
  overlapShape: (world, options) => overlapShape(world, circle(1), at, [], options),
  overlapSector: (world, options) =>
    overlapSector(world, { ...at, radius: 3, halfAngle: 1 }, [], { ...options, lineOfSight: options }),
  castRay: (world, options) => castRay(world, { x: -9, y: 0 }, { x: 1, y: 0 }, options),
  castRayAny: (world, options) => castRayAny(world, { x: -9, y: 0 }, { x: 1, y: 0 }, options),
  castRayAll: (world, options) => castRayAll(world, { x: -9, y: 0 }, { x: 1, y: 0 }, [], options),
  castRays: (world, options) => castRays(world, [-9, 0, 1, 0], createRayHits(1), options),
  castShape: (world, options) => castShape(world, box(1, 1), at, way, options),
  castCollider: (world, options) => castCollider(world, 1, way, options),
  closestPoint: (world, options) => closestPoint(world, { x: 1, y: 1 }, options),
  closestEntities: (world, options) => closestEntities(world, { x: 1, y: 1 }, 3, [], options),
  closestPoints: (world) => closestPoints(world, 1, 2),
  collideShape: (world, options) => collideShape(world, polygon([0, 0, 2, 0, 0, 2]), at, [], options),
  'moveAndSlide of a shape': (world, options) =>
    moveAndSlide(world, { shape: circle(1), ...at }, { x: 1, y: 0 }, options),
  'moveAndSlide of an entity': (world, options) =>
    moveAndSlide(
      world,
      1,
      { x: 1, y: 1 },
      { ...options, up: { x: 0, y: 1 }, accept: () => world !== undefined, carry: true },
      createMoveResult(),
    ),
  'a query in a query': (world) =>
    queryAabb(world, { x: -1, y: -1 }, { x: 1, y: 1 }, [], {
      predicate: () => queryPoint(world, { x: 0, y: 0 }, []) >= 0,
    }),
  'a query that throws': (world) => {
    const predicate = (): boolean => {
      throw new Error(`in ${String(world)}`);
    };
    try {
      castRay(world, { x: -9, y: 0 }, { x: 1, y: 0 }, { predicate });
    } catch {}
  },
  pushApart: (world) => pushApart(world, { weight: () => (world === undefined ? 1 : 2) }),
  'contacts in a loop': (world) => [...collisionOf(world).contacts()].length,
  'contacts of one': (world) => {
    for (const contact of collisionOf(world).contactsOf(1)) return copyContact(contact);
  },
  handlers: (world) => {
    const collision = collisionOf(world);
    collision.onBegin(() => world);
    collision.onEnd(addEntity(world), () => world);
    removeEntity(world, 2);
    collisionSystem(world);
  },
  debugLines: (world) => updateDebugLines(createDebugLines(world), 1),
  explainPair: (world) => explainPair(world, 1, 2),
  reconsider: (world) => reconsider(world, 1),
  refreshCollider: (world) => refreshCollider(world, 1),
  snapshots: (world) => {
    const snapshot = createSnapshot();
    saveCollision(world, snapshot);
    restoreCollision(world, snapshot);
    return hashCollision(world);
  },
  'everything that is imported': (world, options) => {
    const AttachedTo = attachedTo(world);
    const OneWay = oneWay(world);
    addComponent(world, 1, set(AttachedTo, { parent: 2 }));
    addComponent(world, 2, set(OneWay, { normalX: 0, normalY: 1 }));
    addComponent(world, 3, seamless(world));
    addComponent(world, 4, set(ownMargin(world), { distance: 0.1 }));
    const history = createCollisionHistory(world);
    const log = createEventLog(world);
    collisionSystem(world);
    history.record();
    castShape(world, box(1, 1), at, way, options);
    moveAndSlide(world, 5, { x: 1, y: 1 }, options);
    readContacts(world, createContactColumns());
    return log;
  },
  dispose: (world) => collisionOf(world).dispose(),
};

function open(): World {
  const world = createWorld();
  const { Transform, Collider, Swept } = createCollision(world, { swept: sweptColliders });
  const shapes = [circle(1), box(1, 1), chain([0, 0, 1, 0, 2, 1]), polygon([0, 0, 1, 0, 0, 1]), circle(0.5)];
  for (const [i, shape] of shapes.entries()) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: i / 2, y: 0 }));
    addComponent(world, eid, set(Collider, shape));
    if (i === 4) addComponent(world, eid, Swept);
  }
  collisionSystem(world);
  collisionSystem(world);
  return world;
}

/** Opens a world, uses it, and returns what tells whether it is still there. */
function drop(use: (world: World, options: object) => unknown): WeakRef<World> {
  const world = open();
  const options = { predicate: () => world !== undefined, with: [], ignore: [5] };
  use(world, options);
  return new WeakRef(world);
}

/**
 * Measures the memory in use once all unreachable objects are collected: the owner of a buffer first, then the buffer.
 */
async function held(): Promise<{ heapUsed: number; arrayBuffers: number }> {
  for (let i = 0; i < 3; i++) {
    // References that are made in a turn are kept until it is over.
    await new Promise((resolve) => setTimeout(resolve));
    gc();
  }
  return process.memoryUsage();
}

const uses = Object.entries(USES);
const kept: unknown[] = [];
USES['is held'] = (world) => kept.push(world);
const dropped = Object.entries(USES).map(([name, use]) => [name, drop(use)] as const);
await held();
const alive = dropped.filter(([, ref]) => ref.deref() !== undefined).map(([name]) => name);

const worlds = Number(process.argv[2]);
const openMany = (count: number): void => {
  for (let i = 0; i < count; i++) {
    const world = open();
    const [name, use] = uses[i % uses.length];
    use(world, {});
    if (name !== 'dispose') collisionOf(world).dispose();
  }
};
openMany(worlds / 4);
const before = await held();
openMany(worlds);
const after = await held();
const grown = { heap: after.heapUsed - before.heapUsed, buffers: after.arrayBuffers - before.arrayBuffers };
console.log(JSON.stringify({ alive, ...grown }));
