import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'In space': {
    before: '',
    after: `${EXPECT}
      import { touching } from 'bitecs-collision/3d';
      assert.ok(touching(world, ground, ball));
      assert.ok(touching(world, crate, boulder));
      assert.ok(touching(world, ground, crate));
      const [standing] = collision.contactsOf(crate, ground);
      assert.equal(standing.pointCount, 4);
      assert.ok(Math.abs(standing.penetration - 0.05) < 1e-9);`,
  },
  Shapes: {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { box, castRay, collisionSystem, compound, createCollision, cylinder } from 'bitecs-collision/3d';
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      const furniture = addEntity(world);
      addComponent(world, furniture, set(Transform, { x: 5 }));`,
    after: `${EXPECT}
      collisionSystem(world);
      const down = { x: 0, y: -1, z: 0 };
      assert.equal(castRay(world, { x: 5, y: 3, z: 0 }, down)?.child, 0);
      assert.equal(castRay(world, { x: 6.2, y: 3, z: 0 }, down)?.child, 3);
      assert.equal(castRay(world, { x: 0, y: 0.2, z: 0 }, { x: 1, y: 0, z: 0 })?.child, 2);`,
  },
  Questions: {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { box, capsule, castRay, castRayExit, castShape, collisionSystem, createCollision, halfSpace, overlapCone, overlapShape, sphere } from 'bitecs-collision/3d';
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      for (const [shape, x] of [[halfSpace(), 0], [box(0.5, 2, 0.5), 2]] as const) {
        const eid = addEntity(world);
        addComponent(world, eid, set(Transform, { x }));
        addComponent(world, eid, set(Collider, shape));
      }
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.deepEqual([hit?.entity, hit?.fraction, hit?.normalY], [1, 0.5, 1]);
      assert.equal(blocked?.entity, 2);
      assert.ok(Math.abs(blocked.fraction - 0.62) < 1e-9);
      assert.deepEqual(near, [1, 2]);
      assert.deepEqual(inSight, [1, 2]);
      assert.equal(exit?.x, 2.5);`,
  },
  'The past, and reasons': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { box, castRay, collisionSystem, createCollision, createCollisionHistory, createContactColumns } from 'bitecs-collision/3d';
      import { explainPair, readContacts, sphere } from 'bitecs-collision/3d';
      const world = createWorld();
      const { Transform, Collider } = createCollision(world);
      const spawn = (shape: ReturnType<typeof sphere>, x: number) => {
        const eid = addEntity(world);
        addComponent(world, eid, set(Transform, { x }));
        addComponent(world, eid, set(Collider, shape));
        return eid;
      };
      const target = spawn(sphere(0.5), 0);
      const wall = spawn(box(0.5, 1, 1), 10.5);`,
    after: `${EXPECT}
      assert.deepEqual([shot?.entity, shot?.y], [target, 0.5]);
      assert.equal(castRay(world, { x: 1, y: 5, z: 0 }, { x: 0, y: -1, z: 0 }), undefined);
      assert.equal(reason, 'the bounds of 1 and 2 are 5.5 apart');
      assert.equal(count, 0);`,
  },
};
