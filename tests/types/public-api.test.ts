import { addComponent, addEntity, createRelation, createWorld, pipe, query, set } from 'bitecs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  atan2,
  boundsSystem,
  box,
  broadPhaseSystem,
  type CastHit,
  type CastOptions,
  type ChainOptions,
  type ClosestHit,
  type ClosestOptions,
  type ClosestPair,
  type CollideShapeOptions,
  type Collision,
  type CollisionErrorCode,
  type CollisionOptions,
  type CollisionOptionsWithOwnTransform,
  type CollisionWithOwnTransform,
  type CompoundChild,
  type Contact,
  type ContactEnd,
  type castCollider,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  chain,
  circle,
  closestPoint,
  closestPoints,
  collideShape,
  collisionSystem,
  compound,
  contactTrackingSystem,
  cos,
  createCollision,
  createMoveResult,
  type EndCause,
  eventSystem,
  explainPair,
  type InitialOverlap,
  type MoveHit,
  type MoveOptions,
  type MoveResult,
  moveAndSlide,
  narrowPhaseSystem,
  overlapShape,
  type PairReason,
  polygon,
  type QueryOptions,
  queryAabb,
  queryPoint,
  refreshCollider,
  type ShapeCastOptions,
  type ShapeContact,
  type ShapeSpec,
  syncSystem,
  type Unsubscribe,
} from '../../entry/2d.ts';
import type { CHAIN_KEYS } from '../../src/2d/kinds/chain.ts';
import type { CHILD_KEYS } from '../../src/2d/kinds/compound.ts';
import type { COLLISION_KEYS } from '../../systems/core/create-engine.ts';
import type { MOVE_KEYS } from '../../systems/core/movement/move-options.ts';
import type { CAST_KEYS, SHAPE_CAST_KEYS } from '../../systems/core/queries/casts.ts';
import type { CLOSEST_KEYS } from '../../systems/core/queries/closest-point.ts';
import type { COLLIDE_SHAPE_KEYS } from '../../systems/core/queries/collide-shape.ts';
import type { QUERY_KEYS } from '../../systems/core/queries/query-options.ts';

/*
 * Types are checked by `tsc`, which reads this file with all others; `@ts-expect-error` fails there when a mistake is
 * let through. What is wrong on purpose is never run.
 */
function never(_mistakes: () => void): void {}

const world = createWorld();
const collision = createCollision(world);

describe('createCollision', () => {
  it('gives a Collision; with stores of the game’s own, one without Transform', () => {
    expectTypeOf(collision).toEqualTypeOf<Collision>();
    expectTypeOf(createCollision(createWorld(), { margin: 1 })).toEqualTypeOf<Collision>();
    const Position = { x: new Float32Array(9), y: [0, 1, 2] };
    const own = createCollision(createWorld(), { transform: { component: Position, ...Position } });
    expectTypeOf(own).toEqualTypeOf<CollisionWithOwnTransform>();
    expectTypeOf(own).not.toHaveProperty('Transform');
    expectTypeOf(own.Collider.radius).toEqualTypeOf<Float64Array>();
    createCollision(createWorld(), {
      transform: {
        component: [Position, {}],
        get x() {
          return Position.x;
        },
        y: Position.y,
        rotation: undefined,
        scale: new Int16Array(3),
      },
    });
    never(() => {
      // @ts-expect-error own stores have no Transform to write to
      own.Transform.x[0] = 1;
      // @ts-expect-error a source needs x and y
      createCollision(world, { transform: { component: Position, x: Position.x } });
      // @ts-expect-error and a component
      createCollision(world, { transform: { x: Position.x, y: Position.y } });
      // @ts-expect-error columns hold numbers
      createCollision(world, { transform: { component: Position, x: ['1'], y: Position.y } });
    });
  });

  it('takes worlds of any context, and options that exist', () => {
    const withContext = createWorld({ time: { delta: 0 }, name: 'arena' });
    expectTypeOf(createCollision(withContext)).toEqualTypeOf<Collision>();
    expectTypeOf<CollisionOptions['shouldCollide']>().toEqualTypeOf<((a: number, b: number) => boolean) | undefined>();
    never(() => {
      // @ts-expect-error misspelt
      createCollision(world, { margins: 1 });
      // @ts-expect-error a number
      createCollision(world, { margin: '1' });
      // @ts-expect-error a hook answers
      createCollision(world, { shouldCollide: (_a: number, _b: number) => {} });
      // @ts-expect-error no hierarchy by name
      createCollision(world, { hierarchy: 'octree' });
      // @ts-expect-error a world is an object
      createCollision(7);
    });
  });

  it('gives stores of typed arrays', () => {
    expectTypeOf(collision.Transform.x).toEqualTypeOf<Float64Array>();
    expectTypeOf(collision.Collider.kind).toEqualTypeOf<Uint8Array>();
    expectTypeOf(collision.Collider.maskBits).toEqualTypeOf<Uint32Array>();
    expectTypeOf(collision.Collider.groupIndex).toEqualTypeOf<Int32Array>();
    expectTypeOf<keyof Collision['Transform']>().toEqualTypeOf<'x' | 'y' | 'rotation' | 'scale'>();
    never(() => {
      // @ts-expect-error stores are replaced by growth alone
      collision.Transform = createCollision(createWorld()).Transform;
      // @ts-expect-error no such field
      collision.Collider.width;
    });
  });
});

