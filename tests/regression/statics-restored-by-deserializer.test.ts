import { addComponent } from 'bitecs';
import { createSoADeserializer, createSoASerializer } from 'bitecs/serialization';
import { expect, it } from 'vitest';
import { collisionSystem, queryPoint, refreshCollision } from '../../entry/2d.ts';
import { createGame, listen, take } from '../support/game-2d.ts';

it('statics that a deserializer has put back are there after refreshCollision, for queries and ticks', () => {
  const { world, collision, spawn } = createGame();
  const { Transform, Collider, Static } = collision;
  const [wall, ball] = [spawn(0), spawn(1)];
  addComponent(world, wall, Static);
  const saved = createSoASerializer([Transform, Collider])([wall, ball]);
  Transform.x[wall] = 50;
  collision.touch(wall);
  const log = listen(collision);
  collisionSystem(world);
  expect(take(log)).toEqual([]);
  createSoADeserializer([Transform, Collider])(saved);
  expect(Transform.x[wall]).toBe(0);
  refreshCollision(world);
  const out: number[] = [];
  queryPoint(world, { x: -0.5, y: 0 }, out);
  expect(out).toEqual([wall]);
  collisionSystem(world);
  expect(take(log)).toEqual([`begin ${wall} ${ball}`]);
});
