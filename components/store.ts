import { CollisionError, refuse, requireBits, requireFinite, requireKeys } from '../src/core/errors.ts';
import { LARGEST_LENGTH, requireCoordinate } from '../src/core/limits.ts';
import { refuseOtherDimension } from '../src/core/shapes/require-spec.ts';
import { grownCapacity, lengthened, makeArray } from '../src/core/typed-array.ts';

/** The typed arrays a column may be. */
export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

type ColumnType<C extends Column> = {
  new (length: number): C;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): C;
  BYTES_PER_ELEMENT: number;
};

/** How one field of a component is stored: the array's type, and the value a new component starts with. */
export interface ColumnSpec<C extends Column = Column> {
  readonly type: ColumnType<C>;
  readonly initial: number;
  /** Whether the values are coordinates, sizes or distances. */
  readonly isLength?: boolean;
}

export type StoreSpec = Readonly<Record<string, ColumnSpec>>;

/**
 * A component: a plain object of flat typed arrays, one per field, indexed by entity index. The arrays share one
 * buffer, so copy the arrays and not their `buffer`.
 */
export type Store<S extends StoreSpec> = { [K in keyof S]: S[K] extends ColumnSpec<infer C> ? C : never };

/** The description of a store given by its type, over buffers of either kind. */
export type SpecOf<T> = { readonly [K in keyof T]: T[K] extends Column ? ColumnSpec<T[K]> : never };

/** Values for some or all fields of one entity. */
export type StoreValues<S extends StoreSpec> = { [K in keyof S]?: number };

/** Describes a field. */
export function column<C extends Column>(type: ColumnType<C>, initial = 0): ColumnSpec<C> {
  return { type, initial };
}

/** Describes a field of coordinates, sizes or distances. */
export function lengthColumn(): ColumnSpec<Float64Array> {
  return { type: Float64Array, initial: 0, isLength: true };
}

/** How far a store reaches: entity indices it holds at first and at most, and whether it lies on SharedArrayBuffers. */
export interface StoreLimits {
  readonly capacity: number;
  readonly maxIndex: number;
  readonly shared: boolean;
}

/** The store of one component, and the operations on it by entity index. */
export interface StoreKeeper<S extends StoreSpec> {
  readonly component: Store<S>;
  /**
   * By entity index: 1 where the values belong to the living entity and were set to the initial ones when it got the
   * component. Written by the code that observes entities.
   */
  started: Uint8Array;
  /**
   * Makes room for an index by replacing every column by a longer copy: references held to the old arrays go stale.
   * @throws CollisionError `out-of-range` beyond the largest index.
   */
  reserve(index: number): void;
  /** Sets every field to its initial value: after an id is recycled, the last owner's values are still there. */
  reset(index: number): void;
  /** Returns whether every field still has its initial value. */
  isReset(index: number): boolean;
  /**
   * Writes the given fields; absent and undefined fields keep their value.
   * @throws CollisionError `invalid-state` for a value that is no object, or has a key that is no field;
   * `invalid-number` naming the first field that is not a finite number or, for lengths, beyond 1e30, or no integer of
   * the column's bits, signed or unsigned, where integers are kept. Nothing is written then.
   */
  write(index: number, values: object): void;
  /** Reads all fields: the values that an instance of a prefab inherits. */
  read(index: number): { [K in keyof S]: number };
}

/**
 * By field: the function that turns what `set()` is given into a number.
 * @throws CollisionError for a value that it cannot turn into one.
 */
export type Converters = Readonly<Record<string, (value: never) => number>>;

/**
 * Looks at the values that `set()` is given before any is written. @throws CollisionError for values that can only be a
 * mistake.
 */
export type ValuesCheck = (values: object) => void;

