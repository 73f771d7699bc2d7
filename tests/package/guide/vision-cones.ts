import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Vision cones': {
    before: `${WORLD}
      import { overlapSector } from 'bitecs-collision/2d';
      const Thief = {}, WALL = 4;
      const guard = spawn(collision, 0, 0, circle(0.5));
      const add = (x: number, y: number): number => spawn(collision, x, y, circle(0.5), Thief);
      const [inView] = [add(8, 1), add(8, -2), add(0, 8)];
      const pillar = spawn(collision, 4, -1, circle(0.8));
      Collider.categoryBits[pillar] = WALL;
      collisionSystem(world);`,
    after: `${EXPECT}
      lookAround(guard);
      assert.deepEqual(seen, [inView]);`,
  },
  'Vision cones (space)': {
    before: `${WORLD_3D}
      import { overlapCone, type Vector } from 'bitecs-collision/3d';
      const Thief = {}, WALL = 4;
      const guard = spawn(0, 0, 0, sphere(0.5));
      const add = (x: number, y: number): number => spawn(x, y, 0, sphere(0.5), Thief);
      const [inView] = [add(8, 1), add(8, -2), add(0, 8)];
      const pillar = spawn(4, -1, 0, sphere(0.8));
      Collider.categoryBits[pillar] = WALL;
      collisionSystem(world);`,
    after: `${EXPECT}
      lookAround(guard, { x: 1, y: 0, z: 0 });
      assert.deepEqual(seen, [inView]);`,
  },
  'By rays of your own': {
    before: `${WORLD}
      import { castRayAny, overlapShape, polygon } from 'bitecs-collision/2d';
      const Thief = {}, WALL = 4;
      const guard = spawn(collision, 0, 0, circle(0.5));
      const [seen, hidden] = [spawn(collision, 8, 1, circle(0.5), Thief), spawn(collision, 8, -2, circle(0.5), Thief)];
      spawn(collision, 0, 8, circle(0.5), Thief);
      const pillar = spawn(collision, 4, -1, circle(0.5));
      Collider.categoryBits[pillar] = WALL;
      collisionSystem(world);`,
    after: `${EXPECT}
      const thieves: number[] = [];
      assert.equal(canSee(guard, thieves), 1);
      assert.deepEqual(thieves, [seen]);
      assert.ok(inCone.includes(hidden));`,
  },
};
