import { $internal } from 'bitecs';
import {
  type CollisionSnapshot,
  createSnapshot,
  restoreCollision,
  savedEntities,
  saveCollision as savePlane,
} from 'bitecs-collision/2d';
import { saveCollision as saveSpace } from 'bitecs-collision/3d';
import { copyPages, type Numbers, type Paged, pastePages } from './pages.ts';
import type { Memory } from './remember.ts';

/** All that the next tick of a sim depends on, as it was once. */
export interface Moment {
  readonly sim: object;
  readonly worlds: readonly SavedWorld[];
  /** What each object held that can be reached from the sim. */
  readonly copies: ReadonlyMap<object, Copy>;
  /** What each memory has read. */
  readonly read: readonly object[];
  /** About how many bytes it takes that the moment before has not. */
  readonly bytes: number;
}

interface SavedWorld {
  readonly world: object;
  /** Its columns are empty until it is restored. */
  readonly snapshot: CollisionSnapshot;
  readonly columns: ReadonlyMap<string, Paged>;
}

type Copy =
  | { readonly kind: 'numbers'; readonly paged: Paged }
  | {
      readonly kind: 'list' | 'map' | 'set' | 'fields';
      readonly names: readonly string[];
      readonly values: readonly unknown[];
    };

/** Roughly what a moment takes for an object that has not changed, and for each value of one that has. */
const OBJECT_BYTES = 48;
const VALUE_BYTES = 8;
const NO_NAMES: readonly string[] = [];

/** Keeps a sim as it is, and takes it back there. What has not changed since the moment before takes no room. */
export class MomentKeeper {
  readonly #sim: object;
  readonly #memories: readonly Memory[];
  readonly #saverOf = new WeakMap<object, typeof savePlane>();
  /** Arrays of columns by world, which snapshots use in turn. */
  readonly #spare = new WeakMap<object, Map<string, Numbers>>();
  #last: Moment | undefined;

  constructor(sim: object, memories: readonly Memory[]) {
    this.#sim = sim;
    this.#memories = memories;
  }

  keep(): Moment {
    const read = this.#memories.map((memory) => memory.read());
    const copies = new Map<object, Copy>();
    const worlds: object[] = [];
    let bytes = 0;
    // The list grows while it is read.
    const found: object[] = [this.#sim, ...read];
    const seen = new Set(found);
    const visit = (value: unknown): void => {
      if (!canChange(value) || seen.has(value)) return;
      seen.add(value);
      if ($internal in value) worlds.push(value);
      else if (!isCollision(value)) found.push(value);
    };
    for (const thing of found) {
      const before = this.#last?.copies.get(thing);
      const copy = copyOf(thing, before);
      if (copy === undefined) continue;
      bytes += OBJECT_BYTES + (copy === before ? 0 : sizeOfCopy(copy));
      copies.set(thing, copy);
      if (copy.kind !== 'numbers') copy.values.forEach(visit);
    }
    const saved = worlds.filter(hasCollision).map((world) => this.#save(world));
    for (const { columns } of saved) for (const { ownBytes } of columns.values()) bytes += ownBytes;
    this.#last = { sim: this.#sim, worlds: saved, copies, read, bytes };
    return this.#last;
  }

  recall(moment: Moment): void {
    for (const [thing, copy] of moment.copies) putBack(thing, copy);
    for (const saved of moment.worlds) this.#restore(saved);
    this.#memories.forEach(({ write }, i) => {
      write?.(moment.read[i] as never);
    });
    this.#last = moment;
  }

  /** About how many bytes moments take together: what they have in common is there once. */
  sizeOf(moments: readonly Moment[]): number {
    return sizeOf(moments);
  }

  #save(world: object): SavedWorld {
    const snapshot = createSnapshot({ stores: storesOf(world), entities: savedEntities });
    const spare = this.#spare.get(world) ?? new Map<string, Numbers>();
    this.#spare.set(world, spare);
    for (const [name, values] of spare) snapshot.columns.set(name, { values: values as Float64Array, count: 0 });
    this.#saver(world, snapshot);
    const before = this.#last?.worlds.find((saved) => saved.world === world)?.columns;
    const columns = new Map<string, Paged>();
    for (const [name, column] of snapshot.columns) {
      columns.set(name, copyPages(column.values, before?.get(name)));
      spare.set(name, column.values);
      column.values = emptyOf(column.values);
    }
    return { world, snapshot, columns };
  }

  #restore({ world, snapshot, columns }: SavedWorld): void {
    const spare = this.#spare.get(world)!;
    for (const [name, column] of snapshot.columns) {
      const paged = columns.get(name)!;
      const array = spare.get(name);
      const fits = array?.constructor === column.values.constructor && array.length === paged.length;
      column.values = (
        fits ? array : new (column.values.constructor as Float64ArrayConstructor)(paged.length)
      ) as Float64Array;
      pastePages(paged, column.values);
    }
    restoreCollision(world, snapshot);
    for (const [name, column] of snapshot.columns) {
      spare.set(name, column.values);
      column.values = emptyOf(column.values);
    }
  }

  /** Saves a world by the function of its dimension: the other one refuses it. */
  #saver(world: object, snapshot: CollisionSnapshot): void {
    const known = this.#saverOf.get(world);
    if (known !== undefined) {
      known(world, snapshot);
      return;
    }
    let saver = savePlane;
    try {
      savePlane(world, snapshot);
    } catch {
      saver = saveSpace;
      saveSpace(world, snapshot);
    }
    this.#saverOf.set(world, saver);
  }
}

