import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  Raycaster,
  Scene,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { castRay, collisionSystem, createCollision, type ShapeSpec, sphere } from '../../../entry/3d.ts';
import { boxFrom, hullFrom, meshFrom, readObjects, sphereFrom, writeObjects } from '../../../entry/three.ts';
import { effort } from '../../support/effort.ts';
import { measureAllocation } from '../../support/measure-allocation.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const material = new MeshBasicMaterial();

function createGame() {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  function spawn(shape: ShapeSpec = sphere(1), values: object = {}): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, values));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  }
  const placeOf = (eid: number) => [Transform.x[eid], Transform.y[eid], Transform.z[eid]];
  const turnOf = (eid: number) =>
    new Quaternion(Transform.qx[eid], Transform.qy[eid], Transform.qz[eid], Transform.qw[eid]);
  return { world, Transform, spawn, placeOf, turnOf };
}

function put(object: Object3D, rng: Rng): void {
  object.position.set(rng.range(-5, 5), rng.range(-5, 5), rng.range(-5, 5));
  object.quaternion.copy(randomTurn(rng));
}

function randomTurn(rng: Rng): Quaternion {
  return new Quaternion(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)).normalize();
}

const sign = (rng: Rng): number => (rng.range(-1, 1) < 0 ? -1 : 1);

/** Puts an object below two parents that are moved, turned and scaled alike on all axes, some of them mirrored. */
function hang(object: Object3D, rng: Rng, isMirrored: boolean): Scene {
  const scene = new Scene();
  const flip = (): number => (isMirrored ? sign(rng) : 1);
  let parent: Object3D = scene;
  for (const group of [new Group(), new Group()]) {
    put(group, rng);
    const scale = rng.range(0.2, 3);
    group.scale.set(flip() * scale, flip() * scale, flip() * scale);
    parent.add(group);
    parent = group;
  }
  parent.add(object);
  put(object, rng);
  object.scale.set(flip() * rng.range(0.2, 3), flip() * rng.range(0.2, 3), flip() * rng.range(0.2, 3));
  return scene;
}

function largestDifference(a: Matrix4, b: Matrix4): number {
  return Math.max(...a.elements.map((value, i) => Math.abs(value - b.elements[i])));
}

describe('a frame', () => {
  it('is a place and a rotation, so the scale of a lift is in its collider', () => {
    const lift = new Mesh(new BoxGeometry(1, 1, 1), material);
    lift.scale.set(2, 0.2, 2);
    lift.position.set(5, 1, 1);
    expect(boxFrom(lift, { frame: lift })).toMatchObject({ halfX: 1, halfY: 0.1, halfZ: 1 });
    const parent = new Group();
    parent.scale.setScalar(3);
    parent.add(lift);
    const shape = boxFrom(lift, { frame: lift });
    expect(shape.halfX).toBeCloseTo(3, 12);
    expect(shape.halfY).toBeCloseTo(0.3, 12);
    expect(sphereFrom(lift, { frame: lift }).radius).toBeCloseTo(3 * Math.sqrt(2.01), 12);
  });

  it.each([
    ['hullFrom', hullFrom],
    ['meshFrom', meshFrom],
    ['boxFrom', boxFrom],
  ] as const)('of %s, with readObjects and writeObjects, puts collider and picture in one place', (_, shapeFrom) => {
    const rng = createRng(11);
    let hits = 0;
    let asked = 0;
    for (let round = 0; round < 12; round++) {
      const object = new Mesh(new BoxGeometry(1, 2, 3).translate(0.3, 0.2, 0.1), material);
      const scene = hang(object, rng, round % 2 === 1);
      const { world, Transform, spawn } = createGame();
      const eid = spawn(shapeFrom(object, { frame: object }));
      const objects = new Map([[eid, object]]);
      readObjects(world, objects);
      expect(Transform.scale[eid]).toBe(1);
      for (const isMoved of [false, true]) {
        if (isMoved) {
          const turn = randomTurn(rng);
          for (const axis of ['x', 'y', 'z'] as const) {
            Transform[axis][eid] = rng.range(-3, 3);
            Transform[`q${axis}`][eid] = turn[axis];
          }
          Transform.qw[eid] = turn.w;
        }
        writeObjects(world, objects);
        collisionSystem(world);
        scene.updateMatrixWorld();
        const centre = object.getWorldPosition(new Vector3());
        const size = object.getWorldScale(new Vector3()).length();
        for (let i = 0; i < 12; i++) {
          const way = new Vector3(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)).normalize();
          const aside = new Vector3(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)).multiplyScalar(0.8 * size);
          const from = centre
            .clone()
            .addScaledVector(way, -9 * size)
            .add(aside);
          const expected = new Raycaster(from, way).intersectObject(object)[0]?.distance ?? -1;
          expect(castRay(world, from, way, { maxFraction: 99 * size })?.fraction ?? -1).toBeCloseTo(expected, 5);
          asked++;
          if (expected > 0) hits++;
        }
      }
    }
    expect(hits / asked).toBeGreaterThan(0.25);
    expect(hits / asked).toBeLessThan(0.75);
  });
});

