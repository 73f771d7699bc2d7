import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Sharing `collision` between files': {
    before: `
      const Falling = { speed: [0, 0, 0] };`,
    after: `${EXPECT}
      import { addComponent, addEntity, createWorld } from 'bitecs';
      import { createCollision } from 'bitecs-collision/2d';
      const world = createWorld();
      const { Transform } = createCollision(world);
      const eid = addEntity(world);
      addComponent(world, eid, Falling);
      addComponent(world, eid, Transform);
      gravitySystem(world, 1);
      assert.equal(Transform.y[eid], -9.81);`,
  },
  'Or one module that owns it': {
    before: '',
    after: `${EXPECT}
      assert.equal(collision.Transform, Transform);`,
  },
  Types: {
    before: `${SPAWN.replace(
      'import type { Collision, ShapeSpec }',
      'import type { Collision as Own, ShapeSpec as Spec }',
    )
      .replace(/: Collision, /, ': Own, ')
      .replace(/: ShapeSpec, /, ': Spec, ')}
      const Player = {}, Pickup = {};`,
    after: `${EXPECT}
      const own = createCollision(world);
      const taken: number[] = [];
      addPickups(own, circle(0.4), (by) => taken.push(by));
      const player = spawn(own, 3, 0, circle(1), Player);
      collisionSystem(world);
      assert.deepEqual(taken, [player, player, player]);`,
  },
  'Values that are typed': {
    before: `${SPAWN.replace(/^ *const spawn[\s\S]*?};$/m, '')}
      import { type CollisionOptions, withCollider, withTransform } from 'bitecs-collision/2d';
      const other = createWorld();
      const collision = createCollision(world);
      const ball = addEntity(world);`,
    after: `${EXPECT}
      assert.deepEqual([collision.Transform.x[ball], collision.Transform.rotation[ball]], [3, 0.5]);
      assert.deepEqual([collision.Collider.radius[ball], collision.Collider.maskBits[ball]], [0.5, 2]);
      assert.ok(Transform.x.length > 0);`,
  },
};

/** These run in space as well. */
export const alike = ['Sharing `collision` between files', 'Or one module that owns it', 'Types'];
