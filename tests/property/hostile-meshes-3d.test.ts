import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  CollisionError,
  capsule,
  castRay,
  castShape,
  closestPoint,
  collideShape,
  collisionSystem,
  createCollision,
  cylinder,
  mesh,
  overlapShape,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { createRng, type Rng } from '../support/rng.ts';

const SHAPES = [sphere(0.5), capsule(0.3, 0.4), box(0.4, 0.3, 0.5), cylinder(0.4, 0.4)];

/** Coordinates that games' files have when something has gone wrong, and others that are only odd. */
function coordinate(rng: Rng, kind: number): number {
  const roll = rng.next();
  if (kind === 1 && roll < 0.02) return [Number.NaN, Infinity, -Infinity, 1e31][rng.integer(0, 3)];
  if (kind === 2) return rng.integer(-2, 2);
  if (kind === 3) return rng.range(-1, 1) * 10 ** rng.range(-40, 12);
  if (kind === 4) return roll < 0.5 ? 0 : rng.range(-1e-9, 1e-9);
  return rng.range(-1.5, 1.5);
}

function hostile(rng: Rng, kind: number): ShapeSpec {
  const vertices = rng.integer(3, 24);
  const positions = Array.from({ length: 3 * vertices }, () => coordinate(rng, kind));
  const triangles = rng.integer(1, 40);
  // Some name vertices that there are not; many are doubled, or have one corner twice.
  const most = kind === 5 ? vertices : vertices - 1;
  const indices = Array.from({ length: 3 * triangles }, () => rng.integer(0, most));
  const options = { solid: rng.next() < 0.3, oneSided: rng.next() < 0.3, radius: rng.next() < 0.2 ? 0.1 : 0 };
  return mesh(rng.next() < 0.5 ? Float32Array.from(positions) : positions, indices, options);
}

it('hostile meshes are refused by name, or give finite answers', () => {
  let made = 0;
  let refused = 0;
  for (let seed = 1; seed <= effort(100_000, 250); seed++) {
    const rng = createRng(seed);
    let shape: ShapeSpec;
    try {
      shape = hostile(rng, seed % 6);
      made++;
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error;
      refused++;
      continue;
    }
    const world = createWorld();
    const collision = createCollision(world, { margin: 0.05 });
    const { Transform, Collider } = collision;
    const ground = addEntity(world);
    addComponent(world, ground, set(Transform, { qx: rng.range(-1, 1), scale: rng.range(0.5, 2) }));
    addComponent(world, ground, set(Collider, shape));
    for (const body of SHAPES) {
      const eid = addEntity(world);
      const place = { x: rng.range(-1, 1), y: rng.range(-1, 1), z: rng.range(-1, 1), qz: rng.range(-1, 1) };
      addComponent(world, eid, set(Transform, place));
      addComponent(world, eid, set(Collider, body));
    }
    collisionSystem(world);
    for (const contact of collision.contacts()) {
      const numbers = [contact.normalX, contact.normalY, contact.normalZ, contact.separation];
      for (let i = 0; i < contact.pointCount; i++)
        numbers.push(contact.pointX(i), contact.pointY(i), contact.pointZ(i));
      if (!numbers.every(Number.isFinite)) expect({ seed, numbers }).toBe('finite');
    }
    const from = { x: rng.range(-2, 2), y: rng.range(-2, 2), z: rng.range(-2, 2) };
    const way = { x: -2 * from.x, y: -2 * from.y, z: rng.range(-2, 2) };
    const found = [
      castRay(world, from, way, { maxFraction: 1 }),
      castShape(world, box(0.1, 0.2, 0.1), from, way),
      closestPoint(world, from),
    ];
    for (const hit of found) {
      if (hit !== undefined && !Object.values(hit).every(Number.isFinite)) expect({ seed, hit }).toBe('finite');
    }
    overlapShape(world, sphere(0.4), from, []);
    collideShape(world, sphere(0.4), from, []);
  }
  expect(made).toBeGreaterThan(refused);
  expect(refused).toBeGreaterThan(10);
});
