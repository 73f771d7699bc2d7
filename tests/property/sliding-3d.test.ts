import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  hull,
  mesh,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import type { TestMesh } from '../support/meshes.ts';
import { createRng } from '../support/rng.ts';
import { cutEdges, makeTerrain, unshare } from '../support/surface-meshes.ts';

/** How deep bodies are in the floor. */
const DEPTH = 0.01;
/** Shapes that stand upright, and how high their middle is above the lowest point. */
const SHAPES: Record<string, readonly [shape: ShapeSpec, height: number]> = {
  sphere: [sphere(0.5), 0.5],
  box: [box(0.5, 0.5, 0.7), 0.5],
  'rounded box': [box(0.4, 0.3, 0.6, { radius: 0.2 }), 0.5],
  capsule: [capsule(0.3, 0.4), 0.7],
  cylinder: [cylinder(0.5, 0.5), 0.5],
  cone: [cone(0.5, 0.5), 0.5],
  hull: [hull([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1, 0].map((value) => 0.6 * value)), 0],
};

const rng = createRng(31);
const flat = makeTerrain(12, 12, () => 0);

/** A floor whose triangles are as the grid's, moved by as much as rounding of f32 moves them. */
function rounded({ positions, index }: TestMesh): TestMesh {
  const noisy = Float32Array.from(positions, (value) => value + rng.range(-2e-7, 2e-7));
  return { positions: Float64Array.from(noisy), index };
}

const FLOORS: Record<string, TestMesh> = {
  'a grid': flat,
  'triangles without shared vertices': unshare(rng, flat),
  'T-junctions': cutEdges(rng, cutEdges(rng, flat, 0.5), 0.3),
  'T-junctions without shared vertices': unshare(rng, cutEdges(rng, flat, 0.5)),
  'vertices that rounding has moved': unshare(rng, rounded(cutEdges(rng, flat, 0.3))),
};

describe.each(Object.keys(FLOORS))('on a floor of %s', (floor) => {
  it.each(Object.keys(SHAPES))('a %s slides without a ghost contact', (kind) => {
    const [shape, height] = SHAPES[kind];
    const world = createWorld();
    const collision = createCollision(world, { margin: 0.04 });
    const { Transform, Collider, Static } = collision;
    const ground = addEntity(world);
    addComponent(world, ground, Static);
    addComponent(world, ground, set(Transform, { x: -6, z: -6 }));
    addComponent(world, ground, set(Collider, mesh(FLOORS[floor].positions, FLOORS[floor].index)));
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { y: height - DEPTH }));
    addComponent(world, body, set(Collider, shape));
    for (let tick = 0; tick < effort(3000, 150); tick++) {
      // A path that crosses edges of all directions at all angles, and turns.
      Transform.x[body] = 4 * Math.sin(0.0317 * tick);
      Transform.z[body] = 4 * Math.sin(0.0213 * tick + 1);
      Transform.qy[body] = Math.sin(0.05 * tick);
      Transform.qw[body] = Math.cos(0.05 * tick);
      collisionSystem(world);
      let deepest = Infinity;
      for (const contact of collision.contacts()) {
        // The floor is A.
        if (!(contact.normalY > 1 - 1e-9)) {
          expect({ tick, child: contact.childA, normal: [contact.normalX, contact.normalY, contact.normalZ] }).toBe(0);
        }
        deepest = Math.min(deepest, contact.separation);
      }
      expect(deepest).toBeGreaterThan(-DEPTH - 1e-6);
      expect(deepest).toBeLessThan(-DEPTH + 1e-6);
    }
  });
});

/** Size, how far away, and whether by the scale of the entity. */
const STANDS: readonly (readonly [size: number, far: number, isScaled: boolean])[] = [
  [1e-3, 0, false],
  [1e-3, 1, true],
  [1e3, 1e4, false],
  [1e5, 0, true],
  [1, 1e5, false],
];

