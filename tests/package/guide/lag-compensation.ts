import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'A ray as of three ticks ago': {
    before: `${WORLD}
      import { type CastHit, castRay, createCollisionHistory } from 'bitecs-collision/2d';
      const shooter = spawn(collision, 0, 0, circle(0.5));
      const runner = spawn(collision, 10, 0, circle(0.5));
      collisionSystem(world); // the world has run before there was a history
      const moveEverything = (): void => { Transform.y[runner]! += 2; };`,
    after: `${EXPECT}
      for (let n = 1; n <= 6; n++) tick();
      assert.equal(shoot(shooter, 0, 10, 6), undefined, 'it is not there any more');
      assert.equal(shoot(shooter, 3, 10, 6)?.entity, runner, 'three ticks ago it was');
      assert.equal(Transform.y[runner], 12);`,
  },
  'A ray as of three ticks ago (space)': {
    before: `${WORLD_3D}
      import { type CastHit, castRay, createCollisionHistory, type Vector } from 'bitecs-collision/3d';
      const shooter = spawn(0, 0, 0, sphere(0.5));
      const runner = spawn(10, 0, 0, sphere(0.5));
      collisionSystem(world); // the world has run before there was a history
      const moveEverything = (): void => { Transform.z[runner]! += 2; };`,
    after: `${EXPECT}
      for (let n = 1; n <= 6; n++) tick();
      const aim = { x: 10, y: 0, z: 6 };
      assert.equal(shoot(shooter, 0, aim), undefined, 'it is not there any more');
      assert.equal(shoot(shooter, 3, aim)?.entity, runner, 'three ticks ago it was');
      assert.equal(Transform.z[runner], 12);`,
  },
};
