import { deflateSync, gzipSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { gunzipSync, unzlibSync } from 'fflate';
import { decompress as unzstd } from 'fzstd';
import { describe, expect, it } from 'vitest';
import { collisionSystem, queryPoint, SHAPE_KIND_NAMES, tileAt } from '../../../entry/2d.ts';
import {
  decompressTiled,
  readTiled,
  type TiledMap,
  type TiledOptions,
  tiledFromXml,
  type XmlNode,
} from '../../../entry/maps.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

const FULL = { id: 0, objectgroup: { objects: [{ id: 1, x: 0, y: 0, width: 16, height: 16 }] } };
const TILESET = { firstgid: 1, name: 'ground', tilewidth: 16, tileheight: 16, tiles: [FULL, { id: 1 }] };

const mapOf = (layers: readonly object[], more: object = {}) => ({
  type: 'map',
  orientation: 'orthogonal',
  width: 4,
  height: 4,
  tilewidth: 16,
  tileheight: 16,
  tilesets: [TILESET],
  layers,
  ...more,
});
const tileLayer = (width: number, data: unknown, more: object = {}) => ({
  type: 'tilelayer',
  name: 'walls',
  width,
  height: 1,
  data,
  ...more,
});
const objectLayer = (...objects: unknown[]) => ({ type: 'objectgroup', name: 'things', objects });
const corners = (...points: number[]) => points.map((x, i) => ({ x, y: points[i + 1] })).filter((_, i) => i % 2 === 0);

/** Says of points how many colliders are there. */
function countAt({ layers, objects }: TiledMap): (x: number, y: number) => number {
  const game = createGame();
  for (const { x, y, shape } of layers) game.spawn(x, y, shape);
  for (const { x, y, rotation, shape } of objects) {
    if (shape !== undefined) game.collision.Transform.rotation[game.spawn(x, y, shape)] = rotation;
  }
  collisionSystem(game.world);
  const out: number[] = [];
  return (x, y) => queryPoint(game.world, { x, y }, out);
}

const xml = (text: string) => tiledFromXml(new DOMParser().parseFromString(text, 'text/xml') as unknown as XmlNode);

describe('the form of Tiled 1.0 and 1.1', () => {
  it('has properties as an object, and tiles and their properties by id', () => {
    const old = {
      ...TILESET,
      tiles: { 0: { objectgroup: FULL.objectgroup }, 2: { type: 'ice' } },
      tileproperties: { 1: { lava: true }, 2: { slip: 0.5 } },
    };
    const asked: unknown[] = [];
    const options: TiledOptions = {
      shapeOf: ({ id, type, properties }) => {
        asked.push([id, type, properties]);
        return properties.lava === true ? 'half-bottom' : undefined;
      },
    };
    const object = { id: 4, x: 1, y: 2, width: 3, height: 4, properties: { team: 2, __proto__x: 'a' } };
    const map = readTiled(mapOf([tileLayer(3, [1, 2, 3]), objectLayer(object)], { tilesets: [old] }), options);
    expect(asked).toEqual([
      [0, '', {}],
      [1, '', { lava: true }],
      [2, 'ice', { slip: 0.5 }],
    ]);
    expect([0, 1, 2].map((column) => tileAt(map.layers[0].shape, column, 0) > 0)).toEqual([true, true, false]);
    expect(map.objects[0]).toMatchObject({ id: 4, properties: { team: 2, __proto__x: 'a' } });
    expect(map.leftOut).toEqual([]);
  });
});

describe('compressed layers', () => {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, 1, true);
  new DataView(bytes.buffer).setUint32(8, 0x80000001, true);
  const coded = (compression: string, data: Uint8Array) =>
    tileLayer(4, Buffer.from(data).toString('base64'), { encoding: 'base64', compression });
  /** A frame of one block that is stored as it is (RFC 8878, 3.1.1). */
  const zstd = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 16, (16 << 3) | 1, 0, 0, ...bytes);
  const layers = {
    zlib: coded('zlib', deflateSync(bytes)),
    gzip: coded('gzip', gzipSync(bytes)),
    zstd: coded('zstd', zstd),
  };
  const decompress = { zlib: unzlibSync, gzip: gunzipSync, zstd: unzstd };
  const cells = ({ layers: [layer] }: TiledMap) => [0, 1, 2, 3].map((column) => tileAt(layer.shape, column, 0) > 0);

  it.each(['zlib', 'gzip', 'zstd'] as const)('in %s are read by the function that is given', (format) => {
    expect(cells(readTiled(mapOf([layers[format]]), { decompress }))).toEqual([true, false, true, false]);
  });

  it('in zstd are read as the tool of that name writes them', () => {
    // 64 cells: 1, 0, 0 and a tile that is mirrored, again and again.
    const data = 'KLUv/QRovQAAgAEAAAAAAAAAAAAAAAEAAIABANpDzSVaG/T3';
    const layer = tileLayer(64, data, { encoding: 'base64', compression: 'zstd' });
    const { layers } = readTiled(mapOf([layer]), { decompress });
    for (let column = 0; column < 64; column++) {
      expect(tileAt(layers[0].shape, column, 0) > 0).toBe(column % 4 === 0 || column % 4 === 3);
    }
  });

  it.each(['zlib', 'gzip'] as const)('in %s are read by the platform', async (format) => {
    const chunk = { x: 0, y: 0, width: 4, height: 1, data: layers[format].data };
    const infinite = { ...layers[format], data: undefined, chunks: [chunk] };
    const nested = { type: 'group', name: 'all', layers: [infinite] };
    for (const layer of [layers[format], nested]) {
      const map = mapOf([layer, objectLayer()]);
      const before = JSON.stringify(map);
      expect(cells(readTiled(await decompressTiled(map)))).toEqual([true, false, true, false]);
      expect(JSON.stringify(map)).toBe(before);
    }
  });

  it('that are broken, or that nothing is given for, are refused by name', async () => {
    const broken = coded('zlib', Uint8Array.of(1, 2, 3, 4));
    expect(refusal(() => readTiled(mapOf([layers.zstd])))).toBe(
      'invalid-state: the format of layer walls must be one that can be read: give a function for it, ' +
        'decompress: { zstd }, or see decompressTiled, got "base64 zstd"',
    );
    expect(refusal(() => readTiled(mapOf([broken]), { decompress }))).toMatch(
      /^invalid-state: the data of walls must be what it says it is, got "/,
    );
    expect(refusal(() => readTiled(mapOf([layers.zlib]), { decompress: { zlib: () => 'text' } } as object))).toBe(
      'invalid-state: what decompresses the data of walls must be a function that returns a Uint8Array, got "text"',
    );
    expect(refusal(() => readTiled(mapOf([coded('lzma', bytes)])))).toBe(
      'invalid-state: the format of layer walls must be "csv" or "base64", got "base64 lzma"',
    );
    expect(refusal(() => readTiled(mapOf([]), { decompress: { brotli: unzstd } } as object))).toMatch(/brotli/);
    await expect(decompressTiled(mapOf([broken]))).rejects.toMatchObject({ code: 'invalid-state' });
  });
});

