import { CollisionError, refuse, requireFinite } from '../src/core/errors.ts';
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
   * Writes the given fields; those that are absent keep their value.
   * @throws CollisionError `invalid-number` naming the first field that is not a finite number, or no integer of the column's bits,
   *   signed or unsigned, where integers are kept; nothing is written then.
   */
  write(index: number, values: object): void;
  /** Reads all fields: what a prefab hands down. */
  read(index: number): { [K in keyof S]: number };
}

/** Makes a store of the fields in `spec`. `normalise` turns what `set()` is given into numbers. */
export function createStore<S extends StoreSpec>(
  name: string,
  spec: S,
  { capacity, maxIndex, shared }: StoreLimits,
  normalise: (values: object) => object = (values) => values,
): StoreKeeper<S> {
  const store: Record<string, Column> = {};
  const fields = Object.keys(spec);
  const makeColumns = (length: number): void => {
    for (const field of fields) {
      const { type, initial } = spec[field]!;
      const size = length * type.BYTES_PER_ELEMENT;
      const made = shared ? new type(new SharedArrayBuffer(size)) : new type(length);
      made.fill(initial).set(store[field] ?? []);
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
      const { length } = store[fields[0]!]!;
      if (index >= length) makeColumns(Math.min(grownCapacity(length, index + 1), maxIndex + 1));
    },
    reset(index) {
      for (const field of fields) store[field]![index] = spec[field]!.initial;
    },
    isReset: (index) => fields.every((field) => store[field]![index] === spec[field]!.initial),
    write(index, given) {
      const values = normalise(given) as Record<string, number | undefined>;
      const written = Object.keys(values).filter((field) => field in spec && values[field] !== undefined);
      for (const field of written) requireFits(`${name}.${field}`, values[field]!, spec[field]!);
      for (const field of written) store[field]![index] = values[field]!;
    },
    read: (index) =>
      Object.fromEntries(fields.map((field) => [field, store[field]![index]])) as { [K in keyof S]: number },
  };
}

/** An integer column would take anything, and keep its lowest bits. */
function requireFits(name: string, value: number, { type }: ColumnSpec): void {
  requireFinite(name, value);
  const bits = 8 * type.BYTES_PER_ELEMENT;
  const lowest = value << (32 - bits);
  if (type === Float64Array || lowest >> (32 - bits) === value || lowest >>> (32 - bits) === value) return;
  refuse('invalid-number', name, `an integer of ${bits} bits`, value);
}
