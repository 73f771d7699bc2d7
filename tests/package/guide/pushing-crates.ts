import { MOVER } from '../guide-beginnings.ts';
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
};
