import { expect, it } from 'vitest';
import { polygon, setTile, tileAt, tiles } from '../../../entry/2d.ts';
import type { RegisteredShape } from '../../../src/2d/shapes/registered-shape.ts';
import { SHAPE_POLYGON, SHAPE_TILES } from '../../../src/2d/shapes/shape-kind.ts';
import { shapeTables } from '../../../src/2d/shapes/shape-tables.ts';
import {
  bringBackContents,
  bringBackShapes,
  createSavedRegistry,
  keepShapes,
  keptRegistry,
  saveRegistry,
} from '../../../src/core/shapes/saved-registry.ts';
import { createShapeRegistry, registerShape } from '../../../src/core/shapes/shape-registry.ts';

/** A registry of a triangle at handle 1 and a map of three cells, of which the middle one is empty, at handle 2. */
function withMap() {
  const registry = createShapeRegistry(shapeTables);
  const map = tiles({ columns: 3, rows: 1, size: 1, cells: [1, 0, 1] });
  const triangle = polygon([0, 0, 2, 0, 0, 1]).shape as RegisteredShape;
  registerShape(registry, triangle);
  registerShape(registry, map.shape as RegisteredShape);
  return { registry, map, triangle };
}

const cellsOf = (map: ReturnType<typeof tiles>): number[] => [0, 1, 2].map((column) => tileAt(map, column, 0));

it('only kinds whose shapes change in place are entered as such', () => {
  withMap();
  expect(shapeTables.changesInPlace[SHAPE_TILES]).toBe(1);
  expect(shapeTables.changesInPlace[SHAPE_POLYGON]).toBe(0);
});

it('a map of tiles holds again what it held when the registry was saved', () => {
  const { registry, map, triangle } = withMap();
  const saved = createSavedRegistry<RegisteredShape>();
  saveRegistry(saved, registry);
  expect(saved.changing).toEqual([map.shape]);
  const { version } = (map.shape as RegisteredShape).grid!;
  setTile(map, 0, 0, 0);
  setTile(map, 1, 0, 1);
  const changed = (map.shape as RegisteredShape).grid!.version;
  expect(changed).toBeGreaterThan(version);

  bringBackShapes(registry, saved);
  bringBackContents(saved);
  expect(cellsOf(map)).toEqual([1, 0, 1]);
  // What was derived from the cells in between is out of date.
  expect((map.shape as RegisteredShape).grid!.version).toBeGreaterThan(changed);
  expect(registry.shapes).toEqual([undefined, triangle, map.shape]);

  // The map is as it was already: nothing derived from it goes out of date.
  const { version: current } = (map.shape as RegisteredShape).grid!;
  bringBackContents(saved);
  expect((map.shape as RegisteredShape).grid!.version).toBe(current);
});

it('a map that is saved anew without a new shape is kept as it is by then', () => {
  const { registry, map } = withMap();
  const saved = createSavedRegistry<RegisteredShape>();
  saveRegistry(saved, registry);
  setTile(map, 2, 0, 0);
  saveRegistry(saved, registry);
  setTile(map, 0, 0, 0);
  bringBackContents(saved);
  expect(cellsOf(map)).toEqual([1, 0, 0]);
});

it('a map that is registered after a save is not among what is brought back, and is after the next save', () => {
  const { registry } = withMap();
  const saved = createSavedRegistry<RegisteredShape>();
  saveRegistry(saved, registry);
  const later = tiles({ columns: 3, rows: 1, size: 1, cells: [0, 1, 0] });
  registerShape(registry, later.shape as RegisteredShape);
  setTile(later, 0, 0, 1);
  bringBackContents(saved);
  expect(cellsOf(later)).toEqual([1, 1, 0]);
  saveRegistry(saved, registry);
  setTile(later, 0, 0, 0);
  bringBackContents(saved);
  expect(cellsOf(later)).toEqual([1, 1, 0]);
});

it('kept shapes hold the cells of their time beside the map of today, and share what does not change', () => {
  const { registry, map, triangle } = withMap();
  const kept = keepShapes(registry);
  setTile(map, 1, 0, 1);
  const past = keptRegistry(kept).shapes;
  expect(past[1]).toBe(triangle);
  expect(past[2]).not.toBe(map.shape);
  expect(cellsOf({ ...map, shape: past[2] } as typeof map)).toEqual([1, 0, 1]);
  expect(cellsOf(map)).toEqual([1, 1, 1]);

  // The same record keeps the present shapes, too.
  expect(keepShapes(registry, kept)).toBe(kept);
  expect(cellsOf({ ...map, shape: keptRegistry(kept).shapes[2] } as typeof map)).toEqual([1, 1, 1]);
});

it('shapes of which none changes in place are kept without a copy', () => {
  const registry = createShapeRegistry(shapeTables);
  registerShape(registry, polygon([0, 0, 2, 0, 0, 1]).shape as RegisteredShape);
  const kept = keepShapes(registry);
  expect(keptRegistry(kept)).toBe(kept.registry);
});
