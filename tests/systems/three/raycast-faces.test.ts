import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  DoubleSide,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Raycaster,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { collisionSystem, createCollision } from '../../../entry/3d.ts';
import { meshFrom, raycastWith } from '../../../entry/three.ts';
import { createRng } from '../../support/rng.ts';

const sided = () => new MeshBasicMaterial({ side: DoubleSide });

/** Compares what a Raycaster gives of an object that asks its collider with what it gives of the object itself. */
function compare(object: Object3D, seed: number): { hits: Intersection[]; asked: number } {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, {}));
  addComponent(world, eid, set(Collider, meshFrom(object)));
  collisionSystem(world);
  const rng = createRng(seed);
  const hits: Intersection[] = [];
  const asked = 80;
  for (let i = 0; i < asked; i++) {
    const from = new Vector3(rng.range(-4, 4), rng.range(-4, 4), 8);
    const raycaster = new Raycaster(from, new Vector3(rng.range(-0.3, 0.3), rng.range(-0.3, 0.3), -1).normalize());
    Reflect.deleteProperty(object, 'raycast');
    const [expected] = raycaster.intersectObject(object);
    object.raycast = raycastWith(world, eid);
    const [hit] = raycaster.intersectObject(object);
    expect(hit === undefined).toBe(expected === undefined);
    if (hit === undefined) continue;
    hits.push(hit);
    expect(hit.distance).toBeCloseTo(expected.distance, 4);
    expect(hit.faceIndex).toBe(expected.faceIndex);
    expect(hit.instanceId).toBe(expected.instanceId);
    const { a, b, c, materialIndex, normal } = hit.face!;
    expect({ a, b, c, materialIndex }).toEqual({ ...expected.face, normal: undefined });
    expect(normal.distanceTo(expected.face!.normal)).toBeLessThan(1e-6);
    expect(hit.barycoord!.distanceTo(expected.barycoord!)).toBeLessThan(1e-3);
    expect(hit.uv!.distanceTo(expected.uv!)).toBeLessThan(1e-3);
    expect(hit.uv1!.distanceTo(expected.uv1!)).toBeLessThan(1e-3);
  }
  return { hits, asked };
}

/** With a second set of texture coordinates. */
function withSecond(geometry: BufferGeometry): BufferGeometry {
  const { uv } = geometry.attributes;
  const other = Float32Array.from(uv.array, (value) => 1 - value * value);
  return geometry.setAttribute('uv1', new BufferAttribute(other, 2));
}

describe.each([
  ['indexed', (geometry: BufferGeometry) => geometry],
  ['without an index', (geometry: BufferGeometry) => geometry.toNonIndexed()],
] as const)('the faces that raycastWith gives of a geometry %s are those of three.js', (_, form) => {
  it('of instances, some of them mirrored', () => {
    const mesh = new InstancedMesh(withSecond(form(new TorusKnotGeometry(1, 0.3, 40, 8))), sided(), 5);
    const rng = createRng(21);
    for (let i = 0; i < 5; i++) {
      const turn = new Quaternion(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), 1).normalize();
      const size = new Vector3(i % 2 === 0 ? 1 : -1, 1.5, 0.8);
      mesh.setMatrixAt(i, new Matrix4().compose(new Vector3(2 * i - 4, rng.range(-1, 1), 0), turn, size));
    }
    mesh.position.set(0.2, 0.1, 0);
    mesh.rotation.z = 0.4;
    mesh.updateMatrixWorld();
    const { hits, asked } = compare(mesh, 22);
    expect(new Set(hits.map(({ instanceId }) => instanceId)).size).toBe(5);
    expect(hits.length / asked).toBeGreaterThan(0.2);
    expect(hits.length / asked).toBeLessThan(0.8);
  });

  it('of groups with materials of their own, on a turned and mirrored mesh', () => {
    const geometry = withSecond(form(new BoxGeometry(3, 2, 4)));
    const mesh = new Mesh(geometry, Array.from({ length: 6 }, sided));
    mesh.rotation.set(0.5, 0.7, 0.2);
    mesh.scale.set(-1.2, 1, 1.5);
    mesh.updateMatrixWorld();
    const { hits, asked } = compare(mesh, 23);
    expect(new Set(hits.map(({ face }) => face!.materialIndex)).size).toBeGreaterThan(2);
    expect(hits.length / asked).toBeGreaterThan(0.3);
    expect(hits.length / asked).toBeLessThan(0.9);
  });

  it('of instances whose geometry has groups', () => {
    const mesh = new InstancedMesh(withSecond(form(new BoxGeometry(2, 2, 2))), Array.from({ length: 6 }, sided), 3);
    for (let i = 0; i < 3; i++) {
      mesh.setMatrixAt(i, new Matrix4().makeRotationY(i).setPosition(3 * i - 3, 0.3 * i, 0));
    }
    mesh.updateMatrixWorld();
    const { hits } = compare(mesh, 24);
    expect(new Set(hits.map(({ instanceId }) => instanceId)).size).toBe(3);
  });
});
