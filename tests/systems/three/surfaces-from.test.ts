import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { BufferGeometry, Mesh, MeshBasicMaterial, PlaneGeometry, Raycaster, TorusKnotGeometry, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { castRay, collisionSystem, createCollision, mesh, type ShapeSpec } from '../../../entry/3d.ts';
import { heightfieldFrom, meshFrom, raycastWith } from '../../../entry/three.ts';
import { createRng } from '../../support/rng.ts';

function place(shape: ShapeSpec, at: { x?: number; y?: number; z?: number }) {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, at));
  addComponent(world, eid, set(Collider, shape));
  collisionSystem(world);
  return { world, eid };
}

it.each([false, true])('a plane that has been displaced is a heightfield where it is, turned up: %s', (isTurned) => {
  const rng = createRng(3);
  const geometry = new PlaneGeometry(12, 8, 6, 5);
  const { position } = geometry.attributes;
  for (let i = 0; i < position.count; i++) position.setZ(i, rng.range(0, 2));
  if (isTurned) geometry.rotateX(-Math.PI / 2);
  const field = place(heightfieldFrom(geometry), { x: 3, y: 1, z: 2 });
  const whole = place(meshFrom(geometry), { x: 3, y: 1, z: 2 });
  for (let i = 0; i < 60; i++) {
    const u = rng.range(-5.6, 5.6);
    const v = rng.range(-3.6, 3.6);
    const from = isTurned ? { x: 3 + u, y: 9, z: 2 + v } : { x: 3 + u, y: 1 + v, z: 9 };
    const way = isTurned ? { x: 0.1, y: -9, z: 0.2 } : { x: 0.1, y: 0.2, z: -9 };
    const hit = castRay(field.world, from, way);
    const expected = castRay(whole.world, from, way);
    expect(hit?.fraction).toBeCloseTo(expected?.fraction ?? Number.NaN, 5);
    expect(hit?.normalX).toBeCloseTo(expected?.normalX ?? Number.NaN, 4);
  }
});

it('refuses what is no grid', () => {
  const broken = new PlaneGeometry(4, 4, 3, 3);
  broken.attributes.position.setX(5, 0.7);
  expect(() => heightfieldFrom(broken)).toThrow(/rows of as many vertices each/);
  expect(() => heightfieldFrom(new TorusKnotGeometry())).toThrow(/rows of as many vertices each/);
  expect(() => heightfieldFrom(new BufferGeometry())).toThrow(/rows of as many vertices each/);
  expect(() => heightfieldFrom({} as BufferGeometry)).toThrow(/a BufferGeometry/);
});

it("a Raycaster that asks the collider gets three's first hit", () => {
  const rng = createRng(4);
  const geometry = new TorusKnotGeometry(2, 0.6, 60, 12);
  const { world, eid } = place(mesh(geometry.attributes.position.array, geometry.index!.array), { x: 1 });
  const object = new Mesh(geometry, new MeshBasicMaterial({ side: 2 }));
  object.position.x = 1;
  object.updateMatrixWorld();
  let hits = 0;
  for (let i = 0; i < 60; i++) {
    const from = new Vector3(rng.range(-4, 4), rng.range(-4, 4), 6);
    const raycaster = new Raycaster(from, new Vector3(rng.range(-0.3, 0.3), rng.range(-0.3, 0.3), -1).normalize());
    Reflect.deleteProperty(object, 'raycast');
    const [expected] = raycaster.intersectObject(object);
    object.raycast = raycastWith(world, eid);
    const [hit, ...rest] = raycaster.intersectObject(object);
    expect(rest).toEqual([]);
    expect(hit === undefined).toBe(expected === undefined);
    if (expected === undefined) continue;
    hits++;
    expect(hit.distance).toBeCloseTo(expected.distance, 5);
    expect(hit.faceIndex).toBe(expected.faceIndex);
    expect([hit.face!.a, hit.face!.b, hit.face!.c]).toEqual([expected.face!.a, expected.face!.b, expected.face!.c]);
    expect(hit.uv!.distanceTo(expected.uv!)).toBeLessThan(1e-4);
    expect(hit.barycoord!.distanceTo(expected.barycoord!)).toBeLessThan(1e-4);
  }
  expect(hits).toBeGreaterThan(15);
  expect(hits).toBeLessThan(50);
});
