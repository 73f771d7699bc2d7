import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type CollisionWithOwnTransform, collisionSystem, type TransformSource } from '../../../entry/2d.ts';
import { GAMES, listen, refusal, take } from '../../support/game-2d.ts';

/** Columns of a game, and how many numbers they hold. */
type Column = number[] | Float32Array | Float64Array | Int16Array;

describe.each(GAMES)('in $name', ({ kit, at, axes, turns }) => {
  const isPlane = axes.length === 2;

  /** A store of positions: a column an axis. */
  function positions<T extends Column>(make: () => T): { x: T; y: T } {
    return Object.fromEntries(axes.map((axis) => [axis, make()])) as { x: T; y: T };
  }

  function put(
    world: object,
    collision: CollisionWithOwnTransform,
    components: object[],
    shape = kit.round(1),
  ): number {
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
        const Position = positions<Column>(make);
        const Rotation = Object.fromEntries(turns.map((turn) => [turn, make()]));
        const Size = { scale: make() };
        const collision = kit.createCollision(world, {
          transform: {
            component: [Position, Rotation, Size],
            ...Position,
            ...Rotation,
            scale: Size.scale,
          },
        });
        const all = [Position, Rotation, Size];
        const a = put(world, collision, all, kit.slab(2, 1));
        const b = put(world, collision, all, kit.slab(2, 1));
        Size.scale[a] = 1;
        Size.scale[b] = 1;
        Position.x[b] = 5;
        if (!isPlane) for (const eid of [a, b]) Rotation.qw[eid] = 1;
        const log = listen(collision);
        const next = (): string[] => {
          collisionSystem(world);
          return take(log);
        };
        expect(next()).toEqual([]);
        Size.scale[b] = 2;
        expect(next()).toEqual([`begin ${a} ${b}`]);
        // A quarter of a turn, or as near to it as whole radians come.
        if (isPlane) Rotation.rotation[b] = name === 'Int16Array' ? 11 : Math.PI / 2;
        else Rotation.qz[b] = 1;
        expect(next()).toEqual([`end ${a} ${b} separated`]);
        Position.x[b] = 3;
        expect(next()).toEqual([`begin ${a} ${b}`]);
      });
    }

    it('through getters, arrays that are replaced included', () => {
      const world = createWorld();
      const Position = positions(() => new Float32Array(4));
      const source: TransformSource = {
        ...positions(() => new Float32Array(16)),
        component: Position,
        get x() {
          return Position.x;
        },
        get y() {
          return Position.y;
        },
      };
      const collision = kit.createCollision(world, { transform: source, capacity: 2 });
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
      expect(kit.castRay(world, at(10 * fourth, 5), at(0, -1))?.entity).toBe(fourth);
      expect(eids.length).toBe(3);
    });

    it('without rotation and scale: 0 and 1', () => {
      const world = createWorld();
      const Position = positions(() => new Array<number>(4).fill(0));
      const collision = kit.createCollision(world, { transform: { component: Position, ...Position } });
      const eid = put(world, collision, [Position], kit.slab(2, 1));
      Position.x[eid] = 10;
      Position.y[eid] = 0;
      expect(kit.castRay(world, at(0, 0), at(1, 0))).toMatchObject({ entity: eid, fraction: 8 });
      expect(kit.castRay(world, at(10, 9), at(0, -1))).toMatchObject({ entity: eid, fraction: 8 });
    });

    it('every required component is needed, in whatever order they come', () => {
      const world = createWorld();
      const Position = positions(() => new Float64Array(8));
      const Solid = {};
      const Active = {};
      const collision = kit.createCollision(world, {
        transform: { component: [Position, Solid, Active], ...Position },
      });
      const a = put(world, collision, [Active, Position, Solid]);
      const b = put(world, collision, [Position, Solid]);
      const log = listen(collision);
      collisionSystem(world);
      expect(kit.explainPair(world, a, b).reason).toBe('no-transform');
      addComponent(world, b, Active);
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${a} ${b}`]);
      removeComponent(world, a, Solid);
      collisionSystem(world);
      expect(take(log)).toEqual([`end ${a} ${b} removed`]);
    });

    it('has no Transform of its own', () => {
      const Position = positions(() => [0, 0, 0]);
      const collision = kit.createCollision(createWorld(), { transform: { component: Position, ...Position } });
      expect((collision as { Transform?: unknown }).Transform).toBe(undefined);
    });

    it('a value that is missing or no number is named at the tick, and once it is there all is well', () => {
      const world = createWorld();
      const fields = [...axes, ...turns, 'scale'];
      const columns: Record<string, number[]> = Object.fromEntries(fields.map((field) => [field, []]));
      const component = {};
      const source = { component, ...columns } as unknown as TransformSource;
      const collision = kit.createCollision(world, { transform: source });
      const a = put(world, collision, [component], kit.slab(1, 1));
      const b = put(world, collision, [component]);
      const log = listen(collision);
      const tick = (): string => refusal(() => collisionSystem(world));
      const missing = (field: string, eid: number): string =>
        `invalid-number: transform.${field} of entity ${eid} was never written`;
      const [turn] = turns;
      for (const field of fields) {
        expect(tick()).toBe(missing(field, a));
        expect(refusal(() => kit.castRay(world, at(0, 0), at(1, 0)))).toBe('no error');
        if (field === turn) {
          columns[field][a] = Number.NaN;
          expect(tick()).toBe(`invalid-number: transform.${turn} of entity ${a} must be a finite number, got NaN`);
        }
        columns[field][a] = field === 'qw' ? 1 : 0;
      }
      expect(tick()).toBe(`invalid-number: transform.scale of entity ${a} must be finite and greater than 0, got 0`);
      columns.scale[a] = 1;
      for (const field of fields) if (field !== turn) columns[field][b] = ['x', 'qw', 'scale'].includes(field) ? 1 : 0;
      expect(tick()).toBe(missing(turn, b));
      columns[turn][b] = 0;
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
      for (const field of [...axes, ...turns, 'scale']) {
        for (const turned of [0, 1]) {
          const world = createWorld();
          const columns: Record<string, number[]> = { scale: [1, 1, 1, 1] };
          for (const name of [...axes, ...turns]) columns[name] = name === 'qw' ? [1, 1, 1, 1] : [0, 0, 0, 0];
          columns.x = [0, 9, 9, 9];
          const component = {};
          const collision = kit.createCollision(world, {
            transform: { component, ...columns } as unknown as TransformSource,
          });
          const shape = { ...kit.slab(1, 1), [isPlane ? 'offsetRotation' : 'offsetQz']: turned };
          const first = put(world, collision, [component], shape);
          const bad = put(world, collision, [component], shape);
          const last = put(world, collision, [component], shape);
          columns.x[last] = 30;
          (columns[field] as unknown[])[bad] = value;
          expect(refusal(() => collisionSystem(world))).toContain(`transform.${field} of entity ${bad} must be`);
          expect(refusal(() => collisionSystem(world))).toContain(`got ${text}`);
          expect(kit.castRay(world, at(9, 5), at(0, -1))?.entity).toBe(first);
          expect(kit.castRay(world, at(30, 5), at(0, -1))?.entity).toBe(last);
          columns[field][bad] = 1;
          expect(refusal(() => collisionSystem(world))).toBe('no error');
        }
      }
    });

    it('bad sources are refused, and leave the world as it was', () => {
      const world = createWorld();
      const x = [0];
      const attempt = (transform: unknown): string =>
        refusal(() => kit.createCollision(world, { transform: transform as TransformSource }));
      expect(attempt({ component: null, x, y: x })).toBe(
        'invalid-state: component 0 of transform.component must be a component, got null',
      );
      expect(attempt({ x, y: x })).toContain('got undefined');
      expect(attempt({ component: [{}, 5], x, y: x })).toContain('got 5');
      expect(attempt({ component: {}, x })).toBe(
        'invalid-state: transform.y must be an array indexed by entity, got undefined',
      );
      expect(attempt({ component: [], x, y: x, ...(isPlane ? {} : { z: x }) })).toBe('no error');
    });
  });
});
