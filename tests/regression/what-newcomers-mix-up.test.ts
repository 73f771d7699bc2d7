import { addComponent, addEntity, createWorld, set } from 'bitecs';
import * as plane from 'bitecs-collision/2d';
import * as space from 'bitecs-collision/3d';
import { BoxGeometry, Mesh } from 'three';
import { expect, test } from 'vitest';

const refusal = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    return String((error as Error).message);
  }
  return 'nothing was refused';
};

/** What people hand in who come from the other dimension, or from three.js: the message leads to what they need. */
test('a function of the other dimension is refused by the dimension, not for want of a collision', () => {
  const world = createWorld();
  space.createCollision(world);
  expect(refusal(() => plane.castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }))).toBe(
    'the collision of this world is of bitecs-collision/3d, this function of /2d',
  );
  const flat = createWorld();
  plane.createCollision(flat);
  expect(refusal(() => space.queryPoint(flat, { x: 0, y: 0, z: 0 }, []))).toBe(
    'the collision of this world is of bitecs-collision/2d, this function of /3d',
  );
  expect(refusal(() => space.queryPoint(createWorld(), { x: 0, y: 0, z: 0 }, []))).toContain('has no collision');
});

test('what is no shape of the dimension is refused with the hint at its makers', () => {
  const world = createWorld();
  const { Collider, Transform } = space.createCollision(world);
  for (const [given, key] of [
    [plane.box(1, 1), 'halfWidth'],
    [new Mesh(), 'isObject3D'],
  ] as const) {
    const message = refusal(() => addComponent(world, addEntity(world), set(Collider, given)));
    expect(message).toContain(
      'each key of a Collider, as a shape maker of its dimension returns it, must be one of kind,',
    );
    expect(message).toContain(`got "${key}"`);
  }
  expect(refusal(() => addComponent(world, addEntity(world), set(Transform, { X: 1 })))).toBe(
    'each key of Transform must be one of x,y,z,qx,qy,qz,qw,scale, got "X"',
  );
});

test('a geometry in place of its array is refused as such', () => {
  expect(refusal(() => space.mesh(new BoxGeometry() as never))).toBe(
    'mesh positions must be an array of x, y and z each, as the `array` of an attribute is, got an object',
  );
  expect(refusal(() => space.mesh([0, 1, 2, 3]))).toContain('got 4 numbers');
});
