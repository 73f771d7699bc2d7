import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, collisionSystem, createCollision, halfSpace, overlapCone, sphere } from '../../../../entry/3d.ts';
import { refusal } from '../../../support/game-2d.ts';

function setUp(...placed: [object, object][]): object {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  for (const [shape, at] of placed) {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, at));
    addComponent(world, entity, set(Collider, shape));
  }
  collisionSystem(world);
  return world;
}

const found = (world: object, cone: object): number[] => {
  const out: number[] = [];
  overlapCone(world, { x: 0, y: 0, z: 0, axis: { x: 2, y: 0, z: 0 }, radius: 5, halfAngle: Math.PI / 6, ...cone }, out);
  return out;
};

describe('overlapCone', () => {
  // The side of a cone of 30° about x through the origin: a ball above it touches it from so far across.
  const across = (x: number, gap: number): number =>
    (x * Math.tan(Math.PI / 6) * Math.cos(Math.PI / 6) + gap) / Math.cos(Math.PI / 6);

  it.each([1e-6, 1e-3, 1])('knows a millionth of the size at side, end and apex (scale %d)', (scale) => {
    const ball = (x: number, y: number): [object, object] => [sphere(scale), { x: x * scale, y: y * scale }];
    const cone = { radius: 5 * scale };
    for (const [inside, outside] of [
      [ball(3, across(3, 1 - 1e-6)), ball(3, across(3, 1 + 1e-6))],
      [ball(6 - 1e-6, 0), ball(6 + 1e-6, 0)],
      [ball(-1 + 1e-6, 0), ball(-1 - 1e-6, 0)],
      // Behind the apex, beyond the side's normal through it.
      [ball(-0.9 * Math.SQRT1_2, 0.9 * Math.SQRT1_2), ball(-1.1 * Math.SQRT1_2, 1.1 * Math.SQRT1_2)],
      // Beyond the rim, where neither side nor end is nearest.
      [ball(5 * Math.cos(Math.PI / 6) + 0.6, 2.5 + 0.79), ball(5 * Math.cos(Math.PI / 6) + 0.6, 2.5 + 0.81)],
    ] as const) {
      expect(found(setUp(inside, outside), cone)).toEqual([1]);
    }
  });

  it('is a segment at an angle of 0, half a ball at a right one, and a point without a radius', () => {
    const world = setUp(
      [box(0.1, 0.1, 0.1), { x: 3, y: 0.05 }],
      [box(0.1, 0.1, 0.1), { y: 3 }],
      [sphere(1), { x: -2 }],
    );
    expect(found(world, { halfAngle: 0 })).toEqual([1]);
    expect(found(world, { halfAngle: Math.PI / 2 })).toEqual([1, 2]);
    expect(found(world, { halfAngle: 1, radius: 0 })).toEqual([]);
    expect(found(world, { halfAngle: 1, radius: 0, x: -2 })).toEqual([3]);
  });

  it('sees ground, what encloses it, and what filters leave', () => {
    const world = setUp([halfSpace(), { y: -2 }], [box(50, 50, 50), {}], [{ ...sphere(1), categoryBits: 2 }, { x: 4 }]);
    expect(found(world, {})).toEqual([1, 2, 3]);
    expect(found(world, { radius: 3 })).toEqual([2, 3]);
    const out: number[] = [];
    const cone = { x: 0, y: 0, z: 0, axis: { x: 1, y: 0, z: 0 }, radius: 5, halfAngle: 0.5 };
    expect(overlapCone(world, cone, out, { maskBits: 2, ignore: 2 })).toBe(1);
    expect(out).toEqual([3]);
  });

  it('refuses numbers by name', () => {
    const world = setUp();
    expect(refusal(() => found(world, { axis: { x: 0, y: 0, z: 0 } }))).toContain('cone axis must be a direction');
    expect(refusal(() => found(world, { halfAngle: 2 }))).toContain('invalid-number: cone halfAngle must be at most');
    expect(refusal(() => found(world, { radius: -1 }))).toContain('cone radius');
    expect(refusal(() => found(world, { z: Number.NaN }))).toContain('cone z');
    expect(refusal(() => found(world, { axis: undefined }))).toContain('cone axis.x');
  });

  it('leaves out what something hides from its apex', () => {
    const world = createWorld();
    const { Transform, Collider, Sensor } = createCollision(world);
    const add = (x: number, y: number, radius: number, categoryBits = 1): number => {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, { x, y }));
      addComponent(world, entity, set(Collider, { ...sphere(radius), categoryBits }));
      return entity;
    };
    const guard = add(0, 0, 0.5);
    const near = add(4, 0, 1);
    const behind = add(8, 0, 0.5);
    const aside = add(8, 3, 0.5);
    const pane = add(6, -2, 0.5, 2);
    const paned = add(9, -3, 0.5);
    const bell = add(2, 0, 0.2);
    addComponent(world, bell, Sensor);
    collisionSystem(world);
    const see = (options: object): number[] => {
      const out: number[] = [];
      const cone = { x: 0, y: 0, z: 0, axis: { x: 1, y: 0, z: 0 }, radius: 12, halfAngle: 0.7 };
      overlapCone(world, cone, out, { ignore: guard, ...options });
      return out;
    };
    expect(see({})).toEqual([near, behind, aside, pane, paned]);
    expect(see({ lineOfSight: false })).toEqual(see({}));
    expect(see({ lineOfSight: true })).toEqual([near, aside, pane]);
    expect(see({ lineOfSight: { maskBits: 1 } })).toEqual([near, aside, pane, paned]);
    expect(see({ lineOfSight: true, ignore: [guard, near] })).toEqual([behind, aside, pane]);
    expect(see({ maskBits: 1, lineOfSight: true })).toEqual([near, aside]);
    expect(see({ lineOfSight: { sensors: true } })).toEqual([aside, pane]);
    // What encloses the watcher hides all else, unless it is ignored.
    expect(see({ lineOfSight: true, ignore: [] })).toEqual([guard]);
    const order = (a: number, b: number) => b - a;
    expect(see({ lineOfSight: true, order })).toEqual([pane, aside, near]);
    expect(refusal(() => see({ lineOfSight: 3 }))).toContain('lineOfSight must be a boolean');
    expect(refusal(() => see({ lineOfSight: { maskBit: 1 } }))).toContain('maskBit');
  });
});
