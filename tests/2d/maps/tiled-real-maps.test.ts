import { describe, expect, it } from 'vitest';
import { collisionSystem, queryPoint, SHAPE_KIND_NAMES, tileAt } from '../../../entry/2d.ts';
import { readLdtkLevel, readTiled, type TiledMap } from '../../../entry/maps.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

const CELL = { width: 16, height: 24 };
const FLIP_X = 0x80000000;
const FLIP_Y = 0x40000000;
const EXCHANGE = 0x20000000;

function mapOf(layers: readonly object[], tileset: object = {}) {
  return {
    orientation: 'orthogonal',
    tilewidth: CELL.width,
    tileheight: CELL.height,
    tilesets: [{ firstgid: 1, name: 'things', tilewidth: CELL.width, tileheight: CELL.height, ...tileset }],
    layers,
  };
}

const tileLayer = (gid: number) => ({ type: 'tilelayer', name: 'walls', width: 1, height: 1, data: [gid] });
const objectLayer = (...objects: object[]) => ({ type: 'objectgroup', name: 'things', objects });
const drawn = (...objects: object[]) => ({ tiles: [{ id: 0, objectgroup: { objects } }] });

/** Says of points whether something is there. */
function solidAt({ layers, objects }: TiledMap): (x: number, y: number) => boolean {
  const game = createGame();
  for (const { x, y, shape } of layers) game.spawn(x, y, shape);
  for (const { x, y, rotation, shape } of objects) {
    if (shape === undefined) continue;
    game.collision.Transform.rotation[game.spawn(x, y, shape)] = rotation;
  }
  collisionSystem(game.world);
  const out: number[] = [];
  return (x, y) => queryPoint(game.world, { x, y }, out) > 0;
}

/** The rectangle drawn for the tile of the next test, in its picture. Where it is tells which way the picture lies. */
const MARK = { x: 1, y: 2, width: 5, height: 3 };

/**
 * Where a point of a layer is in the picture of a tile of the first cell, by the way in which the editor draws: the
 * picture is turned by a quarter for the exchange of its axes, mirrored for what is left, and stands on the lower left
 * corner of its cell.
 */
function inPicture(x: number, y: number, flags: number, width: number, height: number, offset: number): number[] {
  const isTurned = (flags & EXCHANGE) !== 0;
  const drawnWidth = isTurned ? height : width;
  const drawnHeight = isTurned ? width : height;
  let u = x - offset - drawnWidth / 2;
  let v = y + offset - (CELL.height - drawnHeight / 2);
  let mirrorX = (flags & FLIP_X) !== 0;
  let mirrorY = (flags & FLIP_Y) !== 0;
  if (isTurned) {
    [u, v] = [v, -u];
    [mirrorX, mirrorY] = [mirrorY, !mirrorX];
  }
  return [(mirrorX ? -u : u) + width / 2, (mirrorY ? -v : v) + height / 2];
}

describe('tiles of other sizes than the cells', () => {
  const flags = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => bits * EXCHANGE);
  const sizes = [
    [16, 24],
    [8, 8],
    [16, 40],
    [40, 12],
  ] as const;
  it.each(sizes)('%i × %i, in all directions, are where the editor draws them', (width, height) => {
    let inside = 0;
    let asked = 0;
    for (const flag of flags) {
      for (const offset of [0, 3]) {
        const tileset = { tilewidth: width, tileheight: height, tileoffset: { x: offset, y: -offset }, ...drawn(MARK) };
        const isSolid = solidAt(readTiled(mapOf([tileLayer(1 + flag)], tileset)));
        // Points between the pixels' lines, about where the mark can be.
        for (let x = -8.5; x < 50; x++) {
          for (let y = -30.5; y < 40; y++) {
            const [u, v] = inPicture(x, y, flag, width, height, offset) as [number, number];
            const isMarked = Math.abs(u - 3.5) < 2.5 && Math.abs(v - 3.5) < 1.5;
            if (isSolid(x, y) !== isMarked) expect.fail(`flags ${flag / EXCHANGE}, offset ${offset}, at (${x}, ${y})`);
            asked++;
            if (isMarked) inside++;
          }
        }
      }
    }
    expect([inside, asked]).toEqual([16 * 15, 16 * 59 * 71]);
  });

  it('that are pictures of their own have sizes of their own', () => {
    const tileset = {
      tilewidth: 64,
      tileheight: 64,
      tiles: [{ ...drawn(MARK).tiles[0], imagewidth: 16, imageheight: 24 }],
    };
    const isSolid = solidAt(readTiled(mapOf([tileLayer(1)], tileset)));
    expect([isSolid(3, 3), isSolid(3, 6), isSolid(3, -37)]).toEqual([true, false, false]);
  });

  it.each([
    ['stretch', [0, 0, 16, 24]],
    ['preserve-aspect-fit', [0, 4, 16, 20]],
  ])('fill the cell when they are drawn as large as it: %s', (fillmode, [left, top, right, bottom]) => {
    const tileset = {
      tilewidth: 8,
      tileheight: 8,
      tilerendersize: 'grid',
      fillmode,
      ...drawn({ x: 0, y: 0, width: 8, height: 8 }),
    };
    const isSolid = solidAt(readTiled(mapOf([tileLayer(1)], tileset)));
    for (let y = -1.5; y < 26; y++) {
      const expected = y > top && y < bottom;
      expect([isSolid(left + 0.5, y), isSolid(right - 0.5, y), isSolid(right + 0.5, y)], `y ${y}`).toEqual([
        expected,
        expected,
        false,
      ]);
    }
  });
});

