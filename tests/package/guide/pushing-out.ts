import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Pushing out correctly': {
    before: `${WORLD}
      import { pushApart } from 'bitecs-collision/2d';
      const mass = [0, 1, 3, 1];
      const [light, heavy] = [spawn(collision, 0, 9, circle(1)), spawn(collision, 1, 9, circle(1))];
      const player = spawn(collision, 0, 0.9, circle(0.5));
      spawn(collision, -1, 0, box(1, 0.5), Static);
      spawn(collision, 1, 0, box(1, 0.5), Static);
      mass[4] = mass[5] = 1;`,
    after: `${EXPECT}
      assert.ok(Math.abs(Transform.y[player] - 1) < 1e-9, 'out of two tiles, once');
      assert.ok(Math.abs(Transform.x[light] + 0.75) < 1e-9 && Math.abs(Transform.x[heavy] - 1.25) < 1e-9);`,
  },
  'A crowd between walls': {
    before: `${WORLD}
      import { pushApart } from 'bitecs-collision/2d';
      spawn(collision, 0, 0, box(0.1, 50), Static);
      const units = Array.from({ length: 20 }, (_, i) => spawn(collision, -3 - i, (i % 3) / 2, circle(1)));
      const velocityX: number[] = [], velocityY: number[] = [];
      for (const unit of units) [velocityX[unit], velocityY[unit]] = [0, 0];
      collisionSystem(world);
      pushApart(world);
      for (const unit of units) velocityX[unit] = 5;`,
    after: `${EXPECT}
      assert.ok(units.every((unit) => Transform.x[unit] < -1.0999), 'all on their side');`,
  },
  'By hand': {
    before: `${WORLD}
      const Wall = {};
      const players = [spawn(collision, 0, 0.9, circle(0.5))];
      spawn(collision, -1, 0, box(1, 0.5), Wall);
      spawn(collision, 1, 0, box(1, 0.5), Wall);
      spawn(collision, 1.4, 1, box(1, 2), Wall);
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.ok(Math.abs(Transform.y[players[0]] - 1) < 1e-9, 'out of two tiles, once');
      assert.ok(Math.abs(Transform.x[players[0]] + 0.1) < 1e-9, 'and out of the wall');`,
  },
  'By hand (space)': {
    before: `${WORLD_3D}
      const Wall = {};
      const players = [spawn(0, 0.9, 0, sphere(0.5))];
      spawn(-1, 0, 0, box(1, 0.5, 1), Wall);
      spawn(1, 0, 0, box(1, 0.5, 1), Wall);
      spawn(1.4, 1, 0, box(1, 2, 1), Wall);
      spawn(0, 1, -1.2, box(1, 2, 1), Wall);
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.ok(Math.abs(Transform.y[players[0]] - 1) < 1e-9, 'out of two tiles, once');
      assert.ok(Math.abs(Transform.x[players[0]] + 0.1) < 1e-9, 'and out of the wall');
      assert.ok(Math.abs(Transform.z[players[0]] - 0.3) < 1e-9, 'and out of the one behind');`,
  },
  'What usually goes wrong': {
    before: `${WORLD}
      const Wall = {}, Player = {};
      const velocityX = [0, 0, 3], velocityY = [0, 0, -4];
      spawn(collision, 0, 0, box(9, 0.5), Wall);
      spawn(collision, 0, 0.9, circle(0.5), Player);
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.deepEqual([velocityX[2], velocityY[2]], [3, 0]);`,
  },
  'Two that both move': {
    before: `${WORLD}
      const Enemy = {};
      const both = [spawn(collision, 0, 0, circle(1), Enemy), spawn(collision, 1, 0, circle(1), Enemy)];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.deepEqual(both.map((eid) => Transform.x[eid]), [-0.5, 1.5]);`,
  },
};
