import { addComponent, addEntity, set } from 'bitecs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { createGame, type Game, listen } from '../support/game-2d.ts';
import { type GameKit, planeKit, spaceKit } from '../support/game-kits.ts';
import { HOSTILE, OWN_ERROR, spoil } from '../support/hostile-values.ts';

/*
 * Every public function of both dimensions, called with one argument (or one field of one) that is something else: the
 * call works, or throws a CollisionError and leaves the world as it was. Replay a failure with the seed and path it
 * prints.
 */

const { CollisionError } = plane;
const SEED = 20261122;

interface Call {
  readonly of: (...args: never[]) => unknown;
  readonly args: unknown[];
}

type Calls = Record<string, Call>;

const call = (of: (...args: never[]) => unknown, ...args: unknown[]): Call => ({ of, args });

const OPTIONS = { categoryBits: 1, maskBits: 1, sensors: true, with: [], ignore: 1, predicate: () => true };
const POINTS = [0, 0, 2, 0, 2, 2, 0, 2];
/** The corners of a tetrahedron. */
const CORNERS = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const HEIGHTS = Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0);
/** The six sides of a cube about the origin, as planes that look inwards. */
const FRUSTUM = [1, 0, 0, 9, -1, 0, 0, 9, 0, 1, 0, 9, 0, -1, 0, 9, 0, 0, 1, 9, 0, 0, -1, 9];

/** What the calls of a dimension are made with. */
interface Dimension {
  readonly kit: GameKit;
  readonly library: Record<string, unknown>;
  /** A point or a direction: z is 0, and only where there is one. */
  at(x: number, y: number): object;
  pose(x: number, y: number): object;
  /** A shape that is registered. */
  readonly registered: () => plane.ShapeSpec | space.ShapeSpec;
  /** The calls that this dimension alone has. */
  own(game: Game): Calls;
}

const PLANE: Dimension = {
  kit: planeKit,
  library: plane,
  at: (x, y) => ({ x, y }),
  pose: (x, y) => ({ x, y, rotation: 1 }),
  registered: () => plane.polygon(POINTS),
  own({ world }) {
    const map = plane.tiles({ columns: 2, rows: 2, size: 1 });
    const tiles = { columns: 2, rows: 2, size: { width: 1, height: 2 }, cells: [0, 1, 1, 0], shapes: { 1: 'full' } };
    const lines = plane.createDebugLines(world);
    return {
      box: call(plane.box, 1, 1, { radius: 1 }),
      circle: call(plane.circle, 1),
      ellipse: call(plane.ellipse, 2, 1, { radius: 1 }),
      sector: call(plane.sector, 2, 1),
      polygon: call(plane.polygon, POINTS, { radius: 1 }),
      'polygon of pairs': call(plane.polygon, [[0, 0], [1, 0], { x: 0, y: 1 }]),
      concave: call(plane.concave, [0, 0, 9, 0, 9, 9, 4, 1, 0, 9], { holes: [], radius: 1 }),
      segment: call(plane.segment, 0, 0, 1, 1),
      chain: call(plane.chain, POINTS, { closed: true, oneSided: true, allowCrossings: false }),
      compound: call(plane.compound, [
        { ...plane.circle(1), offsetX: 1, offsetY: 1, offsetRotation: 1 },
        plane.polygon(POINTS),
      ]),
      tiles: call(plane.tiles, { ...tiles, yUp: true, oneWayDepth: 1 }),
      setTile: call(plane.setTile, map, 0, 1, 1),
      tileAt: call(plane.tileAt, map, 0, 1),
      tileOutlines: call(plane.tileOutlines, [1, 0, 0, 1], 2, 2, { size: 1 }),
      overlapSector: call(
        plane.overlapSector,
        world,
        { x: 0, y: 0, radius: 9, rotation: 0, halfAngle: 1 },
        [],
        OPTIONS,
      ),
      pushApart: call(plane.pushApart, world, { rounds: 1, strength: 1, slop: 0, weight: () => 1 }),
      createDebugLines: call(plane.createDebugLines, world, { bounds: true, colours: {} }),
      updateDebugLines: call(plane.updateDebugLines, lines, 1),
    };
  },
};

