import { CollisionError, refuse, requireKeys } from '../errors.ts';
import { requireDistance } from '../limits.ts';
import { requireSpec } from './require-spec.ts';

/**
 * A shape as plain data, for `JSON.stringify`: its kind by name, the radius around it, and the fields of its kind,
 * which have the names of the maker's arguments and options.
 */
export interface ShapeJson {
  readonly kind: string;
  readonly radius?: number;
  readonly [field: string]: unknown;
}

/** The fields that the makers of every dimension return. */
export interface AnySpec {
  readonly kind: number;
  readonly radius: number;
}

/**
 * The routines that write shapes of one kind as plain data and make them again. Each format is in the file of its kind.
 */
export interface ShapeFormat<Spec extends AnySpec> {
  /** The number of the kind in the stores, and its name. */
  readonly kind: number;
  readonly name: string;
  /** The fields of the kind, besides `kind` and `radius`. */
  readonly fields: readonly string[];
  /**
   * @internal Returns the fields of a shape. They are numbers, flags, strings, and plain lists and objects of these.
   */
  describe(shape: Spec, formats: readonly ShapeFormat<Spec>[]): Readonly<Record<string, unknown>>;
  /**
   * @internal Makes the shape of fields that come from outside: only their names have been checked, the maker checks
   * what they hold.
   */
  make(data: MakerArguments, formats: readonly ShapeFormat<Spec>[]): Spec;
}

/** The fields of a shape on their way to a maker, which refuses those that are not of the type it needs. */
export type MakerArguments = Readonly<Record<string, never>>;

/** Does what `shapeToJson` does, with the formats of a dimension. */
export function describeShape<Spec extends AnySpec>(shape: Spec, formats: readonly ShapeFormat<Spec>[]): ShapeJson {
  requireSpec('shape', shape);
  const format = formatsOf(formats).find(({ kind }) => kind === shape.kind);
  if (format === undefined) refuse('invalid-shape', 'shape.kind', kindsOf(formats), shape.kind);
  return { kind: format.name, ...format.describe(shape, formats), radius: shape.radius };
}

/** Does what `shapeFromJson` does, in a dimension; `path` says in errors where the data is. */
export function makeShape<Spec extends AnySpec>(
  data: unknown,
  formats: readonly ShapeFormat<Spec>[],
  path = 'shape',
): Spec {
  if (typeof data !== 'object' || data === null) refuse('invalid-shape', path, 'an object with a kind', data);
  const { kind, radius } = data as ShapeJson;
  const format = formatsOf(formats).find(({ name }) => name === kind);
  if (format === undefined) refuse('invalid-shape', `${path}.kind`, kindsOf(formats), kind);
  requireKeys(path, data, ['kind', ...format.fields, 'radius']);
  try {
    const made = format.make(data as MakerArguments, formats);
    return radius === undefined ? made : { ...made, radius: requireDistance('radius', radius) };
  } catch (error) {
    if (!(error instanceof CollisionError)) throw error;
    throw new CollisionError(error.code, `${path}: ${error.message}`);
  }
}

function formatsOf<Spec extends AnySpec>(formats: readonly ShapeFormat<Spec>[]): readonly ShapeFormat<Spec>[] {
  // The list is spread because `every` passes over the holes of a sparse list.
  if (Array.isArray(formats) && [...formats].every((format) => typeof format?.describe === 'function')) return formats;
  refuse('invalid-state', 'formats', 'a list of those of the kinds that there may be', formats);
}

function kindsOf<Spec extends AnySpec>(formats: readonly ShapeFormat<Spec>[]): string {
  const names = formats.map(({ name }) => name).join(', ');
  return `of a kind whose format is given (${names === '' ? 'none is' : names})`;
}
