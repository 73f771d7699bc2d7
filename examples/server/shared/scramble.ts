/** A whole number of 32 bits that looks like chance and is the same everywhere (MurmurHash3's last steps). */
export function scramble(seed: number, n: number): number {
  let mixed = Math.imul(seed ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
