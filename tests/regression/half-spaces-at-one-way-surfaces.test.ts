import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  castCollider,
  collisionSystem,
  createCollision,
  halfSpace,
  heightfield,
  mesh,
  oneWay,
  refreshCollision,
} from '../../entry/3d.ts';

const surfaces = [
  { name: 'a mesh', shape: mesh([-1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 2], [0, 2, 1, 1, 2, 3, 3, 2, 0]) },
  { name: 'a heightfield', shape: heightfield(Float64Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0), 3, 3, 1) },
];

/** A surface with a peak at y = 1, solid from above, and a half-space that has been at the first height for a tick. */
function scene(shape: (typeof surfaces)[number]['shape'], turn: { qz?: number; qw?: number }, y: number) {
  const world = createWorld();
  const collision = createCollision(world);
  const surface = addEntity(world);
  addComponent(world, surface, set(collision.Transform, {}));
  addComponent(world, surface, set(collision.Collider, shape));
  addComponent(world, surface, set(oneWay(world), { normalX: 0, normalY: 1, normalZ: 0 }));
  const plane = addEntity(world);
  addComponent(world, plane, set(collision.Transform, { y, ...turn }));
  addComponent(world, plane, set(collision.Collider, halfSpace()));
  collisionSystem(world);
  const depthAt = (height: number): number | undefined => {
    collision.Transform.y[plane] = height;
    collisionSystem(world);
    let deepest: number | undefined;
    for (const { penetration } of collision.contacts()) deepest = Math.max(deepest ?? 0, penetration);
    return deepest;
  };
  return { world, collision, plane, depthAt };
}

const UPSIDE_DOWN = { qz: 1, qw: 0 };

// The directions of rims and contacts were asked of the half-space as of a convex body, which it has none of.
describe.each(surfaces)('$name that is solid from above', ({ shape }) => {
  it('holds a half-space that comes down', () => {
    const { depthAt } = scene(shape, UPSIDE_DOWN, 1.5);
    expect(depthAt(0.75)).toBeCloseTo(0.25, 12);
    expect(depthAt(0.5)).toBeCloseTo(0.5, 12);
  });

  it('is passed by a half-space that rises', () => {
    const { depthAt } = scene(shape, {}, -0.5);
    expect(depthAt(0.75)).toBeUndefined();
  });

  it('is passed by one that was in it', () => {
    const { depthAt } = scene(shape, UPSIDE_DOWN, -1);
    expect(depthAt(0.25)).toBeUndefined();
  });

  it('stops the cast of a half-space from above', () => {
    const { world, collision, plane } = scene(shape, UPSIDE_DOWN, 1.5);
    expect(castCollider(world, plane, { x: 0, y: -1, z: 0 })?.fraction).toBeCloseTo(0.5, 12);
    collision.Transform.y[plane] = 0.5;
    refreshCollision(world);
    expect(castCollider(world, plane, { x: 0, y: -1, z: 0 })?.fraction).toBe(0);
  });
});