describe('objects below parents', () => {
  it('are where their entities are, by numbers', () => {
    const group = new Group();
    group.position.set(10, 0, 0);
    group.rotation.y = Math.PI / 2;
    group.scale.setScalar(2);
    const lift = new Object3D();
    group.add(lift);
    const { world, spawn } = createGame();
    writeObjects(world, new Map([[spawn(sphere(1), { x: 16, y: 2, z: -4 }), lift]]));
    expect(lift.position.distanceTo(new Vector3(2, 1, 3))).toBeLessThan(1e-12);
    expect(lift.rotation.y).toBeCloseTo(-Math.PI / 2, 12);
  });

  it.each([false, true])('stay where they are when they are read and written, mirrored: %s', (isMirrored) => {
    const rng = createRng(12);
    for (let i = 0; i < 100; i++) {
      const object = new Object3D();
      const scene = hang(object, rng, isMirrored);
      scene.updateMatrixWorld();
      const before = object.matrixWorld.clone();
      const { world, spawn, placeOf, turnOf } = createGame();
      const eid = spawn();
      const objects = new Map([[eid, object]]);
      readObjects(world, objects);
      const place = placeOf(eid);
      const turn = turnOf(eid);
      writeObjects(world, objects);
      scene.updateMatrixWorld();
      expect(largestDifference(before, object.matrixWorld)).toBeLessThan(1e-10);
      readObjects(world, objects);
      expect(new Vector3(...placeOf(eid)).distanceTo(new Vector3(...place))).toBeLessThan(1e-11);
      expect(turnOf(eid).angleTo(turn)).toBeLessThan(1e-6);
    }
  });

  it('stay where they are below parents of different scales by axis, unless they are turned there', () => {
    const rng = createRng(13);
    for (let i = 0; i < 50; i++) {
      const parent = new Group();
      put(parent, rng);
      parent.scale.set(rng.range(0.2, 3), rng.range(0.2, 3), rng.range(0.2, 3));
      const object = new Object3D();
      parent.add(object);
      put(object, rng);
      const isTurned = i % 2 === 1;
      if (!isTurned) object.quaternion.identity();
      parent.updateMatrixWorld();
      const before = object.matrixWorld.clone();
      const { world, spawn, placeOf, turnOf } = createGame();
      const eid = spawn();
      readObjects(world, new Map([[eid, object]]));
      // The rotation that three.js gives what is sheared.
      expect(turnOf(eid).angleTo(object.getWorldQuaternion(new Quaternion()).normalize())).toBeLessThan(1e-6);
      expect(turnOf(eid).length()).toBeCloseTo(1, 12);
      writeObjects(world, new Map([[eid, object]]));
      parent.updateMatrixWorld();
      if (!isTurned) expect(largestDifference(before, object.matrixWorld)).toBeLessThan(1e-11);
      expect(object.getWorldPosition(new Vector3()).distanceTo(new Vector3(...placeOf(eid)))).toBeLessThan(1e-11);
    }
  });

  it('may be entities at two depths, in any order', () => {
    const hull = new Group();
    const turret = new Group();
    const scene = new Scene().add(hull.add(turret));
    const { world, spawn } = createGame();
    const above = spawn(sphere(1), { x: 7, y: 2 });
    const below = spawn(sphere(1), { x: 4, qy: 1, qw: 1 });
    const objects = new Map([
      [above, turret],
      [below, hull],
    ]);
    writeObjects(world, objects);
    scene.updateMatrixWorld();
    expect(turret.getWorldPosition(new Vector3()).distanceTo(new Vector3(7, 2, 0))).toBeLessThan(1e-12);
    expect(turret.getWorldQuaternion(new Quaternion()).angleTo(new Quaternion())).toBeLessThan(1e-7);
  });

  it('have finite places below a parent that is scaled to nothing', () => {
    const parent = new Group();
    parent.scale.setScalar(0);
    const object = new Object3D();
    parent.add(object);
    const { world, spawn, turnOf } = createGame();
    const eid = spawn(sphere(1), { x: 1, y: 2, z: 3 });
    writeObjects(world, new Map([[eid, object]]));
    expect([...object.position.toArray(), ...object.quaternion.toArray()]).toEqual([1, 2, 3, 0, 0, 0, 1]);
    readObjects(world, new Map([[eid, object]]));
    expect(turnOf(eid).toArray()).toEqual([0, 0, 0, 1]);
  });
});

