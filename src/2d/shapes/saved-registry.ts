import { CollisionError } from '../../core/errors.ts';
import { dropShape, type ForEachOwner, findUsed, putShape, renewLists } from '../../core/shapes/shape-registry.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { RegisteredShape } from './registered-shape.ts';
import type { ShapeRegistry } from './shape-tables.ts';
import { bringBackCells, cellsAsKept, type KeptCells, keepCells } from './tile-cells.ts';

/** The maps of tiles among the shapes, and their cells as they were. */
interface KeptMaps {
  maps: readonly RegisteredShape[];
  readonly cells: KeptCells[];
}

/** Which shapes a registry had, and which handles come next. */
export interface SavedRegistry extends KeptMaps {
  version: number;
  /** The registry's own list, which only grows until a sweep replaces it: of which the first `end`, but the free. */
  shapes: ShapeRegistry['shapes'];
  end: number;
  free: readonly number[];
  sweepAt: number;
}

export function createSavedRegistry(): SavedRegistry {
  return { version: -1, shapes: [], end: 0, free: [], sweepAt: 0, maps: [], cells: [] };
}

export function saveRegistry(saved: SavedRegistry, registry: ShapeRegistry): void {
  if (saved.version !== registry.version || saved.shapes !== registry.shapes) {
    saved.version = registry.version;
    saved.shapes = registry.shapes;
    saved.end = registry.shapes.length;
    saved.free = registry.free.slice();
    saved.sweepAt = registry.sweepAt;
    saved.maps = mapsOf(registry);
  }
  keepMaps(saved);
}

function mapsOf({ shapes }: ShapeRegistry): RegisteredShape[] {
  return shapes.filter((shape) => shape?.grid !== undefined) as RegisteredShape[];
}

function keepMaps({ maps, cells }: KeptMaps): void {
  cells.length = maps.length;
  for (let i = 0; i < maps.length; i++) cells[i] = keepCells(maps[i].grid!.cells);
}

/** Gives maps the tiles they had. */
export function bringBackTiles({ maps, cells }: SavedRegistry): void {
  for (let i = 0; i < maps.length; i++) {
    const grid = maps[i].grid!;
    if (bringBackCells(grid.cells, cells[i])) grid.version++;
  }
}

/**
 * Puts shapes back that have been freed since: every handle that meant a shape then means it again.
 * @throws CollisionError `invalid-state` when such a handle is pinned for another shape by now; nothing is changed
 * then.
 */
export function bringBackShapes(registry: ShapeRegistry, saved: SavedRegistry): void {
  if (saved.version === registry.version) return;
  const lost: number[] = [];
  const wasFree = new Set(saved.free);
  for (let handle = 1; handle < saved.end; handle++) {
    if (!wasFree.has(handle) && registry.shapes[handle] !== saved.shapes[handle]) lost.push(handle);
  }
  for (const handle of lost) {
    if (registry.pins?.has(handle)) {
      throw new CollisionError('invalid-state', `shape handle ${handle} has been registered for another shape since`);
    }
  }
  if (lost.length > 0) renewLists(registry);
  for (const handle of lost) {
    dropShape(registry, handle);
    putShape(registry, handle, saved.shapes[handle]!);
  }
}

/**
 * Frees the shapes that have come since and that nobody needs, so that the next to come get the handles that they got
 * then. To be called when the colliders are back.
 */
export function dropLaterShapes(set: ColliderSet, saved: SavedRegistry, forEachOwner: ForEachOwner): void {
  const { registry } = set;
  if (saved.version === registry.version) return;
  const used = findUsed(set, forEachOwner);
  const wasFree = new Set(saved.free);
  renewLists(registry);
  for (let handle = 1; handle < registry.shapes.length; handle++) {
    const isLater = handle >= saved.end || wasFree.has(handle);
    if (isLater && used[handle] === 0 && !registry.pins?.has(handle)) dropShape(registry, handle);
  }
  while (registry.shapes.length > saved.end && registry.shapes.at(-1) === undefined) registry.shapes.pop();
  registry.kinds.length = registry.shapes.length;
  const later = registry.shapes.map((_, handle) => handle).slice(saved.end);
  registry.free = [...later, ...saved.free].filter((handle) => registry.shapes[handle] === undefined);
  registry.sweepAt = saved.sweepAt;
  registry.version++;
}

/** A registry as it was, for questions about the past. */
export interface KeptRegistry extends KeptMaps {
  registry: ShapeRegistry;
  version: number;
}

/** Keeps the shapes that there are now, in `out` where one is given: what is freed later stays in it. */
export function keepShapes(registry: ShapeRegistry, out: KeptRegistry | undefined): KeptRegistry {
  const kept = out ?? { registry: { ...registry }, version: -1, maps: [], cells: [] };
  kept.registry.shapes = registry.shapes;
  kept.registry.kinds = registry.kinds;
  kept.registry.columns = registry.columns;
  if (kept.version !== registry.version) kept.maps = mapsOf(registry);
  kept.version = registry.version;
  keepMaps(kept);
  return kept;
}

/** Returns what was kept as a registry, in which maps have the tiles they had, whatever becomes of them later. */
export function keptRegistry({ registry, maps, cells }: KeptRegistry): ShapeRegistry {
  if (maps.length === 0) return registry;
  const shapes = registry.shapes.map((shape) => {
    const i = shape === undefined ? -1 : maps.indexOf(shape);
    if (i < 0) return shape;
    const grid = shape!.grid!;
    return { ...shape!, grid: { ...grid, cells: cellsAsKept(grid.cells, cells[i]) } };
  });
  return { ...registry, shapes };
}