it.each(STANDS)('nothing catches on a tilted floor of size %d, %d away (scaled: %s)', (size, far, isScaled) => {
  const { positions, index } = FLOORS['T-junctions without shared vertices'];
  // Turned by 0.7 about z: what is up on the floor, and along it.
  const [up, along] = [
    [-Math.sin(0.7), Math.cos(0.7)],
    [Math.cos(0.7), Math.sin(0.7)],
  ];
  const middle = Float64Array.from(positions, (value, i) => (isScaled ? 1 : size) * (value - (i % 3 === 1 ? 0 : 6)));
  for (const [kind, [, height]] of Object.entries(SHAPES)) {
    const world = createWorld();
    const collision = createCollision(world, { margin: 0.02 * size });
    const { Transform, Collider } = collision;
    const ground = addEntity(world);
    const turn = { qz: Math.sin(0.35), qw: Math.cos(0.35) };
    addComponent(world, ground, set(Transform, { x: far, y: -far, z: far, ...turn, scale: isScaled ? size : 1 }));
    addComponent(world, ground, set(Collider, mesh(middle, index)));
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { ...turn, scale: size }));
    addComponent(world, body, set(Collider, SHAPES[kind][0]));
    for (let tick = 0; tick < effort(600, 25); tick++) {
      const way = 4 * size * Math.sin(0.317 * tick);
      const lift = size * (height - DEPTH);
      Transform.x[body] = far + way * along[0] + lift * up[0];
      Transform.y[body] = -far + way * along[1] + lift * up[1];
      Transform.z[body] = far + 4 * size * Math.sin(0.213 * tick + 1);
      collisionSystem(world);
      let deepest = Infinity;
      for (const { normalX, normalY, separation } of collision.contacts()) {
        const cosine = normalX * up[0] + normalY * up[1];
        if (!(cosine > 1 - 1e-9)) expect({ kind, tick, cosine }).toBe('upright');
        deepest = Math.min(deepest, separation);
      }
      if (!(Math.abs(deepest / size + DEPTH) < 1e-6 + 1e-14 * far)) expect({ kind, tick, deepest }).toBe('as deep');
    }
  }
});

it('a box is stopped by a real step, and stands on its edge', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static } = collision;
  // A floor at 0, and from x = 0 on at 0.2, with the riser between.
  const positions = [-5, 0, -5, -5, 0, 5, 0, 0, 5, 0, 0, -5, 0, 0.2, 5, 0, 0.2, -5, 5, 0.2, 5, 5, 0.2, -5];
  const index = [0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5, 5, 4, 6, 5, 6, 7];
  const ground = addEntity(world);
  addComponent(world, ground, Static);
  addComponent(world, ground, set(Transform, {}));
  addComponent(world, ground, set(Collider, mesh(positions, index)));
  const body = addEntity(world);
  addComponent(world, body, set(Transform, { x: -0.48, y: 0.495 }));
  addComponent(world, body, set(Collider, box(0.5, 0.5, 0.5)));
  const normals = () =>
    Array.from(collision.contacts(), ({ normalX, normalY, separation }) =>
      [normalX, normalY, separation].map((value) => Math.round(value * 1e6) / 1e6),
    );
  collisionSystem(world);
  expect(normals()).toEqual([
    [0, 1, -0.005],
    [-1, 0, -0.02],
  ]);
  // Half of it over the edge, from above.
  Transform.x[body] = -0.2;
  Transform.y[body] = 0.69;
  collisionSystem(world);
  expect(normals()).toEqual([[0, 1, -0.01]]);
  // Tilted over the edge, its lower corner in front of the riser: it is pushed back or up, never forward into the step.
  Transform.qz[body] = Math.sin(-0.2);
  Transform.qw[body] = Math.cos(-0.2);
  Transform.x[body] = -0.2;
  Transform.y[body] = 0.74;
  collisionSystem(world);
  for (const [x, y] of normals()) expect(x <= 0 && y >= 0).toBe(true);
  expect(normals().length).toBeGreaterThan(0);
});
