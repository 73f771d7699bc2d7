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
import { livingRoom } from '../../examples/shared/living-room.ts';
import { closestPointTriangle } from '../../src/3d/geometry/closest/closest-point-triangle.ts';
import { writeTriangleNormal } from '../../src/3d/shapes/triangle-core.ts';
import { effort } from '../support/effort.ts';
import { loadBunny, makeTorusKnot, type TestMesh } from '../support/meshes.ts';
import { overlapsTriangles } from '../support/overlaps-triangles.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { cutEdges, makeTerrain, makeTriangleSoup, unshare } from '../support/surface-meshes.ts';

const rng = createRng(907);
const tetrahedron = hull([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1].map((value) => 0.6 * value));
const SHAPES: Record<string, ShapeSpec> = {
  sphere: sphere(0.5),
  capsule: capsule(0.3, 0.5),
  box: box(0.5, 0.3, 0.7),
  'rounded box': box(0.4, 0.2, 0.6, { radius: 0.1 }),
  cylinder: cylinder(0.4, 0.5),
  cone: cone(0.4, 0.5),
  hull: tetrahedron,
};

const rough = () => rng.range(-0.4, 0.4);
const MESHES: Record<string, TestMesh> = {
  'a flat floor': makeTerrain(8, 8, () => 0),
  'a rough terrain': makeTerrain(10, 10, rough),
  'a terrain without shared vertices': unshare(rng, makeTerrain(8, 8, rough)),
  'a terrain with T-junctions': cutEdges(rng, makeTerrain(8, 8, rough), 0.4),
  'a soup': makeTriangleSoup(rng, 60, 3),
  'a knot': scaled(makeTorusKnot(48, 8), 2),
  'the bunny': scaled(loadBunny(), 0.5),
  // Each contact is compared with all of its 62,102 triangles.
  ...effort({ 'a scanned room': scaled(livingRoom(), 3) }, {}),
};

function scaled({ positions, index }: TestMesh, scale: number): TestMesh {
  return { positions: Float64Array.from(positions, (value) => scale * value), index };
}

function cornersOf({ positions, index }: TestMesh): Float64Array {
  const corners = new Float64Array(3 * index.length);
  for (let i = 0; i < index.length; i++) for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[3 * index[i] + k];
  return corners;
}

/** A pose of a body near a random triangle: on it, in it, or somewhat above. */
function poseNear(rng: Rng, corners: Float64Array) {
  const at = 9 * rng.integer(0, corners.length / 9 - 1);
  const weights = [rng.next(), rng.next(), rng.next()];
  const sum = weights[0] + weights[1] + weights[2];
  const place = [0, 1, 2].map(
    (axis) =>
      (weights[0] * corners[at + axis] + weights[1] * corners[at + 3 + axis] + weights[2] * corners[at + 6 + axis]) /
      sum,
  );
  const [x, y, z] = place.map((value) => value + rng.range(-0.8, 0.8));
  const upright = rng.next() < 0.3;
  const turn = () => (upright ? 0 : rng.range(-1, 1));
  return { x, y, z, qx: turn(), qy: rng.range(-1, 1), qz: turn(), qw: rng.range(0.1, 1) };
}

const nearest = new Float64Array(7);
const normal = new Float64Array(3);

function normalOf(corners: Float64Array, at: number): Float64Array {
  writeTriangleNormal(normal, corners.subarray(at, at + 9));
  return normal;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

describe.each(Object.keys(MESHES))('%s', (name) => {
  const corners = cornersOf(MESHES[name]);
  const triangles = corners.length / 9;

  it.each(Object.keys(SHAPES))('is touched by a %s where it overlaps, along normals that it has', (kind) => {
    const world = createWorld();
    const collision = createCollision(world);
    const { Transform, Collider, Static } = collision;
    const ground = addEntity(world);
    addComponent(world, ground, set(Transform, { x: 0, y: 0, z: 0 }));
    addComponent(world, ground, set(Collider, mesh(MESHES[name].positions, MESHES[name].index)));
    addComponent(world, ground, Static);
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { x: 0, y: 0, z: 0 }));
    addComponent(world, body, set(Collider, SHAPES[kind]));
    let touched = 0;
    let apart = 0;
    for (let round = 0; round < effort(400, 25); round++) {
      const pose = poseNear(rng, corners);
      Object.assign(pose, {});
      for (const [field, value] of Object.entries(pose)) Transform[field as 'x'][body] = value;
      collisionSystem(world);
      const overlap = overlapsTriangles(SHAPES[kind], pose, corners);
      let touches = false;
      for (const contact of collision.contacts()) {
        if (contact.touching) touches = true;
        const n = [contact.normalX, contact.normalY, contact.normalZ];
        for (let i = 0; i < contact.pointCount; i++) {
          // From midway between the surfaces back to the mesh, which is A.
          const back = 0.5 * contact.pointSeparation(i);
          const p = [contact.pointX(i), contact.pointY(i), contact.pointZ(i)].map(
            (value, axis) => value - back * n[axis],
          );
          let isOnSurface = false;
          let isOfFace = false;
          let higher: unknown;
          for (let t = 0; t < triangles; t++) {
            const squared = closestPointTriangle(nearest, 0, p, 0, corners, 9 * t);
            // The normal of a patch is that of one of its triangles, to 1e-4.
            const slack = 1e-6 + 1e-4 * Math.abs(back);
            if (!(squared < slack * slack)) continue;
            isOnSurface = true;
            if (Math.abs(dot(n, normalOf(corners, 9 * t))) > 1 - 1e-8) isOfFace = true;
            for (let k = 9 * t; k < 9 * t + 9; k += 3) {
              const up = n.reduce((sum, value, axis) => sum + value * (corners[k + axis] - p[axis]), 0);
              if (up > 1e-5 && squared < 1e-16) higher = { t, up };
            }
          }
          if (!isOfFace && higher !== undefined) expect({ round, pose, p, n, higher }).toBeUndefined();
          if (!isOnSurface) expect({ round, pose, child: contact.childA, point: p, n }).toBe('on the surface');
        }
      }
      if (overlap.separation > 1e-6) {
        apart++;
        if (touches) expect({ round, pose, overlap }).toBe('apart');
      } else if (overlap.separation < -1e-6) {
        touched++;
        if (!touches) expect({ round, pose, overlap }).toBe('touched');
      }
    }
    expect(touched).toBeGreaterThan(4);
    expect(apart).toBeGreaterThan(0);
  });
});
