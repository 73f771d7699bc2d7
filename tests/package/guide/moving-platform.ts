import { MOVER, MOVER_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'A platform that moves': {
    before: `${MOVER}
      const platform = spawn(collision, 0, 0, box(2, 0.1));
      const player = spawn(collision, 0.5, 0.7, box(0.3, 0.5));
      collisionSystem(world);`,
    after: `${EXPECT}
      for (let i = 0; i < 5; i++) tick(1 / 60); // it lands
      const onX = Transform.x[player] - Transform.x[platform];
      for (let i = 0; i < 1200; i++) {
        tick(1 / 60);
        assert.equal(moved.grounded, true);
        assert.ok(Math.abs(Transform.x[player] - Transform.x[platform] - onX) < 1e-6, 'it is taken along');
        assert.ok(Math.abs(Transform.y[player] - Transform.y[platform] - 0.6) < 0.02, 'it stands on it');
      }`,
  },
  'A platform that moves (space)': {
    before: `${MOVER_3D}
      const platform = spawn(0, 0, 0, box(2, 0.1, 2));
      const player = spawn(0.5, 0.7, 0, capsule(0.2, 0.3));
      collisionSystem(world);`,
    after: `${EXPECT}
      for (let i = 0; i < 5; i++) tick(1 / 60); // it lands
      const away = Math.hypot(Transform.x[player] - Transform.x[platform], Transform.z[player]);
      for (let i = 0; i < 1200; i++) {
        tick(1 / 60);
        assert.equal(moved.grounded, true);
        const now = Math.hypot(Transform.x[player] - Transform.x[platform], Transform.z[player]);
        assert.ok(Math.abs(now - away) < 1e-3, 'it is taken along');
        assert.ok(Math.abs(Transform.y[player] - Transform.y[platform] - 0.6) < 0.02, 'it stands on it');
      }
      assert.ok(Math.abs(Transform.z[player]) > 0.05, 'and round');`,
  },
  'Leaving it with a swing': {
    before: `${MOVER}
      const platform = spawn(collision, 0, 0, box(3, 0.1));
      const player = spawn(collision, 0.5, 0.62, box(0.3, 0.5));
      const walk = { up: { x: 0, y: 1 }, snapDistance: 0.2, carry: true };
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks, x, y, jump = false) => {
        for (let i = 0; i < ticks; i++) {
          Transform.x[platform] += x * dt;
          Transform.y[platform] += y * dt;
          refreshCollider(world, platform);
          runAndJump(0, jump && i === 0, dt);
          collisionSystem(world);
        }
      };
      play(10, 0, 0);
      play(20, 4, 0);
      const on = Transform.x[player] - Transform.x[platform];
      play(20, 4, 0, true);
      assert.equal(runner.grounded, false);
      assert.ok(Math.abs(Transform.x[player] - Transform.x[platform] - on) < 1e-6, 'it stays above where it jumped');
      play(60, 4, 0);
      assert.ok(runner.grounded && Math.abs(Transform.x[player] - Transform.x[platform] - on) < 1e-6);
      const jump = (rise) => {
        const from = Transform.y[player];
        play(1, 0, rise, true);
        let highest = from;
        for (let i = 0; i < 120; i++) {
          play(1, 0, rise > 0 ? 0 : rise);
          highest = Math.max(highest, Transform.y[player]);
        }
        return highest - from;
      };
      const [level, risen] = [jump(0), jump(3)];
      assert.ok(level > 1.4 && level < 1.7, 'a jump');
      assert.ok(risen > 1.5 * level, 'a higher one from a lift');`,
  },
  'Leaving it with a swing (space)': {
    before: `${MOVER_3D}
      const platform = spawn(0, 0, 0, box(3, 0.1, 3));
      const player = spawn(0.5, 0.62, 0.3, capsule(0.2, 0.3));
      const walk = { up: { x: 0, y: 1, z: 0 }, snapDistance: 0.2, carry: true };
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks, x, z, jump = false) => {
        for (let i = 0; i < ticks; i++) {
          Transform.x[platform] += x * dt;
          Transform.z[platform] += z * dt;
          refreshCollider(world, platform);
          runAndJump(0, 0, jump && i === 0, dt);
          collisionSystem(world);
        }
      };
      const away = () => [Transform.x[player] - Transform.x[platform], Transform.z[player] - Transform.z[platform]];
      play(10, 0, 0);
      play(20, 4, -3);
      const on = away();
      play(20, 4, -3, true);
      assert.equal(runner.grounded, false);
      assert.ok(away().every((part, axis) => Math.abs(part - on[axis]) < 1e-6), 'it stays above where it jumped');
      play(60, 4, -3);
      assert.ok(runner.grounded && away().every((part, axis) => Math.abs(part - on[axis]) < 1e-6));`,
  },
  Crushed: {
    before: `${MOVER}
      spawn(collision, 0, -1, box(9, 1), Static);
      spawn(collision, 3, 2, box(1, 3), Static);
      const piston = spawn(collision, 0, 4, box(0.3, 4));
      const player = spawn(collision, 1.48, 0.52, box(0.5, 0.5));
      const walk = { up: { x: 0, y: 1 } };
      const moved = createMoveResult();
      const hurts: number[] = [];
      const hurt = (player: number, entity: number): void => { hurts.push(entity); };
      collisionSystem(world);
      for (let i = 0; i < 20; i++) {
        Transform.x[piston]! += 0.07;
        refreshCollider(world, piston);
        moveAndSlide(world, player, { x: 0, y: 0 }, walk, moved);
        Transform.x[player] = moved.x;
        refreshCollider(world, player);
      }`,
    after: `${EXPECT}
      assert.ok(Transform.x[player] > 1.4 && moved.penetration > 0.6, 'it stays on its side');
      assert.deepEqual(hurts, [piston]);`,
  },
};
