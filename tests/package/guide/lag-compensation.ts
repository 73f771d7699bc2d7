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
      assert.equal(shoot(shooter, 3, 9, 5.4), undefined, 'the gun does not reach as far');
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
      assert.equal(shoot(shooter, 3, { x: 9, y: 0, z: 5.4 }), undefined, 'the gun does not reach as far');
      assert.equal(Transform.z[runner], 12);`,
  },
  'Through hit boxes in space': {
    before: `${WORLD_3D}
      import { attachedTo, castRay, createCollisionHistory, ownerOf, type Vector } from 'bitecs-collision/3d';
      const history = createCollisionHistory(world, { ticks: 32 });
      const shooter = spawn(0, 0, -10, sphere(0.5));
      const runner = spawn(0, 0, 0, sphere(0.4));`,
    after: `${EXPECT}
      const eye = { x: 0, y: 0.75, z: -10 };
      const aim = { x: 0, y: 0, z: 20 };
      const run = (): void => {
        collisionSystem(world);
        history.record();
      };
      run();
      // It turns round, so that its head leans away, and runs off.
      Transform.qy[runner] = 1;
      Transform.qw[runner] = 0;
      run();
      for (let n = 1; n <= 4; n++) {
        Transform.x[runner] = n;
        run();
      }
      assert.equal(hitBoxAt(0, eye, aim), undefined, 'it is not there any more');
      assert.equal(hitBoxAt(5, eye, aim), head);
      assert.equal(hitBoxAt(5, eye, { x: 0, y: -1.1, z: 20 }), chest);
      const side = { x: -10, y: 0.75, z: -0.1 };
      assert.equal(hitBoxAt(4, side, { x: 20, y: 0, z: -0.1 }), head, 'behind, once it has turned round');
      assert.equal(hitBoxAt(2.5, { ...eye, x: 1.5 }, aim), head, 'between two ticks');
      assert.equal(ownerOf(world, head), runner);
      spawn(0, 0.75, -5, box(1, 1, 0.1));
      run();
      assert.equal(hitBoxAt(6, eye, aim), head, 'the wall was not there');`,
  },
};
