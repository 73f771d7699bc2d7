import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  BatchedMesh,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { CollisionError, castRay, createCollision } from '../../../entry/3d.ts';
import {
  boxFrom,
  heightfieldFrom,
  hullFrom,
  type MeshPart,
  meshFrom,
  objectAt,
  sphereFrom,
} from '../../../entry/three.ts';
import { createRng } from '../../support/rng.ts';

const material = new MeshBasicMaterial();

/** Returns the extent of a hull along each axis: the least coordinates and the largest. */
function extentOf(shape: ReturnType<typeof hullFrom>): number[] {
  const { vertices } = (shape.shape as unknown as { hull: { vertices: Float64Array } }).hull;
  const axes = [0, 1, 2].map((axis) => Array.from(vertices).filter((_, i) => i % 3 === axis));
  return [...axes.map((values) => Math.min(...values)), ...axes.map((values) => Math.max(...values))];
}

describe('shapes from geometries', () => {
  it('take the vertices in the frame of the geometry', () => {
    const geometry = new BoxGeometry(2, 4, 6).translate(1, 0, 0);
    expect(boxFrom(geometry)).toMatchObject({ halfX: 1, halfY: 2, halfZ: 3, offsetX: 1, offsetY: 0, offsetZ: 0 });
    expect(extentOf(hullFrom(geometry))).toEqual([0, -2, -3, 2, 2, 3]);
    const ball = sphereFrom(geometry);
    expect(ball.radius).toBeCloseTo(Math.sqrt(14), 12);
    expect(ball.offsetX).toBeCloseTo(1, 12);
  });

  it('leave out vertices that the index does not name', () => {
    const geometry = new BufferGeometry();
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9];
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
    geometry.setIndex([0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3]);
    expect(extentOf(hullFrom(geometry))).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it.each([true, false])('leave out what is not drawn, indexed %s', (isIndexed) => {
    // A buffer longer than the tetrahedron in its middle: what is left of an earlier shape lies around it.
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
    const around = [4, 5, 6];
    const index = [...around, ...faces, ...around];
    const points = [...corners, 9, 9, 9, -9, 9, 9, 9, -9, 9];
    const geometry = new BufferGeometry();
    const flat = isIndexed ? points : index.flatMap((vertex) => points.slice(3 * vertex, 3 * vertex + 3));
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(flat), 3));
    if (isIndexed) geometry.setIndex(index);
    geometry.setDrawRange(3, faces.length);
    expect(extentOf(hullFrom(geometry))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(boxFrom(geometry)).toMatchObject({ halfX: 0.5, offsetX: 0.5 });

    const parts: MeshPart[] = [];
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const surface = addEntity(world);
    addComponent(world, surface, set(Transform, {}));
    const object = new Mesh(geometry, material);
    addComponent(world, surface, set(Collider, meshFrom(object, { parts, solid: true })));
    expect(castRay(world, { x: 5, y: 5, z: 99 }, { x: 0, y: 0, z: -1 })).toBeUndefined();
    const hit = castRay(world, { x: 0.2, y: 0.3, z: -5 }, { x: 0, y: 0, z: 1 })!;
    expect(hit.z).toBe(0);
    const [seen] = new Raycaster(new Vector3(0.2, 0.3, -5), new Vector3(0, 0, 1)).intersectObject(object);
    expect(objectAt(parts, hit.child).faceIndex).toBe(seen.faceIndex);

    geometry.setDrawRange(3, 0);
    expect(() => meshFrom(geometry)).toThrow(CollisionError);
    expect(() => hullFrom(geometry)).toThrow(/no vertices/);
  });

  it('round what is given a radius', () => {
    expect(hullFrom(new BoxGeometry(), { radius: 0.25 }).radius).toBe(0.25);
    expect(boxFrom(new BoxGeometry(), { radius: 0.25 }).radius).toBe(0.25);
  });
});

