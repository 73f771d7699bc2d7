import { CollisionError } from '../../core/errors.ts';
import type { ColliderSet } from '../collider-set.ts';
import { dropShape, type ForEachOwner, findUsed, renewLists, type ShapeRegistry } from './shape-registry.ts';

/** Which shapes a registry had, and which handles come next. */
export interface SavedRegistry {
  version: number;
  /** The registry's own list, which only grows until a sweep replaces it: of which the first `end`, but the free. */
  shapes: ShapeRegistry['shapes'];
  end: number;
  free: readonly number[];
  sweepAt: number;
}

export function createSavedRegistry(): SavedRegistry {
  return { version: -1, shapes: [], end: 0, free: [], sweepAt: 0 };
}

export function saveRegistry(saved: SavedRegistry, registry: ShapeRegistry): void {
  if (saved.version === registry.version && saved.shapes === registry.shapes) return;
  saved.version = registry.version;
  saved.shapes = registry.shapes;
  saved.end = registry.shapes.length;
  saved.free = registry.free.slice();
  saved.sweepAt = registry.sweepAt;
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
    if (registry.pins.has(handle)) {
      throw new CollisionError('invalid-state', `shape handle ${handle} has been registered for another shape since`);
    }
  }
  if (lost.length > 0) renewLists(registry);
  for (const handle of lost) {
    dropShape(registry, handle);
    const shape = saved.shapes[handle]!;
    registry.shapes[handle] = shape;
    registry.kinds[handle] = shape.record.kind;
    registry.handles.set(shape, handle);
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
    if (isLater && used[handle] === 0 && !registry.pins.has(handle)) dropShape(registry, handle);
  }
  while (registry.shapes.length > saved.end && registry.shapes.at(-1) === undefined) registry.shapes.pop();
  registry.kinds.length = registry.shapes.length;
  const later = registry.shapes.map((_, handle) => handle).slice(saved.end);
  registry.free = [...later, ...saved.free].filter((handle) => registry.shapes[handle] === undefined);
  registry.sweepAt = saved.sweepAt;
  registry.version++;
}

/**
 * Returns a registry that goes on showing the shapes that there are now, in `out` where one is given: what is freed
 * later stays in it.
 */
export function keepShapes(registry: ShapeRegistry, out: ShapeRegistry | undefined): ShapeRegistry {
  if (out === undefined) return { ...registry };
  out.shapes = registry.shapes;
  out.kinds = registry.kinds;
  return out;
}