describe('handlers', () => {
  it('are given ids and a contact, or how it ended', () => {
    const stop = collision.onBegin((a, b, contact) => {
      expectTypeOf(a).toEqualTypeOf<number>();
      expectTypeOf(b).toEqualTypeOf<number>();
      expectTypeOf(contact).toEqualTypeOf<Contact>();
    });
    expectTypeOf(stop).toEqualTypeOf<Unsubscribe>();
    collision.onStay([collision.Sensor], (_a, _b, contact) => {
      expectTypeOf(contact.penetration).toEqualTypeOf<number>();
    });
    collision.onEnd([{}], addEntity(world), (_a, _b, end) => {
      expectTypeOf(end).toEqualTypeOf<ContactEnd>();
      expectTypeOf(end.cause).toEqualTypeOf<EndCause>();
      expectTypeOf(end.cause).toEqualTypeOf<'separated' | 'removed' | 'disabled' | 'filtered'>();
    });
    collision.onBegin(() => {});
    never(() => {
      collision.onBegin((_a, _b, contact) => {
        // @ts-expect-error a view is read only
        contact.normalX = 1;
      });
      // @ts-expect-error a contact has no cause
      collision.onBegin((_a, _b, contact) => contact.cause);
      // @ts-expect-error an end has no normal
      collision.onEnd((_a, _b, end) => end.normalX);
      // @ts-expect-error the handler comes last
      collision.onBegin(() => {}, [collision.Sensor]);
      // @ts-expect-error a component on its own is no selector
      collision.onBegin(collision.Sensor, () => {});
      // @ts-expect-error a handler is needed
      collision.onStay([collision.Sensor]);
    });
  });
});

describe('contacts()', () => {
  it('loops over contacts, as do its kin', () => {
    for (const contact of collision.contacts()) expectTypeOf(contact).toEqualTypeOf<Contact>();
    expectTypeOf(collision.contacts([{}], 5)).toEqualTypeOf<IterableIterator<Contact>>();
    expectTypeOf(collision.contactsOf(1)).toEqualTypeOf<IterableIterator<Contact>>();
    expectTypeOf(collision.begins()).toEqualTypeOf<IterableIterator<Contact>>();
    expectTypeOf(collision.stays([{}])).toEqualTypeOf<IterableIterator<Contact>>();
    expectTypeOf<Contact['pointX']>().toEqualTypeOf<(i: number) => number>();
    expectTypeOf<Contact['touching']>().toEqualTypeOf<boolean>();
    expectTypeOf(collision.indexOf(1)).toEqualTypeOf<number>();
    never(() => {
      // @ts-expect-error an entity, not its name
      collision.contactsOf('player');
      // @ts-expect-error points are read by number
      for (const contact of collision.contacts()) contact.pointX('first');
    });
  });
});

