import { expect, it } from 'vitest';
import { castRay, collisionSystem, tileAt } from '../../../entry/2d.ts';
import { readLdtkLevel } from '../../../entry/maps.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

const LEVEL = {
  worldX: 160,
  worldY: -80,
  layerInstances: [
    { __identifier: 'Entities', __type: 'Entities', __cWid: 3, __cHei: 2, __gridSize: 8 },
    {
      __identifier: 'Collisions',
      __type: 'IntGrid',
      __cWid: 3,
      __cHei: 2,
      __gridSize: 8,
      __pxTotalOffsetX: 4,
      __pxTotalOffsetY: 0,
      intGridCsv: [0, 0, 2, 1, 3, 0],
    },
  ],
};

it('reads the grids of a level as colliders where the level is', () => {
  const layers = readLdtkLevel(LEVEL, { scale: 0.125, shapes: { 2: 'slope-right', 3: 'empty', 9: 'one-way' } });
  expect(layers).toMatchObject([{ name: 'Collisions', x: 20.5, y: -10, columns: 3, rows: 2 }]);
  const { x, y, shape } = layers[0];
  expect([0, 1, 2].map((column) => tileAt(shape, column, 1))).toEqual([1, 3, 0]);
  const game = createGame();
  game.spawn(x, y, shape);
  collisionSystem(game.world);
  const at = (column: number) => castRay(game.world, { x: x + column, y: y - 10 }, { x: 0, y: 100 })?.y;
  expect(at(0.5)).toBeCloseTo(-9, 12);
  expect(at(1.5)).toBeUndefined();
  expect(at(2.25)).toBeCloseTo(-9.25, 12);
});

it('refuses what is no level', () => {
  const layer = LEVEL.layerInstances[1];
  expect(
    [
      () => readLdtkLevel({ ...LEVEL, layerInstances: null }),
      () => readLdtkLevel({ layerInstances: [{ ...layer, intGridCsv: [0, 0.5] }] }),
      () => readLdtkLevel({ layerInstances: [{ ...layer, intGridCsv: [0] }] }),
      () => readLdtkLevel(LEVEL, { size: 1 } as object),
    ].map(refusal),
  ).toEqual([
    'invalid-state: layerInstances must be there: the layers of this level are in a file of their own, got null',
    'invalid-state: each value of Collisions must be an integer from 0 to 65535, got 0.5',
    'invalid-shape: the length of tiles cells must be columns · rows, 6, got 1',
    'invalid-state: each key of readLdtkLevel options must be one of scale,shapes,layers, got "size"',
  ]);
});