const SPACE: Dimension = {
  kit: spaceKit,
  library: space,
  at: (x, y) => ({ x, y, z: 0 }),
  pose: (x, y) => ({ x, y, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 }),
  registered: () => space.hull(CORNERS),
  own({ world }) {
    const field = space.heightfield(HEIGHTS, 3, 3, 1);
    const surface = space.mesh(CORNERS, FACES);
    const hit = { entity: 3, child: 1, x: 0, y: 0, z: 0 };
    return {
      box: call(space.box, 1, 1, 1, { radius: 1 }),
      sphere: call(space.sphere, 1),
      cylinder: call(space.cylinder, 1, 1),
      cone: call(space.cone, 1, 1),
      halfSpace: call(space.halfSpace),
      hull: call(space.hull, CORNERS, { radius: 1 }),
      mesh: call(space.mesh, CORNERS, FACES, { oneSided: true }),
      'mesh that is solid': call(space.mesh, CORNERS, FACES, { solid: true }),
      heightfield: call(space.heightfield, HEIGHTS, 3, 3, { x: 1, z: 2 }, {}),
      compound: call(space.compound, [
        { ...space.sphere(1), offsetX: 1, offsetY: 1, offsetZ: 1, offsetQx: 1, offsetQy: 0, offsetQz: 0, offsetQw: 1 },
        space.hull(CORNERS),
      ]),
      setHeights: call(space.setHeights, world, field, { column: 0, row: 1, columns: 2, rows: 1 }, [1, 2]),
      setMeshPositions: call(space.setMeshPositions, world, surface, [1, 2, 3], { start: 1, count: 1 }),
      queryFrustum: call(space.queryFrustum, world, FRUSTUM, [], OPTIONS),
      overlapCone: call(
        space.overlapCone,
        world,
        { x: 0, y: 0, z: 0, axis: { x: 1, y: 0, z: 0 }, radius: 9, halfAngle: 1 },
        [],
        OPTIONS,
      ),
      triangleAt: call(space.triangleAt, world, hit, {}),
      triangleCornersAt: call(space.triangleCornersAt, world, hit, new Float64Array(9)),
    };
  },
};

