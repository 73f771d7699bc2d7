import { addComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  collisionSystem,
  createMoveResult,
  moveAndSlide,
  polygon,
  refreshCollider,
  type ShapeSpec,
  setTile,
  tiles,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/**
 * A result remembers which pieces crush a mover. When the piece was gone by the next move, dug out of its map or of a
 * shape that the collider has no more, it was read all the same: an error of JavaScript's.
 */
it.each(['a tile that was dug away', 'a polygon in place of the map', 'a box in place of the map'])('%s', (what) => {
  const { world, collision, spawn } = createGame();
  // Between a floor and a map that comes down, there is room for half of the mover.
  spawn(0, -1, box(5, 1));
  const map = tiles({ columns: 4, rows: 2, size: 1, cells: [1, 1, 1, 1, 1, 1, 1, 1] });
  const press = spawn(-2, 1.2, map);
  const mover = spawn(0, 0.5, box(0.4, 0.49));
  collisionSystem(world);
  const moved = createMoveResult();
  moveAndSlide(world, mover, { x: 0, y: 0 }, {}, moved);
  collision.Transform.y[press] = 0.5;
  refreshCollider(world, press);
  moveAndSlide(world, mover, { x: 0, y: 0 }, {}, moved);
  expect(moved.crushers.slice(0, moved.crusherCount).map(({ entity }) => entity)).toContain(press);

  const shapes: Record<string, ShapeSpec> = {
    'a polygon in place of the map': polygon([
      [0, 0],
      [1, 0],
      [0, 1],
    ]),
    'a box in place of the map': box(0.2, 0.2),
  };
  if (shapes[what] === undefined) {
    for (let cell = 0; cell < 8; cell++) setTile(map, cell % 4, cell >> 2, 0);
  } else addComponent(world, press, set(collision.Collider, shapes[what]));
  collisionSystem(world);
  const { crusherCount, penetration, x } = moveAndSlide(world, mover, { x: 0.1, y: 0 }, {}, moved);
  expect([crusherCount, penetration]).toEqual([0, 0]);
  expect(x).toBeCloseTo(moved.x, 12);
});
