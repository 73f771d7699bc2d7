import { WORLD } from '../guide-beginnings.ts';
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
};
