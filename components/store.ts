import { CollisionError, requireBits, requireFinite, requireKeys } from '../src/core/errors.ts';
import { grownCapacity } from '../src/core/typed-array.ts';

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

/** The description of a store given by its type, over buffers of either kind. */
export type SpecOf<T> = { readonly [K in keyof T]: T[K] extends Column ? ColumnSpec<T[K]> : never };

/** Values for some or all fields of one entity. */
export type StoreValues<S extends StoreSpec> = { [K in keyof S]?: number };

/** Describes a field. */
export function column<C extends Column>(type: ColumnType<C>, initial = 0): ColumnSpec<C> {
  return { type, initial };
}

/** How far a store reaches: entity indices it holds at first and at most, and whether it lies on SharedArrayBuffers. */
export interface StoreLimits {
  readonly capacity: number;
  readonly maxIndex: number;
  readonly shared: boolean;
}

/** A store and what is done to it, by entity index. */
export interface StoreKeeper<S extends StoreSpec> {
  readonly component: Store<S>;
  /** Whose values have been reset, by what the owner of the store knows an entity's life by. */
  readonly initialised: WeakSet<object>;
  /**
   * Makes room for an index by replacing every column by a longer copy: references held to the old arrays go stale.
   * @throws CollisionError `out-of-range` beyond the largest index.
   */
  reserve(index: number): void;
  /** Sets every field to its initial value: after an id is recycled, the last owner's values are still there. */
  reset(index: number): void;
  /** Whether every field still has its initial value. */
  isReset(index: number): boolean;
  /**
   * Writes the given fields; those that are absent or undefined keep their value.
   * @throws CollisionError `invalid-state` for what is no object, or has a key that is no field; `invalid-number`
   *   naming the first field that is not a finite number, or no integer of the column's bits, signed or unsigned, where
   *   integers are kept. Nothing is written then.
   */
  write(index: number, values: object): void;
  /** Reads all fields: what a prefab hands down. */
  read(index: number): { [K in keyof S]: number };
}

/**
 * By field: makes a number of what `set()` may be given instead of one. @throws CollisionError for what it cannot use.
 */
export type Converters = Readonly<Record<string, (value: never) => number>>;

/** Makes a store of the fields in `spec`. */
export function createStore<S extends StoreSpec>(
  name: string,
  spec: S,
  { capacity, maxIndex, shared }: StoreLimits,
  converters: Converters = {},
): StoreKeeper<S> {
  const store: Record<string, Column> = {};
  const fields = Object.keys(spec);
  const makeColumns = (length: number): void => {
    for (const field of fields) {
      const { type, initial } = spec[field];
      const size = length * type.BYTES_PER_ELEMENT;
      const made = shared ? new type(new SharedArrayBuffer(size)) : new type(length);
      // Memory that is not written to is not taken up.
      if (initial !== 0) made.fill(initial);
      made.set(store[field] ?? []);
      store[field] = made;
    }
  };
  makeColumns(capacity);
  return {
    component: store as Store<S>,
    initialised: new WeakSet(),
    reserve(index) {
      if (index > maxIndex) {
        throw new CollisionError(
          'out-of-range',
          `${name}: entity index ${index} is beyond maxEntityIndex, ${maxIndex}; raise it in createCollision`,
        );
      }
      const { length } = store[fields[0]];
      if (index >= length) makeColumns(Math.min(grownCapacity(length, index + 1), maxIndex + 1));
    },
    reset(index) {
      for (const field of fields) store[field][index] = spec[field].initial;
    },
    isReset: (index) => fields.every((field) => store[field][index] === spec[field].initial),
    write(index, given) {
      requireKeys(name, given, fields);
      const values: Record<string, number> = {};
      const toConvert: string[] = [];
      for (const field in given) {
        const value = (given as Record<string, number | undefined>)[field];
        if (value === undefined) continue;
        values[field] = value;
        const { type } = spec[field];
        if (field in converters && typeof value !== 'number') toConvert.push(field);
        else if (type === Float64Array) requireFinite(`${name}.${field}`, value);
        else requireBits(`${name}.${field}`, value, 8 * type.BYTES_PER_ELEMENT);
      }
      // Last, as converting may leave something behind.
      for (const field of toConvert) values[field] = converters[field](values[field] as never);
      for (const field in values) store[field][index] = values[field];
    },
    read: (index) =>
      Object.fromEntries(fields.map((field) => [field, store[field][index]])) as { [K in keyof S]: number },
  };
}
