import { describe, expect, it } from 'vitest';
import { CollisionError } from '../../../entry/2d.ts';
import { readLdtkLevel, readTiled } from '../../../entry/maps.ts';

const square = { x: 0, y: 0, width: 16, height: 16, rotation: 0 };
const triangle = [
  { x: 0, y: 16 },
  { x: 16, y: 0 },
  { x: 16, y: 16 },
];

/** A map with something of everything, made anew each time. */
const createMap = (orientation: string) => ({
  orientation,
  width: 2,
  height: 2,
  tilewidth: 16,
  tileheight: 16,
  hexsidelength: 4,
  staggeraxis: 'y',
  staggerindex: 'odd',
  tilesets: [
    {
      firstgid: 1,
      name: 'own',
      tilewidth: 16,
      tileheight: 16,
      tileoffset: { x: 0, y: 1 },
      grid: { orientation: 'orthogonal', width: 16, height: 16 },
      tiles: [
        { id: 0, type: 'wall', properties: [{ name: 'a', value: 1 }], objectgroup: { objects: [{ ...square }] } },
        { id: 1, objectgroup: { objects: [{ x: 0, y: 0, rotation: 5, polygon: structuredClone(triangle) }] } },
      ],
    },
    { firstgid: 5, source: 'file.tsj' },
  ],
  layers: [
    { type: 'tilelayer', name: 'ground', width: 2, height: 2, data: [1, 2, 0x80000001, 0], offsetx: 3 },
    { type: 'tilelayer', name: 'coded', width: 1, height: 1, encoding: 'base64', data: 'AQAAAA==' },
    {
      type: 'group',
      name: 'group',
      offsety: 4,
      layers: [
        { type: 'tilelayer', name: 'chunks', chunks: [{ x: -16, y: 0, width: 1, height: 2, data: [1, 2] }] },
        {
          type: 'objectgroup',
          name: 'things',
          objects: [
            { id: 1, name: 'box', type: 'b', ...square, rotation: 30 },
            { id: 2, ...square, height: 5, ellipse: true, properties: [{ name: 'a', value: 1 }] },
            { id: 3, ...square, height: 5, capsule: true },
            { id: 4, x: 1, y: 2, polygon: structuredClone(triangle) },
            { id: 5, x: 1, y: 2, polyline: structuredClone(triangle) },
            { id: 6, x: 1, y: 2, point: true },
            { id: 7, ...square, gid: 1 },
            { id: 8, x: 4, y: 4, template: 'file.tj' },
          ],
        },
      ],
    },
  ],
});

const createFiles = () => ({
  tilesets: { 'file.tsj': { name: 'file', tilewidth: 16, tileheight: 16, tiles: [] } },
  templates: { 'file.tj': { object: { name: 'template', ...square } } },
});

const createLevel = () => ({
  worldX: 0,
  worldY: 0,
  layerInstances: [
    {
      __identifier: 'walls',
      __type: 'IntGrid',
      __cWid: 2,
      __cHei: 2,
      __gridSize: 16,
      __pxTotalOffsetX: 0,
      __pxTotalOffsetY: 0,
      intGridCsv: [1, 0, 0, 1],
    },
  ],
});

const WRONG: readonly unknown[] = [
  ...[undefined, null, true, 'x', '', [], {}, [null], [1], () => 1, Symbol('s'), 10n],
  ...[NaN, Infinity, -1, 0, 1.5, 1e300],
];

/** Calls back with the object that holds each field of a tree, the field and its name from the root on. */
function forEachField(tree: object, visit: (holder: Record<string, unknown>, key: string, path: string) => void): void {
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      visit(value as Record<string, unknown>, key, `${path}.${key}`);
      walk((value as Record<string, unknown>)[key], `${path}.${key}`);
    }
  };
  walk(tree, '');
}

/** Puts each wrong value into each field, and counts how often that is refused, or else leaves all places finite. */
function spoil(tree: object, read: () => readonly { x: number; y: number; rotation?: number }[]): number[] {
  let refused = 0;
  let made = 0;
  expect(read().length).toBeGreaterThan(0);
  forEachField(tree, (holder, key, path) => {
    const right = holder[key];
    for (const wrong of WRONG) {
      holder[key] = wrong;
      try {
        for (const { x, y, rotation = 0 } of read()) {
          expect([x, y, rotation].every(Number.isFinite), `${path} = ${String(wrong)}`).toBe(true);
        }
        made++;
      } catch (error) {
        expect(error, `${path} = ${String(wrong)}`).toBeInstanceOf(CollisionError);
        refused++;
      }
    }
    holder[key] = right;
  });
  return [refused, made];
}

describe.each(['orthogonal', 'isometric', 'staggered', 'hexagonal'])('%s maps with a wrong value anywhere', (kind) => {
  it('are refused by an error of this package, or read to finite places', () => {
    const map = createMap(kind);
    const files = createFiles();
    for (const tree of [map, files]) {
      const [refused, made] = spoil(tree, () => {
        const { layers, objects } = readTiled(map, files);
        return [...layers, ...objects];
      });
      expect(refused).toBeGreaterThan(20);
      expect(made).toBeGreaterThan(20);
    }
  });
});

it('levels of LDtk with a wrong value anywhere are refused, or read to finite places', () => {
  const level = createLevel();
  const [refused, made] = spoil({ level }, () => readLdtkLevel(level));
  expect(refused).toBeGreaterThan(20);
  expect(made).toBeGreaterThan(20);
});
