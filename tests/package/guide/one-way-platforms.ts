import { MOVER, MOVER_3D, WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'One-way platforms': {
    before: `${WORLD}
      import { oneWay } from 'bitecs-collision/2d';
      const platform = spawn(collision, 0, 0, box(3, 0.2));
      spawn(collision, 0, 0.6, circle(0.5));
      spawn(collision, 2, -0.6, circle(0.5));`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.deepEqual([...collision.contacts()].map(({ a, b }) => [a, b]), [[platform, platform + 1]]);`,
  },
  'Jumping up, dropping down': {
    before: `${MOVER}
      import { oneWay, reconsider } from 'bitecs-collision/2d';
      const platform = spawn(collision, 0, 0, box(3, 0.2));
      addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1 }));
      spawn(collision, 0, -3, box(9, 0.5));
      const player = spawn(collision, 0, -2, box(0.3, 0.45));
      const moved = createMoveResult();
      let speedY = 0;
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks: number, jump = false, drop = false): void => {
        for (let i = 0; i < ticks; i++) {
          movePlayer(jump && i === 0, drop && i === 0, dt);
          collisionSystem(world);
        }
      };
      play(20);
      assert.equal(moved.grounded, true);
      assert.ok(Transform.y[player] < -2);
      play(90, true);
      assert.ok(moved.grounded && Math.abs(Transform.y[player] - 0.65) < 0.02, 'up through it, and on it');
      play(90, false, true);
      assert.ok(moved.grounded && Transform.y[player] < -2, 'down through it');`,
  },
  'In space': {
    before: `${MOVER_3D}
      import { hasComponent } from 'bitecs';
      import type { MoveOptions } from 'bitecs-collision/3d';
      const OneWay = {};
      spawn(0, -1, 0, box(9, 1, 9), Static);
      const platform = spawn(0, 2, 0, box(2, 0.1, 2), OneWay);
      const ceiling = spawn(0, 6, 0, box(2, 0.1, 2));
      const player = spawn(0, 0.51, 0, capsule(0.2, 0.3));
      collisionSystem(world);`,
    after: `${EXPECT}
      const moved = createMoveResult();
      let speedY = 12;
      let highest = 0;
      for (let i = 0; i < 90; i++) {
        speedY -= 25 * dt;
        moveAndSlide(world, player, { x: 0, y: speedY * dt, z: 0 }, walk, moved);
        Transform.y[player] = moved.y;
        highest = Math.max(highest, moved.y);
        if (moved.grounded) speedY = 0;
        collisionSystem(world);
      }
      assert.ok(highest > 3 && highest < 3.6 && moved.grounded, 'through it from below');
      assert.equal(moved.ground.entity, platform);
      assert.ok(Math.abs(moved.y - 2.6) < 0.02, 'it stands on it');`,
  },
};
