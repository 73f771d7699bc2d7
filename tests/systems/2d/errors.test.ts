import { addComponent, addEntity, createWorld, getComponent, hasComponent, query, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  broadPhaseSystem,
  CollisionError,
  capsule,
  castRay,
  circle,
  collisionSystem,
  compound,
  createCollision,
  createCollisionHistory,
  createEventLog,
  polygon,
  refreshCollision,
  SHAPE_KIND_NAMES,
  type ShapeSpec,
  segment,
} from '../../../entry/2d.ts';
import { createGame, listen, refusal, take } from '../../support/game-2d.ts';

const KINDS = SHAPE_KIND_NAMES.length;

describe('options', () => {
  it('that cannot be used are refused with the value and the limit, and the world stays without collision', () => {
    const world = createWorld();
    const attempt = (options: object): string => refusal(() => createCollision(world, options));
    expect(attempt({ margin: -1 })).toBe('invalid-number: margin must be finite and at least 0, got -1');
    expect(attempt({ margin: NaN })).toContain('got NaN');
    expect(attempt({ capacity: 0 })).toBe('out-of-range: capacity must be an integer from 1 to 16777216, got 0');
    expect(attempt({ capacity: 1.5 })).toContain('got 1.5');
    expect(attempt({ capacity: 12, maxEntityIndex: 10 })).toBe(
      'out-of-range: capacity must be an integer from 1 to 11, got 12',
    );
    expect(attempt({ maxEntityIndex: 2 ** 31 })).toBe(
      'out-of-range: maxEntityIndex must be an integer from 1 to 1073741824, got 2147483648',
    );
    expect(attempt({ hierarchy: 'sphere' })).toBe(
      'invalid-state: hierarchy must be boxHierarchy or sphereHierarchy, got "sphere"',
    );
    expect(attempt({ hierarchy: {} })).toContain('must be boxHierarchy or sphereHierarchy');
    expect(attempt({ shouldCollide: 3 })).toBe('invalid-state: shouldCollide must be a function, got 3');
    expect(refusal(() => collisionSystem(world))).toContain('has no collision');
    expect(attempt({})).toBe('no error');
  });

  it('a second createCollision, and the use of what was disposed', () => {
    const { world, collision, spawn } = createGame();
    spawn(0);
    spawn(1);
    const log = listen(collision);
    expect(createCollision(world)).toBe(collision);
    expect(refusal(() => createCollision(world, { margin: 1 }))).toBe(
      'invalid-state: this world already has collision, with another margin; use collisionOf(world), or dispose() first',
    );
    collisionSystem(world);
    expect(take(log)).toEqual(['begin 1 2']);
    collision.dispose();
    collision.dispose();
    expect(refusal(() => collisionSystem(world))).toContain('has no collision');
    const again = createCollision(world);
    const next = listen(again);
    collisionSystem(world);
    expect(take(next)).toEqual([]);
    for (const eid of [1, 2]) {
      addComponent(world, eid, again.Transform);
      addComponent(world, eid, set(again.Collider, circle(1)));
    }
    collisionSystem(world);
    expect(take(next)).toEqual(['begin 1 2']);
    expect(take(log)).toEqual([]);
    // The stores of the first are no longer anybody's business.
    addComponent(world, 1, set(collision.Collider, circle(7)));
    expect(again.Collider.radius[1]).toBe(1);
  });

  it('what was disposed stays so, and leaves its successor alone', () => {
    const { world, collision } = createGame();
    const history = createCollisionHistory(world);
    const log = createEventLog(world);
    collision.dispose();
    expect(refusal(() => collision.reinstall())).toBe(
      'invalid-state: this collision was disposed: call createCollision(world) for another',
    );
    const again = createCollision(world);
    expect(refusal(() => collision.reinstall())).toContain('was disposed');
    for (const use of [
      () => collision.contacts(),
      () => collision.contactsOf(1),
      () => collision.begins(),
      () => collision.stays(),
      // These would wait for what never comes.
      () => collision.onBegin(() => {}),
      () => collision.onStay(() => {}),
      () => collision.onEnd(() => {}),
      () => log.onBegin([], [], {}),
      () => log.onEnd([], [], {}),
      () => history.record(),
    ])
      expect(refusal(use)).toContain('this collision was disposed');
    collision.dispose();
    const told = listen(again);
    for (const x of [0, 1]) {
      const eid = addEntity(world);
      addComponent(world, eid, set(again.Transform, { x }));
      addComponent(world, eid, set(again.Collider, circle(1)));
    }
    expect(refusal(() => collisionSystem(world))).toBe('no error');
    expect(take(told)).toEqual(['begin 1 2']);
    again.reinstall();
    collisionSystem(world);
    expect(take(told)).toEqual(['end 1 2 removed', 'begin 1 2']);
  });

  it('something that is no bitECS world', () => {
    for (const world of [{}, new Map()]) {
      expect(refusal(() => createCollision(world))).toBe(
        'invalid-state: the world was deleted, or is not a bitECS world',
      );
      expect(refusal(() => collisionSystem(world))).toContain('has no collision');
    }
  });

  it('errors are CollisionErrors with name, code and message', () => {
    try {
      circle(0);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(CollisionError);
      expect(error).toBeInstanceOf(Error);
      const { name, code, message } = error as CollisionError;
      expect([name, code, message]).toEqual([
        'CollisionError',
        'invalid-number',
        'circle radius must be finite and greater than 0, got 0',
      ]);
    }
  });
});

