import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'The server runs every tick once': {
    before: `${WORLD}
      import { createCollisionHistory, hashCollision } from 'bitecs-collision/2d';
      interface Player { last: number; readonly inputs: Map<number, number> }
      const players: Player[] = [{ last: 0, inputs: new Map([[1, 5], [3, 7]]) }];
      const fighter = spawn(collision, 0, 0, circle(1));
      const step = (frame: readonly number[]): void => {
        Transform.x[fighter]! += frame[0]!;
        collisionSystem(world);
      };
      let tick = 0;
      const sent: object[] = [];
      const send = (packet: object): void => { sent.push(packet); };`,
    after: `${EXPECT}
      for (let i = 0; i < 32; i++) serverTick();
      assert.deepEqual(sent[3], { tick: 4, frame: [7], hash: undefined });
      assert.equal(Transform.x[fighter], 5 + 5 + 7 * 30);
      assert.deepEqual([history.oldest, history.newest], [1, 32]);
      assert.deepEqual(sent[31], { tick: 32, frame: [7], hash: hashCollision(world) });`,
  },
  'The client runs ahead': {
    before: `${WORLD}
      import { createEventLog, createSnapshot, hashCollision } from 'bitecs-collision/2d';
      import { restoreCollision, saveCollision, savedEntities } from 'bitecs-collision/2d';
      interface Frame { readonly tick: number; readonly frame: readonly number[]; readonly hash: number | undefined }
      const fighters = [spawn(collision, 0, 0, circle(1)), spawn(collision, 50, 0, circle(1))];
      const stores = { Transform, Collider };
      const inputs = new Map<number, number>();
      const last: [number, number] = [0, 0];
      const guess = (tick: number): number[] => [inputs.get(tick) ?? last[0], last[1]];
      const step = (frame: readonly number[]): void => {
        fighters.forEach((eid, i) => { Transform.x[eid]! += frame[i]!; });
        collisionSystem(world);
      };
      const sent: number[][] = [];
      const sendInput = (...input: number[]): void => { sent.push(input); };
      let lost = 0;
      const askForWorld = (): void => { lost++; };`,
    after: `${EXPECT}
      saveCollision(world, certain);
      for (let i = 0; i < 5; i++) advance(1);
      assert.equal(Transform.x[fighters[0]], 5);
      onFrame({ tick: 1, frame: [1, -2], hash: undefined });
      onFrame({ tick: 2, frame: [0, -2], hash: undefined });
      assert.deepEqual(fighters.map((eid) => Transform.x[eid]), [4, 46], 'the second input had come too late');
      assert.equal(events.confirmedTick, 2);
      onFrame({ tick: 3, frame: [1, 0], hash: 1 });
      assert.deepEqual([lost, sent.length, predicted], [1, 5, 5]);`,
  },
  'A shot is judged where it was aimed': {
    before: `${WORLD}
      import { type CastHit, castRay, createCollisionHistory } from 'bitecs-collision/2d';
      const history = createCollisionHistory(world, { ticks: 64 });
      const shooter = spawn(collision, 0, 0, circle(0.5));
      const target = spawn(collision, 5, 0, circle(0.5));`,
    after: `${EXPECT}
      const runUntil = (last: number): void => {
        while (history.newest < last) {
          Transform.y[target] = history.newest < 9 ? 0 : 9;
          collisionSystem(world);
          history.record();
        }
      };
      runUntil(8);
      assert.equal(judge(shooter, 25, 10, 0)?.entity, target, 'before the history is full');
      assert.equal(judge(shooter, -3, 10, 0)?.entity, target, 'no claim reaches into the future');
      runUntil(30);
      assert.equal(judge(shooter, 21.5, 10, 0)?.entity, target);
      assert.equal(judge(shooter, 1, 10, 0), undefined);
      runUntil(50);
      assert.equal(judge(shooter, 41, 10, 0), undefined, 'longer ago than the server looks back');`,
  },
  'A shot is judged where it was aimed (space)': {
    before: `${WORLD_3D}
      import { type CastHit, castRay, createCollisionHistory, type Vector } from 'bitecs-collision/3d';
      const history = createCollisionHistory(world, { ticks: 64 });
      const shooter = spawn(0, 0, 0, sphere(0.5));
      const target = spawn(0, 0, 5, sphere(0.5));`,
    after: `${EXPECT}
      const runUntil = (last: number): void => {
        while (history.newest < last) {
          Transform.y[target] = history.newest < 9 ? 0 : 9;
          collisionSystem(world);
          history.record();
        }
      };
      const aim = { x: 0, y: 0, z: 10 };
      runUntil(8);
      assert.equal(judge(shooter, 25, aim)?.entity, target, 'before the history is full');
      assert.equal(judge(shooter, -3, { ...aim, z: 4 }), undefined, 'farther off than the gun reaches');
      runUntil(30);
      assert.equal(judge(shooter, 21.5, aim)?.entity, target);
      assert.equal(judge(shooter, 1, aim), undefined);
      runUntil(50);
      assert.equal(judge(shooter, 41, aim), undefined, 'longer ago than the server looks back');`,
  },
};

/** These run in space as well. */
export const alike = ['The server runs every tick once', 'The client runs ahead'];
