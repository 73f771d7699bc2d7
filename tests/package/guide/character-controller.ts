import { MOVER } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

/** A world in space, and how colliders come into it. */
const SPACE = `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import {
        box, capsule, collisionSystem, createCollision, createMoveResult, moveAndSlide, refreshCollider,
        type ShapeSpec,
      } from 'bitecs-collision/3d';
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      const spawn = (x: number, y: number, z: number, shape: ShapeSpec): number => {
        const eid = addEntity(world);
        addComponent(world, eid, set(Transform, { x, y, z }));
        addComponent(world, eid, set(Collider, shape));
        return eid;
      };`;

export const settings: Readonly<Record<string, Setting>> = {
  'A character that walks': {
    before: `${MOVER}
      const player = spawn(collision, 0, 3, box(0.3, 0.5));
      spawn(collision, 0, -1, box(50, 1), Static);
      spawn(collision, 3, 0.1, box(1, 0.1), Static);
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks: number, direction: number, jump = false): void => {
        for (let i = 0; i < ticks; i++) {
          movePlayer(direction, jump && i === 0, dt);
          collisionSystem(world);
        }
      };
      play(60, 0);
      assert.equal(moved.grounded, true);
      assert.ok(Math.abs(Transform.y[player] - 0.5) < 0.01);
      play(30, 1);
      assert.ok(Math.abs(Transform.x[player] - 2.5) < 0.1, 'it walks');
      assert.ok(Math.abs(Transform.y[player] - 0.7) < 0.01, 'it is up the step');
      play(1, 0, true);
      assert.equal(moved.grounded, false, 'it jumps');
      play(10, 0);
      assert.ok(Transform.y[player] > 1.5);
      play(60, 1);
      assert.ok(moved.grounded && Math.abs(Transform.y[player] - 0.5) < 0.01, 'it is down again');`,
  },
  'A character that walks (space)': {
    before: `${SPACE}
      const player = spawn(0, 3, 0, capsule(0.3, 0.2));
      spawn(0, -1, 0, box(50, 1, 50));
      spawn(0, 0.1, -3, box(1, 0.1, 1));
      collisionSystem(world);`,
    after: `${EXPECT}
      const play = (ticks: number, ahead: number, jump = false): void => {
        for (let i = 0; i < ticks; i++) {
          movePlayer(ahead, 0, 0, jump && i === 0, 1 / 60);
          collisionSystem(world);
        }
      };
      play(60, 0);
      assert.equal(moved.grounded, true);
      assert.ok(Math.abs(Transform.y[player]! - 0.5) < 0.01);
      play(30, 1);
      assert.ok(Math.abs(Transform.z[player]! + 2.4) < 0.15, 'it walks');
      assert.ok(Math.abs(Transform.y[player]! - 0.7) < 0.01, 'it is up the step');
      play(1, 0, true);
      assert.equal(moved.grounded, false, 'it jumps');
      play(10, 0);
      assert.ok(Transform.y[player]! > 1.5);
      play(60, 1);
      assert.ok(moved.grounded && Math.abs(Transform.y[player]! - 0.5) < 0.01, 'it is down again');`,
  },
  'Enemies and coins': {
    before: `${MOVER}
      const Enemy = {}, ENEMY = 2;
      const hurtBy: number[] = [];
      const hurt = (player: number, enemy: number): void => { hurtBy.push(player, enemy); };
      const walk = { up: { x: 0, y: 1 } };
      const moved = createMoveResult();
      const player = spawn(collision, 0, 0, circle(0.5));
      const enemy = spawn(collision, 1.5, 0, { ...circle(0.5), categoryBits: ENEMY } as ShapeSpec, Enemy);
      const [speedX, speedY] = [60, 0];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(Transform.x[player], 1);
      collisionSystem(world);
      assert.deepEqual(hurtBy, [player, enemy]);`,
  },
  'Seen from above': {
    before: `${MOVER}
      const moved = createMoveResult();
      const player = spawn(collision, 0, 0, circle(0.5));
      spawn(collision, 2, 0, box(1, 50));
      const [speedX, speedY] = [600, 60];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.ok(Transform.x[player] < 0.5 && Transform.x[player] > 0.48, 'it stops at the wall');
      assert.ok(Math.abs(Transform.y[player] - 1) < 1e-6, 'it slides along it');`,
  },
  'First person': {
    before: `
      import { PerspectiveCamera } from 'three';
      const moved = { x: 1, y: 2, z: 3 };
      type Listener = (event: { movementX: number; movementY: number }) => void;
      const heard: Record<string, Listener> = {};
      const canvas = {
        addEventListener: (name: string, listener: Listener): void => { heard[name] = listener; },
        requestPointerLock: (): void => { document.pointerLockElement = canvas; },
      };
      const document: { pointerLockElement: object | null } = { pointerLockElement: null };`,
    after: `${EXPECT}
      const move = (x, y) => heard.mousemove({ movementX: x, movementY: y });
      move(50, 50);
      assert.deepEqual([yaw, pitch], [0, 0], 'not before the mouse is taken');
      heard.click({ movementX: 0, movementY: 0 });
      move(-250 * Math.PI, 9999);
      assert.ok(Math.abs(yaw - Math.PI / 2) < 1e-12);
      assert.equal(pitch, -1.5);
      const camera = new PerspectiveCamera();
      placeEyes(camera);
      assert.deepEqual(camera.position.toArray(), [1, 2.7, 3]);
      pitch = 0;
      placeEyes(camera);
      const ahead = camera.getWorldDirection(camera.position.clone());
      assert.ok(Math.abs(ahead.x + 1) < 1e-9, 'a quarter turn to the left looks along −x');`,
  },
  Stairs: {
    before: `${SPACE}
      import { cylinder } from 'bitecs-collision/3d';
      import { PerspectiveCamera } from 'three';
      const player = spawn(0, 0.92, 0, cylinder(0.3, 0.9));
      spawn(0, -1, 0, box(50, 1, 50));
      for (let i = 1; i <= 10; i++) spawn(11 + 0.3 * i, 0.1 * i, 0, box(10, 0.1 * i, 2));
      collisionSystem(world);
      const walk = { up: { x: 0, y: 1, z: 0 }, stepHeight: 0.25, snapDistance: 0.25, carry: true };
      const moved = createMoveResult();`,
    after: `${EXPECT}
      const camera = new PerspectiveCamera();
      let [hop, jolt, low] = [0, 0, 0];
      let eyes = Number.NaN;
      for (let i = 0; i < 100; i++) {
        const { y } = moved;
        climbWith(() => {
          moveAndSlide(world, player, { x: 5 / 60, y: -0.01, z: 0 }, walk, moved);
          [Transform.x[player], Transform.y[player], Transform.z[player]] = [moved.x, moved.y, moved.z];
        });
        placeEyesOnStairs(camera);
        if (i > 0) hop = Math.max(hop, moved.y - y);
        if (i > 0) jolt = Math.max(jolt, camera.position.y - eyes);
        low = Math.min(low, lag);
        eyes = camera.position.y;
      }
      assert.ok(Math.abs(moved.y - 2.9) < 0.02, 'up the stairs');
      assert.ok(Math.abs(hop - 0.2) < 0.01, 'the cylinder goes up a step at once');
      assert.ok(jolt < 0.09 && low > -0.4, 'the eyes go up evenly, not far behind');
      assert.ok(Math.abs(lag) < 0.01, 'and get there');`,
  },
  'A camera behind the player': {
    before: `${SPACE}
      import { castShape, sphere } from 'bitecs-collision/3d';
      import { PerspectiveCamera } from 'three';
      const player = spawn(0, 1, 0, capsule(0.3, 0.4));
      spawn(0, 1, 3, box(5, 5, 0.5));
      collisionSystem(world);
      const moved = { x: 0, y: 1, z: 0 };`,
    after: `${EXPECT}
      const camera = new PerspectiveCamera();
      placeCamera(camera, 0, 0);
      assert.ok(Math.abs(camera.position.z - 2.3) < 1e-9, 'it stops before the wall');
      placeCamera(camera, Math.PI, 0);
      assert.ok(Math.abs(camera.position.z + 4) < 1e-9, 'it is as far back as it may');`,
  },
};