/** Makes what keeps a sim as it is from time to time. */
export function createKeeper(sim: object, memories: readonly Memory[]): MomentKeeper {
  return new MomentKeeper(sim, memories);
}

/** Whether a value holds others that may become different ones. */
function canChange(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && !Object.isFrozen(value);
}

/** What `createCollision` returns is saved with its world. */
function isCollision(value: object): boolean {
  return 'onBegin' in value && 'Collider' in value;
}

function copyOf(thing: object, before: Copy | undefined): Copy | undefined {
  if (ArrayBuffer.isView(thing)) {
    const known = before?.kind === 'numbers' ? before.paged : undefined;
    const paged = copyPages(thing as Numbers, known);
    return paged.ownBytes === 0 && paged.length === known?.length ? before : { kind: 'numbers', paged };
  }
  const copy = valuesOf(thing);
  if (copy === undefined || before === undefined || before.kind === 'numbers') return copy;
  return isSame(copy.values, before.values) && isSame(copy.names, before.names) ? before : copy;
}

function valuesOf(thing: object): Exclude<Copy, { kind: 'numbers' }> | undefined {
  if (Array.isArray(thing)) return { kind: 'list', names: NO_NAMES, values: thing.slice() };
  if (thing instanceof Map) return { kind: 'map', names: NO_NAMES, values: [...thing].flat(1) };
  if (thing instanceof Set) return { kind: 'set', names: NO_NAMES, values: [...thing] };
  if (thing instanceof WeakMap || thing instanceof WeakSet || thing instanceof ArrayBuffer) return undefined;
  const names: string[] = [];
  const values: unknown[] = [];
  for (const name of Object.keys(thing)) {
    const property = Object.getOwnPropertyDescriptor(thing, name)!;
    if (!('value' in property)) continue;
    names.push(name);
    values.push(property.value);
  }
  return names.length === 0 && typeof thing === 'function' ? undefined : { kind: 'fields', names, values };
}

function putBack(thing: object, copy: Copy): void {
  if (copy.kind === 'numbers') {
    pastePages(copy.paged, thing as Numbers);
    return;
  }
  const { kind, names, values } = copy;
  if (kind === 'list') {
    const list = thing as unknown[];
    list.length = values.length;
    for (let i = 0; i < values.length; i++) {
      if (i in values) list[i] = values[i];
      else delete list[i];
    }
  } else if (kind === 'map') {
    const map = thing as Map<unknown, unknown>;
    map.clear();
    for (let i = 0; i < values.length; i += 2) map.set(values[i], values[i + 1]);
  } else if (kind === 'set') {
    const set = thing as Set<unknown>;
    set.clear();
    for (const value of values) set.add(value);
  } else {
    const fields = thing as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      const isAccessor = Object.getOwnPropertyDescriptor(fields, name)?.get !== undefined;
      if (!isAccessor && !names.includes(name)) delete fields[name];
    }
    for (let i = 0; i < names.length; i++) if (!Object.is(fields[names[i]], values[i])) fields[names[i]] = values[i];
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

function sizeOfCopy(copy: Copy): number {
  return copy.kind === 'numbers' ? copy.paged.ownBytes : VALUE_BYTES * (copy.values.length + copy.names.length);
}

function sizeOf(moments: readonly Moment[]): number {
  const known = new Set<object>();
  let bytes = 0;
  const add = (part: object, size: number): void => {
    if (!known.has(part)) bytes += size;
    known.add(part);
  };
  const addPages = ({ pages }: Paged): void => {
    for (const page of pages) add(page, page.byteLength);
  };
  for (const { worlds, copies } of moments) {
    bytes += OBJECT_BYTES * copies.size;
    for (const { columns } of worlds) for (const paged of columns.values()) addPages(paged);
    for (const copy of copies.values()) {
      if (copy.kind === 'numbers') addPages(copy.paged);
      else add(copy, sizeOfCopy(copy));
    }
  }
  return bytes;
}

function emptyOf<T extends Numbers>(array: T): T {
  return new (array.constructor as new (length: number) => T)(0);
}

type Component = Readonly<Record<string, unknown>>;

function componentsOf(world: object): Component[] {
  const { componentMap } = (world as { [$internal]: { componentMap: ReadonlyMap<Component, unknown> } })[$internal];
  return [...componentMap.keys()];
}

/** Whether a world has a component that colliders have; one that has none is kept by what can be reached of it. */
function hasCollision(world: object): boolean {
  return componentsOf(world).some((component) => 'categoryBits' in component);
}

/** The components of a world that have values: arrays of numbers by entity. */
function storesOf(world: object): Record<string, Component> {
  const stores: Record<string, Component> = {};
  componentsOf(world).forEach((component, i) => {
    const columns = Array.isArray(component) ? [component] : Object.values(component);
    if (columns.some(isColumn) && columns.every(isNumeric)) stores[`component${i}`] = component;
  });
  return stores;
}

function isColumn(value: unknown): boolean {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isNumeric(value: unknown): boolean {
  return !Array.isArray(value) || value.every((entry) => entry === undefined || typeof entry === 'number');
}
