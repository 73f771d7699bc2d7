import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { chain, collisionSystem, createCollision } from '../../entry/2d.ts';

function touches(first: readonly number[], second: readonly number[], x: number, y: number): boolean {
  const world = createWorld();
  const collision = createCollision(world);
  for (const [points, px, py] of [[first, 0, 0] as const, [second, x, y] as const]) {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, { x: px, y: py }));
    addComponent(world, entity, set(collision.Collider, chain(points, { oneSided: true })));
  }
  collisionSystem(world);
  return [...collision.contacts()].length > 0;
}

it('two one-sided chains ignore what is behind them', () => {
  // The second one crosses the first with its middle on the left: behind it.
  expect(touches([-0.5, -0.14, 0.5, -0.34], [-0.5, -0.48, 0.5, 0.18], 0, 0.1)).toBe(false);
  // Each has the other's middle on its right.
  expect(touches([-0.5, 0, 0.5, 0], [0.1, 0.1, 0.1, -0.7], 0, 0)).toBe(true);
  // The same, the second one turned round.
  expect(touches([-0.5, 0, 0.5, 0], [0.1, -0.7, 0.1, 0.1], 0, 0)).toBe(false);
});
