import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Tile maps': {
    before: `${WORLD}
      import { castRay, tileAt, tiles } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(castRay(world, { x: 40, y: -50 }, { x: 0, y: 100 })?.y, 16, 'the one-way top');
      assert.equal(castRay(world, { x: 72, y: -50 }, { x: 0, y: 100 })?.y.toFixed(9), '24.000000000', 'half-way up the slope');
      assert.equal(tileAt(level, 5, 1), 1);`,
  },
  'Tiles that change': {
    before: `${WORLD}
      import { castRay, setTile, tiles } from 'bitecs-collision/2d';
      const level = tiles({ columns: 6, rows: 3, size: 1, cells: new Uint8Array(18).fill(1) });
      spawn(collision, 0, 0, level);
      collisionSystem(world);`,
    after: `${EXPECT}
      assert.equal(castRay(world, { x: 3.5, y: 5 }, { x: 0, y: -10 })?.y, 2);
      assert.equal(castRay(world, { x: 2.5, y: 5 }, { x: 0, y: -10 })?.y, 3);`,
  },
  'Maps from Tiled and LDtk': {
    before: `${WORLD}
      import { readTiled } from 'bitecs-collision/maps';
      const full = { id: 0, objectgroup: { objects: [{ id: 1, x: 0, y: 0, width: 16, height: 16 }] } };
      const json = {
        type: 'map', orientation: 'orthogonal', width: 2, height: 1, tilewidth: 16, tileheight: 16, infinite: false,
        tilesets: [{ firstgid: 1, name: 'solid', tilewidth: 16, tileheight: 16, tiles: [full] }],
        layers: [
          { type: 'tilelayer', name: 'ground', width: 2, height: 1, data: [1, 0] },
          { type: 'objectgroup', name: 'things', objects: [{ id: 2, type: 'spawn', x: 24, y: 8, point: true }] },
        ],
      };
      const addWall = (x: number, y: number, shape: ShapeSpec): number => spawn(collision, x, y, shape);`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(collision.counts.moving, 1);
      assert.deepEqual([start?.x, start?.y], [1.5, 0.5]);`,
  },
  'Maps in other forms': {
    before: `${WORLD}
      import { decompressTiled, readTiled } from 'bitecs-collision/maps';
      const crate = { type: 'template', object: { name: 'crate', width: 16, height: 16 } };
      const templates = { 'crate.tj': crate };
      const tilesets = { 'ground.tsj': { name: 'ground', tilewidth: 16, tileheight: 16, tiles: [] } };
      const things = [{ id: 2, template: 'crate.tj', x: 24, y: 8 }, { id: 3, template: 'lost.tj', x: 1, y: 1 }];
      const addWall = (x: number, y: number, shape: ShapeSpec): number => spawn(collision, x, y, shape);`,
    after: `${EXPECT}
      const packed = {
        type: 'map', orientation: 'orthogonal', width: 1, height: 1, tilewidth: 16, tileheight: 16, infinite: false,
        tilesets: [{ firstgid: 1, source: 'ground.tsj' }],
        layers: [
          {
            type: 'tilelayer', name: 'ground', width: 1, height: 1, encoding: 'base64', compression: 'zlib',
            data: 'eJxjZGBgAAAACAAC',
          },
          { type: 'objectgroup', name: 'things', objects: things },
        ],
      };
      const leftOut = await load(packed);
      assert.deepEqual(leftOut.map(({ what, id }) => [what, id]), [['layer', undefined], ['object', 3]]);`,
  },
  'Boxes side by side': {
    before: `${WORLD}
      import { seamless } from 'bitecs-collision/2d';`,
    after: `${EXPECT}
      const body = spawn(collision, 2, 1.1, box(0.2, 0.2, { radius: 0.1 }));
      for (let x = 2; x < 8; x += 0.013) {
        Transform.x[body] = x;
        collisionSystem(world);
        for (const { normalX } of collision.contacts()) assert.equal(Math.abs(normalX), 0);
        assert.ok(collision.counts.contacts > 0);
      }`,
  },
};
