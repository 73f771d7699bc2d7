import { circle } from '../../entry/2d.ts';

/** What a getter of a hostile value throws: the caller's own error, which a call passes on. */
export const OWN_ERROR = 'mine';

const throwing = (): never => {
  throw new RangeError(OWN_ERROR);
};

/** Made anew for each call, so that none can be spoilt by another. */
export const HOSTILE: Record<string, () => unknown> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  NaN: () => NaN,
  Infinity: () => Infinity,
  '-0': () => -0,
  '-1': () => -1,
  '0.5': () => 0.5,
  '2 ** 31': () => 2 ** 31,
  '2 ** 53': () => 2 ** 53,
  'an empty string': () => '',
  'a number as a string': () => '1',
  'a Symbol': () => Symbol('s'),
  'a BigInt': () => 1n,
  'a function': () => circle,
  'an empty array': () => [],
  'a frozen array': () => Object.freeze([]),
  'an array of null': () => [null],
  'an array of Symbols': () => [Symbol('s')],
  'a sparse array': () => new Array(7),
  'a giant array-like': () => ({ length: 2 ** 40 }),
  'a large array-like': () => ({ 0: 1, length: 2 ** 24 }),
  'an array-like of no length': () => ({ 0: 1, length: -1 }),
  'BigInts in an array': () => BigInt64Array.of(1n, 2n, 3n, 4n),
  'an empty object': () => ({}),
  'no prototype': () => Object.create(null),
  'a frozen object': () => Object.freeze({ x: 1 }),
  'constructor as a key': () => ({ constructor: 1 }),
  'toString as a key': () => ({ toString: 1 }),
  '__proto__ as a key': () => JSON.parse('{"__proto__": 1}'),
  'a maker’s value': () => circle(1),
  'a date': () => new Date(0),
  'a throwing getter': () => Object.defineProperty({}, 'x', { get: throwing, set: throwing, enumerable: true }),
};

/** Puts a value in the place of an argument, or of a field of one, or of a field of such a one. */
export function spoil(args: unknown[], place: number, depth: number, hostile: unknown): void {
  let holder = args as unknown as Record<string, unknown>;
  let key = String(place % args.length);
  for (let level = 0; level < depth; level++) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null || Object.isFrozen(inner) || isOpaque(inner)) break;
    const keys = Object.keys(inner);
    if (keys.length === 0) break;
    const copy = (Array.isArray(inner) ? [...inner] : { ...inner }) as Record<string, unknown>;
    holder[key] = copy;
    holder = copy;
    key = keys[place % keys.length];
  }
  holder[key] = hostile;
}

/**
 * What is not an argument to be spoilt from within: the world, components, the insides of a registered shape, and the
 * lines of a debug drawing, which only their maker fills.
 */
function isOpaque(value: object): boolean {
  const isRegistered = 'pieces' in value && 'vertices' in value;
  return (
    Object.getOwnPropertySymbols(value).length > 0 ||
    ArrayBuffer.isView(value) ||
    isRegistered ||
    'staticsVersion' in value
  );
}
