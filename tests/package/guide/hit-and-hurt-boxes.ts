import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Hit boxes and hurt boxes': {
    before: `${WORLD}
      import { attachedTo, ownerOf } from 'bitecs-collision/2d';
      const HitBox = {}, HurtBox = {};
      const [fighter, rival] = [spawn(collision, 0, 0, circle(0.5)), spawn(collision, 1, 0, circle(0.5))];
      const damages: number[][] = [];
      const damage = (by: number, to: number): void => { damages.push([by, to]); };`,
    after: `${EXPECT}
      import { removeComponent } from 'bitecs';
      addBox(fighter, HurtBox, circle(5), 0, 0);
      collisionSystem(world);
      assert.deepEqual(damages, []);
      AttachedTo.y[fist] = 1.4;
      removeComponent(world, fist, Disabled);
      collisionSystem(world);
      collisionSystem(world);
      assert.deepEqual(damages, [[fighter, rival]], 'once, and not itself');
      assert.equal(Transform.x[head], 1);`,
  },
  'Hit boxes and hurt boxes (space)': {
    before: `${WORLD_3D}
      import { attachedTo, ownerOf, type Vector } from 'bitecs-collision/3d';
      const HitBox = {}, HurtBox = {};
      const [fighter, rival] = [spawn(0, 0, 0, sphere(0.5)), spawn(1, 0, 0, sphere(0.5))];
      const damages: number[][] = [];
      const damage = (by: number, to: number): void => { damages.push([by, to]); };`,
    after: `${EXPECT}
      import { removeComponent } from 'bitecs';
      addBox(fighter, HurtBox, sphere(5), { x: 0, y: 0, z: 0 });
      collisionSystem(world);
      assert.deepEqual(damages, []);
      [AttachedTo.y[fist], AttachedTo.z[fist]] = [1.4, 0];
      removeComponent(world, fist, Disabled);
      collisionSystem(world);
      collisionSystem(world);
      assert.deepEqual(damages, [[fighter, rival]], 'once, and not itself');
      assert.equal(Transform.x[head], 1);
      Transform.qy[fighter] = 1;
      Transform.qw[fighter] = 0;
      collisionSystem(world);
      assert.ok(Math.abs(Transform.x[fist] + 0.9) < 1e-12, 'the fist turns with the fighter');`,
  },
  'In each tick': {
    before: `${WORLD}
      import { removeComponent } from 'bitecs';
      import { attachedTo } from 'bitecs-collision/2d';
      const AttachedTo = attachedTo(world);
      const [fighter, fist] = [spawn(collision, 3, 2, circle(1)), spawn(collision, 0, 0, circle(0.1))];
      addComponent(world, fist, set(AttachedTo, { parent: fighter, x: 0.9 }));
      const FIRST_ACTIVE = 4, LAST_ACTIVE = 7;
      const [frame, facing] = [4, -1];
      addComponent(world, fist, Disabled);`,
    after: `${EXPECT}
      import { hasComponent } from 'bitecs';
      collisionSystem(world);
      assert.deepEqual([Transform.x[fist], Transform.y[fist]], [2.1, 2]);
      assert.equal(hasComponent(world, fist, Disabled), false);`,
  },
  'A fighter that turns round': {
    before: `${WORLD}
      import { attachedTo, polygon } from 'bitecs-collision/2d';
      const AttachedTo = attachedTo(world);
      const [fighter, foot] = [spawn(collision, 3, 2, circle(1)), spawn(collision, 0, 0, circle(0.1))];
      const facing: -1 | 1 = -1;`,
    after: `${EXPECT}
      import { queryPoint } from 'bitecs-collision/2d';
      collisionSystem(world);
      assert.deepEqual([Transform.x[foot], Transform.y[foot]], [2.6, 2.9]);
      const found: number[] = [];
      queryPoint(world, { x: 2.6 - 0.595, y: 2.9 + 0.446 }, found);
      assert.deepEqual(found, [foot]);`,
  },
};