it('instances are where their entities are, wherever their mesh is', () => {
  const rng = createRng(14);
  for (let i = 0; i < 30; i++) {
    const mesh = new InstancedMesh(new BoxGeometry(), material, 2);
    const scene = hang(mesh, rng, i % 2 === 1);
    const { world, Transform, spawn, placeOf, turnOf } = createGame();
    const turn = randomTurn(rng);
    const values = { x: rng.range(-5, 5), y: 2, z: 3, qx: turn.x, qy: turn.y, qz: turn.z, qw: turn.w, scale: 1.5 };
    const entities = [spawn(), spawn(sphere(1), values)];
    writeObjects(world, { mesh, entities });
    scene.updateMatrixWorld();
    const written = new Matrix4();
    mesh.getMatrixAt(1, written);
    const expected = new Matrix4().compose(new Vector3(values.x, 2, 3), turn, new Vector3(1.5, 1.5, 1.5));
    expect(largestDifference(written.premultiply(mesh.matrixWorld), expected)).toBeLessThan(1e-4);
    for (const field of ['x', 'y', 'z', 'qx', 'qy', 'qz', 'scale'] as const) Transform[field].fill(0);
    readObjects(world, { mesh, entities });
    expect(new Vector3(...placeOf(entities[1])).distanceTo(new Vector3(values.x, 2, 3))).toBeLessThan(1e-4);
    expect(turnOf(entities[1]).angleTo(turn)).toBeLessThan(1e-3);
    expect(Transform.scale[entities[1]]).toBeCloseTo(1.5, 5);
  }
});

it.runIf(effort(true, false))('to write the places of objects and instances puts nothing on the heap', async () => {
  const { control, ...bytes } = await measureAllocation('objects-allocation-worker.ts');
  expect(control).toBeGreaterThan(3200);
  expect(Object.keys(bytes)).toEqual(['inScene', 'belowParents', 'instances']);
  // A number on the heap for each of the 200 objects would be 3,200; what is left is that of a call.
  for (const [name, of] of Object.entries(bytes)) expect(of, name).toBeLessThan(800);
});
