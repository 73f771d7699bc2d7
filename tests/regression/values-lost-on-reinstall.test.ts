import { addComponent, addEntity, resetWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, collisionSystem, explainPair } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

// The first set() after reinstall() took everybody for newly added: { x: 5 } turned (1, 3) into (5, 0).
it('reinstall() without a reset keeps the values that the next set() does not name', () => {
  const { world, collision, spawn } = createGame();
  const entity = spawn(1, 3, box(2, 1), { maskBits: 6 });
  collision.reinstall();
  addComponent(world, entity, set(collision.Transform, { x: 5 }));
  addComponent(world, entity, set(collision.Collider, { halfWidth: 4 }));
  const { Transform, Collider } = collision;
  expect([Transform.x[entity], Transform.y[entity]]).toEqual([5, 3]);
  expect([Collider.kind[entity], Collider.halfWidth[entity], Collider.halfHeight[entity]]).toEqual([3, 4, 1]);
  expect(Collider.maskBits[entity]).toBe(6);
});

// Their values were those of whoever had the index before the reset and, beyond the capacity, NaN in every tick from
// then on.
it('entities added between resetWorld() and reinstall() start with the initial values, and have room', () => {
  const { world, collision, spawn } = createGame({ capacity: 4 });
  spawn(7, 8);
  spawn(7, 8);
  resetWorld(world);
  const entities = Array.from({ length: 6 }, () => {
    const entity = addEntity(world);
    addComponent(world, entity, collision.Transform);
    addComponent(world, entity, collision.Collider);
    return entity;
  });
  collision.reinstall();
  collisionSystem(world);
  expect(entities.map((entity) => collision.Transform.x[entity])).toEqual([0, 0, 0, 0, 0, 0]);
  expect(entities.map((entity) => collision.Transform.scale[entity])).toEqual([1, 1, 1, 1, 1, 1]);
  expect(explainPair(world, entities[0], entities[1]).reason).toBe('no-shape');
  addComponent(world, entities[5], set(collision.Transform, { x: 2 }));
  expect(collision.Transform.x[entities[5]]).toBe(2);
});
