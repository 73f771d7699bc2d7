import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Fast bullets': {
    before: `${SPAWN}
      import { sweptColliders } from 'bitecs-collision/2d';
      const Bullet = {}, Target = {};
      const hits: number[][] = [];
      const hit = (...what: number[]): void => { hits.push(what); };`,
    after: `${EXPECT}
      const far = spawn(collision, 8, 0, box(0.05, 3), Target);
      const near = spawn(collision, 4, 0, box(0.05, 3), Target);
      collisionSystem(world);
      Transform.x[bullet] = 10;
      collisionSystem(world);
      assert.deepEqual(hits.map(([target]) => target), [near, far], 'the earlier first');
      assert.ok(Math.abs(hits[0][3] - 0.39) < 1e-9 && Math.abs(hits[0][1] - 3.95) < 0.06);`,
  },
  'Fast bullets (space)': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import {
        box, collisionSystem, createCollision, mesh, type ShapeSpec, sphere, sweptColliders, type Vector,
      } from 'bitecs-collision/3d';
      const world = createWorld();
      const Bullet = {}, Target = {};
      const hits: [number, Vector, number][] = [];
      const hit = (...what: [number, Vector, number]): void => { hits.push(what); };`,
    after: `${EXPECT}
      const spawn = (x: number, shape: ShapeSpec): number => {
        const eid = addEntity(world);
        addComponent(world, eid, set(Transform, { x }));
        addComponent(world, eid, set(Collider, shape));
        addComponent(world, eid, Target);
        return eid;
      };
      const far = spawn(8, box(0.05, 3, 3));
      const near = spawn(4, mesh([0, -3, -3, 0, 3, -3, 0, 0, 3]));
      collisionSystem(world);
      Transform.x[bullet] = 10;
      collisionSystem(world);
      assert.deepEqual(hits.map(([target]) => target), [near, far], 'the earlier first');
      const [, at, fraction] = hits[0]!;
      assert.ok(Math.abs(fraction - 0.395) < 1e-9 && Math.abs(at.x - 4) < 1e-9);`,
  },
  'Jumps that are no path': {
    before: `${SPAWN}
      import { sweptColliders } from 'bitecs-collision/2d';
      const collision = createCollision(world, { swept: sweptColliders });
      const { Transform, Swept } = collision;
      const bullet = spawn(collision, 0, 0, circle(0.1), Swept);
      spawn(collision, 50, 0, box(1, 1));
      let begins = 0;
      collision.onBegin(() => begins++);
      collisionSystem(world);`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(begins, 0);
      Transform.x[bullet] = 0;
      collisionSystem(world);
      assert.equal(begins, 1);`,
  },
};
