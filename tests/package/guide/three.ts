import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'A scene that collides': {
    before: '',
    after: `${EXPECT}
      const collision = createCollision(world);
      let begun = 0;
      collision.onBegin([Static], () => begun++);
      for (let i = 0; i < 120; i++) frame(0.99 / 60);
      assert.equal(begun, 10);
      const [[rock, mesh]] = objects;
      assert.ok(mesh.position.y > Transform.y[rock] && mesh.position.y < Transform.y[rock] + 3 * TICK, 'between two ticks');`,
  },
  'Shapes from what you load': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { castRay, collisionSystem, createCollision } from 'bitecs-collision/3d';
      import { hullFrom, readObjects } from 'bitecs-collision/three';
      import { BoxGeometry, Group, Mesh, MeshNormalMaterial, type Object3D } from 'three';
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      const objects = new Map<number, Object3D>();
      const gltf = { scene: new Group() };
      gltf.scene.position.set(0, 7, 0);
      const named = new Mesh(new BoxGeometry(2, 2, 2), new MeshNormalMaterial());
      named.name = 'rock';
      named.position.set(50, 0, 0);
      named.scale.set(1, 3, 1);
      gltf.scene.add(named);`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(castRay(world, { x: 50, y: 20, z: 0 }, { x: 0, y: -1, z: 0 })?.y, 10);
      assert.equal(objects.get(entity), rock);
      assert.equal(Transform.scale[entity], 1);`,
  },
  Picking: {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { castRay, collisionSystem, createCollision, queryFrustum, sphere } from 'bitecs-collision/3d';
      import { frustumOf, rayOf } from 'bitecs-collision/three';
      import { PerspectiveCamera } from 'three';
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      const target = addEntity(world);
      addComponent(world, target, set(Transform, { x: 9, z: -10 }));
      addComponent(world, target, set(Collider, sphere(1)));
      collisionSystem(world);
      const camera = new PerspectiveCamera(90, 1, 0.1, 20);
      const heard: ((event: { offsetX: number; offsetY: number }) => void)[] = [];
      const canvas = {
        clientWidth: 400,
        clientHeight: 200,
        addEventListener: (_: string, listener: (typeof heard)[number]): void => { heard.push(listener); },
      };
      const selected: number[] = [];
      const select = (entity: number): void => { selected.push(entity); };`,
    after: `${EXPECT}
      heard[0]({ offsetX: 200, offsetY: 100 });
      heard[0]({ offsetX: 395, offsetY: 100 });
      assert.deepEqual(selected, [target]);
      assert.equal(queryFrustum(world, frustumOf(camera), []), 1);`,
  },
  'Seeing what it sees': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { box, collisionSystem, createCollision } from 'bitecs-collision/3d';
      import { createDebugDrawing } from 'bitecs-collision/three';
      import { Scene } from 'three';
      const scene = new Scene();
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      const crate = addEntity(world);
      addComponent(world, crate, set(Transform, { y: 4 }));
      addComponent(world, crate, set(Collider, box(1, 1, 1)));
      collisionSystem(world);`,
    after: `${EXPECT}
      afterTick();
      assert.equal(drawing.lineCount, 24, 'a box and its bounds');
      assert.equal(scene.children.length, 1);
      drawing.dispose();
      assert.equal(scene.children.length, 0);`,
  },
};
