import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
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
  'Your own stores (space)': {
    before: `import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { collisionSystem, createCollision, sphere } from 'bitecs-collision/3d';
      const world = createWorld();
      const floats = () => new Float32Array(10);
      const Position = { x: floats(), y: floats(), z: floats() };
      const Rotation = { x: floats(), y: floats(), z: floats(), w: floats().fill(1) };`,
    after: `${EXPECT}
      for (const z of [0, 1.5, 9]) {
        const eid = addEntity(world);
        for (const component of [Position, Rotation]) addComponent(world, eid, component);
        Position.z[eid] = z;
        addComponent(world, eid, set(collision.Collider, sphere(1)));
      }
      collisionSystem(world);
      assert.equal([...collision.contacts()].length, 1);`,
  },
  'Arrays that are replaced': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
      const world = createWorld();
      const Position = { x: new Float32Array(2), y: new Float32Array(2) };`,
    after: `${EXPECT}
      Position.x = new Float32Array(10);
      Position.y = new Float32Array(10);
      for (const x of [0, 1.5]) {
        const eid = addEntity(world);
        addComponent(world, eid, Position);
        Position.x[eid] = x;
        addComponent(world, eid, set(collision.Collider, circle(1)));
      }
      collisionSystem(world);
      assert.equal([...collision.contacts()].length, 1);`,
  },
};
