import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CollisionWithOwnTransform,
  castRay,
  circle,
  collisionSystem,
  createCollision,
  explainPair,
  type TransformSource,
} from '../../../entry/2d.ts';
import { listen, refusal, take } from '../../support/game-2d.ts';

function put(world: object, collision: CollisionWithOwnTransform, components: object[], shape = circle(1)): number {
  const eid = addEntity(world);
  for (const component of components) addComponent(world, eid, component);
  addComponent(world, eid, set(collision.Collider, shape));
  return eid;
}

describe('the game brings its own stores', () => {
  const kinds = {
    Float32Array: () => new Float32Array(64),
    Float64Array: () => new Float64Array(64),
    'number[]': () => new Array<number>(64).fill(0),
    Int16Array: () => new Int16Array(64),
  };
  for (const [name, make] of Object.entries(kinds)) {
    it(`as ${name}, read where they are, every tick`, () => {
      const world = createWorld();
      const Position = { x: make(), y: make() };
      const Rotation = { angle: make() };
      const Size = { scale: make() };
      const collision = createCollision(world, {
        transform: {
          component: [Position, Rotation, Size],
          x: Position.x,
          y: Position.y,
          rotation: Rotation.angle,
          scale: Size.scale,
        },
      });
      const all = [Position, Rotation, Size];
      const a = put(world, collision, all, box(2, 1));
      const b = put(world, collision, all, box(2, 1));
      Size.scale[a] = 1;
      Size.scale[b] = 1;
      Position.x[b] = 5;
      const log = listen(collision);
      const next = (): string[] => {
        collisionSystem(world);
        return take(log);
      };
      expect(next()).toEqual([]);
      Size.scale[b] = 2;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      Rotation.angle[b] = name === 'Int16Array' ? 11 : Math.PI / 2;
      expect(next()).toEqual([`end ${a} ${b} separated`]);
      Position.x[b] = 3;
      expect(next()).toEqual([`begin ${a} ${b}`]);
    });
  }

  it('through getters, arrays that are replaced included', () => {
    const world = createWorld();
    const Position = { x: new Float32Array(4), y: new Float32Array(4) };
    const source: TransformSource = {
      component: Position,
      get x() {
        return Position.x;
      },
      get y() {
        return Position.y;
      },
    };
    const collision = createCollision(world, { transform: source, capacity: 2 });
    const log = listen(collision);
    const eids = Array.from({ length: 3 }, () => put(world, collision, [Position]));
    collisionSystem(world);
    expect(take(log).length).toBe(3);
    const longer = new Float32Array(16);
    for (let i = 0; i < 16; i++) longer[i] = 10 * i;
    Position.x = longer;
    Position.y = new Float32Array(16);
    collisionSystem(world);
    expect(take(log).length).toBe(3);
    const fourth = put(world, collision, [Position]);
    expect(castRay(world, { x: 10 * fourth, y: 5 }, { x: 0, y: -1 })?.entity).toBe(fourth);
    expect(eids.length).toBe(3);
  });

  it('without rotation and scale: 0 and 1', () => {
    const world = createWorld();
    const Position = { x: [] as number[], y: [] as number[] };
    const collision = createCollision(world, { transform: { component: Position, x: Position.x, y: Position.y } });
    const eid = put(world, collision, [Position], box(2, 1));
    Position.x[eid] = 10;
    Position.y[eid] = 0;
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })).toMatchObject({ entity: eid, fraction: 8 });
    expect(castRay(world, { x: 10, y: 9 }, { x: 0, y: -1 })).toMatchObject({ entity: eid, fraction: 8 });
  });

  it('every required component is needed, in whatever order they come', () => {
    const world = createWorld();
    const Position = { x: new Float64Array(8), y: new Float64Array(8) };
    const Solid = {};
    const Active = {};
    const collision = createCollision(world, {
      transform: { component: [Position, Solid, Active], x: Position.x, y: Position.y },
    });
    const a = put(world, collision, [Active, Position, Solid]);
    const b = put(world, collision, [Position, Solid]);
    const log = listen(collision);
    collisionSystem(world);
    expect(explainPair(world, a, b).reason).toBe('no-transform');
    addComponent(world, b, Active);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${a} ${b}`]);
    removeComponent(world, a, Solid);
    collisionSystem(world);
    expect(take(log)).toEqual([`end ${a} ${b} removed`]);
  });

  it('has no Transform of its own', () => {
    const Position = { x: [0, 0, 0], y: [0, 0, 0] };
    const collision = createCollision(createWorld(), {
      transform: { component: Position, x: Position.x, y: Position.y },
    });
    expect((collision as { Transform?: unknown }).Transform).toBe(undefined);
  });

  it('a value that is missing or no number is named at the tick, and once it is there all is well', () => {
    const world = createWorld();
    const Position = { x: [] as number[], y: [] as number[], angle: [] as number[], size: [] as number[] };
    const { x, y, angle, size } = Position;
    const collision = createCollision(world, {
      transform: { component: Position, x, y, rotation: angle, scale: size },
    });
    const a = put(world, collision, [Position], box(1, 1));
    const b = put(world, collision, [Position]);
    const log = listen(collision);
    const tick = (): string => refusal(() => collisionSystem(world));
    const missing = (field: string, eid: number): string =>
      `invalid-number: transform.${field} of entity ${eid} was never written`;
    expect(tick()).toBe(missing('x', a));
    expect(refusal(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }))).toBe('no error');
    x[a] = 0;
    expect(tick()).toBe(missing('y', a));
    y[a] = 0;
    expect(tick()).toBe(missing('rotation', a));
    angle[a] = Number.NaN;
    expect(tick()).toBe(`invalid-number: transform.rotation of entity ${a} must be a finite number, got NaN`);
    angle[a] = 0;
    expect(tick()).toBe(missing('scale', a));
    size[a] = 0;
    expect(tick()).toBe(`invalid-number: transform.scale of entity ${a} must be finite and greater than 0, got 0`);
    size[a] = 1;
    x[b] = 1;
    y[b] = 0;
    size[b] = 1;
    expect(tick()).toBe(missing('rotation', b));
    angle[b] = 0;
    expect(tick()).toBe('no error');
    expect(take(log)).toEqual([`begin ${a} ${b}`]);
  });

  it.each([
    [Symbol('left'), 'Symbol(left)'],
    [3n, '3'],
    ['5', '"5"'],
    [null, 'null'],
    [{}, 'an object'],
  ])('what is no number (%o) is named at the tick, wherever it stands, and all others are placed', (value, text) => {
    for (const field of ['x', 'y', 'rotation', 'scale'] as const) {
      for (const offsetRotation of [0, 1]) {
        const world = createWorld();
        const columns = { x: [0, 9, 9, 9], y: [0, 0, 0, 0], rotation: [0, 0, 0, 0], scale: [1, 1, 1, 1] };
        const component = {};
        const collision = createCollision(world, { transform: { component, ...columns } });
        const shape = { ...box(1, 1), offsetRotation };
        const first = put(world, collision, [component], shape);
        const bad = put(world, collision, [component], shape);
        const last = put(world, collision, [component], shape);
        columns.x[last] = 30;
        (columns[field] as unknown[])[bad] = value;
        expect(refusal(() => collisionSystem(world))).toContain(`transform.${field} of entity ${bad} must be`);
        expect(refusal(() => collisionSystem(world))).toContain(`got ${text}`);
        expect(castRay(world, { x: 9, y: 5 }, { x: 0, y: -1 })?.entity).toBe(first);
        expect(castRay(world, { x: 30, y: 5 }, { x: 0, y: -1 })?.entity).toBe(last);
        columns[field][bad] = 1;
        expect(refusal(() => collisionSystem(world))).toBe('no error');
      }
    }
  });

  it('bad sources are refused, and leave the world as it was', () => {
    const world = createWorld();
    const x = [0];
    const attempt = (transform: unknown): string =>
      refusal(() => createCollision(world, { transform: transform as TransformSource }));
    expect(attempt({ component: null, x, y: x })).toBe(
      'invalid-state: component 0 of transform.component must be a component, got null',
    );
    expect(attempt({ x, y: x })).toContain('got undefined');
    expect(attempt({ component: [{}, 5], x, y: x })).toContain('got 5');
    expect(attempt({ component: {}, x })).toBe(
      'invalid-state: transform.y must be an array indexed by entity, got undefined',
    );
    expect(attempt({ component: [], x, y: x })).toBe('no error');
  });
});
