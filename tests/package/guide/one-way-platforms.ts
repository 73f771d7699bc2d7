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
  'One-way platforms (space)': {
    before: `${MOVER_3D}
      import { oneWay } from 'bitecs-collision/3d';
      const platform = spawn(0, 0, 0, box(3, 0.2, 3));
      spawn(0, 0.6, 0, capsule(0.2, 0.3));
      spawn(2, -0.6, 0, capsule(0.2, 0.3));`,
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
  'Jumping up, dropping down (space)': {
    before: `${MOVER_3D}
      import { oneWay, reconsider } from 'bitecs-collision/3d';
      const platform = spawn(0, 0, 0, box(3, 0.2, 3));
      addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1, normalZ: 0 }));
      spawn(0, -3, 0, box(9, 0.5, 9));
      const player = spawn(0, -2, 0, capsule(0.2, 0.3));
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
      assert.ok(Transform.y[player] < -1.9);
      play(90, true);
      assert.ok(moved.grounded && Math.abs(Transform.y[player] - 0.7) < 0.02, 'up through it, and on it');
      play(90, false, true);
      assert.ok(moved.grounded && Transform.y[player] < -1.9, 'down through it');`,
  },
  'Other rules': {
    before: `${MOVER_3D}
      import { hasComponent } from 'bitecs';
      import type { MoveOptions } from 'bitecs-collision/3d';
      const Curtain = {};
      const curtain = spawn(0, 0, 2, box(3, 3, 0.1), Curtain);
      const wall = spawn(0, 0, 4, box(3, 3, 0.1));
      const player = spawn(0, 0, 0, capsule(0.2, 0.3));
      const walk = { up: { x: 0, y: 1, z: 0 } };
      collisionSystem(world);`,
    after: `${EXPECT}
      const way = { x: 0, y: 0, z: 9 };
      assert.equal(moveAndSlide(world, player, way, walk).hits[0]?.entity, curtain);
      const { hits, z } = moveAndSlide(world, player, way, through);
      assert.equal(hits[0]?.entity, wall);
      assert.ok(z > 3.6 && z < 3.7);`,
  },
};
