import { describe, expect, it } from 'vitest';
import { castRay, collisionSystem, SHAPE_KIND_NAMES, tileAt } from '../../../entry/2d.ts';
import { readTiled, type TiledMap, type TiledOptions } from '../../../entry/maps.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

const FLIP_X = 0x80000000;
const FLIP_Y = 0x40000000;
const EXCHANGE = 0x20000000;

/**
 * Tiles of 16 pixels: 0 full, 1 a slope with its ground at the right, 2 without a shape, 3 two shapes, 4 a boomerang.
 */
const TILESET = {
  name: 'ground',
  tilewidth: 16,
  tileheight: 16,
  tiles: [
    { id: 0, objectgroup: { objects: [{ x: 0, y: 0, width: 16, height: 16 }] } },
    {
      id: 1,
      type: 'slope',
      properties: [{ name: 'ice', type: 'bool', value: true }],
      objectgroup: {
        objects: [
          {
            x: 0,
            y: 16,
            polygon: [
              { x: 0, y: 0 },
              { x: 16, y: 0 },
              { x: 16, y: -16 },
            ],
            width: 0,
            height: 0,
          },
        ],
      },
    },
    { id: 2 },
    {
      id: 3,
      objectgroup: {
        objects: [
          { x: 0, y: 0, width: 4, height: 16 },
          { x: 12, y: 0, width: 4, height: 16 },
        ],
      },
    },
    {
      id: 4,
      objectgroup: {
        objects: [
          {
            x: 0,
            y: 0,
            polygon: [
              { x: 0, y: 0 },
              { x: 16, y: 0 },
              { x: 16, y: 16 },
              { x: 12, y: 4 },
            ],
          },
        ],
      },
    },
  ],
};

function mapOf(layers: readonly object[], tileset: object = TILESET) {
  return {
    orientation: 'orthogonal',
    tilewidth: 16,
    tileheight: 16,
    tilesets: [{ firstgid: 1, ...tileset }],
    layers,
  };
}

function tileLayer(columns: number, data: readonly number[] | string, more: object = {}) {
  return { type: 'tilelayer', name: 'walls', width: columns, height: data.length / columns, data, ...more };
}

/** Puts a map into a world and says where a ray from above first meets something, at some places. */
function heights({ layers, objects }: TiledMap, xs: readonly number[], fromY = -100): (number | undefined)[] {
  const game = createGame();
  for (const { x, y, shape } of layers) game.spawn(x, y, shape);
  for (const { x, y, rotation, shape } of objects) {
    if (shape === undefined) continue;
    const eid = game.spawn(x, y, shape);
    game.collision.Transform.rotation[eid] = rotation;
  }
  collisionSystem(game.world);
  return xs.map((x) => {
    const hit = castRay(game.world, { x, y: fromY }, { x: 0, y: 1000 });
    return hit === undefined ? undefined : Math.round(hit.y * 1e6) / 1e6;
  });
}

