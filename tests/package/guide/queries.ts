import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  Queries: {
    before: `${WORLD}
      import { castRay, castShape } from 'bitecs-collision/2d';
      const player = spawn(collision, 0, 0, circle(1));
      const wall = spawn(collision, 10, 0, box(1, 5));
      const [x, y, dirX, dirY] = [0, 0, 18, 0];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(hit.entity, wall);
      assert.equal(hit.fraction, 0.5);
      assert.deepEqual([hit.normalX, hit.normalY], [-1, 0]);
      assert.equal(swept.entity, player);`,
  },
  'Queries (space)': {
    before: `${WORLD_3D}
      import { castRay, castShape } from 'bitecs-collision/3d';
      const player = spawn(0, 0, 0, sphere(1));
      const wall = spawn(10, 0, 0, box(1, 5, 5));
      const [from, direction] = [{ x: 0, y: 0, z: 0 }, { x: 18, y: 0, z: 0 }];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(hit.entity, wall);
      assert.equal(hit.fraction, 0.5);
      assert.deepEqual([hit.normalX, hit.normalY, hit.normalZ], [-1, 0, 0]);
      assert.equal(swept.entity, player);`,
  },
  'Into your own buffers': {
    before: `${WORLD}
      import { overlapShape } from 'bitecs-collision/2d';
      const Enemy = {};
      const hurtOnes: number[] = [];
      const hurt = (eid: number): void => { hurtOnes.push(eid); };
      const near = [spawn(collision, 3, 0, circle(1), Enemy), spawn(collision, 0, -5.5, circle(1), Enemy)];
      spawn(collision, 0, 7, circle(1), Enemy);
      spawn(collision, 0, 0, circle(1));`,
    after: `${EXPECT}
      assert.deepEqual(hurtOnes, near);`,
  },
  'Into your own buffers (space)': {
    before: `${WORLD_3D}
      import { overlapShape } from 'bitecs-collision/3d';
      const Enemy = {};
      const hurtOnes: number[] = [];
      const hurt = (eid: number): void => { hurtOnes.push(eid); };
      const near = [spawn(3, 0, 0, sphere(1), Enemy), spawn(0, 0, -5.5, sphere(1), Enemy)];
      spawn(0, 0, 7, sphere(1), Enemy);
      spawn(0, 0, 0, sphere(1));`,
    after: `${EXPECT}
      assert.deepEqual(hurtOnes, near);`,
  },
  'Many rays': {
    before: `${WORLD}
      import { castRays, createRayHits, RAY_STRIDE } from 'bitecs-collision/2d';
      const lit: number[] = [];
      spawn(collision, 5, 0, box(1, 1));
      spawn(collision, 30, 0, box(1, 40));
      collisionSystem(world);`,
    after: `${EXPECT}
      lightUp(0, 0, 10);
      assert.deepEqual([lit.length, lit[0], lit[90], lit[180]], [360, 4, 10, 10]);
      assert.ok(lit.filter((length) => length < 10).length > 20, 'as wide as the box is seen');`,
  },
  'Many rays (space)': {
    before: `${WORLD_3D}
      import { castRays, createRayHits, RAY_STRIDE } from 'bitecs-collision/3d';
      const ranges: number[] = [];
      spawn(5, 0, 0, box(1, 1, 1));
      spawn(30, 0, 0, box(1, 40, 40));
      collisionSystem(world);`,
    after: `${EXPECT}
      scan(0, 0, 0, 10);
      assert.deepEqual([ranges.length, ranges[0], ranges[90], ranges[180]], [360, 4, 10, 10]);
      assert.ok(ranges.filter((range) => range < 10).length > 20, 'as wide as the box is seen');`,
  },
  'A bullet that cannot miss': {
    before: `${WORLD}
      import { castCollider } from 'bitecs-collision/2d';
      const bullet = spawn(collision, 0, 0, circle(0.1));
      const wall = spawn(collision, 5, 0, box(0.01, 5));
      const [velocityX, velocityY, dt] = [600, 0, 1 / 60];
      const exploded: number[] = [];
      const explode = (eid: number, x: number, y: number): void => { exploded.push(eid, x, y); };
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(exploded[0], wall);
      assert.ok(Math.abs(exploded[1] - 4.99) < 1e-9 && exploded[2] === 0);
      assert.ok(Math.abs(Transform.x[bullet] - 4.89) < 1e-6);`,
  },
  'A bullet that cannot miss (space)': {
    before: `${WORLD_3D}
      import { castCollider } from 'bitecs-collision/3d';
      const bullet = spawn(0, 0, 0, sphere(0.1));
      const wall = spawn(0, 0, 5, box(5, 5, 0.01));
      const [velocityX, velocityY, velocityZ, dt] = [0, 0, 600, 1 / 60];
      const exploded: number[] = [];
      const explode = (...numbers: number[]): void => { exploded.push(...numbers); };
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(exploded[0], wall);
      assert.ok(Math.abs(exploded[3] - 4.99) < 1e-9 && exploded[1] === 0);
      assert.ok(Math.abs(Transform.z[bullet] - 4.89) < 1e-6);`,
  },
  'From inside': {
    before: `${WORLD}
      import { castRay, castRayExit } from 'bitecs-collision/2d';
      const gun = spawn(collision, 0, 0, circle(1));
      const bricks = [5, 5.1, 5.2].map((x) => spawn(collision, x, 0, box(0.05, 3)));
      const [muzzle, shot] = [{ x: 1.5, y: 0 }, { x: 20, y: 0 }];
      const seen: number[] = [];
      const splinters = (...numbers: number[]): void => { seen.push(...numbers); };
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.ok(Math.abs(seen[0] - 5.25) < 1e-9);
      assert.deepEqual(seen.slice(1), [0, 1, 0]);
      assert.equal(enter.entity, bricks[0]);
      assert.equal(exit.entity, bricks[2]);
      assert.equal(beyond.entity, bricks[0]);
      assert.equal(castRay(world, { x: 0, y: 0 }, shot).entity, gun);
      assert.equal(castRay(world, { x: 0, y: 0 }, shot, { initialOverlap: 'ignore' }).entity, bricks[0]);`,
  },
  'From inside (space)': {
    before: `${WORLD_3D}
      import { castRay, castRayExit } from 'bitecs-collision/3d';
      const gun = spawn(0, 0, 0, sphere(1));
      const bricks = [5, 5.1, 5.2].map((x) => spawn(x, 0, 0, box(0.05, 3, 3)));
      const [muzzle, shot] = [{ x: 1.5, y: 0, z: 0 }, { x: 20, y: 0, z: 0 }];
      const seen: number[] = [];
      const splinters = (...numbers: number[]): void => { seen.push(...numbers); };
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.ok(Math.abs(seen[0] - 5.25) < 1e-9);
      assert.deepEqual(seen.slice(1), [0, 0]);
      assert.deepEqual([enter.entity, exit.entity, beyond.entity], [bricks[0], bricks[2], bricks[0]]);
      const middle = { x: 0, y: 0, z: 0 };
      assert.equal(castRay(world, middle, shot).entity, gun);
      assert.equal(castRay(world, middle, shot, { initialOverlap: 'ignore' }).entity, bricks[0]);`,
  },
};