describe('queries', () => {
  it('give hits or undefined, counts, and booleans', () => {
    expectTypeOf(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })).toEqualTypeOf<CastHit | undefined>();
    expectTypeOf(castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 })).toEqualTypeOf<CastHit | undefined>();
    expectTypeOf(castRayAny(world, { x: 0, y: 0 }, { x: 1, y: 0 })).toEqualTypeOf<boolean>();
    const hits: CastHit[] = [];
    expectTypeOf(castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits)).toEqualTypeOf<number>();
    expectTypeOf(castShapeAll(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 }, hits)).toEqualTypeOf<number>();
    const found: number[] = [];
    expectTypeOf(queryAabb(world, { x: 0, y: 0 }, { x: 1, y: 1 }, found)).toEqualTypeOf<number>();
    expectTypeOf(queryPoint(world, { x: 0, y: 0 }, found)).toEqualTypeOf<number>();
    expectTypeOf(overlapShape(world, box(1, 1), { x: 0, y: 0 }, found)).toEqualTypeOf<number>();
    expectTypeOf(closestPoint(world, { x: 0, y: 0 }, { maxDistance: 3 })).toEqualTypeOf<ClosestHit | undefined>();
    expectTypeOf(closestPoints(world, 1, 2)).toEqualTypeOf<ClosestPair | undefined>();
    expectTypeOf<ReturnType<typeof castCollider>>().toEqualTypeOf<CastHit | undefined>();
    const contacts: ShapeContact[] = [];
    expectTypeOf(collideShape(world, box(1, 1), { x: 0, y: 0 }, contacts, { margin: 1 })).toEqualTypeOf<number>();
    const mover = { shape: circle(1), x: 0, y: 0 };
    expectTypeOf(
      moveAndSlide(world, mover, { x: 1, y: 0 }, { up: { x: 0, y: 1 } }, createMoveResult()),
    ).toEqualTypeOf<MoveResult>();
    expectTypeOf(moveAndSlide(world, { shape: circle(1), x: 0, y: 0 }, { x: 1, y: 0 }).hits).toEqualTypeOf<MoveHit[]>();
    expectTypeOf(refreshCollider(world, 1)).toEqualTypeOf<boolean>();
    expectTypeOf(explainPair(world, 1, 2).reason).toEqualTypeOf<PairReason>();
    expectTypeOf(explainPair(world, 1, 2).separation).toEqualTypeOf<number | undefined>();
    expectTypeOf<CastHit['entity']>().toEqualTypeOf<number>();
    expectTypeOf(atan2(1, cos(1))).toEqualTypeOf<number>();
    castRay(
      world,
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { ignore: 3, with: [{}], predicate: (entity) => entity > 2, sensors: true },
    );
    castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 }, { initialOverlap: 'ignore', maskBits: 1 });
    expectTypeOf<ShapeCastOptions['initialOverlap']>().toEqualTypeOf<InitialOverlap | undefined>();
    expectTypeOf<InitialOverlap>().toEqualTypeOf<'hit' | 'ignore' | 'ignore-separating'>();
    castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { initialOverlap: 'ignore' });
    never(() => {
      // @ts-expect-error a ray has no way out that is shortest
      castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { initialOverlap: 'ignore-separating' });
      // @ts-expect-error no such way to start
      castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 }, { initialOverlap: 'stop' });
      // @ts-expect-error a hit may be missing
      castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }).entity;
      // @ts-expect-error no such option
      castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { layer: 1 });
      // @ts-expect-error a move has no stepheight
      moveAndSlide(world, 1, { x: 1, y: 0 }, { stepheight: 1 });
      // @ts-expect-error a shape has a place
      moveAndSlide(world, { shape: circle(1) }, { x: 1, y: 0 });
      // @ts-expect-error rays have no maxDistance
      castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { maxDistance: 1 });
      // @ts-expect-error a predicate answers
      queryPoint(world, { x: 0, y: 0 }, found, { predicate: () => {} });
      // @ts-expect-error entities are numbers
      queryPoint(world, { x: 0, y: 0 }, ['']);
      // @ts-expect-error a shape comes from a maker
      overlapShape(world, 'circle', { x: 0, y: 0 }, found);
    });
  });
});