/** A field of a store, with everything that the checks of given values read. */
interface Field {
  readonly name: string;
  /** The index of the field in the list of fields. */
  readonly place: number;
  readonly spec: ColumnSpec;
  /**
   * The range of the column, from `least` to `most`: a signed and an unsigned integer of the same bits both fit.
   */
  readonly isFloat: boolean;
  readonly least: number;
  readonly most: number;
}

interface Fields {
  readonly list: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
}

/**
 * The fields of each spec, shared by all worlds: a small world would take a tenth more memory with fields of its own.
 */
const knownFields = new WeakMap<StoreSpec, Fields>();

function fieldsOf(spec: StoreSpec): Fields {
  const known = knownFields.get(spec);
  if (known !== undefined) return known;
  const list = Object.keys(spec).map((name, place): Field => {
    const { type } = spec[name];
    const bits = 8 * type.BYTES_PER_ELEMENT;
    const isFloat = type === Float64Array;
    const largest = spec[name].isLength ? LARGEST_LENGTH : Number.MAX_VALUE;
    const least = isFloat ? -largest : -(2 ** (bits - 1));
    return { name, place, spec: spec[name], isFloat, least, most: isFloat ? largest : 2 ** bits - 1 };
  });
  const fields = { list, byName: new Map(list.map((field) => [field.name, field])) };
  knownFields.set(spec, fields);
  return fields;
}

/** Makes a store of the fields in `spec`. */
export function createStore<S extends StoreSpec>(
  name: string,
  spec: S,
  limits: StoreLimits,
  converters: Converters = NO_CONVERTERS,
  check?: ValuesCheck,
): StoreKeeper<S> {
  return new Keeper(name, fieldsOf(spec), limits, converters, check);
}

const NO_CONVERTERS: Converters = {};

class Keeper<S extends StoreSpec> implements StoreKeeper<S> {
  readonly component: Store<S>;
  started: Uint8Array;
  readonly #name: string;
  readonly #fields: Fields;
  readonly #limits: StoreLimits;
  readonly #converters: Converters;
  readonly #check: ValuesCheck | undefined;
  /** The columns of `component`, in the order of the fields. */
  #columns: readonly Column[] = [];

  constructor(
    name: string,
    fields: Fields,
    limits: StoreLimits,
    converters: Converters,
    check: ValuesCheck | undefined,
  ) {
    this.#name = name;
    this.#fields = fields;
    this.#limits = limits;
    this.#converters = converters;
    this.#check = check;
    this.component = {} as Store<S>;
    this.started = makeArray(Uint8Array, limits.capacity);
    this.#makeColumns(limits.capacity);
  }

  reserve(index: number): void {
    const { length } = this.started;
    if (index < length) return;
    const { maxIndex } = this.#limits;
    if (index > maxIndex) {
      throw new CollisionError(
        'out-of-range',
        `${this.#name}: entity index ${index} is beyond maxEntityIndex, ${maxIndex}; raise it in createCollision`,
      );
    }
    const longer = Math.min(grownCapacity(length, index + 1), maxIndex + 1);
    this.#makeColumns(longer);
    this.started = lengthened(this.started, longer);
  }

  reset(index: number): void {
    const { list } = this.#fields;
    for (let i = 0; i < list.length; i++) this.#columns[i][index] = list[i].spec.initial;
  }

  isReset(index: number): boolean {
    return this.#fields.list.every(({ place, spec }) => this.#columns[place][index] === spec.initial);
  }

