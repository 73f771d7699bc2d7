import { SLOT_LIVE } from '../collider-slots.ts';
import { refuse } from '../errors.ts';
import type {
  AnyShape,
  AnyShapeRegistry,
  ForEachOwner,
  HandledShape,
  HandleUsers,
  ShapeRegistry,
  ShapeTables,
} from './handled-shape.ts';

export function createShapeRegistry<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  tables: ShapeTables<Shape, Columns, Extent>,
): ShapeRegistry<Shape, Columns, Extent> {
  return {
    shapes: [undefined],
    kinds: [0],
    columns: tables.noColumns,
    handles: new Map(),
    pins: undefined,
    free: [],
    sweepAt: 64,
    version: 0,
    sweep: undefined,
    lastInlineKind: tables.lastInlineKind,
    extents: tables.extents,
    tables,
  };
}

/**
 * Returns the handle of a shape, registering it if it is new. @throws CollisionError `invalid-shape` for a value that
 * no shape maker has made.
 */
export function registerShape<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  shape: Shape,
): number {
  return requireShape(shape).record.enter(registry, shape);
}

/** Refuses a value that no shape maker has made. @throws CollisionError `invalid-shape`. */
export function requireShape<Shape extends AnyShape>(shape: Shape | 0): Shape {
  if (shape !== 0 && typeof shape?.record?.enter === 'function') return shape;
  refuse('invalid-shape', 'shape', 'the .shape of what a shape maker returned', shape);
}

/** Keeps a shape registered, used or not, until `unpinShape` is called as often. */
export function pinShape(registry: AnyShapeRegistry, handle: number): void {
  registry.pins ??= new Map();
  registry.pins.set(handle, (registry.pins.get(handle) ?? 0) + 1);
}

/** Takes back one `pinShape`. @throws CollisionError `unknown-shape` when the handle is not pinned. */
export function unpinShape({ pins }: AnyShapeRegistry, handle: number): void {
  const count = pins?.get(handle);
  if (count === undefined) refuse('unknown-shape', 'a handle to release', 'one that registerShape returned', handle);
  if (count === 1) pins!.delete(handle);
  else pins!.set(handle, count - 1);
}

/** Returns whether enough shapes have been registered since the last sweep for another one to pay. */
export function sweepIsDue({ sweep, handles, sweepAt }: AnyShapeRegistry): boolean {
  return sweep !== undefined && handles.size >= sweepAt;
}

/** Frees every shape that is not pinned and that no collider refers to any more. */
export function sweepShapes(users: HandleUsers, forEachOwner: ForEachOwner): void {
  users.registry.sweep?.(users, forEachOwner);
}

/**
 * Returns the handle of a shape, registering it if it is new. The records of kinds refer to this function, so that
 * games without registered shapes do not ship it.
 */
export function enterRegistry<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  shape: Shape,
): number {
  const known = registry.handles.get(shape);
  if (known !== undefined) return known;
  const handle = registry.free.pop() ?? registry.shapes.length;
  const { tables } = registry;
  if (registry.columns === tables.noColumns) registry.columns = tables.copyColumns(tables.noColumns);
  putShape(registry, handle, shape);
  registry.version++;
  registry.sweep = freeUnused;
  const { record } = shape;
  record.addRoutines();
  registry.extents[record.kind] = record.writeExtent;
  if (record.inPlace !== undefined) tables.changesInPlace[record.kind] = 1;
  return handle;
}

/** Lets an empty handle mean a shape. */
export function putShape<Shape extends HandledShape<Shape, Extent>, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  handle: number,
  shape: Shape,
): void {
  registry.shapes[handle] = shape;
  registry.kinds[handle] = shape.record.kind;
  registry.tables.setColumns(registry.columns, handle, shape);
  registry.handles.set(shape, handle);
}

function freeUnused(users: HandleUsers, forEachOwner: ForEachOwner): void {
  const { registry } = users;
  const used = findUsed(users, forEachOwner);
  renewLists(registry);
  registry.version++;
  for (let handle = 1; handle < registry.shapes.length; handle++) {
    const shape = registry.shapes[handle];
    if (shape === undefined || used[handle] === 1 || registry.pins?.has(handle)) continue;
    dropShape(registry, handle);
    registry.free.push(handle);
  }
  registry.sweepAt = Math.max(64, registry.handles.size * 2);
}

/** Replaces the lists by copies before shapes are removed from them: snapshots and histories keep the old ones. */
export function renewLists<Shape, Columns, Extent>(registry: ShapeRegistry<Shape, Columns, Extent>): void {
  registry.shapes = registry.shapes.slice();
  registry.kinds = registry.kinds.slice();
  registry.columns = registry.tables.copyColumns(registry.columns);
}

/** Empties a handle. */
export function dropShape<Shape, Columns, Extent>(
  registry: ShapeRegistry<Shape, Columns, Extent>,
  handle: number,
): void {
  const shape = registry.shapes[handle];
  registry.shapes[handle] = undefined;
  registry.kinds[handle] = 0;
  registry.tables.setColumns(registry.columns, handle, undefined);
  if (shape !== undefined && registry.handles.get(shape) === handle) registry.handles.delete(shape);
}

/** Returns, by handle, whether a collider refers to it, by the stores or by what queries see. */
export function findUsed(users: HandleUsers, forEachOwner: ForEachOwner): Uint8Array {
  const { registry, shape: columns, slots, kinds, handles } = users;
  const used = new Uint8Array(registry.shapes.length);
  forEachOwner((index) => {
    const handle = columns.shape[index];
    if (handle < used.length) used[handle] = 1;
  });
  // The handles that queries use until bounds are computed, which may be long when a tick is refused. A slot whose kind
  // has no registered shape keeps the handle of an earlier one.
  for (let slot = 0; slot < slots.end; slot++) {
    const handle = handles[slot];
    if (slots.state[slot] === SLOT_LIVE && registry.kinds[handle] === kinds[slot]) used[handle] = 1;
  }
  return used;
}
