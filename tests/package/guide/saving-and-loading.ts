import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Saving and loading': {
    before: `${SPAWN}
      import { refreshCollision } from 'bitecs-collision/2d';
      const collision = createCollision(world);
      const other = createWorld();
      const otherCollision = createCollision(other);
      const [ball, wall] = [spawn(collision, 0, 0, circle(1)), spawn(collision, 1, 0, box(0.5, 3), collision.Static)];`,
    after: `${EXPECT}
      import { queryPoint } from 'bitecs-collision/2d';
      assert.equal(queryPoint(other, { x: 1.2, y: 2 }, []), 1);
      collisionSystem(world);
      collisionSystem(other);
      const of = (one: Collision) => [...one.contacts()].map(({ penetration, normalX }) => [penetration, normalX]);
      assert.deepEqual(of(otherCollision), of(collision));
      assert.equal(of(collision).length, 1);
      assert.equal(otherCollision.counts.static, 1);
      assert.ok(ball < wall);`,
  },
  'Shapes as JSON': {
    before: `${SPAWN}
      import { boxFormat, chain, chainFormat, circleFormat, compound, compoundFormat } from 'bitecs-collision/2d';
      import { polygon, polygonFormat, shapeFromJson, type ShapeJson, shapeOf, shapeToJson } from 'bitecs-collision/2d';
      const collision = createCollision(world);
      const { Collider } = collision;
      const other = createWorld();
      const otherCollision = createCollision(other);
      const ship = compound([circle(1), { ...polygon([0, 0, 2, 0, 0, 1]), offsetX: 1, offsetRotation: 0.3 }]);
      const eids = [
        spawn(collision, 0, 0, chain([-9, 0, 9, 0])),
        spawn(collision, 0, 0.5, ship),
        spawn(collision, 5, 0.2, ship),
        spawn(collision, 8, 0.5, box(1, 1)),
      ];`,
    after: `${EXPECT}
      // As a deserializer writes them.
      const copies = eids.map(() => addEntity(other));
      copies.forEach((copy, i) => {
        addComponent(other, copy, otherCollision.Transform);
        addComponent(other, copy, otherCollision.Collider);
        for (const name of ['Transform', 'Collider'] as const) {
          const [from, to] = [collision[name], otherCollision[name]] as unknown as Record<string, number[]>[];
          for (const field of Object.keys(from!)) to![field]![copy] = from![field]![eids[i]!]!;
        }
      });
      loadShapes(saveShapes(eids), copies);
      collisionSystem(world);
      collisionSystem(other);
      const of = (one: Collision) =>
        [...one.contacts()].map(({ childA, childB, separation, normalX }) => [childA, childB, separation, normalX]);
      assert.deepEqual(of(otherCollision), of(collision));
      assert.ok(of(collision).length >= 4);
      assert.equal(otherCollision.Collider.shape[copies[1]!], otherCollision.Collider.shape[copies[2]!]);`,
  },
  'To another process': {
    before: `${SPAWN}
      import type { World } from 'bitecs';
      import { type CollisionSnapshot, createSnapshot, hashCollision, restoreCollision } from 'bitecs-collision/2d';
      import { type SavedArray, saveCollision } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      const make = () => {
        const world = createWorld();
        const collision = createCollision(world);
        const { Transform, Collider } = collision;
        for (let i = 0; i < 20; i++) {
          const eid = addEntity(world);
          addComponent(world, eid, set(Transform, { x: i * 1.5 }));
          addComponent(world, eid, set(Collider, circle(1)));
        }
        const tick = (): string => {
          for (let eid = 1; eid <= 20; eid++) Transform.x[eid] += (((eid * 7) % 5) - 2) / 16;
          collisionSystem(world);
          const seen = Array.from(collision.contacts(), ({ a, b, id, age, separation }) => [a, b, id, age, separation]);
          return JSON.stringify([seen, hashCollision(world)]);
        };
        return { world, tick, snapshot: createSnapshot({ stores: { Transform, Collider } }) };
      };
      const [here, there] = [make(), make()];
      for (let i = 0; i < 9; i++) here.tick();
      there.tick();
      unpack(there.world, there.snapshot, structuredClone(pack(here.world, here.snapshot)));
      for (let i = 0; i < 9; i++) {
        const seen = here.tick();
        assert.ok(seen.length > 200);
        assert.equal(there.tick(), seen);
      }`,
  },
};

/** These run in space as well. */
export const alike = ['To another process'];