describe('shapes from objects', () => {
  it('are made in the world, of all that hangs below, or in the frame of one', () => {
    const group = new Group();
    group.position.set(10, 0, 0);
    group.rotation.z = Math.PI / 2;
    const part = new Mesh(new BoxGeometry(2, 2, 2), material);
    part.position.set(5, 0, 0);
    part.scale.set(2, 1, 1);
    group.add(part);
    const inWorld = boxFrom(group);
    // The part lies 5 above the group, and its long side stands upright.
    expect(inWorld.offsetX).toBeCloseTo(10, 12);
    expect(inWorld.offsetY).toBeCloseTo(5, 12);
    expect([inWorld.halfX, inWorld.halfY, inWorld.halfZ].map((half) => Math.round(1e9 * half) / 1e9)).toEqual([
      1, 2, 1,
    ]);
    const inFrame = boxFrom(group, { frame: group });
    expect(inFrame.offsetX).toBeCloseTo(5, 12);
    expect(inFrame.halfX).toBeCloseTo(2, 12);
  });

  it('hold every instance', () => {
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), material, 3);
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new Matrix4().makeTranslation(10 * i, 0, 0));
    mesh.count = 2;
    expect(boxFrom(mesh)).toMatchObject({ halfX: 5.5, offsetX: 5 });
  });

  it('take morph targets as they are', () => {
    const geometry = new BoxGeometry(1, 1, 1);
    const moved = Float32Array.from(geometry.attributes.position.array, (value) => 3 * value);
    geometry.morphAttributes.position = [new BufferAttribute(moved, 3)];
    const mesh = new Mesh(geometry, material);
    mesh.morphTargetInfluences![0] = 0.5;
    expect(boxFrom(mesh).halfX).toBeCloseTo(1, 6);
  });

  it('contain every vertex, at random places', () => {
    const rng = createRng(5);
    for (let i = 0; i < 200; i++) {
      const mesh = new Mesh(new SphereGeometry(rng.range(0.1, 3), 8, 6), material);
      mesh.position.set(rng.range(-9, 9), rng.range(-9, 9), rng.range(-9, 9));
      mesh.rotation.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
      mesh.scale.set(rng.range(0.1, 3), rng.range(0.1, 3), rng.range(0.1, 3));
      const ball = sphereFrom(mesh);
      const around = boxFrom(mesh);
      const centre = new Vector3(ball.offsetX, ball.offsetY, ball.offsetZ);
      const vertex = new Vector3();
      for (let k = 0; k < mesh.geometry.attributes.position.count; k++) {
        mesh.localToWorld(mesh.getVertexPosition(k, vertex));
        expect(vertex.distanceTo(centre)).toBeLessThanOrEqual(ball.radius * (1 + 1e-9));
        expect(Math.abs(vertex.y - around.offsetY)).toBeLessThanOrEqual(around.halfY * (1 + 1e-9));
      }
    }
  });

  it('refuse what has no shape, by name', () => {
    expect(() => hullFrom(new Group())).toThrow(/hullFrom: there are no vertices/);
    expect(() => boxFrom({} as Object3D)).toThrow(/what boxFrom is made from must be a BufferGeometry or an Object3D/);
    expect(() => sphereFrom(new BoxGeometry(), { frame: 3 as never })).toThrow(/sphereFrom frame must be an Object3D/);
    expect(() => hullFrom(new BoxGeometry(), { size: 1 } as never)).toThrow(CollisionError);
    expect(() => hullFrom(new BatchedMesh(2, 100, 100, material))).toThrow(/a BatchedMesh cannot be read/);
    const broken = new BufferGeometry();
    broken.setAttribute('position', new BufferAttribute(Float32Array.of(0, Number.NaN, 0), 3));
    expect(() => boxFrom(broken)).toThrow(/boxFrom vertex must be finite, got NaN/);
  });

  it('are refused by the name of the object', () => {
    const flat = new Mesh(new BoxGeometry(), material);
    flat.name = 'zone 7';
    flat.scale.y = 0;
    expect(() => hullFrom(flat)).toThrow(/^"zone 7": .*coplanar/);
    flat.position.x = Number.NaN;
    for (const make of [hullFrom, boxFrom, sphereFrom, meshFrom]) {
      expect(() => make(flat), make.name).toThrow(/^"zone 7": .*got NaN/);
    }
    const geometry = new BoxGeometry();
    geometry.name = 'dunes';
    expect(() => heightfieldFrom(geometry)).toThrow(/^"dunes": heightfieldFrom geometry must be rows/);
  });
});

describe('surfaces', () => {
  const trianglesOf = (shape: ReturnType<typeof meshFrom>) => {
    const { positions, indices } = (
      shape.shape as unknown as { surface: { tree: { mesh: { positions: Float64Array; indices: Uint32Array } } } }
    ).surface.tree.mesh;
    return Array.from(indices, (vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3), Math.fround));
  };

  it('have the triangles of a geometry, with an index or without', () => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const expected = [0, 1, 2, 0, 2, 3].map((i) => [i === 1 ? 1 : 0, i === 2 ? 1 : 0, i === 3 ? 1 : 0]);
    expect(trianglesOf(meshFrom(geometry))).toEqual(expected);
    expect(trianglesOf(meshFrom(geometry.toNonIndexed(), { solid: true }))).toEqual(expected);
  });

  it('join all meshes of a scene where they are, instances too, and no lines', () => {
    const scene = new Group();
    scene.position.x = 10;
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new BufferAttribute(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 3));
    const mirrored = new Mesh(triangle, material);
    mirrored.scale.x = -2;
    const twice = new InstancedMesh(triangle, material, 2);
    twice.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, 1));
    twice.setMatrixAt(1, new Matrix4().makeTranslation(0, 0, 2));
    scene.add(mirrored, new LineSegments(triangle), twice);
    expect(trianglesOf(meshFrom(scene))).toEqual([
      // Turned, so that it still looks at us.
      ...[
        [10, 0, 0],
        [10, 1, 0],
        [8, 0, 0],
      ],
      ...[
        [10, 0, 1],
        [11, 0, 1],
        [10, 1, 1],
      ],
      ...[
        [10, 0, 2],
        [11, 0, 2],
        [10, 1, 2],
      ],
    ]);
    expect(trianglesOf(meshFrom(scene, { frame: scene }))[2]).toEqual([-2, 0, 0]);
  });

  it('are refused without a triangle', () => {
    expect(() => meshFrom(new Group())).toThrow('meshFrom: there are no triangles');
    expect(() => meshFrom(new BufferGeometry())).toThrow('meshFrom: there are no triangles');
    expect(() => meshFrom({} as Group)).toThrow('a BufferGeometry or an Object3D');
    expect(() => meshFrom(new BoxGeometry(), { sides: 1 } as object)).toThrow('meshFrom options');
  });
});