describe('readTiled', () => {
  it('reads layers with the shapes that were drawn for their tiles', () => {
    const map = readTiled(mapOf([tileLayer(4, [0, 0, 0, 0, 1, 2, 3, 0], { offsetx: 8, offsety: 100 })]), {
      scale: 0.5,
    });
    expect(map.layers).toMatchObject([{ name: 'walls', x: 4, y: 50, columns: 4, rows: 2 }]);
    expect([0, 1, 2, 3].map((column) => tileAt(map.layers[0].shape, column, 1) > 0)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    // The upper side of the full one, then the slope that rises to the right.
    expect(heights(map, [4 + 4, 4 + 8 + 2, 4 + 8 + 6, 4 + 20])).toEqual([58, 64, 60, undefined]);
  });

  it.each([
    ['as drawn', 0, [12, 4]],
    ['mirrored along x', FLIP_X, [4, 12]],
    ['mirrored along y', FLIP_Y, [0, 0]],
    ['with x and y exchanged, which leaves it as it is', EXCHANGE, [12, 4]],
    ['turned a quarter clockwise', EXCHANGE + FLIP_X, [4, 12]],
  ])('flips tiles: %s', (_, flags, expected) => {
    const map = readTiled(mapOf([tileLayer(1, [2 + flags])]));
    const [left, right] = heights(map, [4, 12]);
    expect([left, right]).toEqual(expected);
  });

  it('reads infinite maps, groups and base64', () => {
    const chunks = [
      { x: -4, y: 2, width: 2, height: 2, data: [1, 0, 0, 0] },
      { x: 0, y: 0, width: 2, height: 2, data: [0, 0, 0, 1] },
    ];
    const bytes = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0);
    const coded = {
      ...tileLayer(2, btoa(String.fromCharCode(...bytes)), { encoding: 'base64', compression: '' }),
      height: 1,
      name: 'coded',
    };
    const group = { type: 'group', name: 'all', offsetx: 1000, layers: [coded] };
    const infinite = { type: 'tilelayer', name: 'far', chunks };
    const { layers } = readTiled(mapOf([infinite, group, { type: 'imagelayer', name: 'sky' }]));
    expect(layers).toMatchObject([
      { name: 'far', x: -64, y: 0, columns: 6, rows: 4 },
      { name: 'coded', x: 1000, y: 0, columns: 2, rows: 1 },
    ]);
    expect(heights({ layers, objects: [], leftOut: [] }, [-56, 24, -40, 1004])).toEqual([32, 16, undefined, 0]);
    expect(readTiled(mapOf([infinite, group]), { layers: (name) => name !== 'far' }).layers.length).toBe(1);
  });

  it('asks what tiles are, and gives those that fit no cell as objects', () => {
    const asked: object[] = [];
    const options: TiledOptions = {
      shapeOf(tile) {
        asked.push(tile);
        return tile.id === 2 ? 'half-bottom' : tile.id === 1 ? [0, 0, 1, 0, 1, 1, 0, 1] : undefined;
      },
    };
    const map = readTiled(mapOf([tileLayer(6, [3, 3, 2, 4, 5, 0x80000005])]), options);
    expect(asked.length).toBe(5);
    expect(asked[1]).toEqual({ layer: 'walls', tileset: 'ground', id: 1, type: 'slope', properties: { ice: true } });
    expect(map.objects.map(({ shape }) => SHAPE_KIND_NAMES[shape!.kind])).toEqual([
      'polygon',
      'polygon',
      'concave',
      'concave',
    ]);
    expect(heights(map, [8, 24, 40, 50, 56, 62])).toEqual([8, 8, 0, 0, undefined, 0]);
    // The boomerang from below, and mirrored.
    expect(heights(map, [64 + 2], 20)).toEqual([undefined]);
  });

  it('reads objects: rectangles, ellipses, polygons, lines, points and tiles', () => {
    const objects = [
      { id: 1, name: 'crate', type: 'box', x: 10, y: 20, width: 8, height: 4, rotation: 90 },
      { id: 2, name: 'ball', class: 'round', x: 0, y: 0, width: 6, height: 6, ellipse: true },
      { id: 3, name: 'egg', x: 0, y: 0, width: 6, height: 4, ellipse: true },
      {
        id: 4,
        name: 'hill',
        x: 5,
        y: 5,
        polygon: [
          { x: 0, y: 0 },
          { x: 4, y: 0 },
          { x: 2, y: -3 },
        ],
      },
      {
        id: 5,
        name: 'rope',
        x: 5,
        y: 5,
        polyline: [
          { x: 0, y: 0 },
          { x: 4, y: 0 },
          { x: 2, y: -3 },
        ],
      },
      { id: 6, name: 'start', x: 7, y: 8, point: true, properties: [{ name: 'team', value: 2 }] },
      { id: 7, name: 'coin', x: 16, y: 16, width: 16, height: 16, gid: 3 },
    ];
    const read = readTiled(mapOf([{ type: 'objectgroup', name: 'things', offsetx: 100, objects }]), {
      scale: 2,
    }).objects;
    const short = read.map(({ name, type, x, y, shape }) => [
      name,
      type,
      Math.round(x * 1e9) / 1e9,
      Math.round(y * 1e9) / 1e9,
      shape === undefined ? 'none' : SHAPE_KIND_NAMES[shape.kind],
    ]);
    expect(short).toEqual([
      // Turned about its corner: its middle is 4 along the turned width and 2 along the turned height.
      ['crate', 'box', 216, 48, 'box'],
      ['ball', 'round', 206, 6, 'circle'],
      ['egg', '', 206, 4, 'ellipse'],
      ['hill', '', 210, 10, 'polygon'],
      ['rope', '', 210, 10, 'chain'],
      ['start', '', 214, 16, 'none'],
      ['coin', '', 248, 16, 'box'],
    ]);
    expect(read[0]).toMatchObject({
      id: 1,
      layer: 'things',
      rotation: Math.PI / 2,
      shape: { halfWidth: 8, halfHeight: 4 },
    });
    expect(read[5].properties).toEqual({ team: 2 });
  });

  it('takes tilesets of their own files, and refuses what it cannot read', () => {
    const layers = [tileLayer(1, [1])];
    const external = { ...mapOf([], { source: 'ground.tsj' }), layers };
    expect(readTiled(external, { tilesets: { 'ground.tsj': TILESET } }).layers.length).toBe(1);
    const refusals = [
      () => readTiled(external),
      () => readTiled({ ...mapOf(layers), orientation: 'oblique' }),
      () => readTiled(mapOf([tileLayer(1, 'eJw=', { encoding: 'base64', compression: 'zlib' })])),
      () => readTiled(mapOf([tileLayer(2, [1, 1], { height: 3 })])),
      () => readTiled(mapOf([{ ...tileLayer(1, [1]), data: ['1'] }])),
      () => readTiled([] as object),
      () => readTiled(mapOf([]), { scale: 0 }),
    ];
    expect(refusals.map(refusal)).toEqual([
      'invalid-state: tilesets must be an object with the tileset "ground.tsj", got undefined',
      'invalid-state: the orientation of the map must be one of orthogonal, isometric, staggered, hexagonal, got "oblique"',
      'invalid-state: the format of layer walls must be one that can be read: give a function for it, ' +
        'decompress: { zlib }, or see decompressTiled, got "base64 zlib"',
      'invalid-state: the data of walls must be width · height, 6, numbers, got "2"',
      'invalid-state: a tile of walls must be a finite number, got "1"',
      'invalid-state: the map must be an object, got an array',
      'invalid-number: readTiled scale must be finite and greater than 0, got 0',
    ]);
  });
});
