const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const value = new Float64Array(1);
const halves = new Uint32Array(value.buffer);

/**
 * FNV-1a over the bits of every number up to `count`, as a 32-bit number; pass the last hash on to join several arrays.
 */
export function hashNumbers(numbers: ArrayLike<number>, count = numbers.length, hash = FNV_OFFSET): number {
  for (let i = 0; i < count; i++) {
    value[0] = numbers[i];
    for (let half = 0; half < 2; half++) {
      const bits = halves[half];
      for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((bits >>> shift) & 0xff), FNV_PRIME);
    }
  }
  return hash >>> 0;
}
