import { WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Only what the camera sees': {
    before: `${WORLD_3D}
      import { queryFrustum } from 'bitecs-collision/3d';
      import { frustumOf, writeObjects } from 'bitecs-collision/three';
      import { ConeGeometry, InstancedMesh, MeshBasicMaterial, PerspectiveCamera, Scene } from 'three';
      const Tree = {};
      const scene = new Scene();
      const [geometry, material] = [new ConeGeometry(), new MeshBasicMaterial()];
      const camera = new PerspectiveCamera(60, 1, 0.1, 100);
      const forest: number[] = [];
      for (let i = 0; i < 50; i++) forest.push(spawn(4 * i - 100, 0, -20, sphere(1), Tree));
      spawn(0, 0, -5, sphere(1));
      collisionSystem(world);`,
    after: `${EXPECT}
      beforeRender();
      assert.ok(seen.length > 4 && seen.length < 10, 'those in the middle');
      assert.equal(trees.count, seen.length);
      camera.position.z = -50;
      beforeRender();
      assert.equal(trees.count, 0, 'it looks the other way');`,
  },
};
