import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { BoxGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { collisionSystem, createCollision, createMoveResult, moveAndSlide, sphere } from '../../../entry/3d.ts';
import { keepTransforms, readObjects, writeObjects } from '../../../entry/three.ts';

function createGame() {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  function spawn(values: object): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, values));
    addComponent(world, eid, set(Collider, sphere(1)));
    return eid;
  }
  return { world, Transform, spawn };
}

const tilted = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1);

describe('writeObjects', () => {
  it('places objects and leaves their scale', () => {
    const { world, spawn } = createGame();
    // A quaternion of any length.
    const eid = spawn({ x: 1, y: 2, z: 3, qx: 2 * tilted.x, qy: 2 * tilted.y, qz: 2 * tilted.z, qw: 2 * tilted.w });
    const object = new Object3D();
    object.scale.set(4, 5, 6);
    expect(writeObjects(world, new Map([[eid, object]]))).toBe(1);
    expect(object.position.toArray()).toEqual([1, 2, 3]);
    expect(object.quaternion.angleTo(tilted)).toBeLessThan(1e-12);
    expect(object.scale.toArray()).toEqual([4, 5, 6]);
  });

  it('places instances with the scale of the Transform', () => {
    const { world, spawn } = createGame();
    const entities = [spawn({ x: 1, scale: 2 }), spawn({ y: 5 })];
    const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 3);
    mesh.computeBoundingSphere();
    expect(writeObjects(world, { mesh, entities })).toBe(2);
    expect(mesh.count).toBe(2);
    expect(mesh.boundingSphere).toBeNull();
    const matrix = new Matrix4();
    mesh.getMatrixAt(0, matrix);
    expect(matrix.toArray()).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1]);
    expect(() => writeObjects(world, { mesh, entities: [1, 2, 3, 4] })).toThrow(/at most 3/);
  });

  it('places between two ticks what was there before, the shorter way round', () => {
    const { world, Transform, spawn } = createGame();
    const eid = spawn({ x: 0 });
    const other = spawn({ x: 7 });
    let before = keepTransforms(world);
    before = keepTransforms(world, before);
    Transform.x[eid] = 10;
    // A quarter turn about z, as the negative quaternion.
    Transform.qz[eid] = -Math.sin(Math.PI / 4);
    Transform.qw[eid] = -Math.cos(Math.PI / 4);
    removeEntity(world, other);
    const late = spawn({ x: 4 });
    const objects = new Map([eid, late].map((one) => [one, new Object3D()]));
    writeObjects(world, objects, { from: before, fraction: 0.25 });
    expect(objects.get(eid)!.position.x).toBeCloseTo(2.5, 12);
    expect(objects.get(eid)!.rotation.z).toBeCloseTo(Math.PI / 8, 12);
    expect(objects.get(late)!.position.x, 'what has come since stands where it is').toBe(4);
    writeObjects(world, objects, { from: before });
    expect(objects.get(eid)!.position.x).toBe(10);
  });

  it('leaves the objects of removed entities where they are', () => {
    const { world, Transform, spawn } = createGame();
    const entities = [spawn({ x: 1 }), spawn({ x: 2 })];
    const [gone, left] = entities.map(() => new Object3D());
    const objects = new Map([gone, left].map((object, i) => [entities[i], object]));
    const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
    for (const tracked of [objects, { mesh, entities }]) expect(writeObjects(world, tracked)).toBe(2);
    removeEntity(world, entities[0]);
    Transform.x.set([8, 9], entities[0]);
    for (const tracked of [objects, { mesh, entities }]) expect(writeObjects(world, tracked)).toBe(1);
    expect([gone.position.x, left.position.x]).toEqual([1, 9]);
    expect([mesh.instanceMatrix.array[12], mesh.instanceMatrix.array[28]]).toEqual([1, 9]);
  });

  it('refuses what is nothing of it', () => {
    const { world } = createGame();
    expect(() => writeObjects(world, [] as never)).toThrow(/objects must be a Map/);
    expect(() => writeObjects(world, new Map(), { fraction: 2 })).toThrow(/fraction must be from 0 to 1/);
    expect(() => writeObjects(world, new Map(), { from: {} as never })).toThrow(/what keepTransforms returned/);
    expect(() => writeObjects({}, new Map())).toThrow(/this world has no collision/);
  });

  it('works with stores of the game that know no turn', () => {
    const world = createWorld();
    const Position = { x: [] as number[], y: [] as number[], z: [] as number[] };
    createCollision(world, { transform: { component: Position, ...Position } });
    const eid = addEntity(world);
    addComponent(world, eid, Position);
    [Position.x[eid], Position.y[eid], Position.z[eid]] = [1, 2, 3];
    const before = keepTransforms(world);
    Position.x[eid] = 2;
    const object = new Object3D();
    writeObjects(world, new Map([[eid, object]]), { from: before, fraction: 0.5 });
    expect(object.position.toArray()).toEqual([1.5, 2, 3]);
    expect(object.quaternion.toArray()).toEqual([0, 0, 0, 1]);
    object.position.set(7, 8, 9);
    readObjects(world, new Map([[eid, object]]));
    expect([Position.x[eid], Position.y[eid], Position.z[eid]]).toEqual([7, 8, 9]);
  });
});