  write(index: number, given: object): void {
    const fields = this.#fields;
    let count = listPlain(given, fields);
    if (count === NOT_PLAIN) count = listPlain(toPlain(this.#name, given, fields, this.#converters), fields);
    this.#check?.(given);
    for (let i = 0; i < count; i++) this.#columns[listed[i]][index] = listedValues[i];
  }

  read(index: number): { [K in keyof S]: number } {
    const values = this.#fields.list.map(({ name, place }) => [name, this.#columns[place][index]]);
    return Object.fromEntries(values) as { [K in keyof S]: number };
  }

  /**
   * Replaces all columns by longer ones with the same values. All columns lie in one buffer, one behind the other, so
   * that many small worlds fit a cache.
   */
  #makeColumns(length: number): void {
    if (Object.isFrozen(this.component)) {
      refuse('invalid-state', this.#name, 'a store whose columns can be replaced as it grows', 'one that is frozen');
    }
    const { list } = this.#fields;
    const bytes = list.reduce((sum, { spec }) => sum + bytesOf(spec, length), 0);
    const buffer = this.#limits.shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    const store = this.component as Record<string, Column>;
    let end = 0;
    this.#columns = list.map(({ name, place, spec }) => {
      const made = new spec.type(buffer, end, length);
      end += bytesOf(spec, length);
      // Only the initial values that are not 0 are written: the system provides no memory for pages that are never
      // written to.
      if (spec.initial !== 0) made.fill(spec.initial);
      made.set(this.#columns[place] ?? []);
      store[name] = made;
      return made;
    });
  }
}

/**
 * Returns the bytes that a column of so many entries takes: a multiple of 8, so that a column of any type can follow.
 */
function bytesOf({ type }: ColumnSpec, entries: number): number {
  return 8 * Math.ceil((entries * type.BYTES_PER_ELEMENT) / 8);
}

type Values = Readonly<Record<string, unknown>>;

const NOT_PLAIN = -1;
/** Indices of fields, and the values given for them: all values are checked before the first one is written. */
const listed: number[] = [];
const listedValues: number[] = [];

/**
 * Lists the given values, if all are numbers that can be written as they are, which is the common case. Returns how
 * many, or NOT_PLAIN. As in `requireKeys`, unknown keys that the object inherits are left out.
 */
function listPlain(given: object, { list, byName }: Fields): number {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return NOT_PLAIN;
  let count = 0;
  let next = 0;
  for (const key in given) {
    // The keys usually come in the order of the fields: a name is only looked up where they do not.
    const field = next < list.length && list[next].name === key ? list[next] : byName.get(key);
    const value = (given as Values)[key];
    if (field === undefined && !Object.hasOwn(given, key)) continue;
    if (field === undefined || !fits(field, value)) return NOT_PLAIN;
    next = field.place + 1;
    if (value === undefined) continue;
    listed[count] = field.place;
    listedValues[count++] = value as number;
  }
  return count;
}

function fits({ isFloat, least, most }: Field, value: unknown): boolean {
  if (typeof value !== 'number') return value === undefined;
  return value >= least && value <= most && (isFloat || value % 1 === 0);
}

/** Refuses values that cannot be written, or makes numbers of values that can be converted. */
function toPlain(name: string, given: object, { list, byName }: Fields, converters: Converters): Values {
  // The usual mistakes with a component that holds a shape are to give a shape of the other dimension, or a renderer's
  // object.
  if (converters.shape !== undefined) refuseOtherDimension(name, given, byName.has('halfX') ? 3 : 2);
  const label = converters.shape === undefined ? name : `a ${name}, as a shape maker of its dimension returns it,`;
  requireKeys(
    label,
    given,
    list.map((field) => field.name),
  );
  const values: Record<string, unknown> = {};
  const toConvert: string[] = [];
  for (const key in given) {
    const field = byName.get(key);
    if (field === undefined) continue;
    const { isFloat, spec } = field;
    const value = (given as Values)[key] as number | undefined;
    if (value === undefined) continue;
    if (converters[key] !== undefined && typeof value !== 'number') toConvert.push(key);
    else if (isFloat) (spec.isLength ? requireCoordinate : requireFinite)(`${name}.${key}`, value);
    else requireBits(`${name}.${key}`, value, 8 * spec.type.BYTES_PER_ELEMENT);
    values[key] = value;
  }
  // Converters run after all checks, because a converter may register a shape.
  for (const key of toConvert) values[key] = converters[key](values[key] as never);
  return values;
}
