import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  heightfield,
  hull,
  mesh,
  type ShapeSpec,
  seamless,
  sphere,
  sweptColliders,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../support/random-space.ts';
import { createRng } from '../support/rng.ts';
import { cutEdges, makeTerrain, unshare } from '../support/surface-meshes.ts';

const rng = createRng(41);
const SIDE = 8;
const FLAT = makeTerrain(SIDE, SIDE, () => 0);
const meshOf = ({ positions, index }: { positions: Float32Array | Float64Array; index: Uint32Array | Uint16Array }) =>
  mesh(positions, index);

/** Floors at height 0, from 0 to SIDE along x and z: each a list of colliders and where they stand. */
const FLOORS: Record<string, readonly { spec: ShapeSpec; x: number; z: number }[]> = {
  'a mesh': [{ spec: meshOf(FLAT), x: 0, z: 0 }],
  'a mesh without shared vertices': [{ spec: meshOf(unshare(rng, FLAT)), x: 0, z: 0 }],
  'a mesh with T-junctions': [{ spec: meshOf(cutEdges(rng, FLAT, 0.4)), x: 0, z: 0 }],
  'a field of heights': [
    { spec: heightfield(new Float64Array((SIDE + 1) * (SIDE + 1)), SIDE + 1, SIDE + 1, 1), x: 0, z: 0 },
  ],
  'seamless boxes': Array.from({ length: SIDE * SIDE }, (_, i) => ({
    spec: compound([{ ...box(0.5, 0.5, 0.5), offsetX: 0.5, offsetY: -0.5, offsetZ: 0.5 }]),
    x: i % SIDE,
    z: Math.floor(i / SIDE),
  })),
};

const SHAPES: readonly ShapeSpec[] = [
  sphere(0.3),
  capsule(0.2, 0.3),
  box(0.3, 0.2, 0.4),
  box(0.2, 0.2, 0.2, { radius: 0.1 }),
  cylinder(0.3, 0.3),
  cone(0.3, 0.3),
  hull(pointsOnSphere(rng, 12, 0.4)),
];

describe.each(Object.keys(FLOORS))('a floor of %s', (name) => {
  it.each([false, true])('has no edges inside for what flies and slides (turning: %s)', (turns) => {
    const world = createWorld();
    const collision = createCollision(world, { swept: sweptColliders });
    const { Transform, Collider, Static, Swept } = collision;
    const Seamless = name === 'seamless boxes' ? seamless(world) : undefined;
    for (const { spec, x, z } of FLOORS[name]) {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, { x, z }));
      addComponent(world, entity, set(Collider, spec));
      addComponent(world, entity, Static);
      if (Seamless !== undefined) addComponent(world, entity, Seamless);
    }
    // What flies does not meet each other.
    const bodies = SHAPES.map((spec) => {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, { y: 20 }));
      addComponent(world, entity, set(Collider, { ...spec, categoryBits: 2, maskBits: 1 }));
      addComponent(world, entity, Swept);
      return entity;
    });
    const put = (entity: number, low: number, high: number): void => {
      Transform.x[entity] = rng.range(1, SIDE - 1);
      Transform.y[entity] = rng.range(low, high);
      Transform.z[entity] = rng.range(1, SIDE - 1);
      if (!turns && low < 0) return;
      const [x, y, z, w] = randomQuaternion(rng, rng.integer(0, 2));
      Transform.qx[entity] = x;
      Transform.qy[entity] = y;
      Transform.qz[entity] = z;
      Transform.qw[entity] = w;
    };
    // What tilts by less than what adjoining colliders may be off leaves their joint by its own face.
    const digits = name === 'seamless boxes' ? 4 : 9;
    let met = 0;
    for (let round = 0; round < effort(300, 6); round++) {
      for (const entity of bodies) {
        put(entity, 0.7, 3);
        collision.teleport(entity);
      }
      collisionSystem(world);
      for (const entity of bodies) put(entity, -3, 0.1);
      collisionSystem(world);
      for (const contact of collision.contacts()) {
        if (contact.fraction === 1) continue;
        met++;
        const normal = [contact.normalX, contact.normalY, contact.normalZ];
        expect(normal, `round ${round}, ${contact.b}`).toEqual([0, 1, 0].map((n) => expect.closeTo(n, digits)));
        expect(contact.pointY(0)).toBeCloseTo(0, 6);
      }
    }
    expect(met).toBeGreaterThan(effort(1000, 20));
  });
});