it('leaves cells empty that shapeOf says are, whatever is drawn for their tile', () => {
  const full = { x: 0, y: 0, ...CELL };
  const map = readTiled(mapOf([tileLayer(1)], drawn(full, MARK)), { shapeOf: () => 'empty' });
  expect(map.objects).toEqual([]);
  const one = readTiled(mapOf([tileLayer(1)], drawn(full)), { shapeOf: () => 'empty' });
  expect([one.objects, solidAt(one)(8, 8)]).toEqual([[], false]);
});

it.each([
  [undefined, 105, 46],
  ['unspecified', 105, 46],
  ['topleft', 105, 54],
  ['top', 100, 54],
  ['topright', 95, 54],
  ['left', 105, 50],
  ['center', 100, 50],
  ['right', 95, 50],
  ['bottomleft', 105, 46],
  ['bottom', 100, 46],
  ['bottomright', 95, 46],
])('places tiles that are objects by the alignment of their tileset: %s', (objectalignment, x, y) => {
  const coin = { id: 1, x: 100, y: 50, width: 10, height: 8, gid: FLIP_X + 1 };
  const place = ({ objects }: TiledMap) => [objects[0].x, objects[0].y];
  expect(place(readTiled(mapOf([objectLayer(coin)], { objectalignment })))).toEqual([x, y]);
  // The tileset's offset grows as the picture does; it turns with it.
  const tileset = { objectalignment, tileoffset: { x: 8, y: -6 } };
  expect(place(readTiled(mapOf([objectLayer(coin)], tileset)))).toEqual([x + 5, y - 2]);
  const [turnedX, turnedY] = place(readTiled(mapOf([objectLayer({ ...coin, rotation: 90 })], tileset)));
  expect(turnedX).toBeCloseTo(100 - (y - 2 - 50), 12);
  expect(turnedY).toBeCloseTo(50 + (x + 5 - 100), 12);
});

it('reads capsules', () => {
  const at = { id: 1, x: 10, y: 20, capsule: true };
  const { objects } = readTiled(
    mapOf([
      objectLayer(
        { ...at, width: 4, height: 12 },
        { ...at, width: 12, height: 4, rotation: 180 },
        { ...at, width: 4, height: 4 },
      ),
    ]),
  );
  expect(objects.map(({ shape }) => SHAPE_KIND_NAMES[shape!.kind])).toEqual(['capsule', 'capsule', 'circle']);
  expect(objects[0]).toMatchObject({ x: 12, y: 26, rotation: 0, shape: { halfHeight: 4, radius: 2 } });
  expect(objects[1]).toMatchObject({
    x: expect.closeTo(4, 12),
    rotation: 1.5 * Math.PI,
    shape: { halfHeight: 4, radius: 2 },
  });
  // Drawn for a tile: its ends are round, its sides as long as they are.
  for (const [width, height] of [
    [16, 6],
    [6, 16],
  ] as const) {
    const isSolid = solidAt(readTiled(mapOf([tileLayer(1)], drawn({ x: 0, y: 0, width, height, capsule: true }))));
    let differing = 0;
    for (let x = 0.25; x < 16; x += 0.5) {
      for (let y = 0.25; y < 16; y += 0.5) {
        const dx = x - Math.min(Math.max(x, 3), width - 3);
        const dy = y - Math.min(Math.max(y, 3), height - 3);
        if (isSolid(x, y) !== dx * dx + dy * dy < 9) differing++;
      }
    }
    expect(differing).toBeLessThan(5);
    expect([isSolid(width / 2, 0.01), isSolid(0.01, height / 2), isSolid(0.3, 0.3)]).toEqual([true, true, false]);
  }
});

