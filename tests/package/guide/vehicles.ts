import { WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Vehicles on rays': {
    before: `${WORLD_3D}
      import { castRay } from 'bitecs-collision/3d';
      const car = spawn(0, 2, 0, box(0.9, 0.3, 1.8));
      spawn(0, -1, 0, box(50, 1, 50), Static);
      const velocity = { x: 0, y: 0, z: 0 };
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(springs(1 / 60), 0, 'it falls');
      let wheels = 0;
      for (let tick = 0; tick < 300; tick++) {
        wheels = springs(1 / 60);
        Transform.y[car]! += velocity.y / 60;
        collisionSystem(world);
      }
      assert.equal(wheels, 4);
      const compression = 9.81 / (4 * STIFFNESS);
      assert.ok(Math.abs(Transform.y[car]! - (REACH - compression)) < 1e-3, 'it has come to rest');`,
  },
};