/** Every call with arguments that it takes. */
function calls(dimension: Dimension, game: Game): Calls {
  const { kit, at, pose } = dimension;
  const { world, collision } = game;
  const library = dimension.library as unknown as typeof plane;
  const put =
    (component: object) =>
    (values: unknown): void => {
      const eid = addEntity(world);
      addComponent(world, eid, set(component, values));
    };
  const cast = [world, at(0, 9), at(0, -1)];
  const ownStores = Object.fromEntries([...kit.axes, ...kit.turns].map((name) => [name, [0, 1, 2]]));
  const move = {
    ...OPTIONS,
    skin: 0.1,
    up: at(0, 1),
    slopeLimit: 1,
    stepHeight: 1,
    snapDistance: 1,
    carry: true,
    platform: 2,
    accept: () => true,
  };
  const saved = library.createSnapshot();
  library.saveCollision(world, saved);
  const text = library.shapeToJson(dimension.registered() as plane.ShapeSpec, library.SHAPE_FORMATS);
  const rays = [0, 9, 0, -9, 5, 9, 0, -9, 3, 3, 3, 3];
  return {
    createCollision: call(library.createCollision, {}, { capacity: 8, maxEntityIndex: 99, shared: true, margin: 1 }),
    'createCollision with stores': call(library.createCollision, {}, { transform: { component: {}, ...ownStores } }),
    capsule: call(library.capsule, 1, 1),
    massProperties: call(library.massProperties, dimension.registered()),
    shapeToJson: call(library.shapeToJson, dimension.registered(), library.SHAPE_FORMATS),
    shapeFromJson: call(library.shapeFromJson, text, library.SHAPE_FORMATS),
    'set(Transform)': call(put(collision.Transform), { ...pose(1, 1), scale: 1 }),
    'set(Collider)': call(put(collision.Collider), {
      ...dimension.registered(),
      maskBits: 1,
      categoryBits: 1,
      groupIndex: 1,
    }),
    withTransform: call(library.withTransform, collision, { ...pose(1, 1), scale: 1 }),
    withCollider: call(library.withCollider, collision, { ...dimension.registered(), maskBits: 1 }),
    castRay: call(library.castRay, ...cast, { ...OPTIONS, maxFraction: 1 }, {}),
    castRayAny: call(library.castRayAny, ...cast, { ...OPTIONS, maxFraction: 1 }),
    castRayAll: call(library.castRayAll, ...cast, [], { ...OPTIONS, maxFraction: 1 }),
    castRayExit: call(library.castRayExit, ...cast, { ...OPTIONS, maxFraction: 1 }, {}),
    castRays: call(library.castRays, world, rays, library.createRayHits(2), { ...OPTIONS, maxFraction: 1 }),
    createRayHits: call(library.createRayHits, 2),
    castShape: call(library.castShape, world, kit.round(1), pose(0, 9), at(0, -9), { ...OPTIONS, maxFraction: 1 }, {}),
    castShapeAll: call(library.castShapeAll, world, dimension.registered(), pose(0, 9), at(0, -9), [], OPTIONS),
    castCollider: call(library.castCollider, world, 1, at(3, 1), { ...OPTIONS, maxFraction: 1 }, {}),
    collideShape: call(library.collideShape, world, dimension.registered(), pose(0, 1), [], { ...OPTIONS, margin: 1 }),
    moveAndSlide: call(library.moveAndSlide, world, 1, at(2, -1), move, library.createMoveResult()),
    'moveAndSlide of a shape': call(
      library.moveAndSlide,
      world,
      { shape: kit.round(1), ...pose(0, 3) },
      at(2, -1),
      move,
    ),
    moveAndBounce: call(
      library.moveAndBounce,
      world,
      1,
      at(2, -1),
      { ...OPTIONS, skin: 0.1, restitution: 1 },
      library.createBounceResult(),
    ),
    sin: call(library.sin, 1),
    cos: call(library.cos, 1),
    atan2: call(library.atan2, 1, 1),
    refreshCollider: call(library.refreshCollider, world, 1),
    reconsider: call(library.reconsider, world, 1),
    queryAabb: call(library.queryAabb, world, at(-9, -9), at(9, 9), [], OPTIONS),
    queryPoint: call(library.queryPoint, world, at(0, 0), [], OPTIONS),
    overlapShape: call(library.overlapShape, world, dimension.registered(), pose(0, 0), [], OPTIONS),
    closestPoint: call(library.closestPoint, world, at(0, 5), { ...OPTIONS, maxDistance: 9 }, {}),
    closestPoints: call(library.closestPoints, world, 1, 2, {}),
    closestEntities: call(library.closestEntities, world, at(0, 5), 2, [], {
      ...OPTIONS,
      maxDistance: 9,
      by: 'centre',
    }),
    explainPair: call(library.explainPair, world, 1, 2),
    touching: call(library.touching, world, 1, 2),
    shapeOf: call(library.shapeOf, world, 3),
    collisionOf: call(library.collisionOf, world),
    hierarchiesOf: call(library.hierarchiesOf, world),
    ownerOf: call(library.ownerOf, world, 1),
    oneWay: call(library.oneWay, world),
    ownMargin: call(library.ownMargin, world),
    attachedTo: call(library.attachedTo, world),
    seamless: call(library.seamless, world),
    collisionSystem: call(library.collisionSystem, world),
    syncSystem: call(library.syncSystem, world),
    boundsSystem: call(library.boundsSystem, world),
    refreshCollision: call(library.refreshCollision, world),
    createSnapshot: call(library.createSnapshot, {
      stores: { T: collision.Transform },
      entities: library.savedEntities,
    }),
    saveCollision: call(library.saveCollision, world, library.createSnapshot()),
    restoreCollision: call(library.restoreCollision, world, saved),
    explainDivergence: call(library.explainDivergence, saved, saved),
    hashCollision: call(library.hashCollision, world),
    createCollisionHistory: call(library.createCollisionHistory, world, { ticks: 2 }),
    createEventLog: call(library.createEventLog, world, { ticks: 2 }),
    readContacts: call(library.readContacts, world, library.createContactColumns()),
    copyContact: call(library.copyContact, [...collision.contacts()][0]),
    onBegin: call(collision.onBegin.bind(collision), [], 1, () => {}),
    onStay: call(collision.onStay.bind(collision), [collision.Sensor], () => {}),
    onEnd: call(collision.onEnd.bind(collision), 1, [collision.Sensor], () => {}),
    contacts: call(collision.contacts.bind(collision), [], [collision.Sensor]),
    contactsOf: call(collision.contactsOf.bind(collision), 1, [collision.Sensor]),
    begins: call(collision.begins.bind(collision), [], []),
    stays: call(collision.stays.bind(collision), [], []),
    pointX: call((i: number) => [...collision.contacts()][0].pointX(i), 0),
    indexOf: call(collision.indexOf.bind(collision), 1),
    touch: call(collision.touch.bind(collision), 1),
    registerShape: call(collision.registerShape.bind(collision), dimension.registered()),
    releaseShape: call(collision.releaseShape.bind(collision), 1),
    ...dimension.own(game),
  };
}

/** Public functions without arguments to spoil. */
const MAKERS = ['CollisionError', 'createBounceResult', 'createContactColumns', 'createMoveResult'];
/** Stages of a tick that may only follow the stage before. */
const LATER_STAGES = ['broadPhaseSystem', 'narrowPhaseSystem', 'contactTrackingSystem', 'eventSystem'];
/** Writes to `out` as geometric routines do, which do not ask whether it can be written to. */
const ROUTINES = ['cosSin'];
const NOT_TRIED = [...MAKERS, ...LATER_STAGES, ...ROUTINES];

