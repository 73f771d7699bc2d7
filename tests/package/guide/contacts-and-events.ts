import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Contacts and events': {
    before: `${SPAWN}
      import { removeEntity } from 'bitecs';
      const Player = {}, Ground = {}, Bullet = {}, Enemy = {}, Coin = {};
      const isGrounded: number[] = [];
      const collision = createCollision(world);
      const player = spawn(collision, 0, 1.4, circle(1), Player);
      spawn(collision, 0, 0, box(10, 0.5), Ground);
      collisionSystem(world);`,
    after: `${EXPECT}
      import { entityExists } from 'bitecs';
      assert.equal(isGrounded[player], 1);
      const coin = spawn(collision, 0, 2, circle(0.5), Coin);
      const enemy = spawn(collision, 0, 50, circle(1), Enemy);
      spawn(collision, 0, 50, circle(1), Bullet);
      collisionSystem(world);
      assert.equal(entityExists(world, coin), false);
      assert.equal(entityExists(world, enemy), true, 'the first subscription was stopped');`,
  },
};

/** These run in space as well. */
export const alike = ['Contacts and events'];
