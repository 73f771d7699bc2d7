import { CollisionError } from '../src/core/errors.ts';

/** The typed arrays a column may be. */
export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

type ColumnType<C extends Column> = {
  new (length: number): C;
  new (buffer: ArrayBufferLike): C;
  BYTES_PER_ELEMENT: number;
};

/** How one field of a component is stored: the array's type, and the value a new component starts with. */
export interface ColumnSpec<C extends Column = Column> {
  readonly type: ColumnType<C>;
  readonly initial: number;
}

export type StoreSpec = Readonly<Record<string, ColumnSpec>>;

/** A component: a plain object of flat typed arrays, one per field, indexed by entity index. */
export type Store<S extends StoreSpec> = { [K in keyof S]: S[K] extends ColumnSpec<infer C> ? C : never };

/** Values for some or all fields of one entity. */
export type StoreValues<S extends StoreSpec> = { [K in keyof S]?: number };

/** Describes a field. */
export function column<C extends Column>(type: ColumnType<C>, initial: number): ColumnSpec<C> {
  return { type, initial };
}

/** Makes a store for entity indices 0 … capacity − 1, over SharedArrayBuffers when `shared`. */
export function createStore<S extends StoreSpec>(spec: S, capacity: number, shared: boolean): Store<S> {
  const store: Record<string, Column> = {};
  for (const field of Object.keys(spec)) store[field] = makeColumn(spec[field]!, capacity, shared);
  return store as Store<S>;
}

/** Replaces every column by a longer copy. References held to the old arrays go stale. */
export function growStore<S extends StoreSpec>(store: Store<S>, spec: S, capacity: number, shared: boolean): void {
  const columns = store as Record<string, Column>;
  for (const field of Object.keys(spec)) {
    const grown = makeColumn(spec[field]!, capacity, shared);
    grown.set(columns[field]!);
    columns[field] = grown;
  }
}

/** Sets every field of one entity to its initial value: after an id is recycled, the last owner's values are still there. */
export function resetRow<S extends StoreSpec>(store: Store<S>, spec: S, index: number): void {
  const columns = store as Record<string, Column>;
  for (const field of Object.keys(spec)) columns[field]![index] = spec[field]!.initial;
}

/** Whether every field of one entity still has its initial value. */
export function isInitialRow<S extends StoreSpec>(store: Store<S>, spec: S, index: number): boolean {
  const columns = store as Record<string, Column>;
  return Object.keys(spec).every((field) => columns[field]![index] === spec[field]!.initial);
}

/**
 * Writes the given fields of one entity; fields that are absent keep their value.
 * @throws CollisionError `invalid-number` naming the first field that is not a finite number; nothing is written then.
 */
export function writeRow<S extends StoreSpec>(
  name: string,
  store: Store<S>,
  spec: S,
  index: number,
  values: StoreValues<S>,
): void {
  for (const field of Object.keys(values)) {
    if (!(field in spec)) continue;
    const value = values[field] as number | undefined;
    if (value !== undefined && !Number.isFinite(value)) {
      throw new CollisionError('invalid-number', `${name}.${field} must be a finite number, got ${value}`);
    }
  }
  const columns = store as Record<string, Column>;
  for (const field of Object.keys(spec)) {
    const value = values[field];
    if (value !== undefined) columns[field]![index] = value;
  }
}

/** Reads all fields of one entity: what a prefab hands down. */
export function readRow<S extends StoreSpec>(store: Store<S>, spec: S, index: number): Record<keyof S, number> {
  const columns = store as Record<string, Column>;
  const values: Record<string, number> = {};
  for (const field of Object.keys(spec)) values[field] = columns[field]![index]!;
  return values as Record<keyof S, number>;
}

function makeColumn(spec: ColumnSpec, capacity: number, shared: boolean): Column {
  const made = shared
    ? new spec.type(new SharedArrayBuffer(capacity * spec.type.BYTES_PER_ELEMENT))
    : new spec.type(capacity);
  if (spec.initial !== 0) made.fill(spec.initial);
  return made;
}
