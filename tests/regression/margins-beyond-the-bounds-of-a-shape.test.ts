import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collideShape,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  heightfield,
  mesh,
  type ShapeContact,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';

const NO_TURN = { x: 0, y: 0, z: 0, w: 1 };
const SHEET = [-5, 0, -5, -5, 0, 5, 5, 0, 5, 5, 0, -5];
const BOTH = [0, 1, 2, 0, 2, 3];
const CRATE = [-5, -1, -5, -5, -1, 5, 5, -1, 5, 5, -1, -5, ...SHEET];
const SIDES = [
  0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
];

const meshes: { name: string; ground: ShapeSpec; x?: number }[] = [
  { name: 'an open mesh', ground: mesh(SHEET, BOTH) },
  { name: 'a one-sided mesh', ground: mesh(SHEET, BOTH, { oneSided: true }) },
  { name: 'a solid mesh', ground: mesh(CRATE, SIDES, { solid: true }) },
];
const field = { name: 'a heightfield', ground: heightfield(new Float64Array(9), 3, 3, 5), x: -5 };

// Each reaches 1 below its place, but for the half-space, which is all below it and is turned round here.
const bodies = [
  { name: 'a sphere', body: sphere(1) },
  { name: 'a box', body: box(0.5, 1, 0.5) },
  { name: 'a rounded box', body: box(0.5, 0.75, 0.5, { radius: 0.25 }) },
  { name: 'a capsule', body: capsule(0.5, 0.5) },
  { name: 'a cylinder', body: cylinder(0.5, 1) },
  { name: 'a cone', body: cone(0.5, 1) },
  { name: 'a half-space', body: halfSpace(), reach: 0, rotation: { x: 0, y: 0, z: 1, w: 0 } },
  { name: 'a mesh', body: mesh([-0.5, -1, 0, 0.5, -1, 0, 0, 1, 0], [0, 1, 2]) },
];

// Triangles were looked for within the bounds of the shape, without the margin: none was found beyond them.
describe.each([...meshes, field])('$name', ({ ground, x = 0 }) => {
  it.each(bodies)('is as far from $name as it is, up to the margin', ({ body, reach = 1, rotation = NO_TURN }) => {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, z: x }));
    addComponent(world, eid, set(Collider, ground));
    collisionSystem(world);
    const found: ShapeContact[] = [];
    for (const gap of [0.001, 0.3, 1.9]) {
      const pose = { x: 0.1, y: gap + reach, z: 0.2, rotation };
      expect(collideShape(world, body, pose, found, { margin: 2 })).toBeGreaterThan(0);
      expect(Math.min(...found.map(({ separation }) => separation))).toBeCloseTo(gap, 12);
      expect(collideShape(world, body, pose, found, { margin: 0.9 * gap })).toBe(0);
    }
  });
});

// Fields cannot be asked about.
describe.each(meshes)('$name that is asked about', ({ ground }) => {
  it.each(bodies)('is as far from $name as it is, up to the margin', ({ body, reach = 1, rotation = NO_TURN }) => {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: 0.1, y: 0.3 + reach, z: 0.2, qz: rotation.z, qw: rotation.w }));
    addComponent(world, eid, set(Collider, body));
    collisionSystem(world);
    const found: ShapeContact[] = [];
    expect(collideShape(world, ground, { x: 0, y: 0, z: 0 }, found, { margin: 2 })).toBeGreaterThan(0);
    expect(Math.min(...found.map(({ separation }) => separation))).toBeCloseTo(0.3, 12);
    expect(collideShape(world, ground, { x: 0, y: 0, z: 0 }, found, { margin: 0.29 })).toBe(0);
  });
});