describe('set()', () => {
  it('refuses what is no finite number by name; a component that was being added is not', () => {
    const { world, collision } = createGame();
    const { Transform, Collider } = collision;
    const eid = addEntity(world);
    const attempt = (component: object, values: object): string =>
      refusal(() => addComponent(world, eid, set(component, values)));
    expect(attempt(Transform, { x: 1, y: NaN })).toBe('invalid-number: Transform.y must be a finite number, got NaN');
    expect(attempt(Transform, { rotation: Infinity })).toContain('Transform.rotation must be a finite number');
    expect(attempt(Transform, { x: '5' })).toContain('Transform.x must be a finite number, got "5"');
    expect(attempt(Transform, { x: null })).toContain('got null');
    expect(attempt(Collider, { ...circle(1), offsetX: NaN })).toContain('Collider.offsetX must be a finite number');
    expect(attempt(Collider, { ...circle(1), maskBits: NaN })).toContain('Collider.maskBits must be');
    expect(hasComponent(world, eid, Transform)).toBe(false);
    expect(hasComponent(world, eid, Collider)).toBe(false);
    expect(query(world, [Transform])).toEqual(query(world, [{}]));
    expect([Transform.x[eid], Transform.y[eid], Transform.scale[eid], Collider.kind[eid]]).toEqual([0, 0, 1, 0]);
    collisionSystem(world);
    expect(collision.state.set.slots.orderCount).toBe(0);
    expect(attempt(Transform, { x: 2, y: 3 })).toBe('no error');
    expect(attempt(Collider, circle(1))).toBe('no error');
    collisionSystem(world);
    expect(castRay(world, { x: 2, y: 3 }, { x: 1, y: 0 })?.entity).toBe(eid);
  });

  it('refused for a component that is there, it changes nothing', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Collider } = collision;
    const a = spawn(0);
    const b = spawn(1);
    const log = listen(collision);
    collisionSystem(world);
    const before = [getComponent(world, b, Transform), getComponent(world, b, Collider)];
    expect(refusal(() => addComponent(world, b, set(Transform, { x: 50, y: NaN })))).toContain('Transform.y');
    expect(refusal(() => addComponent(world, b, set(Collider, { radius: 9, kind: NaN })))).toContain('Collider.kind');
    expect([getComponent(world, b, Transform), getComponent(world, b, Collider)]).toEqual(before);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${a} ${b}`]);
    expect([...collision.stays()].length).toBe(1);
  });

  it('refused some time after the component was added bare, it leaves the component and what was written to it', () => {
    const { world, collision } = createGame();
    const { Transform } = collision;
    const bad = (eid: number): string => refusal(() => addComponent(world, eid, set(Transform, { y: NaN })));
    const written = addEntity(world);
    addComponent(world, written, Transform);
    Transform.x[written] = 5;
    expect(bad(written)).toContain('Transform.y');
    expect([hasComponent(world, written, Transform), Transform.x[written]]).toEqual([true, 5]);
    const ticked = addEntity(world);
    addComponent(world, ticked, Transform);
    collisionSystem(world);
    expect(bad(ticked)).toContain('Transform.y');
    expect(hasComponent(world, ticked, Transform)).toBe(true);
  });

  it('refuses what an integer column would wrap or cut; bits may be given signed or unsigned', () => {
    const { world, collision, spawn } = createGame();
    const eid = spawn(0);
    const attempt = (values: object): string =>
      refusal(() => addComponent(world, eid, set(collision.Collider, values)));
    expect(attempt({ categoryBits: 2 ** 32 })).toBe(
      'invalid-number: Collider.categoryBits must be an integer of 32 bits, got 4294967296',
    );
    expect(attempt({ maskBits: 1.5 })).toContain('Collider.maskBits must be an integer of 32 bits, got 1.5');
    expect(attempt({ groupIndex: -(2 ** 31) - 1 })).toContain('Collider.groupIndex must be an integer of 32 bits');
    // As a byte it would be 1, a circle.
    expect(attempt({ kind: 257 })).toContain('Collider.kind must be an integer of 8 bits, got 257');
    expect(attempt({ kind: 0.5 })).toContain('Collider.kind must be an integer of 8 bits, got 0.5');
    expect(attempt({ categoryBits: -1, maskBits: 0xffffffff, groupIndex: -(2 ** 31) })).toBe('no error');
    const { categoryBits, maskBits, groupIndex } = collision.Collider;
    expect([categoryBits[eid], maskBits[eid], groupIndex[eid]]).toEqual([0xffffffff, 0xffffffff, -(2 ** 31)]);
  });

  it('refuses as a shape what no maker made, and registers nothing of it', () => {
    const { world, collision } = createGame();
    const eid = addEntity(world);
    const hull = polygon([0, 0, 1, 0, 0, 1]);
    for (const wrong of [hull, {}, [], 'polygon', null]) {
      const values = { kind: hull.kind, shape: wrong } as unknown as object;
      expect(refusal(() => addComponent(world, eid, set(collision.Collider, values)))).toContain(
        'invalid-shape: shape must be the .shape of what a shape maker returned, got ',
      );
      expect(hasComponent(world, eid, collision.Collider)).toBe(false);
    }
    expect(refusal(() => collision.registerShape({} as ShapeSpec))).toContain('invalid-shape');
    expect(collision.registerShape(hull)).toBe(1);
    expect(refusal(() => compound(hull as unknown as []))).toBe(
      'invalid-shape: the children of a compound must be a list of shapes, got an object',
    );
  });

  it('passes over undefined fields', () => {
    const { world, collision } = createGame();
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x: 4, y: undefined }));
    expect(getComponent(world, eid, collision.Transform)).toEqual({ x: 4, y: 0, rotation: 0, scale: 1 });
  });
});

describe('bad direct writes', () => {
  /** Three circles, two of which touch; the middle one is to be spoilt. */
  function spoilt() {
    const game = createGame();
    const eids = [game.spawn(0), game.spawn(1), game.spawn(50)];
    const log = listen(game.collision, true);
    collisionSystem(game.world);
    expect(take(log)).toEqual(['begin 1 2']);
    return { ...game, eids, log };
  }

  const cases: [string, number, number, string][] = [
    ['Transform.x', NaN, 1, 'invalid-number: Transform.x of entity 2 must be a finite number, got NaN'],
    ['Transform.y', Infinity, 0, 'invalid-number: Transform.y of entity 2 must be a finite number, got Infinity'],
    ['Transform.rotation', NaN, 0, 'invalid-number: Transform.rotation of entity 2 must be a finite number, got NaN'],
    ['Transform.rotation', -Infinity, 0, 'Transform.rotation of entity 2 must be a finite number, got -Infinity'],
    ['Transform.scale', 0, 1, 'invalid-number: Transform.scale of entity 2 must be finite and greater than 0, got 0'],
    ['Transform.scale', -2, 1, 'Transform.scale of entity 2 must be finite and greater than 0, got -2'],
    ['Transform.scale', NaN, 1, 'Transform.scale of entity 2 must be finite and greater than 0, got NaN'],
    ['Collider.radius', 0, 1, 'invalid-number: Collider.radius of entity 2 must be finite and greater than 0, got 0'],
    ['Collider.radius', -1, 1, 'Collider.radius of entity 2 must be finite and greater than 0, got -1'],
    ['Collider.radius', NaN, 1, 'Collider.radius of entity 2 must be finite and greater than 0, got NaN'],
    ['Collider.offsetX', NaN, 0, 'Collider.offsetX of entity 2 must be a finite number, got NaN'],
    ['Collider.offsetY', Infinity, 0, 'Collider.offsetY of entity 2 must be a finite number, got Infinity'],
    ['Collider.offsetRotation', NaN, 0, 'Collider.offsetRotation of entity 2 must be a finite number, got NaN'],
    [
      'Collider.kind',
      KINDS,
      1,
      `invalid-shape: Collider.kind of entity 2 must be a shape kind, 1 to ${KINDS - 1}, got ${KINDS}`,
    ],
    [
      'Collider.kind',
      4,
      1,
      'unknown-shape: Collider.shape of entity 2 must be the handle of a polygon, but handle 0 is',
    ],
    ['Collider.kind', 3, 1, 'invalid-number: Collider.halfWidth of entity 2 must be finite and greater than 0, got 0'],
    ['Collider.kind', 2, 1, 'invalid-number: Collider.halfHeight of entity 2 must be finite and greater than 0, got 0'],
    ['Collider.radius', 1.7e308, 1, 'Collider.radius of entity 2 must be from 1e-30 to 1e+30, got 1.7e+308'],
  ];
  for (const [field, bad, good, message] of cases) {
    it(`${field} = ${bad} is named by the tick; mended, the next tick goes on as if nothing had been`, () => {
      const { world, collision, log, eids } = spoilt();
      const [component, name] = field.split('.') as ['Transform' | 'Collider', string];
      const column = (collision[component] as unknown as Record<string, Float64Array>)[name];
      column[eids[1]] = bad;
      for (let i = 0; i < 2; i++) {
        expect(refusal(() => collisionSystem(world))).toContain(message);
        expect(refusal(() => refreshCollision(world))).toContain(message);
      }
      expect(take(log)).toEqual([]);
      const kept: number[][] = [];
      for (const contact of collision.contacts()) kept.push([contact.a, contact.b, contact.age]);
      expect(kept).toEqual([[1, 2, 0]]);
      column[eids[1]] = good;
      collision.Transform.x[eids[2]] = 1.5;
      collisionSystem(world);
      expect(take(log)).toEqual(['begin 1 3', 'begin 2 3', 'stay 1 2']);
    });
  }

  it('removals and additions during the bad ticks are not lost', () => {
    const { world, collision, log, spawn, eids } = spoilt();
    collision.Transform.x[eids[2]] = NaN;
    expect(refusal(() => collisionSystem(world))).toContain('entity 3');
    addComponent(world, eids[0], collision.Disabled);
    expect(refusal(() => collisionSystem(world))).toContain('entity 3');
    const late = spawn(1.5);
    expect(refusal(() => collisionSystem(world))).toContain('entity 3');
    collision.Transform.x[eids[2]] = 90;
    collisionSystem(world);
    expect(take(log)).toEqual(['end 1 2 disabled', `begin 2 ${late}`]);
  });

  it('a bad static is named when it is touched', () => {
    const { world, collision, eids } = spoilt();
    addComponent(world, eids[2], collision.Static);
    collisionSystem(world);
    collision.Transform.x[eids[2]] = NaN;
    expect(refusal(() => collisionSystem(world))).toBe('no error');
    collision.touch(eids[2]);
    for (let i = 0; i < 2; i++) expect(refusal(() => collisionSystem(world))).toContain('Transform.x of entity 3');
    collision.Transform.x[eids[2]] = 60;
    expect(refusal(() => collisionSystem(world))).toBe('no error');
    expect(castRay(world, { x: 60, y: 9 }, { x: 0, y: -1 })?.entity).toBe(eids[2]);
  });

  it('a bad new entity is named by a query too, which works again once it is mended', () => {
    const { world, collision, spawn } = spoilt();
    const eid = spawn(20);
    collision.Transform.x[eid] = NaN;
    for (let i = 0; i < 2; i++) {
      expect(refusal(() => castRay(world, { x: 0, y: 9 }, { x: 0, y: -1 }))).toContain(`Transform.x of entity ${eid}`);
    }
    collision.Transform.x[eid] = 20;
    expect(castRay(world, { x: 20, y: 9 }, { x: 0, y: -1 })?.entity).toBe(eid);
  });

  it('a handle of another kind of shape, and one that was never given', () => {
    const { world, collision, spawn } = createGame();
    const { Collider } = collision;
    const eid = spawn(0, 0, polygon([0, 0, 1, 0, 0, 1]));
    const other = collision.registerShape(segment(0, 0, 1, 1));
    Collider.shape[eid] = other;
    expect(refusal(() => collisionSystem(world))).toBe(
      `unknown-shape: Collider.shape of entity ${eid} must be the handle of a polygon, but handle ${other} is a segment`,
    );
    Collider.shape[eid] = 4000000000;
    expect(refusal(() => collisionSystem(world))).toContain('handle 4000000000 is no registered shape');
    Collider.shape[eid] = other;
    Collider.kind[eid] = 5;
    expect(refusal(() => collisionSystem(world))).toBe('no error');
  });

  it('sizes of boxes and capsules', () => {
    const { world, collision, spawn } = createGame();
    const crate = spawn(0, 0, box(1, 1));
    const pill = spawn(9, 0, capsule(1, 1));
    const { Collider } = collision;
    Collider.radius[crate] = -0.1;
    expect(refusal(() => collisionSystem(world))).toContain(
      `Collider.radius of entity ${crate} must be finite and at least 0`,
    );
    Collider.radius[crate] = 0;
    Collider.halfWidth[crate] = -1;
    expect(refusal(() => collisionSystem(world))).toContain(
      `Collider.halfWidth of entity ${crate} must be finite and greater`,
    );
    Collider.halfWidth[crate] = 1;
    Collider.radius[pill] = 0;
    expect(refusal(() => collisionSystem(world))).toContain(
      `Collider.radius of entity ${pill} must be finite and greater`,
    );
    Collider.radius[pill] = 1;
    Collider.halfHeight[pill] = 0;
    expect(refusal(() => collisionSystem(world))).toContain(
      `Collider.halfHeight of entity ${pill} must be finite and greater`,
    );
  });
});

describe('shouldCollide', () => {
  it('that throws stops the tick; later all pairs it had not answered are asked, and events are right', () => {
    let fail = true;
    const asked: string[] = [];
    const { world, collision, spawn } = createGame({
      shouldCollide: (a, b) => {
        asked.push(`${a} ${b}`);
        if (fail && a === 2) throw new RangeError('hook');
        return b !== 3;
      },
    });
    for (let i = 0; i < 4; i++) spawn(0.1 * i);
    const log = listen(collision);
    expect(() => collisionSystem(world)).toThrow('hook');
    expect(take(log)).toEqual([]);
    fail = false;
    asked.length = 0;
    collisionSystem(world);
    expect(asked).toContain('2 3');
    expect(asked).toContain('3 4');
    expect(take(log)).toEqual(['begin 1 2', 'begin 1 4', 'begin 2 4', 'begin 3 4']);
    asked.length = 0;
    collisionSystem(world);
    expect(asked).toEqual([]);
  });

  it('cannot run the broad phase either, and is not asked about what it removed, however many it added', () => {
    let wilful: (() => void) | undefined;
    const asked: string[] = [];
    const game = createGame({
      shouldCollide: (a, b) => {
        asked.push(`${a} ${b}`);
        wilful?.();
        return true;
      },
    });
    for (let i = 0; i < 5; i++) game.spawn(i / 10);
    wilful = () => broadPhaseSystem(game.world);
    expect(refusal(() => collisionSystem(game.world))).toContain('cannot run inside');
    asked.length = 0;
    wilful = () => {
      wilful = undefined;
      for (let i = 0; i < 200; i++) game.spawn(100 + 3 * i);
      removeEntity(game.world, 3);
    };
    collisionSystem(game.world);
    expect(asked).toEqual(['1 2', '1 4', '1 5', '2 4', '2 5', '4 5']);
  });

  it('cannot run a tick, which would ask it again', () => {
    let wilful = true;
    const game = createGame({
      shouldCollide: () => {
        if (wilful) collisionSystem(game.world);
        return true;
      },
    });
    game.spawn(0);
    game.spawn(1);
    const log = listen(game.collision);
    expect(refusal(() => collisionSystem(game.world))).toBe(
      'invalid-state: a tick or refresh cannot run inside a predicate, accept, weight or hook: run it afterwards',
    );
    expect(take(log)).toEqual([]);
    wilful = false;
    collisionSystem(game.world);
    expect(take(log)).toEqual(['begin 1 2']);
  });
});
