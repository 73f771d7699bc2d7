import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  atan2,
  box,
  CollisionError,
  castRay,
  castRays,
  circle,
  collisionSystem,
  cos,
  cosSin,
  createCollision,
  createEventLog,
  createRayHits,
  eventSystem,
  hashCollision,
  moveAndSlide,
  polygon,
  queryPoint,
  sin,
  tiles,
} from '../../entry/2d.ts';
import { buildSegmentTree } from '../../entry/geometry2d.ts';
import { buildConvexHull, buildMeshTree } from '../../entry/geometry3d.ts';

function createGame() {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const ball = addEntity(world);
  addComponent(world, ball, set(Transform, {}));
  addComponent(world, ball, set(Collider, circle(1)));
  collisionSystem(world);
  return { world, collision, ball };
}

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** By what is wrong: the call, and what it says. */
const CASES: Record<string, [call: () => unknown, message: RegExp]> = {
  'carry without a result to remember by': [
    () => moveAndSlide(createGame().world, { shape: circle(0.5), x: 5, y: 0 }, { x: 1, y: 0 }, { carry: true }),
    /^carry must be given with out/,
  ],
  'platform without a result to remember by': [
    () => {
      const { world, ball } = createGame();
      return moveAndSlide(world, { shape: circle(0.5), x: 5, y: 0 }, { x: 1, y: 0 }, { platform: ball });
    },
    /^platform must be given with out/,
  ],
  'fast colliders without a result to remember them by': [
    () => {
      const { world, ball } = createGame();
      return moveAndSlide(world, { shape: circle(0.5), x: 5, y: 0 }, { x: 1, y: 0 }, { fast: [ball] });
    },
    /^fast must be given with out/,
  ],
  'fast colliders that are no list': [
    () => {
      const { world, ball } = createGame();
      return moveAndSlide(world, { shape: circle(0.5), x: 5, y: 0 }, { x: 1, y: 0 }, { fast: ball as never });
    },
    /^fast must be a list of entities, got/,
  ],
  'tiles without a size': [
    () => tiles({ columns: 1, rows: 1, cells: [1], shapes: { 1: 'full' } } as never),
    /^tiles size must be the size of a cell/,
  ],
  'a handler of an entity that does not exist': [
    () => createGame().collision.onBegin(999, () => {}),
    /^the first selector must be an entity that exists, got 999/,
  ],
  'a logged handler of an entity that does not exist': [
    () => createEventLog(createGame().world).onEnd(999, [], { predicted: () => {} }),
    /^the first selector must be an entity that exists, got 999/,
  ],
  "a component of another world's collision": [
    () => createGame().collision.onBegin([createGame().collision.Collider], () => {}),
    /^component 0 of the first selector must be one of this world/,
  ],
  "a tag of another world's collision in a query": [
    () => queryPoint(createGame().world, { x: 0, y: 0 }, [], { with: [createGame().collision.Sensor] }),
    /^component 0 of with must be one of this world/,
  ],
  'a ray that leads nowhere': [
    () => castRay(createGame().world, { x: 0, y: 0 }, { x: 0, y: -0 }),
    /^direction must be of a length above 0/,
  ],
  'a ray of many that leads nowhere': [
    () => castRays(createGame().world, [0, 0, 1, 0, 0, 0, 0, 0], createRayHits(2)),
    /^the direction of ray 1 must be of a length above 0/,
  ],
  'points of space': [
    () =>
      polygon([
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
      ]),
    /^polygon: point 0 must be \[x, y\] or \{ x, y \}, got "3 numbers"/,
  ],
  'an unknown option of a tree': [
    () => buildMeshTree([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { leaf: 4 } as never),
    /^each key of tree options must be one of kind,construction,leafSize, got "leaf"/,
  ],
  'an unknown option of a tree of segments': [
    () => buildSegmentTree([0, 0, 1, 0], { leaf: 4 } as never),
    /^each key of tree options/,
  ],
  'an unknown option of a hull': [
    () => buildConvexHull(TETRAHEDRON, 0, 4, { tolerance: 1 } as never),
    /^each key of convex hull options must be one of mergeTolerance, got "tolerance"/,
  ],
  'a coordinate of which no product can be formed': [
    () => buildConvexHull(TETRAHEDRON.map((value) => 1e308 * value)),
    /^coordinate 0 of point 1 must be from -1e\+30 to 1e\+30, got 1e\+308/,
  ],
  'no angle': [() => cos(undefined as never), /^an angle must be a number, got undefined/],
  'an angle that is a text': [() => sin('1' as never), /^an angle must be a number, got "1"/],
  'no array for cosine and sine': [() => cosSin(null as never, 0, 1), /^out must be an array of numbers, got null/],
  'no direction': [() => atan2(null as never, 1), /^y must be a number, got null/],
  'an unknown option of a stage': [
    () => eventSystem(createGame().world, { event: false } as never),
    /^each key of tick options must be one of events, got "event"/,
  ],
  'a checksum of a disposed collision': [
    () => {
      const { world, collision } = createGame();
      collision.dispose();
      return hashCollision(world);
    },
    /^this world has no collision/,
  ],
  'a store that cannot grow': [
    () => {
      const world = createWorld();
      const { Collider } = createCollision(world, { capacity: 1 });
      Object.freeze(Collider);
      for (let i = 0; i < 3; i++) addComponent(world, addEntity(world), set(Collider, box(1, 1)));
    },
    /Collider must be a store whose columns can be replaced as it grows/,
  ],
};

describe('what was taken in silence', () => {
  it.each(Object.entries(CASES))('%s is refused, and says why', (_name, [call, message]) => {
    expect(call).toThrow(CollisionError);
    expect(call).toThrow(message);
  });

  it('leaves components that the game shares between worlds alone', () => {
    const { world, collision } = createGame();
    const Enemy = {};
    createGame().collision.onBegin([Enemy], () => {});
    expect(typeof collision.onBegin([Enemy, collision.Collider], () => {})).toBe('function');
    expect(queryPoint(world, { x: 0, y: 0 }, [], { without: [Enemy] })).toBe(1);
  });
});
