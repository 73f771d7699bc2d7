import { MOVER, MOVER_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Pushing crates': {
    before: `${MOVER}
      import type { MoveResult } from 'bitecs-collision/2d';
      // A floor from −10 to 10 with a wall at its right end, and a pit left of it.
      spawn(collision, 0, -1, box(10, 1), Static);
      spawn(collision, 10.5, 2, box(0.5, 3), Static);
      spawn(collision, -20, -6, box(30, 1), Static);
      const player = spawn(collision, -4, 0.51, box(0.3, 0.5));
      const places: [number, number][] = [[0, 0.51], [2, 0.51], [2.1, 1.53], [2, 2.55]];
      const crates = new Set(places.map(([x, y]) => spawn(collision, x, y, box(0.5, 0.5))));
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks, speedX) => {
        for (let tick = 0; tick < ticks; tick++) {
          for (const crate of crates) fall(crate, 0, dt);
          fall(player, speedX, dt);
          collisionSystem(world);
        }
      };
      const [first, ...stack] = crates;
      play(125, 3);
      assert.ok(Transform.x[first] > 2.9 && Transform.x[first] < Transform.x[stack[0]] - 0.99, 'pushed, and pushing');
      assert.ok(stack.every((crate) => Math.abs(Transform.x[crate] - Transform.x[stack[0]]) < 0.2), 'a stack goes as one');
      play(200, 3);
      assert.ok(Math.abs(Transform.x[stack[0]] - 9.49) < 0.01 && Math.abs(Transform.x[first] - 8.48) < 0.02, 'at the wall');
      assert.ok(Math.abs(Transform.x[player] - 7.67) < 0.1, 'which stops the player');
      assert.deepEqual(stack.map((crate) => Math.round(Transform.y[crate])), [1, 2, 3]);
      // From the other side, into the pit.
      Transform.x[first] = -7;
      Transform.x[player] = -5;
      collisionSystem(world);
      play(150, -3);
      assert.ok(Transform.x[first] < -10 && Math.abs(Transform.y[first] + 4.49) < 0.01, 'it fell');`,
  },
  'Pushing crates (space)': {
    before: `${MOVER_3D}
      import type { MoveResult } from 'bitecs-collision/3d';
      // A floor from −10 to 10 with a wall at its right end, and a pit left of it.
      spawn(0, -1, 0, box(10, 1, 10), Static);
      spawn(10.5, 2, 0, box(0.5, 3, 10), Static);
      spawn(-20, -6, 0, box(30, 1, 10), Static);
      const player = spawn(-4, 0.51, 0.1, capsule(0.3, 0.2));
      const places: [number, number][] = [[0, 0.51], [2, 0.51], [2.1, 1.53], [2, 2.55]];
      const crates = new Set(places.map(([x, y]) => spawn(x, y, 0, box(0.5, 0.5, 0.5))));
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks, speedX, speedZ) => {
        for (let tick = 0; tick < ticks; tick++) {
          for (const crate of crates) fall(crate, 0, 0, dt);
          fall(player, speedX, speedZ, dt);
          collisionSystem(world);
        }
      };
      const { x, y, z } = Transform;
      const [first, ...stack] = crates;
      play(125, 3, 0);
      assert.ok(x[first] > 2.9 && x[first] < x[stack[0]] - 0.99, 'pushed, and pushing');
      assert.ok(stack.every((crate) => Math.abs(x[crate] - x[stack[0]]) < 0.2), 'a stack goes as one');
      play(200, 3, 0);
      assert.ok(Math.abs(x[stack[0]] - 9.49) < 0.01 && Math.abs(x[first] - 8.48) < 0.02, 'at the wall');
      assert.ok(Math.abs(x[player] - 7.67) < 0.1, 'which stops the player');
      assert.deepEqual(stack.map((crate) => Math.round(y[crate])), [1, 2, 3]);
      // Along z, then from the other side into the pit.
      [x[first], z[first], x[player], z[player]] = [-7, 0, -7, -2];
      collisionSystem(world);
      play(60, 0, 3);
      assert.ok(z[first] > 1.4 && z[first] < 1.9 && Math.abs(x[first] + 7) < 1e-6, 'along z');
      [x[player], z[player]] = [-5, z[first]];
      collisionSystem(world);
      play(150, -3, 0);
      assert.ok(x[first] < -10 && Math.abs(y[first] + 4.49) < 0.01, 'it fell');`,
  },
};
