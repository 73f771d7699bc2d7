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

test('a shape of the other dimension is refused as such, wherever a shape is taken', () => {
  const world = createWorld();
  const { Collider, registerShape } = bound(space.createCollision(world));
  const at = { x: 0, y: 0, z: 0 };
  const flat = [plane.circle(1), plane.box(1, 1), plane.polygon([0, 0, 1, 0, 0, 1]), plane.chain([0, 0, 1, 0, 2, 0])];
  for (const given of flat as never[]) {
    const wanted = (name: string): string =>
      `${name} must be of a shape maker of bitecs-collision/3d, got a shape of /2d`;
    expect(refusal(() => addComponent(world, addEntity(world), set(Collider, given)))).toBe(wanted('Collider'));
    expect(refusal(() => space.castShape(world, given, at, { x: 1, y: 0, z: 0 }))).toBe(wanted('query shape'));
    expect(refusal(() => space.moveAndSlide(world, { shape: given, ...at }, at))).toBe(wanted('query shape'));
    expect(refusal(() => space.massProperties(given))).toBe(wanted('query shape'));
    expect(refusal(() => space.compound([given]))).toBe(wanted('compound child 0'));
    expect(refusal(() => registerShape(given))).toBe(wanted('a shape to register'));
  }
  const level = createWorld();
  const ofPlane = bound(plane.createCollision(level));
  const deep = [space.sphere(1), space.box(1, 1, 1), space.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];
  for (const given of deep as never[]) {
    const wanted = (name: string): string =>
      `${name} must be of a shape maker of bitecs-collision/2d, got a shape of /3d`;
    expect(refusal(() => addComponent(level, addEntity(level), set(ofPlane.Collider, given)))).toBe(wanted('Collider'));
    expect(refusal(() => plane.castShape(level, given, at, { x: 1, y: 0 }))).toBe(wanted('query shape'));
    expect(refusal(() => plane.moveAndSlide(level, { shape: given, ...at }, at))).toBe(wanted('query shape'));
    expect(refusal(() => plane.massProperties(given))).toBe(wanted('query shape'));
    expect(refusal(() => plane.compound([given]))).toBe(wanted('compound child 0'));
    expect(refusal(() => ofPlane.registerShape(given))).toBe(wanted('a shape to register'));
  }
});

function bound<Of extends { Collider: object; registerShape(shape: never): number }>(collision: Of) {
  return { Collider: collision.Collider, registerShape: (shape: never) => collision.registerShape(shape) };
}

test('what is no shape is refused with the hint at its makers', () => {
  const world = createWorld();
  const { Collider, Transform } = space.createCollision(world);
  const message = refusal(() => addComponent(world, addEntity(world), set(Collider, new Mesh())));
  expect(message).toContain(
    'each key of a Collider, as a shape maker of its dimension returns it, must be one of kind,',
  );
  expect(message).toContain('got "isObject3D"');
  expect(refusal(() => addComponent(world, addEntity(world), set(Transform, { X: 1 })))).toBe(
    'each key of Transform must be one of x,y,z,qx,qy,qz,qw,scale, got "X"',
  );
});

test('an angle in place of a part of a quaternion is refused, with how a turn is written', () => {
  const world = createWorld();
  const { Transform } = space.createCollision(world);
  const attempt = (values: object): string =>
    refusal(() => addComponent(world, addEntity(world), set(Transform, values)));
  for (const values of [{ qy: 90 }, { qx: -Math.PI / 2 }, { x: 3, qz: 45 }]) {
    const [key, value] = Object.entries(values).at(-1)!;
    expect(attempt(values)).toBe(
      `Transform.${key} must be given with qw, as a part of a quaternion: a turn by an angle about y is ` +
        `{ qy: Math.sin(angle / 2), qw: Math.cos(angle / 2) }, got ${value}`,
    );
  }
  // Quaternions of any length are none the less taken.
  for (const values of [{ qy: 0.5 }, { qx: 1 }, { qy: 90, qw: 3 }, { qx: 2, qy: 0, qz: 0, qw: 2 }]) {
    expect(attempt(values)).toBe('nothing was refused');
  }
});

test('a geometry in place of its array is refused as such', () => {
  expect(refusal(() => space.mesh(new BoxGeometry() as never))).toBe(
    'mesh positions must be an array of x, y and z each, as the `array` of an attribute is, got an object',
  );
  expect(refusal(() => space.mesh([0, 1, 2, 3]))).toContain('got 4 numbers');
});