describe('readObjects', () => {
  it('takes an object where it is in the world', () => {
    const { world, Transform, spawn } = createGame();
    const eid = spawn({});
    const group = new Group();
    group.position.set(0, 10, 0);
    const object = new Object3D();
    object.position.set(1, 2, 3);
    object.quaternion.copy(tilted);
    group.add(object);
    expect(readObjects(world, new Map([[eid, object]]))).toBe(1);
    expect([Transform.x[eid], Transform.y[eid], Transform.z[eid]]).toEqual([1, 12, 3]);
    const { qx, qy, qz, qw } = Transform;
    expect(new Quaternion(qx[eid], qy[eid], qz[eid], qw[eid]).angleTo(tilted)).toBeLessThan(1e-12);
    collisionSystem(world);
  });

  it('gives back from instances what was written to them', () => {
    const { world, Transform, spawn } = createGame();
    const entities = [
      spawn({ x: 1, scale: 2 }),
      spawn({ y: 5, qx: tilted.x, qy: tilted.y, qz: tilted.z, qw: tilted.w }),
    ];
    const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 3);
    writeObjects(world, { mesh, entities });
    for (const field of ['x', 'y', 'z', 'qx', 'qy', 'qz', 'scale'] as const) Transform[field].fill(0);
    expect(readObjects(world, { mesh, entities })).toBe(2);
    expect([Transform.x[entities[0]], Transform.scale[entities[0]]]).toEqual([1, 2]);
    expect(Transform.y[entities[1]]).toBeCloseTo(5, 6);
    expect(Transform.qx[entities[1]]).toBeCloseTo(tilted.x, 6);
    mesh.setMatrixAt(1, new Matrix4().makeScale(1, 2, 1));
    expect(() => readObjects(world, { mesh, entities })).toThrow(/the scale of entity .* the same on all axes/);
  });

  it('writes nothing where it refuses one of them', () => {
    const { world, Transform, spawn } = createGame();
    const entities = [spawn({ x: 1 }), spawn({ x: 2 })];
    const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
    writeObjects(world, { mesh, entities });
    mesh.setMatrixAt(0, new Matrix4().makeTranslation(9, 9, 9));
    mesh.setMatrixAt(1, new Matrix4().makeScale(1, 2, 1));
    expect(() => readObjects(world, { mesh, entities })).toThrow(/the scale of entity 2 must be the same/);
    mesh.setMatrixAt(1, new Matrix4());
    expect(() => readObjects(world, { mesh, entities: [entities[0], -7] })).toThrow(/an entity must be an id, got -7/);
    const object = new Object3D();
    object.position.set(9, 9, 9);
    const objects = new Map([
      [entities[0], object],
      [-7, object],
    ]);
    expect(() => readObjects(world, objects)).toThrow(/an entity must be an id, got -7/);
    expect([Transform.x[entities[0]], Transform.y[entities[0]]]).toEqual([1, 0]);
  });
});

it('a Vector3 is a place for a Transform, and an up', () => {
  const { world, Transform, spawn } = createGame();
  const object = new Object3D();
  object.position.set(1, 2, 3);
  const eid = spawn(object.position);
  expect([Transform.x[eid], Transform.y[eid], Transform.z[eid], Transform.qw[eid]]).toEqual([1, 2, 3, 1]);
  expect(() => spawn(new Vector3(1, Number.NaN, 0))).toThrow(/Transform\.y must be a finite number/);
  // What is the object's own is still looked at, as misspelt keys are.
  expect(() => spawn(object)).toThrow(/each key of Transform must be one of x,y,z,/);
  expect(() => spawn(object.quaternion)).toThrow(/each key of Transform must be one of x,y,z,/);
  expect(() => spawn(Object.assign(new Vector3(), { Y: 1 }))).toThrow(/got "Y"/);
  const result = createMoveResult();
  moveAndSlide(world, eid, new Vector3(1, 0, 0), { up: object.up }, result);
  expect(result.x).toBe(2);
});
