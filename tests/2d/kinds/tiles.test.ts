import { addComponent } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  castRay,
  castShape,
  chain,
  circle,
  collideShape,
  collisionSystem,
  massProperties,
  overlapShape,
  type ShapeContact,
  setTile,
  type TileName,
  tileAt,
  tileOutlines,
  tiles,
} from '../../../entry/2d.ts';
import { createGame, listen, refusal, take } from '../../support/game-2d.ts';
import { DRAWN_NAMES, DRAWN_TILES } from '../../support/random-tiles-2d.ts';

/** A map of one tile, which is mirrored where y points down. */
function single(name: TileName, yUp: boolean) {
  return tiles({ columns: 1, rows: 1, size: 1, cells: [7], shapes: { 7: name }, yUp });
}

it('knows tiles by the names that they have on a screen', () => {
  for (const name of DRAWN_NAMES) {
    for (const yUp of [true, false]) {
      const game = createGame();
      game.spawn(0, 0, single(name, yUp));
      collisionSystem(game.world);
      const corners = DRAWN_TILES[name]!;
      for (let x = 0.05; x < 1; x += 0.1) {
        for (let y = 0.0213; y < 1; y += 0.1) {
          let isInside = true;
          for (let i = 0; i < corners.length; i += 2) {
            const k = (i + 2) % corners.length;
            const ex = corners[k] - corners[i];
            const ey = corners[k + 1] - corners[i + 1];
            if (ex * (y - corners[i + 1]) - ey * (x - corners[i]) < 0) isInside = false;
          }
          const found = overlapShape(game.world, circle(1e-6), { x, y: yUp ? y : 1 - y }, []);
          expect(found, `${name} at ${x}, ${y}`).toBe(isInside ? 1 : 0);
        }
      }
    }
  }
});

it('takes tiles of its own shape, cells that are no squares, and ids above 255', () => {
  const map = tiles({
    columns: 2,
    rows: 1,
    size: { width: 4, height: 2 },
    cells: [300, 0],
    shapes: { 300: [0, 0, 1, 0, 0.5, 0.5] },
  });
  expect(tileAt(map, 0, 0)).toBe(300);
  // A triangle of 4 × 1.
  expect(massProperties(map).mass).toBeCloseTo(2, 12);
  const game = createGame();
  const floor = game.spawn(0, 0, map);
  collisionSystem(game.world);
  const hit = castRay(game.world, { x: 1, y: 5 }, { x: 0, y: -5 })!;
  expect([hit.entity, hit.child]).toEqual([floor, 0]);
  expect(hit.y).toBeCloseTo(0.5, 12);
  expect(hit.normalY / -hit.normalX).toBeCloseTo(2, 12);
});

it('begins and ends contacts of what is at rest when a tile changes', () => {
  const game = createGame();
  const map = tiles({ columns: 3, rows: 2, size: 1, cells: [1, 1, 1, 0, 0, 0] });
  const log = listen(game.collision);
  const floor = game.spawn(0, 0, map);
  addComponent(game.world, floor, game.collision.Static);
  const body = game.spawn(1.5, 1.4, circle(0.7));
  for (let i = 0; i < 20; i++) collisionSystem(game.world);
  expect(take(log)).toEqual([`begin ${floor} ${body}`]);
  setTile(map, 1, 0, 0);
  collisionSystem(game.world);
  // The corners that are left are near enough.
  expect(take(log)).toEqual([]);
  setTile(map, 0, 0, 0);
  setTile(map, 2, 0, 0);
  collisionSystem(game.world);
  expect(take(log)).toEqual([`end ${floor} ${body} separated`]);
  setTile(map, 1, 1, 1);
  collisionSystem(game.world);
  expect(take(log)).toEqual([`begin ${floor} ${body}`]);
});

