import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';

/* Arrays of a module serve all worlds: what one world has left in them must not be read by another. */

/** A wall that turns as it passes a box in one tick, in the plane. Returns where the box is after each move. */
function passInPlane(): number[] {
  const world = createWorld();
  const { Transform, Collider } = plane.createCollision(world);
  const add = (x: number, shape: plane.ShapeSpec) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const wall = add(-1.7, plane.box(0.5, 6));
  const mover = add(0.4, plane.box(1, 1));
  const out = plane.createMoveResult();
  const places: number[] = [];
  plane.collisionSystem(world);
  for (const [x, rotation] of [
    [-1.7, 0],
    [-0.72, 0.11],
    [2.5, 0],
  ]) {
    Transform.x[wall] = x;
    Transform.rotation[wall] = rotation;
    plane.refreshCollider(world, wall);
    plane.moveAndSlide(world, mover, { x: 0, y: 0 }, {}, out);
    Transform.x[mover] = out.x;
    Transform.y[mover] = out.y;
    plane.refreshCollider(world, mover);
    places.push(out.x, out.y, out.penetration);
  }
  return places;
}

/** A box beside a long block that turns about x and moves along z, in space. */
function passInSpace(): void {
  const world = createWorld();
  const { Transform, Collider } = space.createCollision(world);
  const add = (z: number, shape: space.ShapeSpec) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { z }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const wall = add(-101.6, space.box(3, 3, 100));
  const mover = add(0, space.box(1, 1, 1));
  const out = space.createMoveResult();
  space.collisionSystem(world);
  for (const z of [-101.6, -101.2, -99]) {
    Transform.z[wall] = z;
    Transform.qx[wall] = 0.0002 * z;
    space.refreshCollider(world, wall);
    space.moveAndSlide(world, mover, { x: 0, y: 0, z: 0 }, {}, out);
  }
}

/** The fraction at which a half-space that falls from a height meets a mesh with a peak at y = 1. */
function fallOnPeak(y: number): number | undefined {
  const world = createWorld();
  const { Transform, Collider } = space.createCollision(world);
  const peak = addEntity(world);
  addComponent(world, peak, set(Transform, {}));
  addComponent(
    world,
    peak,
    set(Collider, space.mesh([-1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 2], [0, 2, 1, 1, 2, 3, 3, 2, 0])),
  );
  const roof = addEntity(world);
  addComponent(world, roof, set(Transform, { y, qz: 1, qw: 0 }));
  addComponent(world, roof, set(Collider, space.halfSpace()));
  space.collisionSystem(world);
  return space.castCollider(world, roof, { x: 0, y: -1, z: 0 })?.fraction;
}

/** Casts a mesh, the last triangle of which is left in the piece that is placed next. */
function castMesh(): void {
  const world = createWorld();
  const { Transform, Collider } = space.createCollision(world);
  const cast = addEntity(world);
  addComponent(world, cast, set(Transform, {}));
  addComponent(world, cast, set(Collider, space.mesh([0, 3, 0, 1, 3, 0, 0, 3, 1], [0, 1, 2])));
  const target = addEntity(world);
  addComponent(world, target, set(Transform, { y: 5 }));
  addComponent(world, target, set(Collider, space.sphere(1)));
  space.collisionSystem(world);
  expect(space.castCollider(world, cast, { x: 0, y: 4, z: 0 })).toBeDefined();
}

describe('what another world did before', () => {
  it('changes no move in the plane', () => {
    const alone = passInPlane();
    passInSpace();
    expect(passInPlane()).toEqual(alone);
  });

  it('changes no cast of a half-space', () => {
    castMesh();
    expect(fallOnPeak(1.5)).toBeCloseTo(0.5, 12);
  });
});

// The rounding of a start was measured by the bounds of the half-space, which end 2^40 units away.
it('a half-space that is just above a mesh falls down to it', () => {
  for (const gap of [0.3, 0.05, 1e-7]) expect(fallOnPeak(1 + gap)).toBeCloseTo(gap, 9);
});
