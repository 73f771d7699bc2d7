import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  Euler,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { expect, it } from 'vitest';
import { castRay, collisionSystem, createCollision, triangleCornersAt } from '../../../entry/3d.ts';
import { type MeshPart, meshFrom, type ObjectFace, objectAt } from '../../../entry/three.ts';
import { effort } from '../../support/effort.ts';
import { measureAllocation } from '../../support/measure-allocation.ts';
import { createRng } from '../../support/rng.ts';

const rng = createRng(21);
const material = new MeshBasicMaterial({ side: DoubleSide });

function put<T extends Object3D>(parent: Object3D, object: T, x: number, y: number, z: number): T {
  object.position.set(x, y, z);
  object.rotation.set(rng.range(-2, 2), rng.range(-2, 2), rng.range(-2, 2));
  parent.add(object);
  return object;
}

/** A tetrahedron whose first and third triangles have no area. */
function withNeedles(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1], 3));
  geometry.setIndex([0, 0, 1, 0, 1, 2, 3, 3, 3, 0, 3, 1, 0, 2, 3, 1, 3, 2]);
  return geometry;
}

/** A level of nested groups: meshes with and without index, mirrored, of several materials, instances, and a line. */
function makeLevel(): Group {
  const level = new Group();
  put(level, new Mesh(new IcosahedronGeometry(1), material), -3, 0, 0); // without an index
  put(level, new LineSegments(new BoxGeometry(6, 6, 6)), 0, 0, 0);
  const room = put(level, new Group(), 0, 3, 0);
  put(room, new Mesh(new BoxGeometry(1.5, 1.5, 1.5), Array(6).fill(material)), 0, 0, 0); // a group of the index a side
  put(room, new Mesh(withNeedles(), material), 0, -3, 0);
  put(
    room,
    new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([], 3)), material),
    0,
    0,
    0,
  );
  put(level, new Mesh(new SphereGeometry(1, 8, 6), material), 3, 0, 0).scale.x = -1;
  const pillars = put(room, new InstancedMesh(new BoxGeometry(1, 1, 1), material, 5), 0, 0, 3);
  for (let i = 0; i < 5; i++) {
    const turned = new Quaternion().setFromEuler(new Euler(i, 2 * i, 0));
    pillars.setMatrixAt(i, new Matrix4().compose(new Vector3(2 * i - 4, -4, 0), turned, new Vector3(1, 1 + i, 1)));
  }
  level.updateMatrixWorld(true);
  return level;
}

it('names the object, instance and triangle that the Raycaster of three.js hits', () => {
  const level = makeLevel();
  const parts: MeshPart[] = [];
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, {}));
  addComponent(world, eid, set(Collider, meshFrom(level, { parts })));
  collisionSystem(world);
  const out = {} as ObjectFace;
  const hitObjects = new Set<string>();
  let hits = 0;
  for (let i = 0; i < 500; i++) {
    const from = new Vector3(rng.range(-12, 12), rng.range(-12, 12), rng.range(-12, 12));
    const to = new Vector3(rng.range(-4, 4), rng.range(-3, 5), rng.range(-3, 4));
    const direction = to.sub(from);
    const hit = castRay(world, from, direction, { maxFraction: 100 });
    const raycaster = new Raycaster(from, direction.clone().normalize());
    const [expected] = raycaster.intersectObject(level).filter(({ object }) => (object as Mesh).isMesh);
    expect(hit === undefined).toBe(expected === undefined);
    if (hit === undefined) continue;
    hits++;
    const { object, instanceId, faceIndex } = expected;
    expect(objectAt(parts, hit.child)).toEqual({ object, instanceId, faceIndex });
    expect(objectAt(parts, hit.child, out)).toBe(out);
    expect([out.object, out.instanceId, out.faceIndex]).toEqual([object, instanceId, faceIndex]);
    hitObjects.add(`${object.id} ${instanceId}`);

    // The corners in the world are those of the face of the object.
    const { position } = (object as Mesh).geometry.attributes;
    const place = object.matrixWorld.clone();
    if (instanceId !== undefined) {
      const instance = new Matrix4();
      (object as InstancedMesh).getMatrixAt(instanceId, instance);
      place.multiply(instance);
    }
    const { a, b, c } = expected.face!;
    const corners = (place.determinant() < 0 ? [a, c, b] : [a, b, c]).flatMap((vertex) =>
      new Vector3().fromBufferAttribute(position, vertex).applyMatrix4(place).toArray(),
    );
    expect(Array.from(triangleCornersAt(world, hit)!)).toEqual(corners.map((value) => expect.closeTo(value, 9)));
  }
  expect(hits).toBeGreaterThan(110);
  expect(hits).toBeLessThan(350);
  expect(hitObjects.size).toBe(9); // four meshes with triangles and five instances
});

it('knows every triangle, and refuses others', () => {
  const parts: MeshPart[] = [];
  meshFrom(makeLevel(), { parts });
  let child = 0;
  for (const { object, instanceId, triangleCount } of parts) {
    for (let faceIndex = 0; faceIndex < triangleCount; faceIndex++) {
      expect(objectAt(parts, child++)).toEqual({ object, instanceId, faceIndex });
    }
  }
  expect(child).toBe(20 + 12 + 6 + 80 + 5 * 12);
  for (const wrong of [child, -1, 0.5, Number.NaN, Infinity, undefined as unknown as number]) {
    expect(() => objectAt(parts, wrong)).toThrow(/child must be a triangle of the parts/);
  }
  expect(() => objectAt([], 0)).toThrow(/child must be a triangle of the parts/);
});

it('fills the list anew, for one object as well, and leaves it empty for a geometry', () => {
  const parts: MeshPart[] = [];
  meshFrom(makeLevel(), { parts });
  const crate = new Mesh(new BoxGeometry(), material);
  meshFrom(crate, { parts, frame: crate });
  expect(parts).toEqual([{ object: crate, instanceId: undefined, firstTriangle: 0, triangleCount: 12 }]);
  expect(objectAt(parts, 11)).toEqual({ object: crate, instanceId: undefined, faceIndex: 11 });
  meshFrom(new BoxGeometry(), { parts });
  expect(parts).toEqual([]);
  expect(() => meshFrom(crate, { parts: true as never })).toThrow(/meshFrom parts must be an array/);
});

it.runIf(effort(true, false))('triangle and object of a hit put nothing on the heap', async () => {
  const { control, ...bytes } = await measureAllocation('triangle-allocation-worker.ts');
  expect(control).toBeGreaterThan(1000);
  expect(Object.keys(bytes)).toEqual(['castRay', 'triangleAt', 'triangleCornersAt', 'objectAt']);
  // A round asks of 64 hits: one number on the heap for each would be 1,024 bytes.
  for (const [name, of] of Object.entries(bytes)) expect(of, name).toBeLessThan(16);
});
