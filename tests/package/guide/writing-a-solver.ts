import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Writing a solver': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
      const world = createWorld();
      const own = createCollision(world);
      const house = addEntity(world), player = addEntity(world), shed = addEntity(world);
      for (const eid of [house, player, shed]) {
        addComponent(world, eid, set(own.Transform, { x: eid }));
        addComponent(world, eid, set(own.Collider, circle(1)));
      }
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.deepEqual(kept.map(({ b }) => b), [house, shed]);
      assert.deepEqual(kept.map(({ normalX }) => normalX), [-1, 1]);
      assert.equal(kept[0].points.length, 1);
      assert.equal(isHome, true);
      assert.ok(impulses.length > kept[0].id);`,
  },
  Mass: {
    before: `import { box, massProperties } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      const area = 2 + 0.1 * 6 + 0.01 * Math.PI;
      assert.ok(Math.abs(mass - 2 * area) < 1e-12 && Math.hypot(x, y) < 1e-15);
      assert.ok(inertia > (mass * (4 + 1)) / 12 && inertia < (mass * (2.2 * 2.2 + 1.2 * 1.2)) / 12);`,
  },
  'Mass (space)': {
    before: `import { cone, massProperties } from 'bitecs-collision/3d';`,
    after: `${EXPECT}
      const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-12, String(a) + ' and ' + b);
      near(mass, (2 * Math.PI * 4) / 3);
      near(y, -1);
      near(inertiaYY, 0.3 * mass);
      near(inertiaXX, mass * (0.15 + 0.0375 * 16));
      near(inertiaZZ, inertiaXX);
      assert.deepEqual([x, z, inertiaXY, inertiaXZ, inertiaYZ].map(Math.abs), [0, 0, 0, 0, 0]);`,
  },
  'A small one': {
    before: `${WORLD}
      const Body = {}, BOUNCE = 1;
      const velocityX = [0, 2, 0], velocityY = [0, 1, 0], inverseMass = [0, 1, 1];
      spawn(collision, 0, 0, circle(1), Body);
      spawn(collision, 1.9, 0, circle(1), Body);
      collisionSystem(world);`,
    after: `${EXPECT}
      solve();
      solve();
      assert.deepEqual([velocityX, velocityY], [[0, 0, 2], [0, 1, 0]], 'billiard balls');`,
  },
  'A small one (space)': {
    before: `${WORLD_3D}
      const Body = {}, BOUNCE = 1;
      const [velocityX, velocityY, velocityZ] = [[0, 0, 0], [0, 1, 0], [0, 2, 0]];
      const inverseMass = [0, 1, 1];
      spawn(0, 0, 0, sphere(1), Body);
      spawn(0, 0, 1.9, sphere(1), Body);
      collisionSystem(world);`,
    after: `${EXPECT}
      solve();
      solve();
      assert.deepEqual([velocityX, velocityY], [[0, 0, 0], [0, 1, 0]]);
      assert.ok(Math.abs(velocityZ[1]) < 1e-9 && Math.abs(velocityZ[2] - 2) < 1e-9, 'billiard balls');`,
  },
  'In columns': {
    before: `${WORLD}
      import { createContactColumns, POINTS_PER_CONTACT, readContacts } from 'bitecs-collision/2d';
      const velocityX = [0, 0, 0], velocityY = [0, 0, 0];
      spawn(collision, 0, 0, circle(1));
      spawn(collision, 1.5, 0, circle(1));
      collisionSystem(world);`,
    after: `${EXPECT}
      relax();
      assert.deepEqual(velocityX, [0, -2, 2]);`,
  },
  'A margin that follows speed': {
    before: `${WORLD}
      import { query } from 'bitecs';
      import { ownMargin } from 'bitecs-collision/2d';
      const velocityX = [0, 0, 90], velocityY = [0, 0, 0];
      const wall = spawn(collision, 3, 0, circle(1)), ball = spawn(collision, 0, 0, circle(1));`,
    after: `${EXPECT}
      const seen = () => [...collision.contacts()].map(({ separation, touching }) => ({ separation, touching }));
      assert.deepEqual(seen(), [{ separation: 1, touching: false }], 'fast enough to come');
      velocityX[ball] = 30;
      lookAhead(1 / 60);
      collisionSystem(world);
      assert.deepEqual(seen(), [], 'not fast enough');
      addComponent(world, wall, set(OwnMargin, { distance: 0.5 }));
      collisionSystem(world);
      assert.equal(seen().length, 1, 'both together');`,
  },
};
