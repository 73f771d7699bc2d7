import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Balls that bounce': {
    before: `${WORLD}
      import { createBounceResult, moveAndBounce } from 'bitecs-collision/2d';
      const dt = 1 / 60;
      const seen: number[] = [];
      const sparks = (x: number, y: number): void => { seen.push(x, y); };
      for (const side of [-1, 1]) {
        spawn(collision, 6 * side, 0, box(1, 7), Static);
        spawn(collision, 0, 6 * side, box(7, 1), Static);
      }
      collisionSystem(world);`,
    after: `${EXPECT}
      const speed = Math.hypot(velocity.x, velocity.y);
      for (let i = 0; i < 600; i++) {
        tick();
        assert.ok(Math.abs(ball.x) <= 4.8 && Math.abs(ball.y) <= 4.8);
      }
      assert.ok(seen.length > 100);
      assert.ok(Math.hypot(velocity.x, velocity.y) < speed);`,
  },
  'Balls that bounce (space)': {
    before: `${WORLD_3D}
      import { createBounceResult, moveAndBounce } from 'bitecs-collision/3d';
      const dt = 1 / 60;
      const seen: number[] = [];
      const sparks = (x: number, y: number, z: number): void => { seen.push(x, y, z); };
      for (const side of [-1, 1]) {
        spawn(6 * side, 0, 0, box(1, 7, 7), Static);
        spawn(0, 6 * side, 0, box(7, 1, 7), Static);
        spawn(0, 0, 6 * side, box(7, 7, 1), Static);
      }
      collisionSystem(world);`,
    after: `${EXPECT}
      const speed = Math.hypot(velocity.x, velocity.y, velocity.z);
      for (let i = 0; i < 600; i++) {
        tick();
        assert.ok(Math.max(Math.abs(ball.x), Math.abs(ball.y), Math.abs(ball.z)) <= 4.8);
      }
      assert.ok(seen.length > 100);
      assert.ok(Math.hypot(velocity.x, velocity.y, velocity.z) < speed);`,
  },
  'What the ball bounces off': {
    before: `${WORLD}
      import { removeEntity } from 'bitecs';
      import { type BounceOptions, createBounceResult, moveAndBounce } from 'bitecs-collision/2d';
      const dt = 1 / 60;
      const turning = 6;
      const ball = { shape: circle(0.2), x: 1.5, y: 0.42 };
      const velocity = { x: 0, y: 0 };
      const moved = createBounceResult();
      const flipper = spawn(collision, 0, 0, box(2, 0.2));
      const bumper = spawn(collision, 1.4, 9, circle(1));
      const brick = spawn(collision, 9, 9, box(1, 1));
      const bricks = new Set([brick]);
      collisionSystem(world);`,
    after: `${EXPECT}
      flip();
      assert.equal(moved.hits[0].entity, flipper);
      assert.ok(moved.velocityY > 1.7 * 1.5 * turning && moved.velocityY < 2.2 * 1.7 * turning);
      const aim = (x: number, y: number, velocityX: number, velocityY: number) =>
        moveAndBounce(world, { shape: circle(0.2), x, y }, { x: velocityX, y: velocityY }, options, moved);
      aim(1.4, 7.7, 0, 60);
      assert.ok(Math.abs(moved.velocityY + 84) < 1e-9);
      aim(9, 7.7, 0, 60);
      assert.equal(bricks.size, 0);
      aim(9, 7.7, 0, 60);
      assert.equal(moved.hitCount, 0);`,
  },
  'What the ball bounces off (space)': {
    before: `${WORLD_3D}
      import { removeEntity } from 'bitecs';
      import { type BounceOptions, createBounceResult, moveAndBounce } from 'bitecs-collision/3d';
      const dt = 1 / 60;
      const turning = 6;
      const ball = { shape: sphere(0.2), x: 1.5, y: 0, z: -0.42 };
      const velocity = { x: 0, y: 0, z: 0 };
      const moved = createBounceResult();
      const paddle = spawn(0, 0, 0, box(2, 1, 0.2));
      const bumper = spawn(1.4, 0, 9, sphere(1));
      const brick = spawn(9, 0, 9, box(1, 1, 1));
      const bricks = new Set([brick]);
      collisionSystem(world);`,
    after: `${EXPECT}
      turn();
      assert.equal(moved.hits[0].entity, paddle);
      assert.ok(moved.velocityZ < -1.7 * 1.5 * turning && moved.velocityZ > -2.2 * 1.7 * turning);
      const aim = (x: number, z: number, velocityZ: number) =>
        moveAndBounce(world, { shape: sphere(0.2), x, y: 0, z }, { x: 0, y: 0, z: velocityZ }, options, moved);
      aim(1.4, 7.7, 60);
      assert.ok(Math.abs(moved.velocityZ + 84) < 1e-9);
      aim(9, 7.7, 60);
      assert.equal(bricks.size, 0);
      aim(9, 7.7, 60);
      assert.equal(moved.hitCount, 0);`,
  },
};