it('names what it cannot read', () => {
  const chunk = { x: 0, y: 0, width: 1, height: 1, data: [0] };
  const far = {
    type: 'tilelayer',
    name: 'far',
    chunks: [
      { ...chunk, x: -1e5 },
      { ...chunk, x: 1e5, y: 1e5 },
    ],
  };
  const object = { id: 7, x: 0, y: 0 };
  expect(
    [
      () => readTiled(mapOf([objectLayer({ ...object, width: 1, height: 1, gid: 1 })], { objectalignment: 'middle' })),
      () => readTiled(mapOf([far])),
      () => readTiled(mapOf([tileLayer(1.5)])),
      () => readTiled(mapOf([tileLayer(-1)])),
      () => readTiled(mapOf([{ ...tileLayer(1), x: 0.5 }])),
      () => readTiled(mapOf([tileLayer(1)]), { shapeOf: 5 } as object),
      () => readTiled(mapOf([tileLayer(1)]), { layers: ['walls'] } as object),
      () => readLdtkLevel({ layerInstances: [] }, { layers: ['walls'] } as object),
    ].map(refusal),
  ).toEqual([
    'invalid-state: objectalignment of things must be one that Tiled knows, got "middle"',
    'out-of-range: columns of far must be an integer from 1 to 65536, got 200001',
    'invalid-state: a tile of walls must be an integer from 0 to 4294967295, got 1.5',
    'invalid-state: a tile of walls must be an integer from 0 to 4294967295, got -1',
    'invalid-state: x of walls must be an integer, got 0.5',
    'invalid-state: readTiled shapeOf must be a function, got 5',
    'invalid-state: readTiled layers must be a function, got an array',
    'invalid-state: readLdtkLevel layers must be a function, got an array',
  ]);
});

it('tells of layers of an unknown type and of tiles without a size, and not of pictures', () => {
  const layers = [
    { type: 'imagelayer', name: 'sky' },
    { type: 'tileLayer', name: 'walls' },
    objectLayer({ id: 7, x: 0, y: 0, width: 8, height: 8, gid: 1 }),
  ];
  const { objects, leftOut } = readTiled(mapOf(layers, { tilewidth: 0, tileheight: 0 }));
  expect(objects).toEqual([]);
  expect(leftOut.map(({ what, layer, id, why }) => `${what} ${id} of ${layer}: ${why}`)).toEqual([
    'layer undefined of walls: the type of a layer must be one that Tiled knows, got "tileLayer"',
    'object 7 of things: width of a tile must be finite and greater than 0, got 0',
  ]);
});

it('reads base64 that is cut into lines', () => {
  const layer = { ...tileLayer(1), width: 2, encoding: 'base64', data: '\n  AQAA\n  AAAA\r\n AAA=\n' };
  const { layers } = readTiled(mapOf([layer], drawn({ x: 0, y: 0, width: 16, height: 24 })));
  expect([0, 1].map((column) => tileAt(layers[0].shape, column, 0))).toEqual([1, 0]);
});

it('keeps properties of any name', () => {
  const start = { id: 1, x: 0, y: 0, point: true, properties: [{ name: '__proto__', value: 'a' }] };
  expect(Object.entries(readTiled(mapOf([objectLayer(start)])).objects[0].properties)).toEqual([['__proto__', 'a']]);
});

it('places levels of LDtk that have no place, as in worlds of linear layout, at (0, 0)', () => {
  const layer = { __type: 'IntGrid', __identifier: 'a', __cWid: 1, __cHei: 1, __gridSize: 8, intGridCsv: [1] };
  const place = (worldX: number, worldY: number) => {
    const { x, y } = readLdtkLevel({ worldX, worldY, layerInstances: [layer] })[0];
    return [x, y];
  };
  expect([place(-1, -1), place(-1, 0), place(-8, -1)]).toEqual([
    [0, 0],
    [-1, 0],
    [-8, -1],
  ]);
});
