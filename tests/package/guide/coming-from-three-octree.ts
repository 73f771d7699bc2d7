import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'A player': {
    before: `
      import { BoxGeometry, Group, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
      const gltf = { scene: new Group() };
      const ground = new Mesh(new PlaneGeometry(40, 40, 9, 9).rotateX(-Math.PI / 2), new MeshBasicMaterial());
      const step = new Mesh(new BoxGeometry(4, 0.25, 4), new MeshBasicMaterial());
      step.position.set(4, 0.125, 0);
      const wall = new Mesh(new BoxGeometry(0.1, 5, 5), new MeshBasicMaterial());
      wall.position.set(6, 2, 0);
      gltf.scene.add(ground, step, wall);`,
    after: `${EXPECT}
      for (let i = 0; i < 60; i++) updatePlayer(1 / 60);
      assert.ok(moved.grounded && Math.abs(Transform.y[player]! - 0.675) < 0.02, 'it has fallen to the ground');
      velocity.x = 5;
      for (let i = 0; i < 120; i++) updatePlayer(1 / 60);
      assert.ok(Math.abs(Transform.y[player]! - 0.925) < 0.02, 'it has walked up the step');
      assert.ok(Math.abs(Transform.x[player]! - 5.6) < 0.02, 'and stands at the wall');
      velocity.x = 5000;
      updatePlayer(1 / 10);
      assert.ok(Transform.x[player]! < 5.61, 'which is not passed at any speed');`,
  },
};
