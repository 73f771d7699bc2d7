/** What the text around a snippet of README.md lets its reader assume, and what holds once it has run. */
export interface Setting {
  /** Comes before the snippet, also when its types are checked. */
  readonly before: string;
  /** Comes after it and throws when the snippet did not do what the text says. */
  readonly after: string;
}

const SPAWN = `
  import { addComponent, addEntity, createWorld, set } from 'bitecs';
  import { box, circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
  import type { Collision, ShapeSpec } from 'bitecs-collision/2d';
  const world = createWorld();
  const spawn = (collision: Collision, x: number, y: number, shape: ShapeSpec, tag: object = {}): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x, y }));
    addComponent(world, eid, set(collision.Collider, shape));
    addComponent(world, eid, tag);
    return eid;
  };`;

const EXPECT = `
  import assert from 'node:assert/strict';`;

/** By the heading a snippet stands under. */
export const README_SETTINGS: Readonly<Record<string, Setting>> = {
  'bitecs-collision': { before: '', after: '' },

  'Who meets whom': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
      const world = createWorld();
      const bullet = addEntity(world), door = addEntity(world), wall = addEntity(world), ghost = addEntity(world);
      const friend = addEntity(world);
      const team = [0, 1, 2, 3, 4, 1];`,
    after: `${EXPECT}
      for (const eid of [bullet, door, wall, ghost, friend]) {
        addComponent(world, eid, collision.Transform);
        if (eid !== bullet) addComponent(world, eid, set(Collider, circle(1)));
      }
      collisionSystem(world);
      const others = [];
      for (const contact of collision.contactsOf(bullet)) others.push([contact.b, contact.sensor]);
      assert.deepEqual(others, [[door, true], [wall, false]]);`,
  },

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

  Queries: {
    before: `${SPAWN}
      import { castRay, castShape } from 'bitecs-collision/2d';
      const collision = createCollision(world);
      const player = spawn(collision, 0, 0, circle(1));
      const wall = spawn(collision, 10, 0, box(1, 5));
      const [x, y, dirX, dirY] = [0, 0, 18, 0];
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(hit.entity, wall);
      assert.equal(hit.fraction, 0.5);
      assert.deepEqual([hit.normalX, hit.normalY], [-1, 0]);
      assert.equal(swept.entity, player);`,
  },

  'Moving characters': {
    before: `${SPAWN}
      import { createMoveResult, moveAndSlide, refreshCollider } from 'bitecs-collision/2d';
      const collision = createCollision(world);
      const { Transform } = collision;
      const player = spawn(collision, 0, 1.1, circle(1));
      const floor = spawn(collision, 0, -1, box(50, 1));
      const dt = 1 / 60;
      const speedX = 3;
      let speedY = -9;
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(speedY, 0);
      assert.equal(moved.ground.entity, floor);
      assert.ok(Math.abs(Transform.y[player] - 1.02) < 1e-9);
      assert.ok(Math.abs(Transform.x[player] - 0.05) < 1e-9);`,
  },

  'For authors of solvers': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
      const world = createWorld();
      const own = createCollision(world);
      const house = addEntity(world), player = addEntity(world);
      for (const eid of [house, player]) {
        addComponent(world, eid, set(own.Transform, { x: eid }));
        addComponent(world, eid, set(own.Collider, circle(1)));
      }
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(mass, 4);
      assert.ok(Math.abs(inertia - (4 * (4 + 1)) / 12) < 1e-12);
      assert.equal(kept.length, 1);
      assert.equal(kept[0].points.length, 1);
      assert.equal(isHome, true);
      assert.ok(impulses.length > kept[0].id);`,
  },

  'Debug drawing': {
    before: `
      import { createWorld } from 'bitecs';
      import { collisionSystem, createCollision } from 'bitecs-collision/2d';
      import { type Application, Container } from 'pixi.js';
      const world = createWorld();
      createCollision(world);
      const app = { stage: new Container() } as Application;
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(app.stage.children.length, 1);`,
  },

  'Your own stores': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
      const world = createWorld();
      const Position = { x: new Float32Array(10), y: new Float32Array(10) };
      const Rotation = { angle: [] as number[] };`,
    after: `${EXPECT}
      for (const [x, angle] of [[0, 1], [1.5, 2], [9, 3]]) {
        const eid = addEntity(world);
        for (const component of [Position, Rotation]) addComponent(world, eid, component);
        Position.x[eid] = x;
        Rotation.angle[eid] = angle;
        addComponent(world, eid, set(collision.Collider, circle(1)));
      }
      collisionSystem(world);
      assert.equal([...collision.contacts()].length, 1);`,
  },

  'Geometry on its own': {
    before: '',
    after: `${EXPECT}
      assert.equal(distance, 9);
      assert.deepEqual([...hit], [0, 2, -1, 0, 0, -1]);`,
  },
};