function aGame({ kit, library, registered }: Dimension): Game {
  const game = createGame({ capacity: 8 }, kit);
  game.spawn(0);
  game.spawn(1);
  game.spawn(2, 3, registered() as plane.ShapeSpec);
  (library as unknown as typeof plane).collisionSystem(game.world);
  return game;
}

/** What can be seen of a world. */
function seen({ library: all, at }: Dimension, { world, collision }: Game): unknown {
  const library = all as unknown as typeof plane;
  const place = at as unknown as (x: number, y: number) => { x: number; y: number };
  const around: number[] = [];
  library.queryPoint(world, place(0.2, 0), around);
  const contacts: number[][] = [];
  for (const { a, b, normalX, separation, id } of collision.contacts()) contacts.push([a, b, normalX, separation, id]);
  const columns = [...Object.values(collision.Transform), ...Object.values(collision.Collider)].map((c) => [
    ...c.slice(0, 4),
  ]);
  const { registry, slots } = collision.state.set;
  const handlers = [collision.state.dispatch.begin, collision.state.dispatch.stay, collision.state.dispatch.end];
  const counts = [registry.handles.size, registry.free.length, registry.pins?.size ?? 0, slots.end, slots.added.length];
  return {
    around,
    contacts,
    columns,
    counts,
    handlers: handlers.map(({ all: list }) => list.length),
    ray: library.castRay(world, place(0.2, 9), place(0, -1)),
    closest: library.closestPoint(world, place(5, 5)),
  };
}

describe.each([PLANE, SPACE])('in $kit.name', (dimension) => {
  it('any argument may be anything: it works, or is refused by name and changes nothing', () => {
    const counts = { refused: 0, worked: 0 };
    const names = Object.keys(calls(dimension, aGame(dimension)));
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(24),
        fc.nat(2),
        fc.constantFrom(...Object.keys(HOSTILE)),
        (name, place, depth, what) => {
          const game = aGame(dimension);
          const before = seen(dimension, game);
          const { of, args } = calls(dimension, game)[name];
          spoil(args, place, depth, HOSTILE[what]());
          try {
            of(...(args as never[]));
            counts.worked++;
          } catch (error) {
            if (error instanceof RangeError && error.message === OWN_ERROR) return;
            expect(error, `${name}: ${String(error)}`).toBeInstanceOf(CollisionError);
            counts.refused++;
            expect(seen(dimension, game)).toEqual(before);
            const log = listen(game.collision, true);
            plane.collisionSystem(game.world);
            expect(log).toEqual(['stay 1 2']);
          }
        },
      ),
      { seed: SEED, numRuns: effort(20_000, 500) },
    );
    expect(counts.refused).toBeGreaterThan(200);
    expect(counts.worked).toBeGreaterThan(30);
  });

  it.each([
    ['set(Collider)', 0, 'null'],
    ['moveAndSlide', 'slopeLimit', 'a Symbol'],
    ['moveAndSlide', 'platform', 'a BigInt'],
    ['createSnapshot', 'stores', 'null'],
    ['createSnapshot', 'entities', 'null'],
    ['atan2', 0, 'a Symbol'],
  ] as const)('%s refuses %s that is %s', (name, place, what) => {
    const { of, args } = calls(dimension, aGame(dimension))[name];
    const value = HOSTILE[what]();
    if (typeof place === 'number') args[place] = value;
    else (args.find((arg) => (arg as object)[place as never] !== undefined) as Record<string, unknown>)[place] = value;
    expect(() => of(...(args as never[]))).toThrow(CollisionError);
  });

  it('all public functions are among them', () => {
    const tried = Object.keys(calls(dimension, aGame(dimension)));
    const functions = Object.keys(dimension.library).filter((name) => typeof dimension.library[name] === 'function');
    const missing = functions.filter((name) => ![...tried, ...NOT_TRIED].includes(name));
    expect(missing).toEqual([]);
  });

  it('what is written out of a hostile array is never long in coming', () => {
    const { polygon, chain, compound } = plane;
    const makers = dimension === PLANE ? [polygon, chain, compound] : [space.hull, space.mesh, space.compound];
    const start = process.cpuUsage().user;
    for (const hostile of [...Object.values(HOSTILE), () => new Array(2 ** 32 - 1)]) {
      for (const maker of makers) expect(() => maker(hostile() as never)).toThrow();
    }
    // Microseconds of our own work, however busy the machine.
    expect(process.cpuUsage().user - start).toBeLessThan(5_000_000);
  });
});