describe('maps in XML', () => {
  const tsx = `<?xml version="1.0" encoding="UTF-8"?>
    <tileset version="1.10" tiledversion="1.10.2" name="ground" tilewidth="16" tileheight="16" tilecount="3" columns="3">
     <tileoffset x="0" y="0"/>
     <image source="ground.png" width="48" height="16"/>
     <tile id="0">
      <objectgroup draworder="index" id="2"><object id="1" x="0" y="0" width="16" height="16"/></objectgroup>
     </tile>
     <tile id="1" type="slope">
      <properties><property name="ice" type="bool" value="true"/></properties>
      <objectgroup draworder="index"><object id="1" x="0" y="16"><polygon points="0,0 16,0 16,-16"/></object></objectgroup>
     </tile>
     <tile id="2"/>
    </tileset>`;
  const tmx = (layers: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
    <map version="1.10" orientation="orthogonal" renderorder="right-down" width="2" height="2" tilewidth="16"
      tileheight="16" infinite="0" nextlayerid="4" nextobjectid="9" ${more}>
     <tileset firstgid="1" source="ground.tsx"/>
     ${layers}
    </map>`;
  const read = (layers: string, options: TiledOptions = {}) =>
    readTiled(xml(tmx(layers)), { tilesets: { 'ground.tsx': xml(tsx) }, ...options });
  const walls = ({ layers }: TiledMap) =>
    layers.map(({ name, x, y, shape }) => [name, x, y, ...[0, 1, 2, 3].map((i) => tileAt(shape, i % 2, i >> 1))]);

  it.each([
    ['csv', '<data encoding="csv">\n1,2147483649,\n0,1\n</data>'],
    ['elements', '<data><tile gid="1"/><tile gid="2147483649"/><tile/><tile gid="1"/></data>'],
    ['base64', '<data encoding="base64">\n   AQAAAAEAAIAAAAAAAQAAAA==\n  </data>'],
    [
      'chunks',
      '<data encoding="csv"><chunk x="0" y="0" width="2" height="1">1,2147483649</chunk><chunk x="0" y="1" width="2" height="1">0,1</chunk></data>',
    ],
  ])('hold cells as %s', (_, data) => {
    const layer = `<group id="3" name="all" offsetx="100"><layer id="1" name="walls" width="2" height="2" offsety="5">${data}</layer></group>`;
    expect(walls(read(layer))).toEqual([['walls', 100, 5, 1, 2, 0, 1]]);
  });

  it('hold compressed cells', async () => {
    const cells = Buffer.from(deflateSync(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toString(
      'base64',
    );
    const layer = `<layer id="1" name="walls" width="2" height="2"><data encoding="base64" compression="zlib">\n ${cells}\n</data></layer>`;
    expect(walls(read(layer, { decompress: { zlib: unzlibSync } }))).toEqual([['walls', 0, 0, 1, 2, 0, 0]]);
    const map = await decompressTiled(xml(tmx(layer)));
    expect(walls(readTiled(map, { tilesets: { 'ground.tsx': xml(tsx) } }))).toEqual([['walls', 0, 0, 1, 2, 0, 0]]);
  });

  it('hold objects with properties of all types', () => {
    const { objects, leftOut } = read(`<objectgroup id="2" name="things &amp; all">
      <object id="1" name="a &lt;b&gt;" type="crate" x="10" y="20" width="8" height="4" rotation="90">
       <properties>
        <property name="n" type="int" value="-3"/><property name="f" type="float" value="0.5"/>
        <property name="b" type="bool" value="false"/><property name="s" value="text"/>
        <property name="long">two
lines</property>
        <property name="c" type="class" propertytype="Loot"><properties><property name="gold" type="int" value="7"/></properties></property>
       </properties>
      </object>
      <object id="2" x="1" y="2"><point/></object>
      <object id="3" x="0" y="0" width="6" height="6"><ellipse/></object>
      <object id="4" x="5" y="5"><polyline points="0,0 4,0 2,-3.5"/></object>
      <object id="5" x="5" y="5"><polygon points="0,0 8,0 8,8 4,2"/></object>
      <object id="6" gid="1" x="16" y="16" width="16" height="16"/>
      <object id="7" class="note" x="0" y="0" width="90" height="20"><text wrap="1">Hello</text></object>
      <object id="8" x="0" y="0" width="2" height="6"><capsule/></object>
     </objectgroup>`);
    expect(leftOut).toEqual([]);
    expect(objects.map(({ shape }) => (shape === undefined ? 'none' : SHAPE_KIND_NAMES[shape.kind]))).toEqual([
      'box',
      'none',
      'circle',
      'chain',
      'concave',
      'box',
      'none',
      'capsule',
    ]);
    expect(objects[0]).toMatchObject({ id: 1, name: 'a <b>', type: 'crate', layer: 'things & all', x: 8, y: 24 });
    expect(objects[0].properties).toEqual({ n: -3, f: 0.5, b: false, s: 'text', long: 'two\nlines', c: { gold: 7 } });
    expect(objects[5]).toMatchObject({ x: 24, y: 8 });
    expect(objects[6].type).toBe('note');
  });

  it('hold templates, also of tiles with a tileset of their own', () => {
    const templates = {
      'crate.tx': xml(`<template><object name="crate" type="box" width="8" height="6"><properties>
        <property name="hp" type="int" value="3"/><property name="red" type="bool" value="true"/></properties></object></template>`),
      'coin.tx': xml(
        '<template><tileset firstgid="1" source="coins.tsx"/><object gid="1" width="10" height="10"/></template>',
      ),
    };
    const coins = xml('<tileset name="coins" tilewidth="10" tileheight="10" objectalignment="center"/>');
    const { objects, leftOut } = read(
      `<objectgroup name="things"><object id="1" template="crate.tx" x="20" y="30">
       <properties><property name="hp" type="int" value="9"/></properties></object>
       <object id="2" template="crate.tx" name="big" x="0" y="0" width="20" height="20"/>
       <object id="3" template="coin.tx" x="50" y="60"/><object id="4" template="lost.tx" x="5" y="6"/></objectgroup>`,
      { templates, tilesets: { 'ground.tsx': xml(tsx), 'coins.tsx': coins } },
    );
    expect(objects).toMatchObject([
      { id: 1, name: 'crate', type: 'box', x: 24, y: 33, properties: { hp: 9, red: true } },
      { id: 2, name: 'big', x: 10, y: 10, shape: { halfWidth: 10, halfHeight: 10 } },
      { id: 3, x: 50, y: 60, shape: { halfWidth: 5, halfHeight: 5 } },
    ]);
    expect(leftOut).toEqual([
      {
        what: 'object',
        id: 4,
        layer: 'things',
        why: 'templates must be an object with the template "lost.tx", got undefined',
      },
    ]);
  });

  it('are refused when they are something else', () => {
    expect([() => xml('<svg/>'), () => tiledFromXml(5 as never)].map(refusal)).toEqual([
      'invalid-state: tiledFromXml: the document must be one of a map, tileset or template, got "svg"',
      'invalid-state: tiledFromXml: the document must be an object, got 5',
    ]);
  });
});

describe('what makes no shape', () => {
  it('is left out and told, and all else is read', () => {
    const bad = [
      { id: 1, x: 0, y: 0, polygon: corners(0, 0, 4, 4) },
      { id: 2, x: 0, y: 0, polygon: corners(0, 0, 9, 9, 9, 0, 0, 9) },
      { id: 3, x: 0, y: 0, polyline: corners(1, 1) },
      { id: 4, x: null, y: 0, width: 3, height: 3 },
      { id: 5, x: 0, y: 0, width: 3, height: 3, gid: 0 },
      'text',
    ];
    const good = { id: 6, x: 100, y: 100, width: 4, height: 4 };
    const line = { id: 1, x: 0, y: 0, polyline: corners(0, 0, 4, 4) };
    const flat = { id: 2, x: 0, y: 0, polygon: corners(0, 0, 4, 4) };
    const tiles = [FULL, { id: 1, objectgroup: { objects: [line, flat, FULL.objectgroup.objects[0]] } }];
    const map = readTiled(
      mapOf([tileLayer(4, [1, 2, 2, 2]), objectLayer(...bad, good)], { tilesets: [{ ...TILESET, tiles }] }),
    );
    expect([0, 1, 2, 3].map((column) => tileAt(map.layers[0].shape, column, 0) > 0)).toEqual([true, true, true, true]);
    expect(map.objects.map(({ id }) => id)).toEqual([6]);
    expect(map.leftOut.map(({ what, id, layer }) => [what, id, layer])).toEqual([
      ['tile', 1, 'walls'],
      ['tile', 1, 'walls'],
      ['object', 1, 'things'],
      ['object', 2, 'things'],
      ['object', 3, 'things'],
      ['object', 4, 'things'],
      ['object', 5, 'things'],
      ['object', undefined, 'things'],
    ]);
    const whys = map.leftOut.map(({ why }) => why);
    expect(whys[0]).toBe('what is drawn must be an area, got "a polyline"');
    expect(whys[3]).toMatch(/cross/);
    expect(whys[5]).toBe('x of an object must be a finite number, got null');
    expect(whys[6]).toBe('each tile of the map must be in one of its tilesets, got 0');
  });

  it('is told of a layer none of whose tiles has a shape, unless shapeOf says so', () => {
    const map = mapOf([tileLayer(3, [2, 0, 2]), { ...tileLayer(2, [0, 0]), name: 'nothing' }]);
    for (const orientation of ['orthogonal', 'isometric', 'hexagonal']) {
      expect(readTiled({ ...map, orientation }).leftOut).toEqual([
        {
          what: 'layer',
          id: undefined,
          layer: 'walls',
          why:
            'none of its tiles has a shape to collide with: draw them in the collision editor of the tileset, or say ' +
            'what tiles are with the option shapeOf',
        },
      ]);
      expect(readTiled({ ...map, orientation }, { shapeOf: () => 'empty' }).leftOut).toEqual([]);
      expect(readTiled({ ...map, orientation }, { shapeOf: () => 'full' }).leftOut).toEqual([]);
    }
  });
});

describe('isometric maps', () => {
  const WIDTH = 64;
  const HEIGHT = 32;
  const ROWS = 3;
  const iso = (layers: object[], more: object = {}) =>
    mapOf(layers, { orientation: 'isometric', height: ROWS, tilewidth: WIDTH, tileheight: HEIGHT, ...more });
  /** Where Tiled draws a place of its objects. */
  const drawnAt = (x: number, y: number): [number, number] => [
    ((x - y) / HEIGHT) * (WIDTH / 2) + (ROWS * WIDTH) / 2,
    (((x + y) / HEIGHT) * HEIGHT) / 2,
  ];
  /** Which place of its objects is drawn there. */
  const placeAt = (x: number, y: number): [number, number] => {
    const across = (x - (ROWS * WIDTH) / 2) / (WIDTH / 2);
    const down = y / (HEIGHT / 2);
    return [((down + across) / 2) * HEIGHT, ((down - across) / 2) * HEIGHT];
  };

  /** Compares what is solid on a grid of points with what should be, and returns how many of them are. */
  function compare(map: TiledMap, shouldBe: (x: number, y: number) => boolean): number {
    const at = countAt(map);
    let solid = 0;
    for (let x = -100.3; x < 260; x += 3.7) {
      for (let y = -60.2; y < 160; y += 2.9) {
        expect([x, y, at(x, y) > 0]).toEqual([x, y, shouldBe(x, y)]);
        if (shouldBe(x, y)) solid++;
      }
    }
    return solid;
  }

  it('have full tiles as rhombi, without seams', () => {
    const data = [1, 1, 0, 0, 1, 1, 1, 0, 1];
    const layer = tileLayer(3, data, { height: 3, offsety: 7 });
    const map = readTiled(iso([layer]), { shapeOf: () => 'full' });
    expect(map.layers.length).toBe(1);
    const solid = compare(map, (x, y) => {
      const [u, v] = placeAt(x, y - 7).map((value) => Math.floor(value / HEIGHT)) as [number, number];
      return u >= 0 && u < 3 && v >= 0 && v < 3 && data[3 * v + u] === 1;
    });
    expect(solid).toBeGreaterThan(400);
    // Tiles of one layer are one solid: what stands inside of it is not in several pieces.
    expect(countAt(map)(...([drawnAt(HEIGHT, 16)[0], drawnAt(HEIGHT, 16)[1] + 7] as const))).toBe(1);
  });

  it('place objects as they are drawn', () => {
    const square = { id: 1, x: 10, y: 40, width: 60, height: 24 };
    expect(
      compare(readTiled(iso([objectLayer(square)])), (x, y) => {
        const [u, v] = placeAt(x, y);
        return u >= 10 && u <= 70 && v >= 40 && v <= 64;
      }),
    ).toBeGreaterThan(100);
    const hook = [0, 0, 60, 0, 60, 60, 40, 20, 0, 10];
    const map = readTiled(iso([objectLayer({ id: 2, x: 8, y: 8, polygon: corners(...hook) })]));
    expect(SHAPE_KIND_NAMES[map.objects[0].shape!.kind]).toBe('concave');
    const at = countAt(map);
    expect([at(...drawnAt(60, 20)), at(...drawnAt(8 + 30, 8 + 5)), at(...drawnAt(8 + 30, 8 + 30))]).toEqual([1, 1, 0]);
    const [point, tile] = readTiled(
      iso([objectLayer({ id: 3, x: 20, y: 50, point: true }, { id: 4, x: 20, y: 50, gid: 1, width: 16, height: 30 })]),
    ).objects;
    expect([point.x, point.y]).toEqual(drawnAt(20, 50));
    // Stands with the middle of its lower side there, upright.
    expect([tile.x, tile.y]).toEqual([drawnAt(20, 50)[0], drawnAt(20, 50)[1] - 15]);
    expect(tile.shape).toMatchObject({ halfWidth: 8, halfHeight: 15 });
  });

  it('turn objects on the screen, about their place', () => {
    const map = readTiled(iso([objectLayer({ id: 1, x: 32, y: 32, width: 32, height: 32, rotation: 90 })]));
    const [x, y] = drawnAt(32, 32);
    const at = countAt(map);
    // The rhombus hangs below its place; turned clockwise, it lies to the left of it.
    expect([at(x - 16, y), at(x + 2, y), at(x, y + 20), at(x - 30, y), at(x - 34, y)]).toEqual([1, 0, 0, 1, 0]);
  });

  it('take shapes drawn on the picture, and those drawn on an isometric cell of the tileset', () => {
    const set = (more: object) => ({ ...TILESET, tilewidth: WIDTH, tileheight: 48, ...more });
    const draw = (object: object) => ({ tiles: [{ id: 0, objectgroup: { objects: [object] } }] });
    const flat = set(draw({ x: 4, y: 6, width: 20, height: 10 }));
    const layer = tileLayer(1, [1]);
    // The picture stands on the lower left of the cell's box, whose corner is at (64, 0): it begins at y = −16.
    expect(
      compare(readTiled(iso([layer], { tilesets: [flat] })), (x, y) => x >= 68 && x <= 88 && y >= -10 && y <= 0),
    ).toBeGreaterThan(10);
    const grid = { orientation: 'isometric', width: WIDTH, height: HEIGHT };
    const slanted = set({ grid, ...draw({ x: 0, y: 0, width: 32, height: 16 }) });
    expect(
      compare(readTiled(iso([layer], { tilesets: [slanted] })), (x, y) => {
        const [u, v] = placeAt(x, y);
        return u >= 0 && u <= 32 && v >= 0 && v <= 16;
      }),
    ).toBeGreaterThan(20);
  });
});

describe('staggered and hexagonal maps', () => {
  /** The upper left corner of a cell's box, by where the cells before it are drawn. */
  const cases = [
    ['staggered', { tilewidth: 64, tileheight: 32 }, [0, 0, 64, 0, 32, 16, 96, 16, 0, 32]],
    ['staggered', { tilewidth: 64, tileheight: 32, staggerindex: 'even' }, [32, 0, 96, 0, 0, 16, 64, 16, 32, 32]],
    ['staggered', { tilewidth: 64, tileheight: 32, staggeraxis: 'x' }, [0, 0, 32, 16, 0, 32, 32, 48, 0, 64]],
    [
      'hexagonal',
      { tilewidth: 60, tileheight: 60, hexsidelength: 30, staggeraxis: 'x' },
      [0, 0, 45, 30, 0, 60, 45, 90, 0, 120],
    ],
    [
      'hexagonal',
      { tilewidth: 14, tileheight: 12, hexsidelength: 6, staggeraxis: 'y' },
      [0, 0, 14, 0, 7, 9, 21, 9, 0, 18],
    ],
  ] as const;
  it.each(cases)('%s, %o', (orientation, size, places) => {
    const layer = tileLayer(2, [0, 0, 0, 0, 0, 0], { height: 3 });
    const { tilewidth: width, tileheight: height } = size;
    const side = 'hexsidelength' in size ? size.hexsidelength : 0;
    const sideX = 'staggeraxis' in size && size.staggeraxis === 'x' ? side : 0;
    const sideY = side - sideX;
    for (let cell = 0; cell < 5; cell++) {
      const data = layer.data as number[];
      const at = countAt(
        readTiled(mapOf([{ ...layer, data: data.map((_, i) => (i === cell ? 1 : 0)) }], { orientation, ...size }), {
          shapeOf: () => 'full',
        }),
      );
      let solid = 0;
      for (let x = -3.3; x < 160; x += 3.1) {
        for (let y = -2.2; y < 190; y += 2.3) {
          // From the middle of the cell; its slanted sides run from the middle of a side of the box to its corner.
          const dx = Math.abs(x - places[2 * cell] - width / 2);
          const dy = Math.abs(y - places[2 * cell + 1] - height / 2);
          const slant = Math.max(0, dx - sideX / 2) / (width - sideX) + Math.max(0, dy - sideY / 2) / (height - sideY);
          const isInside = dx <= width / 2 && dy <= height / 2 && slant <= 0.5;
          expect([cell, x, y, at(x, y)]).toEqual([cell, x, y, isInside ? 1 : 0]);
          if (isInside) solid++;
        }
      }
      expect(solid).toBeGreaterThan(5);
    }
  });

  it('cover the plane without gaps, and keep chunks at negative cells in their rows', () => {
    const layer = {
      type: 'tilelayer',
      name: 'walls',
      chunks: [{ x: -3, y: -3, width: 6, height: 6, data: Array(36).fill(1) }],
    };
    const hexagons = { orientation: 'hexagonal', tilewidth: 60, tileheight: 60, hexsidelength: 30, staggeraxis: 'y' };
    const at = countAt(readTiled(mapOf([layer], hexagons), { shapeOf: () => 'full' }));
    for (let x = -110; x < 130; x += 3.3)
      for (let y = -90; y < 90; y += 3.1) expect([x, y, at(x, y)]).toEqual([x, y, 1]);
  });

  it('place objects as orthogonal maps do', () => {
    const layer = objectLayer({ id: 1, x: 10, y: 20, width: 8, height: 4 });
    for (const orientation of ['staggered', 'hexagonal']) {
      expect(readTiled(mapOf([layer], { orientation })).objects).toMatchObject([
        { x: 14, y: 22, shape: { halfWidth: 4 } },
      ]);
    }
  });

  it('turn tiles of hexagonal maps by 60 and 120 degrees', () => {
    const tiles = [{ id: 0, objectgroup: { objects: [{ x: 40, y: 28, width: 16, height: 4 }] } }];
    const hexagons = {
      orientation: 'hexagonal',
      tilewidth: 60,
      tileheight: 60,
      hexsidelength: 30,
      tilesets: [{ ...TILESET, tilewidth: 60, tileheight: 60, tiles }],
    };
    const turned = [0, 0x20000000, 0x10000000, 0x30000000, 0x80000000, 0xa0000000].map((flags) => {
      const at = countAt(readTiled(mapOf([tileLayer(1, [1 + flags])], hexagons)));
      return [0, 1, 2, 3, 4, 5].filter((sixth) => {
        const angle = (sixth * Math.PI) / 3;
        return at(30 + 18 * Math.cos(angle), 30 + 18 * Math.sin(angle)) > 0;
      });
    });
    expect(turned).toEqual([[0], [1], [2], [3], [3], [4]]);
  });

  it('say so where a tile is of no use there', () => {
    const { leftOut, layers } = readTiled(mapOf([tileLayer(1, [1])], { orientation: 'hexagonal' }), {
      shapeOf: () => 'one-way',
    });
    expect(layers).toEqual([]);
    expect(leftOut).toEqual([
      { what: 'tile', id: 0, layer: 'walls', why: 'there is no tile "one-way" in hexagonal maps' },
    ]);
  });
});
