import type { ColliderSet } from '../collider-set.ts';
import { CollisionError } from '../errors.ts';
import type { ForEachOwner, HandledShape, ShapeRegistry } from './handled-shape.ts';
import { dropShape, findUsed, putShape, renewLists } from './shape-registry.ts';

/** The shapes of a registry that may change in place, and what each of them held. */
interface KeptContents<Shape> {
  changing: readonly Shape[];
  readonly contents: unknown[];
}

/** The shapes that a registry had, and the handles that come next. */
export interface SavedRegistry<Shape> extends KeptContents<Shape> {
  version: number;
  /**
   * The registry's own list, which only grows until a sweep replaces it. The saved shapes are those at its first `end`
   * places, without the places in `free`.
   */
  shapes: (Shape | undefined)[];
  end: number;
  free: readonly number[];
  sweepAt: number;
}

export function createSavedRegistry<Shape>(): SavedRegistry<Shape> {
  return { version: -1, shapes: [], end: 0, free: [], sweepAt: 0, changing: [], contents: [] };
}

export function saveRegistry<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  saved: SavedRegistry<Shape>,
  registry: ShapeRegistry<Shape, Columns, Extent>,
): void {
  if (saved.version !== registry.version || saved.shapes !== registry.shapes) {
    saved.version = registry.version;
    saved.shapes = registry.shapes;
    saved.end = registry.shapes.length;
    saved.free = registry.free.slice();
    saved.sweepAt = registry.sweepAt;
    saved.changing = changingOf(registry.shapes);
  }
  keepContents(saved);
}

function changingOf<Shape extends HandledShape<Shape, unknown>>(shapes: readonly (Shape | undefined)[]): Shape[] {
  return shapes.filter((shape) => shape?.record.inPlace !== undefined) as Shape[];
}

function keepContents<Shape extends HandledShape<Shape, unknown>>({ changing, contents }: KeptContents<Shape>): void {
  contents.length = changing.length;
  for (let i = 0; i < changing.length; i++) contents[i] = changing[i].record.inPlace!.keep(changing[i]);
}

/** Gives shapes that have changed in place the content back that they had. */
export function bringBackContents<Shape extends HandledShape<Shape, unknown>>(saved: SavedRegistry<Shape>): void {
  const { changing, contents } = saved;
  for (let i = 0; i < changing.length; i++) changing[i].record.inPlace!.bringBack(changing[i], contents[i]);
}

/**
 * Puts shapes back that have been freed since: every handle that meant a shape then means it again.
 * @throws CollisionError `invalid-state` when one of these handles is pinned for another shape by now; nothing is
 * changed then.
 */
export function bringBackShapes<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  saved: SavedRegistry<Shape>,
): void {
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
 * Frees the shapes that were registered after the snapshot and are not used, so that the next shapes get the same
 * handles as they got after the snapshot. To be called when the colliders are restored.
 */
export function dropLaterShapes<Shape>(
  set: ColliderSet,
  saved: SavedRegistry<Shape>,
  forEachOwner: ForEachOwner,
): void {
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

/** The registry of a tick of the past, for queries of a history. */
export interface KeptRegistry<Shape, Columns, Extent> extends KeptContents<Shape> {
  registry: ShapeRegistry<Shape, Columns, Extent>;
  version: number;
}

/** Keeps the present shapes, in `out` where one is given: a shape that is freed later stays in it. */
export function keepShapes<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  out?: KeptRegistry<Shape, Columns, Extent>,
): KeptRegistry<Shape, Columns, Extent> {
  const kept = out ?? { registry: { ...registry }, version: -1, changing: [], contents: [] };
  kept.registry.shapes = registry.shapes;
  kept.registry.kinds = registry.kinds;
  kept.registry.columns = registry.columns;
  if (kept.version !== registry.version) kept.changing = changingOf(registry.shapes);
  kept.version = registry.version;
  keepContents(kept);
  return kept;
}

/** Returns the kept shapes as a registry in which they have their kept content, even when they change later. */
export function keptRegistry<Shape extends HandledShape<Shape, Extent>, Columns, Extent>({
  registry,
  changing,
  contents,
}: KeptRegistry<Shape, Columns, Extent>): ShapeRegistry<Shape, Columns, Extent> {
  if (changing.length === 0) return registry;
  const shapes = registry.shapes.map((shape) => {
    const i = shape === undefined ? -1 : changing.indexOf(shape);
    return i < 0 ? shape : changing[i].record.inPlace!.asKept(changing[i], contents[i]);
  });
  return { ...registry, shapes };
}
