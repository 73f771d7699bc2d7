import { WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  Levels: {
    before: '',
    after: `${EXPECT}
      const [contact] = collision.contactsOf(crate, level);
      assert.ok(contact.touching);
      assert.ok(contact.childB < geometry.index!.count / 3);
      assert.equal(hit?.entity, level);
      assert.ok(hit.fraction > 1 && hit.normalX < 0);`,
  },
  'From a file': {
    before: `${WORLD_3D}
      import { hullFrom, meshFrom } from 'bitecs-collision/three';
      import { BoxGeometry, Group, Mesh, type Object3D, Scene } from 'three';
      class GLTFLoader {
        async loadAsync(_url: string): Promise<{ scene: Group }> {
          const made = new Group();
          const room = new Group();
          room.position.x = 2;
          made.add(room);
          for (const [name, x, height] of [['floor', 0, 0.2], ['wall', 5, 4], ['zone_end', 1, 2]] as const) {
            const object = new Mesh(new BoxGeometry(name === 'floor' ? 20 : 1, height, 4));
            object.name = name;
            object.position.set(x, height / 2, 0);
            (name === 'zone_end' ? room : made).add(object);
          }
          return { scene: made };
        }
      }
      const scene = new Scene();
      const Zone = {};
      const player = spawn(-3, 1, 0, sphere(0.3));
      const said: string[] = [];
      const say = (text: string): void => { said.push(text); };`,
    after: `${EXPECT}
      import { castRay } from 'bitecs-collision/3d';
      for (let x = -3; x < 2; x++) {
        Transform.x[player] = x;
        collisionSystem(world);
      }
      assert.deepEqual(said, []);
      Transform.x[player] = 3;
      collisionSystem(world);
      Transform.x[player] = 0;
      collisionSystem(world);
      assert.deepEqual(said, ['in zone_end', 'out of zone_end']);
      const hit = castRay(world, { x: 0, y: 1, z: 0 }, { x: 10, y: 0, z: 0 }, { ignore: player });
      assert.equal(hit?.entity, level, 'through the zone, to the wall');
      assert.ok(Math.abs(hit.x - 4.5) < 1e-6);
      assert.equal(gltf.scene.children.length, 3);
      assert.equal(gltf.scene.children[0]!.children.length, 0);`,
  },
  'Which object was hit?': {
    before: `${WORLD_3D}
      import { castRay, triangleCornersAt } from 'bitecs-collision/3d';
      import { type MeshPart, meshFrom, objectAt, rayOf } from 'bitecs-collision/three';
      import {
        BoxGeometry, BufferAttribute, BufferGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
        PerspectiveCamera, Scene, SphereGeometry,
      } from 'three';
      const [scene, camera, orange] = [new Scene(), new PerspectiveCamera(), new MeshBasicMaterial()];
      camera.position.z = 5;
      const gltf = { scene: new Group() };
      gltf.scene.add(new Mesh(new SphereGeometry(0.5)));
      gltf.scene.children[0]!.position.x = 9;
      const pillars = new InstancedMesh(new BoxGeometry(1, 1, 1), orange, 3);
      pillars.name = 'pillars';
      for (let i = 0; i < 3; i++) pillars.setMatrixAt(i, new Matrix4().makeTranslation(2 * i - 2, 0, 0));
      gltf.scene.add(pillars);
      const addFixed = (shape: ShapeSpec): number => spawn(0, 0, 0, shape, Static);
      const logged: unknown[] = [];
      const console = { log: (...what: unknown[]): void => { logged.push(...what); } };`,
    after: `${EXPECT}
      collisionSystem(world);
      pick(0.9, 0.9);
      assert.deepEqual(logged, []);
      pick(0.02, 0.01);
      assert.equal(logged[0], 'pillars');
      assert.equal(logged[1], 1);
      assert.equal(logged[2] >> 1, 4, 'the side of a BoxGeometry that looks along z');
      for (let i = 0; i < 3; i++) {
        assert.deepEqual([Math.abs(corners.getX(i)), Math.abs(corners.getY(i)), corners.getZ(i)], [0.5, 0.5, 0.5]);
      }`,
  },
  Terrain: {
    before: '',
    after: `${EXPECT}
      assert.equal(hole, undefined);
      assert.equal(below?.entity, terrain);
      const cell = Math.floor(75 / 2) * 64 + Math.floor(75 / 2);
      assert.equal(below.child >> 1, cell);
      const [contact] = collision.contactsOf(terrain, ball);
      assert.ok(contact.touching && contact.normalY > 0.5);`,
  },
  'Heights from an image': {
    before: `${WORLD_3D}
      import { heightfield } from 'bitecs-collision/3d';
      const pixels = Uint8ClampedArray.from({ length: 4 * 5 * 3 }, (_, i) => (i % 4 === 0 ? 17 * (i / 4) : 99));
      const drawing = {
        drawImage: (): void => {},
        getImageData: (): { data: Uint8ClampedArray } => ({ data: pixels }),
      };
      const fetch = async (_url: string): Promise<{ blob(): Promise<object> }> => ({ blob: async () => ({}) });
      const createImageBitmap = async (_blob: object): Promise<{ width: number; height: number }> => ({
        width: 5, height: 3,
      });
      class OffscreenCanvas {
        constructor(readonly width: number, readonly height: number) {}
        getContext(_kind: '2d'): { drawImage(image: object, x: number, y: number): void; getImageData(
          x: number, y: number, width: number, height: number): { data: Uint8ClampedArray } } | null {
          return drawing;
        }
      }`,
    after: `${EXPECT}
      import { castRay } from 'bitecs-collision/3d';
      collisionSystem(world);
      for (const [column, row] of [[1, 0], [4, 1], [2, 2]] as const) {
        const from = { x: 2 * column - 4 - 1e-7, y: 50, z: 2 * row - 2 };
        const hit = castRay(world, from, { x: 0, y: -100, z: 0 });
        assert.equal(hit?.entity, terrain);
        assert.ok(Math.abs(hit.y - (30 * 17 * (5 * row + column)) / 255) < 1e-5);
      }`,
  },
  'Heights from a mesh': {
    before: `${WORLD_3D}
      import { removeEntity } from 'bitecs';
      import { castRay, heightfield } from 'bitecs-collision/3d';
      import { meshFrom } from 'bitecs-collision/three';
      import { Mesh, PlaneGeometry } from 'three';
      const ground = new Mesh(new PlaneGeometry(120, 200, 12, 20).rotateX(-Math.PI / 2).translate(4, 0, 0));
      const { position } = ground.geometry.attributes;
      for (let i = 0; i < position!.count; i++) position!.setY(i, 0.1 * position!.getX(i));
      const level = spawn(0, 0, 0, meshFrom(ground), Static);
      spawn(0, 70, 0, box(99, 1, 99), Static);`,
    after: `${EXPECT}
      collisionSystem(world);
      const down = { x: 0, y: -60, z: 0 };
      const hit = castRay(world, { x: 11.3, y: 40, z: -7.1 }, down);
      assert.equal(hit?.entity, terrain);
      assert.ok(Math.abs(hit.y - 1.13) < 1e-5);
      assert.equal(castRay(world, { x: -60, y: 40, z: 3 }, down), undefined, 'a hole beside the mesh');`,
  },
  'Chunks and walls': {
    before: '',
    after: `${EXPECT}
      const contacts = Array.from(collision.contacts(), ({ normalY }) => normalY);
      assert.equal(contacts.length, 3);
      for (const normalY of contacts) assert.ok(Math.abs(normalY) > 1 - 1e-9);`,
  },
  Changes: {
    before: '',
    after: `${EXPECT}
      assert.equal(ground?.y, -2);
      assert.ok(hit !== undefined && Math.abs(hit.z - 0.5) < 1e-6);
      assert.equal(triangleAt(world, hit)?.vertexC, 3);`,
  },
};