it('shows corners of the outline alone, and leads out of deep ground the shortest way', () => {
  const game = createGame();
  // A floor with a wall at the right, four tiles deep.
  const solid = Array.from({ length: 80 }, (_, i) => (i < 40 || i % 10 > 6 ? 1 : 0));
  game.spawn(0, 0, tiles({ columns: 10, rows: 8, size: 1, cells: solid, yUp: true }));
  collisionSystem(game.world);
  const contacts: ShapeContact[] = [];
  const normalsAt = (x: number, y: number, shape = box(0.5, 0.5)) => {
    const count = collideShape(game.world, shape, { x, y }, contacts);
    return contacts
      .slice(0, count)
      .map(({ child, normalX, normalY, penetration }) => `${child}: ${normalX},${normalY} ${penetration.toFixed(3)}`);
  };
  // Pressed into the corner of floor and wall.
  expect(normalsAt(6.55, 4.45)).toEqual(['36: 0,1 0.050', '47: -1,0 0.050']);
  // Sunk into the joint of two tiles of the floor.
  expect(normalsAt(2.99, 4.2)).toEqual(['32: 0,1 0.300', '33: 0,1 0.300']);
  // Buried where only a row, or a column, leads out.
  expect(normalsAt(3.5, 2.5, circle(0.2))).toEqual(['23: 0,1 1.700']);
  expect(normalsAt(8.4, 6.5, circle(0.2))).toEqual(['68: -1,0 1.600']);
});

it('collides one-way tiles with what comes from above, up to a depth', () => {
  const game = createGame();
  const map = tiles({ columns: 3, rows: 1, size: 1, cells: [1, 1, 1], shapes: { 1: 'one-way' }, yUp: true });
  game.spawn(0, 0, map);
  const body = game.spawn(1.5, 0, box(0.2, 0.5));
  const { Transform } = game.collision;
  const at = (x: number, y: number): string => {
    Transform.x[body] = x;
    Transform.y[body] = y;
    collisionSystem(game.world);
    return Array.from(game.collision.contacts(), ({ normalX, normalY }) => `${normalX},${normalY}`).join(' ');
  };
  expect(at(1.5, 1.51)).toBe('');
  expect(at(1.5, 1.49)).toBe('0,1');
  expect(at(1.5, 1.26)).toBe('0,1');
  // It reaches too far down, has only its head in it, comes along beside it.
  expect(at(1.5, 1.24)).toBe('');
  expect(at(1.5, 0.6)).toBe('');
  expect(at(-0.19, 1.2)).toBe('');
  expect(at(1, 1.49)).toBe('0,1 0,1');
  expect(castRay(game.world, { x: 1.5, y: 3 }, { x: 0, y: -5 })!.y).toBeCloseTo(1, 12);
  expect(castRay(game.world, { x: 1.5, y: -3 }, { x: 0, y: 5 })?.y).toBeCloseTo(1, 12);
});

it('lets shapes slide in touch with the ground, whatever they are to do with what they touch', () => {
  const game = createGame();
  const cells = Array.from({ length: 40 }, (_, i) => (i < 20 || i === 35 ? 1 : 0));
  const map = game.spawn(0, 0, tiles({ columns: 20, rows: 2, size: 1, cells, yUp: true }));
  collisionSystem(game.world);
  for (const y of [1.5, 1.45]) {
    for (const initialOverlap of ['ignore', 'ignore-separating'] as const) {
      const hit = castShape(game.world, box(0.5, 0.5), { x: 2.3, y }, { x: 20, y: 0 }, { initialOverlap })!;
      expect([hit.entity, hit.child, hit.normalX, hit.normalY + 0]).toEqual([map, 35, -1, 0]);
      expect(hit.x).toBeCloseTo(15, 12);
    }
  }
  const down = castShape(game.world, circle(0.5), { x: 3, y: 4 }, { x: 0, y: -20 })!;
  expect([down.normalX + 0, down.normalY]).toEqual([0, 1]);
});

