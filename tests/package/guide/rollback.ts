import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  Rollback: {
    before: `${SPAWN}
      const collision = createCollision(world);
      import { query, removeEntity } from 'bitecs';
      import { createSnapshot, hashCollision, restoreCollision, saveCollision, savedEntities } from 'bitecs-collision/2d';
      const Velocity = { x: [] as number[] };
      const input: number[] = [];
      const add = (i: number): number => {
        const eid = spawn(collision, 1.5 * i, 0, circle(0.5), Velocity);
        Velocity.x[eid] = 0;
        return eid;
      };
      const [mover] = [add(0), add(1), add(2)];
      const applyInputs = (n: number): void => { Velocity.x[mover] = input[n] ?? 0; };
      const moveEverything = (): void => {
        for (const eid of query(world, [Velocity])) collision.Transform.x[eid]! += Velocity.x[eid]!;
      };
      collision.onBegin(mover, [Velocity], (_, other) => removeEntity(world, other));`,
    after: `${EXPECT}
      for (let n = 0; n < 6; n++) tick(n);
      assert.equal(query(world, [Velocity]).length, 3);
      input[2] = 1;
      rollBack(2, 6);
      assert.equal(query(world, [Velocity]).length, 2, 'with the late input it hits another');
      const hash = hashCollision(world);
      rollBack(1, 6);
      assert.equal(hashCollision(world), hash);
      input[2] = 0;
      rollBack(1, 6);
      assert.equal(query(world, [Velocity]).length, 3, 'and without it, not');`,
  },
  'Sounds and sparks': {
    before: `${WORLD}
      import { createEventLog, createSnapshot, restoreCollision, saveCollision } from 'bitecs-collision/2d';
      const Bullet = {}, Enemy = {};
      const heard: string[] = [];
      const hear = (what: string) => (eid: number): void => { heard.push(what + eid); };
      const [spark, unspark, score] = [hear('spark'), hear('unspark'), hear('score')];
      const bullet = spawn(collision, 0, 0, circle(1), Bullet);
      const enemy = spawn(collision, 1, 0, circle(1), Enemy);`,
    after: `${EXPECT}
      const start = createSnapshot({ stores: { Transform } });
      saveCollision(world, start);
      collisionSystem(world);
      endOfFrame(start.tick);
      restoreCollision(world, start);
      collisionSystem(world);
      endOfFrame(start.tick);
      assert.deepEqual(heard, ['spark' + enemy], 'once');
      endOfFrame(start.tick + 1);
      assert.deepEqual(heard, ['spark' + enemy, 'score' + enemy]);
      assert.ok(bullet < enemy);`,
  },
};

/** These run in space as well. */
export const alike = ['Rollback', 'Sounds and sparks'];
