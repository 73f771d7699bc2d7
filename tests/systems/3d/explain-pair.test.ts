import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castRayExit,
  collisionSystem,
  compound,
  createCollision,
  cylinder,
  explainPair,
  halfSpace,
  type ShapeSpec,
  sphere,
} from '../../../entry/3d.ts';
import { refusal } from '../../support/game-2d.ts';

function setUp() {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const spawn = (shape: ShapeSpec, at: object, more: object = {}): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, at));
    addComponent(world, entity, set(Collider, { ...shape, ...more }));
    return entity;
  };
  return { world, collision, spawn };
}

describe('explainPair in space', () => {
  it('says how deep, and how far apart', () => {
    const { world, spawn } = setUp();
    const crate = spawn(box(1, 1, 1), {});
    const ball = spawn(sphere(0.5), { y: 1.25 });
    const rod = spawn(compound([cylinder(0.1, 1), { ...sphere(0.2), offsetY: 2 }]), { x: 1.5, y: 1.5 });
    const far = spawn(sphere(1), { x: 10 });
    collisionSystem(world);
    expect(explainPair(world, crate, ball)).toMatchObject({ touching: true, reason: 'touching', separation: -0.25 });
    const apart = explainPair(world, crate, rod);
    expect(apart).toMatchObject({ touching: false, reason: 'bounds-apart' });
    expect(apart.separation).toBeCloseTo(0.3, 9);
    const { reason, separation } = explainPair(world, ball, rod);
    expect(reason).toBe('bounds-apart');
    expect(separation).toBeCloseTo(0.8, 9);
    expect(explainPair(world, far, ball).message).toContain('bounds');
  });

  it('measures shapes whose bounds overlap', () => {
    const { world, spawn } = setUp();
    const a = spawn(sphere(1), {});
    const b = spawn(sphere(1), { x: 1.5, y: 1.5 });
    collisionSystem(world);
    const { reason, separation } = explainPair(world, a, b);
    expect(reason).toBe('shapes-apart');
    expect(separation).toBeCloseTo(Math.sqrt(4.5) - 2, 12);
  });

  it('names what has been moved, turned, scaled or resized since the tick, and nothing else', () => {
    const { world, collision, spawn } = setUp();
    const { Transform, Collider } = collision;
    const offset = { offsetX: 0.1, offsetQx: 0.3, offsetQw: 2 };
    const crate = spawn(box(1, 1, 1), { qx: 0.3, qw: 0.7, scale: 1.3 }, offset);
    const table = spawn(compound([box(1, 1, 1)]), { x: 1, qy: 0.1, scale: 0.7 }, { offsetQw: 3 });
    const ball = spawn(sphere(1), { x: -1, qx: 0.2 });
    collisionSystem(world);
    const messages = () => [explainPair(world, crate, table).message, explainPair(world, crate, ball).message].join();
    const quiet = messages();
    expect(quiet).not.toContain('moved');
    Transform.qx[ball] = 0.5;
    expect(messages()).toBe(quiet);
    for (const [column, entity] of [
      [Transform.qz, crate],
      [Transform.z, ball],
      [Collider.offsetQy, table],
      [Collider.offsetX, table],
    ] as const) {
      const kept = column[entity];
      column[entity] = kept + 0.25;
      expect(messages()).toContain(`${entity} moved since`);
      column[entity] = kept;
      expect(messages()).toBe(quiet);
    }
  });

  it('knows what has another size, scale or shape since the tick', () => {
    const { world, collision, spawn } = setUp();
    const { Transform, Collider } = collision;
    const a = spawn(sphere(1), {});
    const b = spawn(compound([sphere(1)]), { x: 1.5, y: 1.5 });
    const c = spawn(box(0.1, 2, 0.1), { x: 0.9, y: 0.9, z: -1.5, qz: 1, qw: 1 });
    collisionSystem(world);
    const reasons = () => [explainPair(world, a, b).reason, explainPair(world, a, c).reason];
    expect(reasons()).toEqual(['shapes-apart', 'bounds-apart']);
    expect(explainPair(world, b, c).reason).toBe('bounds-apart');
    for (const [column, entity] of [
      [Collider.radius, a],
      [Transform.scale, a],
      [Transform.scale, b],
      [Collider.radius, b],
    ] as const) {
      const kept = column[entity];
      column[entity] = kept + 0.01;
      expect(explainPair(world, a, b).reason).toBe('not-yet-updated');
      column[entity] = kept;
      expect(explainPair(world, a, b).reason).toBe('shapes-apart');
    }
  });

  it('gives the reason where shapes are not asked', () => {
    const { world, collision, spawn } = setUp();
    const ground = spawn(halfSpace(), {});
    const rock = spawn(sphere(1), {});
    const ghost = spawn(sphere(1), {}, { maskBits: 0 });
    const off = spawn(sphere(1), {});
    const bare = spawn(sphere(1), {});
    for (const entity of [ground, rock]) addComponent(world, entity, collision.Static);
    addComponent(world, off, collision.Disabled);
    removeComponent(world, bare, collision.Collider);
    collisionSystem(world);
    const late = spawn(sphere(1), {});
    const reasons = [rock, ghost, off, bare, late, ground].map((other) => explainPair(world, ground, other).reason);
    expect(reasons).toEqual([
      'both-static',
      'filtered-by-mask',
      'disabled',
      'no-collider',
      'not-yet-updated',
      'same-entity',
    ]);
    removeEntity(world, late);
    expect(explainPair(world, ground, late).reason).toBe('removed');
    collision.Collider.halfX[ghost] = 1;
    collision.Collider.kind[ghost] = box(1, 1, 1).kind;
    expect(refusal(() => explainPair(world, ground, ghost))).toContain('Collider.halfY of entity');
  });
});

describe('castRayExit in space', () => {
  it('leaves walls, half-spaces and what lies in them where they end', () => {
    const { world, spawn } = setUp();
    const ground = spawn(halfSpace(), {});
    const bricks = [0, 1, 2].map((i) => spawn(box(0.5, 0.5, 0.5), { x: i, y: 5 }));
    const post = spawn(box(0.1, 1, 0.1), { x: 7 });
    collisionSystem(world);
    const through = castRayExit(world, { x: -5, y: 5.25, z: 0 }, { x: 1, y: 0, z: 0 })!;
    expect([through.entity, through.fraction, through.x, through.normalX]).toEqual([bricks[2], 7.5, 2.5, 1]);
    const out = castRayExit(world, { x: 3, y: -2, z: 1 }, { x: 0, y: 1, z: 0 })!;
    expect([out.entity, out.y, out.normalY]).toEqual([ground, 0, 1]);
    expect(out.fraction).toBeCloseTo(2, 12);
    // The post stands in the ground: one solid.
    const top = castRayExit(world, { x: 7, y: -2, z: 0 }, { x: 0, y: 2, z: 0 })!;
    expect([top.entity, top.fraction, top.y]).toEqual([post, 1.5, 1]);
    expect(castRayExit(world, { x: 3, y: 2, z: 0 }, { x: 0, y: -1, z: 0 })).toBeUndefined();
    expect(castRayExit(world, { x: 3, y: -2, z: 0 }, { x: 1, y: 0, z: 0 })).toBeUndefined();
    expect(castRayExit(world, { x: -5, y: 9, z: 0 }, { x: 1, y: 0, z: 0 })).toBeUndefined();
    expect(castRayExit(world, { x: -5, y: 5, z: 0 }, { x: 1, y: 0, z: 0 }, { maxFraction: 7 })).toBeUndefined();
  });
});
