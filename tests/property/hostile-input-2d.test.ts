import { addComponent, addEntity, set } from 'bitecs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as library from '../../entry/2d.ts';
import { createGame, type Game, listen } from '../support/game-2d.ts';

/*
 * Every public function, called with one argument (or one field of one) that is something else: the call works, or
 * throws a CollisionError and leaves the world as it was. Replay a failure with the seed and path it prints.
 */

const { CollisionError, box, capsule, chain, circle, collisionSystem, compound, polygon, segment } = library;
const SEED = 20261122;

const throwing = (): never => {
  throw new RangeError('mine');
};

/** Made anew for each call, so that none can be spoilt by another. */
const HOSTILE: Record<string, () => unknown> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  NaN: () => NaN,
  Infinity: () => Infinity,
  '-0': () => -0,
  '-1': () => -1,
  '0.5': () => 0.5,
  '2 ** 31': () => 2 ** 31,
  '2 ** 53': () => 2 ** 53,
  'an empty string': () => '',
  'a number as a string': () => '1',
  'a Symbol': () => Symbol('s'),
  'a BigInt': () => 1n,
  'a function': () => circle,
  'an empty array': () => [],
  'a frozen array': () => Object.freeze([]),
  'an array of null': () => [null],
  'an array of Symbols': () => [Symbol('s')],
  'a sparse array': () => new Array(7),
  'a giant array-like': () => ({ length: 2 ** 40 }),
  'a large array-like': () => ({ 0: 1, length: 2 ** 24 }),
  'an array-like of no length': () => ({ 0: 1, length: -1 }),
  'BigInts in an array': () => BigInt64Array.of(1n, 2n, 3n, 4n),
  'an empty object': () => ({}),
  'no prototype': () => Object.create(null),
  'a frozen object': () => Object.freeze({ x: 1 }),
  'constructor as a key': () => ({ constructor: 1 }),
  'toString as a key': () => ({ toString: 1 }),
  '__proto__ as a key': () => JSON.parse('{"__proto__": 1}'),
  'a maker’s value': () => circle(1),
  'a date': () => new Date(0),
  'a throwing getter': () => Object.defineProperty({}, 'x', { get: throwing, enumerable: true }),
};

const POINTS = [0, 0, 2, 0, 2, 2, 0, 2];
const HOLDER = { x: [0, 1, 2], y: [0, 1, 2] };
const OPTIONS = { categoryBits: 1, maskBits: 1, sensors: true, with: [], ignore: 1, predicate: () => true };

const MOVE = {
  ...OPTIONS,
  skin: 0.1,
  up: { x: 0, y: 1 },
  slopeLimit: 1,
  stepHeight: 1,
  snapDistance: 1,
  carry: true,
  platform: 2,
  accept: () => true,
};

interface Call {
  readonly of: (...args: never[]) => unknown;
  readonly args: unknown[];
}

/** Every call with arguments that it takes. */
function calls({ world, collision }: Game): Record<string, Call> {
  const put =
    (component: object) =>
    (values: unknown): void => {
      const eid = addEntity(world);
      addComponent(world, eid, set(component, values));
    };
  const cast = [world, { x: 0, y: 9 }, { x: 0, y: -1 }];
  const call = (of: (...args: never[]) => unknown, ...args: unknown[]): Call => ({ of, args });
  return {
    createCollision: call(library.createCollision, {}, { capacity: 8, maxEntityIndex: 99, shared: true, margin: 1 }),
    'createCollision with stores': call(library.createCollision, {}, { transform: { component: HOLDER, ...HOLDER } }),
    circle: call(circle, 1),
    capsule: call(capsule, 1, 1),
    box: call(box, 1, 1, { radius: 1 }),
    polygon: call(polygon, POINTS, { radius: 1 }),
    'polygon of pairs': call(polygon, [[0, 0], [1, 0], { x: 0, y: 1 }]),
    segment: call(segment, 0, 0, 1, 1),
    chain: call(chain, POINTS, { closed: true, oneSided: true, allowCrossings: false }),
    compound: call(compound, [{ ...circle(1), offsetX: 1, offsetY: 1, offsetRotation: 1 }, polygon(POINTS)]),
    'set(Transform)': call(put(collision.Transform), { x: 1, y: 1, rotation: 1, scale: 1 }),
    'set(Collider)': call(put(collision.Collider), { ...polygon(POINTS), maskBits: 1, categoryBits: 1, groupIndex: 1 }),
    castRay: call(library.castRay, ...cast, { ...OPTIONS, maxFraction: 1 }, {}),
    castRayAny: call(library.castRayAny, ...cast, { ...OPTIONS, maxFraction: 1 }),
    castRayAll: call(library.castRayAll, ...cast, [], { ...OPTIONS, maxFraction: 1 }),
    castShape: call(
      library.castShape,
      world,
      circle(1),
      { x: 0, y: 9, rotation: 1 },
      { x: 0, y: -9 },
      { ...OPTIONS, maxFraction: 1 },
      {},
    ),
    castShapeAll: call(library.castShapeAll, world, polygon(POINTS), { x: 0, y: 9 }, { x: 0, y: -9 }, [], OPTIONS),
    castCollider: call(library.castCollider, world, 1, { x: 3, y: 1 }, { ...OPTIONS, maxFraction: 1 }, {}),
    collideShape: call(library.collideShape, world, polygon(POINTS), { x: 0, y: 1, rotation: 1 }, [], {
      ...OPTIONS,
      margin: 1,
    }),
    moveAndSlide: call(library.moveAndSlide, world, 1, { x: 2, y: -1 }, MOVE, library.createMoveResult()),
    'moveAndSlide of a shape': call(
      library.moveAndSlide,
      world,
      { shape: circle(1), x: 0, y: 3 },
      { x: 2, y: -1 },
      MOVE,
    ),
    refreshCollider: call(library.refreshCollider, world, 1),
    queryAabb: call(library.queryAabb, world, { x: -9, y: -9 }, { x: 9, y: 9 }, [], OPTIONS),
    queryPoint: call(library.queryPoint, world, { x: 0, y: 0 }, [], OPTIONS),
    overlapShape: call(library.overlapShape, world, box(1, 1), { x: 0, y: 0 }, [], OPTIONS),
    closestPoint: call(library.closestPoint, world, { x: 0, y: 5 }, { ...OPTIONS, maxDistance: 9 }, {}),
    closestPoints: call(library.closestPoints, world, 1, 2, {}),
    explainPair: call(library.explainPair, world, 1, 2),
    collisionSystem: call(collisionSystem, world),
    refreshCollision: call(library.refreshCollision, world),
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
    registerShape: call(collision.registerShape.bind(collision), polygon(POINTS)),
    releaseShape: call(collision.releaseShape.bind(collision), 1),
  };
}

