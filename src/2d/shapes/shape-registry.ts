import { SLOT_LIVE } from '../../core/collider-slots.ts';
import { refuse } from '../../core/errors.ts';
import type { ExtentRoutine } from '../bounds/extent.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { CollideRoutine } from '../narrow-phase/routine-table.ts';
import { copyOutlines, NO_OUTLINES, type OutlineColumns, setOutline } from './outline-columns.ts';
import type { RegisteredShape } from './registered-shape.ts';
import { SHAPE_KIND_COUNT } from './shape-kind.ts';

/**
 * Shapes by handle. Handles start at 1; 0 means no shape. A shape is registered when an entity first uses it and freed
 * when a sweep finds no collider left that refers to it, unless it is pinned.
 */
export interface ShapeRegistry {
  /** By handle; undefined where free. */
  shapes: (RegisteredShape | undefined)[];
  /** Their kinds, side by side for queries; 0 where free. */
  kinds: number[];
  outlines: OutlineColumns;
  handles: Map<RegisteredShape, number>;
  /** How often each is pinned, by handle; undefined until one is. */
  pins: Map<number, number> | undefined;
  free: number[];
  /** Registered shapes at which the next sweep pays. */
  sweepAt: number;
  /** Counts changes of which shapes there are. */
  version: number;
  /** How a sweep is done: comes with the first shape that is registered. */
  sweep: typeof freeUnused | undefined;
  /**
   * One collide routine for every pair of kinds, at kindA · SHAPE_KIND_COUNT + kindB. Shapes add theirs when they are
   * registered; those of the inline kinds come with the narrow phase.
   */
  readonly routines: (CollideRoutine | undefined)[];
  /** By kind: how bounds are computed. */
  readonly extents: (ExtentRoutine | undefined)[];
}

/** All worlds treat a kind alike, so they share the tables. */
const routines: (CollideRoutine | undefined)[] = new Array(SHAPE_KIND_COUNT * SHAPE_KIND_COUNT).fill(undefined);
const extents: (ExtentRoutine | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);

export function createShapeRegistry(): ShapeRegistry {
  return {
    shapes: [undefined],
    kinds: [0],
    outlines: NO_OUTLINES,
    handles: new Map(),
    pins: undefined,
    free: [],
    sweepAt: 64,
    version: 0,
    sweep: undefined,
    routines,
    extents,
  };
}

/**
 * Returns the handle of a shape, registering it if it is new.
 * @throws CollisionError `invalid-shape` for what no shape maker made.
 */
export function registerShape(registry: ShapeRegistry, shape: RegisteredShape): number {
  return requireShape(shape).record.enter(registry, shape);
}

/** @throws CollisionError `invalid-shape` for what no shape maker made. */
export function requireShape(shape: RegisteredShape | 0): RegisteredShape {
  if (shape !== 0 && typeof shape?.record?.enter === 'function') return shape;
  refuse('invalid-shape', 'shape', 'the .shape of what a shape maker returned', shape);
}

/** Keeps a shape registered, used or not, until `unpinShape` is called as often. */
export function pinShape(registry: ShapeRegistry, handle: number): void {
  registry.pins ??= new Map();
  registry.pins.set(handle, (registry.pins.get(handle) ?? 0) + 1);
}

/** Takes back one `pinShape`. @throws CollisionError `unknown-shape` when the handle is not pinned. */
export function unpinShape(registry: ShapeRegistry, handle: number): void {
  const { pins } = registry;
  const count = pins?.get(handle);
  if (count === undefined) refuse('unknown-shape', 'a handle to release', 'one that registerShape returned', handle);
  if (count === 1) pins!.delete(handle);
  else pins!.set(handle, count - 1);
}

/** Whether enough shapes have been registered since the last sweep for another one to pay. */
export function sweepIsDue({ sweep, handles, sweepAt }: ShapeRegistry): boolean {
  return sweep !== undefined && handles.size >= sweepAt;
}

/** Calls `visit` with the entity index of everything that has a Collider, live or not. */
export type ForEachOwner = (visit: (index: number) => void) => void;

/** Frees every shape that is not pinned and that nobody refers to any more. */
export function sweepShapes(set: ColliderSet, forEachOwner: ForEachOwner): void {
  set.registry.sweep?.(set, forEachOwner);
}

/**
 * Returns the handle of a shape, registering it if it is new. Records bring this along: games without them do not ship
 * it.
 */
export function enterRegistry(registry: ShapeRegistry, shape: RegisteredShape): number {
  const known = registry.handles.get(shape);
  if (known !== undefined) return known;
  const handle = registry.free.pop() ?? registry.shapes.length;
  if (registry.outlines === NO_OUTLINES) registry.outlines = copyOutlines(NO_OUTLINES);
  putShape(registry, handle, shape);
  registry.version++;
  registry.sweep = freeUnused;
  shape.record.addRoutines(registry.routines);
  registry.extents[shape.record.kind] = shape.record.writeExtent;
  return handle;
}

/** Lets an empty handle mean a shape. */
export function putShape(registry: ShapeRegistry, handle: number, shape: RegisteredShape): void {
  registry.shapes[handle] = shape;
  registry.kinds[handle] = shape.record.kind;
  setOutline(registry.outlines, handle, shape);
  registry.handles.set(shape, handle);
}

function freeUnused(set: ColliderSet, forEachOwner: ForEachOwner): void {
  const { registry } = set;
  const used = findUsed(set, forEachOwner);
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

/** Takes copies of the lists before shapes are taken out: snapshots and histories hold on to what they may need. */
export function renewLists(registry: ShapeRegistry): void {
  registry.shapes = registry.shapes.slice();
  registry.kinds = registry.kinds.slice();
  registry.outlines = copyOutlines(registry.outlines);
}

/** Empties a handle. */
export function dropShape(registry: ShapeRegistry, handle: number): void {
  const shape = registry.shapes[handle];
  registry.shapes[handle] = undefined;
  registry.kinds[handle] = 0;
  setOutline(registry.outlines, handle, undefined);
  if (shape !== undefined && registry.handles.get(shape) === handle) registry.handles.delete(shape);
}

/** Returns by handle whether a collider, or what queries see of one, refers to it. */
export function findUsed(set: ColliderSet, forEachOwner: ForEachOwner): Uint8Array {
  const { registry, shape: columns, slots, kinds, handles } = set;
  const used = new Uint8Array(registry.shapes.length);
  forEachOwner((index) => {
    const handle = columns.shape[index];
    if (handle < used.length) used[handle] = 1;
  });
  // What queries see until bounds are computed, which may be long when a tick is refused. A slot whose kind has no
  // registered shape keeps the handle of an earlier one.
  for (let slot = 0; slot < slots.end; slot++) {
    const handle = handles[slot];
    if (slots.state[slot] === SLOT_LIVE && registry.kinds[handle] === kinds[slot]) used[handle] = 1;
  }
  return used;
}
