import { MOVER, WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Picking and dragging': {
    before: `${WORLD}
      import { queryPoint } from 'bitecs-collision/2d';
      const Draggable = {};
      const layer = [0, 1, 3, 2];
      const cards = [0, 1, 2].map((i) => spawn(collision, i, 0, box(2, 3), Draggable));
      collisionSystem(world);`,
    after: `${EXPECT}
      pointerDown(1.5, 1);
      assert.equal(held, cards[1], 'the one on top');
      pointerMove(11.5, 1);
      assert.equal(Transform.x[cards[1]], 11);
      pointerUp();
      pointerDown(50, 50);
      assert.equal(held, -1);`,
  },
  'Without going through walls': {
    before: `${MOVER}
      const moved = createMoveResult();
      const held = spawn(collision, 0, 0, circle(1));
      spawn(collision, 5, 0, box(1, 20));
      const [gripX, gripY] = [0, 0];
      collisionSystem(world);`,
    after: `${EXPECT}
      dragTo(20, 3);
      assert.ok(Transform.x[held] < 3 && Transform.x[held] > 2.9);
      assert.ok(Math.abs(Transform.y[held] - 3) < 1e-6);`,
  },
  'A frame around several': {
    before: `${WORLD}
      import { overlapShape } from 'bitecs-collision/2d';
      const Unit = {};
      const units = [0, 3, 8].map((x) => spawn(collision, x, 0, circle(1), Unit));
      const [fromX, fromY, toX, toY] = [4, 2, -1, -2];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.deepEqual(selected, units.slice(0, 2));`,
  },
  'Small things and thick fingers': {
    before: `${WORLD}
      import { closestPoint } from 'bitecs-collision/2d';
      const Draggable = {};
      const coin = spawn(collision, 0, 0, circle(2), Draggable);
      let held = -1;
      const [x, y] = [15, 3];`,
    after: `${EXPECT}
      assert.equal(held, coin);`,
  },
  'In space': {
    before: `${WORLD_3D}
      import { type CastHit, castRay, createMoveResult, moveAndSlide, refreshCollider } from 'bitecs-collision/3d';
      import { rayOf } from 'bitecs-collision/three';
      import { PerspectiveCamera, Vector3 } from 'three';
      const Draggable = {};
      const moved = createMoveResult();
      const camera = new PerspectiveCamera(90, 1, 0.1, 100);
      camera.position.set(0, 0, 10);
      camera.updateMatrixWorld();
      const thing = spawn(0, 0, 0, box(1, 1, 1), Draggable);
      spawn(6, 0, 0, box(1, 9, 9), Static);
      collisionSystem(world);`,
    after: `${EXPECT}
      pointerDownAt(0.05, 0);
      assert.equal(grip?.entity, thing);
      assert.ok(Math.abs(grip.z - 1) < 1e-6);
      pointerMoveTo(0.05, 0.3);
      // Nine in front of the camera, which sees as far up as away.
      assert.ok(Math.abs(Transform.y[thing] - 2.7) < 0.01 && Math.abs(Transform.x[thing]) < 0.01, 'it follows');
      pointerMoveTo(0.9, 0.3);
      assert.ok(Transform.x[thing] < 4 && Transform.x[thing] > 3.9, 'it stops at the wall');
      pointerMoveTo(0.05, 0.3);
      assert.ok(Math.abs(Transform.x[thing]) < 0.01, 'and comes back with the pointer');`,
  },
};