it('has 16,777,216 tiles in as many bytes, and changes one at once', () => {
  const map = tiles({ columns: 4096, rows: 4096, size: 16 });
  const { grid } = map.shape as unknown as { grid: { cells: { chunks: Uint8Array[] } } };
  expect(grid.cells.chunks.reduce((bytes, chunk) => bytes + chunk.byteLength, 0)).toBe(4096 * 4096);
  const game = createGame();
  const floor = game.spawn(0, 0, map);
  setTile(map, 4000, 4000, 1);
  setTile(map, 0, 0, 1);
  collisionSystem(game.world);
  const hit = castRay(game.world, { x: 65530, y: 65520 }, { x: -65530 * 2, y: -65520 * 2 })!;
  expect([hit.entity, hit.child]).toEqual([floor, 4000 * 4096 + 4000]);
  setTile(map, 4000, 4000, 0);
  expect(castRay(game.world, { x: 65530, y: 65520 }, { x: -65530 * 2, y: -65520 * 2 })!.child).toBe(0);
});

it('makes chains of the borders of solid cells, holes and corners included', () => {
  //   . # .
  //   # . #
  //   # # #    the ring is open at its corners above
  const outlines = tileOutlines([1, 1, 1, 1, 0, 1, 0, 1, 0], 3, 3, { size: 2 });
  const points = outlines.map(({ shape }) => Array.from((shape as unknown as { vertices: Float64Array }).vertices));
  expect(points).toEqual([
    [0, 0, 6, 0, 6, 4, 4, 4, 4, 2, 2, 2, 2, 4, 0, 4, 0, 0],
    [2, 4, 4, 4, 4, 6, 2, 6, 2, 4],
  ]);
  const hole = tileOutlines([true, true, true, true, false, true, true, true, true], 3, 3);
  expect(hole.length).toBe(2);
  const game = createGame();
  for (const outline of hole) game.spawn(0, 0, outline);
  const body = game.spawn(1.5, 1.5, circle(0.6));
  collisionSystem(game.world);
  const normals = Array.from(game.collision.contacts(), ({ b, normalX, normalY }) => [b, normalX, normalY]);
  expect(normals.length).toBe(4);
  expect(normals.every(([b]) => b === body)).toBe(true);
});

it('refuses what makes no map, and names it', () => {
  const map = tiles({ columns: 2, rows: 2, size: 1 });
  const refusals = [
    () => tiles({ columns: 0, rows: 2, size: 1 }),
    () => tiles({ columns: 2, rows: 2, size: Number.NaN }),
    () => tiles({ columns: 2, rows: 2, size: 1, cells: [0, 1, 1] }),
    () => tiles({ columns: 2, rows: 2, size: 1, cells: [0, 1, 2, 1] }),
    () => tiles({ columns: 2, rows: 2, size: 1, shapes: { 1: 'slope' as TileName } }),
    () => tiles({ columns: 2, rows: 2, size: 1, shapes: { 1: [0, 0, 2, 0, 0, 1] } }),
    () => setTile(map, 2, 0, 1),
    () => setTile(map, 0, 0, 5),
    () => setTile(circle(1), 0, 0, 1),
    () => tileAt(chain([0, 0, 1, 1]), 0, 0),
    () => tileOutlines([1, 1, 1], 2, 2),
  ];
  expect(refusals.map(refusal)).toEqual([
    'out-of-range: tiles columns must be an integer from 1 to 65536, got 0',
    'invalid-number: tiles width must be finite and greater than 0, got NaN',
    'invalid-shape: the length of tiles cells must be columns · rows, 4, got 3',
    'invalid-shape: the tile at column 0, row 1 must be one of the ids in `shapes`, got 2',
    'invalid-shape: tile 1 must be the name of a tile or points, got "slope"',
    'invalid-shape: each coordinate of tile 1 must be 0 to 1, got 2',
    'out-of-range: column must be an integer from 0 to 1, got 2',
    'out-of-range: setTile tile must be the id of a tile that the map knows, got 5',
    'invalid-shape: map must be what tiles() returned, got an object',
    'invalid-shape: map must be what tiles() returned, got an object',
    'invalid-shape: the length of `solid` must be columns · rows, 4, got 3',
  ]);
});
