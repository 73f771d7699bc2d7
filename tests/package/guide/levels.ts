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
          for (const [name, x, height] of [['floor', 0, 0.2], ['wall', 5, 4], ['zone_end', 3, 2]] as const) {
            const object = new Mesh(new BoxGeometry(name === 'floor' ? 20 : 1, height, 4));
            object.name = name;
            object.position.set(x, height / 2, 0);
            made.add(object);
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
      assert.equal(gltf.scene.children.length, 2);`,
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
