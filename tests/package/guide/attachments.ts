import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Things attached to things': {
    before: `${WORLD}
      import { attachedTo } from 'bitecs-collision/2d';
      const tank = spawn(collision, 10, 0, box(2, 1));`,
    after: `${EXPECT}
      import { entityExists, removeEntity } from 'bitecs';
      import { ownerOf } from 'bitecs-collision/2d';
      collisionSystem(world);
      assert.deepEqual([Transform.x[turret], Transform.y[turret]], [10.5, 0.3]);
      assert.ok(Math.abs(Transform.x[muzzle] - 10.5 - 0.9 * Math.cos(0.4)) < 1e-9);
      assert.equal(ownerOf(world, muzzle), tank);
      assert.equal(collision.counts.contacts, 0, 'a family never meets');
      removeEntity(world, tank);
      assert.deepEqual([entityExists(world, turret), entityExists(world, muzzle)], [false, false]);`,
  },
  'Things attached to things (space)': {
    before: `${WORLD_3D}
      import { attachedTo } from 'bitecs-collision/3d';
      const tank = spawn(10, 0, 0, box(2, 0.5, 1));`,
    after: `${EXPECT}
      import { ownerOf } from 'bitecs-collision/3d';
      collisionSystem(world);
      assert.deepEqual([Transform.x[turret], Transform.y[turret], Transform.z[turret]], [10.5, 0.7, 0]);
      assert.ok(Math.abs(Transform.x[muzzle] - 10.5 - 0.9 * Math.cos(0.4)) < 1e-9);
      assert.ok(Math.abs(Transform.z[muzzle] + 0.9 * Math.sin(0.4)) < 1e-9);
      assert.equal(ownerOf(world, muzzle), tank);
      assert.equal(collision.counts.contacts, 0, 'a family never meets');`,
  },
};
