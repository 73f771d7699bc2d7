import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  Shapes: {
    before: `${WORLD}
      import { chain, compound, polygon } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(collision.counts.moving, 5);
      assert.deepEqual([...collision.contacts()].length, 0);`,
  },
  Sizes: {
    before: `${WORLD}
      import { queryPoint } from 'bitecs-collision/2d';
      const player = addEntity(world);
      addComponent(world, player, set(Transform, { x: 0, y: 0 }));`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(queryPoint(world, { x: 0, y: 2.69 }, []), 1);
      assert.equal(queryPoint(world, { x: 0, y: 2.71 }, []), 0);
      assert.equal(queryPoint(world, { x: 0, y: -0.01 }, []), 0);`,
  },
  'Solid, whatever its outline': {
    before: `${WORLD}
      import { concave, queryPoint } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      assert.deepEqual([inBay, inHole, inside], [0, 0, 1]);`,
  },
};