describe('shapes', () => {
  it('fit set(Collider, …), alone, spread and mixed', () => {
    const eid = addEntity(world);
    expectTypeOf(circle(1)).toEqualTypeOf<ShapeSpec>();
    expectTypeOf(set(collision.Collider, circle(1)).component).toEqualTypeOf(collision.Collider);
    addComponent(world, eid, set(collision.Transform, { x: 1 }));
    addComponent(world, eid, set(collision.Collider, circle(1)));
    addComponent(world, eid, set(collision.Collider, { ...box(1, 2), categoryBits: 2, offsetX: 1 }));
    expect(query(world, [collision.Collider])).toContain(eid);
    const points: readonly number[] = [0, 0, 1, 0, 0, 1];
    polygon(points, { radius: 1 });
    polygon(new Float32Array(points));
    polygon([{ x: 0, y: 0 } as const, { x: 1, y: 0 }, { x: 0, y: 1 }]);
    polygon([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    chain(points, { closed: true, oneSided: true });
    compound([circle(1), { ...box(1, 1), offsetRotation: 1 }]);
    never(() => {
      // @ts-expect-error a radius is a number
      circle('1');
      // @ts-expect-error half extents are two
      box(1);
      // @ts-expect-error points are numbers, pairs or objects
      polygon(['a', 'b']);
      // @ts-expect-error no such option
      chain(points, { loop: true });
      // @ts-expect-error children are shapes
      compound([{ offsetX: 1 }]);
      // @ts-expect-error makers' values are not to be changed
      circle(1).radius = 2;
      // @ts-expect-error a handle, not a maker's value
      collision.releaseShape(circle(1));
    });
  });
});

describe('systems', () => {
  it('take a world and give the same world back, so that they fit bitECS’ pipe', () => {
    const named = createWorld({ name: 'arena' });
    createCollision(named);
    expectTypeOf(collisionSystem(named)).toEqualTypeOf(named);
    expectTypeOf(collisionSystem(named).name).toEqualTypeOf<string>();
    expect(collisionSystem(named)).toBe(named);
    const move = (w: typeof named): typeof named => w;
    const tick = pipe(move, collisionSystem, (w: typeof named) => w);
    expectTypeOf(tick).parameter(0).toEqualTypeOf(named);
    expect(tick(named)).toBe(named);
    const stages = pipe(
      syncSystem<typeof named>,
      boundsSystem,
      broadPhaseSystem,
      narrowPhaseSystem,
      contactTrackingSystem,
      eventSystem,
    );
    expect(stages(named)).toBe(named);
    never(() => {
      // @ts-expect-error a world is an object
      collisionSystem(1);
      // @ts-expect-error a stage takes the world alone
      boundsSystem(named, 0.016);
    });
  });
});

describe('errors', () => {
  it('have a code that can be switched on', () => {
    const text = (code: CollisionErrorCode): string => {
      switch (code) {
        case 'invalid-number':
        case 'invalid-shape':
        case 'out-of-range':
        case 'unknown-shape':
        case 'unsupported-pair':
        case 'broken-invariant':
        case 'invalid-state':
          return code;
      }
    };
    expect(text('invalid-state')).toBe('invalid-state');
  });
});

describe('relations and options held in a variable', () => {
  it('pairs are selectors, and the type of options says whether there is a Transform', () => {
    const Owns = createRelation();
    const team = addEntity(world);
    collision.onBegin([Owns(team)], () => {})();
    castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, { with: [Owns(team)] });
    const Position = { x: [0], y: [0] };
    const options: CollisionOptions = { margin: 1 };
    const usual = createCollision(createWorld(), options);
    expectTypeOf(usual).toEqualTypeOf<Collision>();
    expect('Transform' in usual).toBe(true);
    const named: CollisionOptionsWithOwnTransform = { margin: 1, transform: { component: Position, ...Position } };
    const own = createCollision(createWorld(), named);
    expectTypeOf(own).toEqualTypeOf<CollisionWithOwnTransform>();
    expect('Transform' in own).toBe(false);
    const either = (some: CollisionOptions | CollisionOptionsWithOwnTransform) => createCollision(createWorld(), some);
    expectTypeOf(either).returns.toEqualTypeOf<Collision | CollisionWithOwnTransform>();
    // @ts-expect-error a world of these options has a Transform
    void ({ transform: named.transform } satisfies CollisionOptions);
  });

  it('every option that a type has is known at run time', () => {
    expectTypeOf<(typeof QUERY_KEYS)[number]>().toEqualTypeOf<keyof QueryOptions>();
    expectTypeOf<(typeof CAST_KEYS)[number]>().toEqualTypeOf<keyof CastOptions>();
    expectTypeOf<(typeof SHAPE_CAST_KEYS)[number]>().toEqualTypeOf<keyof ShapeCastOptions>();
    expectTypeOf<(typeof COLLIDE_SHAPE_KEYS)[number]>().toEqualTypeOf<keyof CollideShapeOptions>();
    expectTypeOf<(typeof MOVE_KEYS)[number]>().toEqualTypeOf<keyof MoveOptions>();
    expectTypeOf<(typeof CLOSEST_KEYS)[number]>().toEqualTypeOf<keyof ClosestOptions>();
    expectTypeOf<(typeof COLLISION_KEYS)[number]>().toEqualTypeOf<keyof CollisionOptions>();
    expectTypeOf<(typeof CHAIN_KEYS)[number]>().toEqualTypeOf<keyof ChainOptions>();
    expectTypeOf<(typeof CHILD_KEYS)[number]>().toEqualTypeOf<keyof CompoundChild>();
  });
});