function aGame(): Game {
  const game = createGame({ capacity: 8 });
  game.spawn(0);
  game.spawn(1);
  game.spawn(2, 3, polygon(POINTS));
  collisionSystem(game.world);
  return game;
}

/** What can be seen of a world. */
function seen({ world, collision }: Game): unknown {
  const around: number[] = [];
  library.queryAabb(world, { x: -99, y: -99 }, { x: 99, y: 99 }, around);
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
    handlers: handlers.map(({ all }) => all.length),
    ray: library.castRay(world, { x: 0.2, y: 9 }, { x: 0, y: -1 }),
    closest: library.closestPoint(world, { x: 5, y: 5 }),
  };
}

/** Puts a value in the place of an argument, or of a field of one, or of a field of such a one. */
function spoil(args: unknown[], place: number, depth: number, hostile: unknown): void {
  let holder = args as unknown as Record<string, unknown>;
  let key = String(place % args.length);
  for (let level = 0; level < depth; level++) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null || Object.isFrozen(inner) || isWorld(inner)) break;
    const keys = Object.keys(inner);
    if (keys.length === 0) break;
    const copy = (Array.isArray(inner) ? [...inner] : { ...inner }) as Record<string, unknown>;
    holder[key] = copy;
    holder = copy;
    key = keys[place % keys.length];
  }
  holder[key] = hostile;
}

/** What is not an argument to be spoilt from within: the world, components, and the insides of a registered shape. */
function isWorld(value: object): boolean {
  return Object.getOwnPropertySymbols(value).length > 0 || ArrayBuffer.isView(value) || 'enter' in value;
}

it('any argument may be anything: it works, or is refused by name and changes nothing', () => {
  const counts = { refused: 0, worked: 0 };
  const names = Object.keys(calls(aGame()));
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.nat(24),
      fc.nat(2),
      fc.constantFrom(...Object.keys(HOSTILE)),
      (name, place, depth, what) => {
        const game = aGame();
        const before = seen(game);
        const { of, args } = calls(game)[name];
        spoil(args, place, depth, HOSTILE[what]());
        try {
          of(...(args as never[]));
          counts.worked++;
        } catch (error) {
          if (error instanceof RangeError && error.message === 'mine') return;
          expect(error, `${name}: ${String(error)}`).toBeInstanceOf(CollisionError);
          counts.refused++;
          expect(seen(game)).toEqual(before);
          const log = listen(game.collision, true);
          collisionSystem(game.world);
          expect(log).toEqual(['stay 1 2']);
        }
      },
    ),
    { seed: SEED, numRuns: 800 },
  );
  expect(counts.refused).toBeGreaterThan(200);
  expect(counts.worked).toBeGreaterThan(80);
});

it('what is written out of a hostile array is never long in coming', () => {
  const start = process.cpuUsage().user;
  for (const hostile of [...Object.values(HOSTILE), () => new Array(2 ** 32 - 1)]) {
    for (const maker of [polygon, chain, compound]) {
      expect(() => maker(hostile() as never)).toThrow();
    }
  }
  // Microseconds of our own work, however busy the machine.
  expect(process.cpuUsage().user - start).toBeLessThan(5_000_000);
});
