import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, test } from 'vitest';
import { attachedTo, collisionSystem, createCollision } from '../../entry/2d.ts';

// The keeper of AttachedTo was a copy whose note of who has begun did not grow with the store: what was written
// directly to an entity beyond the capacity was lost at its first `set()`.

test('what is written to an attachment before set() stays, also beyond the first capacity', () => {
  const world = createWorld();
  const { Transform } = createCollision(world, { capacity: 2 });
  const AttachedTo = attachedTo(world);
  const entities = Array.from({ length: 9 }, () => addEntity(world));
  for (const eid of entities) addComponent(world, eid, Transform);
  const [parent] = entities;
  const child = entities[8];
  addComponent(world, child, AttachedTo);
  AttachedTo.x[child] = 5;
  addComponent(world, child, set(AttachedTo, { parent }));
  collisionSystem(world);
  expect(Transform.x[child]).toBe(5);
});
