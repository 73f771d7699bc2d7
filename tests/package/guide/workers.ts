import { WORLD, WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Shared memory': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
      const messages: Record<string, Float64Array>[] = [];
      const postMessage = (message: Record<string, Float64Array>): void => { messages.push(structuredClone(message)); };
      const moveEverything = (): void => {};`,
    after: `${EXPECT}
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x: 5 }));
      tick();
      assert.equal(messages[0].x[eid], 5, 'the page sees what is written after the message');`,
  },
  'Shared memory (space)': {
    before: `
      import { addComponent, addEntity, createWorld, set } from 'bitecs';
      import { collisionSystem, createCollision, sphere } from 'bitecs-collision/3d';
      const messages: Record<string, Float64Array>[] = [];
      const postMessage = (message: Record<string, Float64Array>): void => { messages.push(structuredClone(message)); };
      const moveEverything = (): void => {};`,
    after: `${EXPECT}
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { z: 5 }));
      tick();
      assert.deepEqual([messages[0].z[eid], messages[0].qw[eid]], [5, 1], 'the page sees what is written after the message');`,
  },
  Copies: {
    before: `${WORLD}
      const entities = [spawn(collision, 3, 4, circle(1))];
      const count = entities.length;
      const messages: Float64Array[] = [];
      const postMessage = (message: Float64Array, transfer: ArrayBufferLike[]): void => {
        messages.push(structuredClone(message, { transfer: transfer as ArrayBuffer[] }));
      };`,
    after: `${EXPECT}
      assert.deepEqual([...messages[0]], [3, 4]);
      assert.equal(positions.length, 0);`,
  },
  'Copies (space)': {
    before: `${WORLD_3D}
      const entities = [spawn(3, 4, 5, sphere(1))];
      const count = entities.length;
      const messages: Float64Array[] = [];
      const postMessage = (message: Float64Array, transfer: ArrayBufferLike[]): void => {
        messages.push(structuredClone(message, { transfer: transfer as ArrayBuffer[] }));
      };`,
    after: `${EXPECT}
      assert.deepEqual([...messages[0]], [3, 4, 5]);
      assert.equal(positions.length, 0);`,
  },
};
