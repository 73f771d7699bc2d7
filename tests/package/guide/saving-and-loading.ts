import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Saving and loading': {
    before: `${SPAWN}
      import { refreshCollision } from 'bitecs-collision/2d';
      const collision = createCollision(world);
      const other = createWorld();
      const otherCollision = createCollision(other);
      const [ball, wall] = [spawn(collision, 0, 0, circle(1)), spawn(collision, 1, 0, box(0.5, 3), collision.Static)];`,
    after: `${EXPECT}
      import { queryPoint } from 'bitecs-collision/2d';
      assert.equal(queryPoint(other, 1.2, 2, []), 1);
      collisionSystem(world);
      collisionSystem(other);
      const of = (one: Collision) => [...one.contacts()].map(({ penetration, normalX }) => [penetration, normalX]);
      assert.deepEqual(of(otherCollision), of(collision));
      assert.equal(of(collision).length, 1);
      assert.equal(otherCollision.counts.static, 1);
      assert.ok(ball < wall);`,
  },
};
