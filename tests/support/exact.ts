/**
 * Exact rational numbers for slow references: n / d · 2^e with whole n and d. Every double is one, so sums, products,
 * quotients and comparisons of given numbers carry no rounding at all; `toNumber` rounds once, at the end.
 */
export interface Exact {
  readonly n: bigint;
  /** Positive. */
  readonly d: bigint;
  readonly e: number;
}

const bits = new DataView(new ArrayBuffer(8));

/** The exact value of a finite double. */
export function exact(x: number): Exact {
  if (!Number.isFinite(x)) throw new Error(`no exact value: ${x}`);
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const n = biased === 0 ? fraction : fraction | (1n << 52n);
  if (n === 0n) return ZERO;
  return { n: x < 0 ? -n : n, d: 1n, e: (biased === 0 ? 1 : biased) - 1075 };
}

export const ZERO: Exact = { n: 0n, d: 1n, e: 0 };
export const ONE: Exact = { n: 1n, d: 1n, e: 0 };

export function add(a: Exact, b: Exact): Exact {
  if (a.n === 0n) return b;
  if (b.n === 0n) return a;
  const e = Math.min(a.e, b.e);
  const an = a.n << BigInt(a.e - e);
  const bn = b.n << BigInt(b.e - e);
  if (a.d === b.d) return { n: an + bn, d: a.d, e };
  return { n: an * b.d + bn * a.d, d: a.d * b.d, e };
}

export const negate = (a: Exact): Exact => ({ n: -a.n, d: a.d, e: a.e });
export const sub = (a: Exact, b: Exact): Exact => add(a, negate(b));
export const mul = (a: Exact, b: Exact): Exact => ({ n: a.n * b.n, d: a.d * b.d, e: a.e + b.e });

export function div(a: Exact, b: Exact): Exact {
  if (b.n === 0n) throw new Error('division by zero');
  const n = b.n < 0n ? -a.n * b.d : a.n * b.d;
  return { n, d: a.d * (b.n < 0n ? -b.n : b.n), e: a.e - b.e };
}

export const sign = (a: Exact): number => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);
export const compare = (a: Exact, b: Exact): number => sign(sub(a, b));
export const lesser = (a: Exact, b: Exact): Exact => (compare(b, a) < 0 ? b : a);
export const greater = (a: Exact, b: Exact): Exact => (compare(b, a) > 0 ? b : a);
export const abs = (a: Exact): Exact => (a.n < 0n ? negate(a) : a);

function bitLength(n: bigint): number {
  const hex = n.toString(16);
  return 4 * (hex.length - 1) + Math.clz32(0) - Math.clz32(Number.parseInt(hex[0], 16));
}

/** The nearest double, but for a double rounding in the 80th bit. */
export function toNumber(a: Exact): number {
  if (a.n === 0n) return 0;
  const magnitude = a.n < 0n ? -a.n : a.n;
  const shift = 80 - bitLength(magnitude) + bitLength(a.d);
  const quotient = shift >= 0 ? (magnitude << BigInt(shift)) / a.d : magnitude / (a.d << BigInt(-shift));
  // Two factors: one power of two alone may be out of range.
  const power = a.e - shift;
  const half = Math.trunc(power / 2);
  const value = Number(quotient) * 2 ** half * 2 ** (power - half);
  return a.n < 0n ? -value : value;
}

/** The square root as a double. */
export const root = (a: Exact): number => Math.sqrt(toNumber(a));
