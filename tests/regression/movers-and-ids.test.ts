import { addComponent, addEntity, createEntityIndex, createWorld, removeEntity, set, withVersioning } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  circle,
  collisionSystem,
  createCollision,
  createMoveResult,
  moveAndSlide,
  queryAabb,
} from '../../entry/2d.ts';

// With versions an id is negative once its index has been used 128 times.
it('a mover rides a platform whose id is negative', () => {
  const world = createWorld(createEntityIndex(withVersioning(8)));
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  let platform = addEntity(world);
  for (let i = 0; i < 130; i++) {
    removeEntity(world, platform);
    platform = addEntity(world);
  }
  expect(platform).toBeLessThan(0);
  addComponent(world, platform, set(Transform, { x: 0, y: 0 }));
  addComponent(world, platform, set(Collider, box(5, 0.5)));
  collisionSystem(world);
  const result = createMoveResult();
  result.x = 0;
  result.y = 1.02;
  for (let tick = 0; tick < 5; tick++) {
    Transform.x[collision.indexOf(platform)] += 0.5;
    collisionSystem(world);
    const { x, y } = result;
    moveAndSlide(world, { shape: circle(0.5), x, y }, { x: 0, y: -0.05 }, { up: { x: 0, y: 1 }, carry: true }, result);
  }
  expect(result.grounded).toBe(true);
  expect(result.x).toBeCloseTo(2, 9);
});

it('accept is told whom a mover met, also when it has made the stores grow', () => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const spawn = (x: number, y: number): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, box(0.2, 5)));
    return eid;
  };
  const ghost = spawn(2, 0);
  const wall = spawn(4, 0);
  collisionSystem(world);
  const met: unknown[] = [];
  const accept = ({ entity }: { entity: number }): boolean => {
    met.push(entity);
    if (met.length === 1) {
      for (let i = 0; i < 200; i++) spawn(1000 * i, 500);
      queryAabb(world, { x: 0, y: 0 }, { x: 1, y: 1 }, []);
    }
    return entity !== ghost;
  };
  moveAndSlide(world, { shape: circle(0.5), x: 0, y: 0 }, { x: 6, y: 0 }, { accept });
  expect(met).toEqual([ghost, wall]);
});
