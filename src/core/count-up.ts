/** Returns 0, 1, … count − 1. */
export function countUp(count: number): Uint32Array {
  const items = new Uint32Array(count);
  for (let i = 0; i < count; i++) items[i] = i;
  return items;
}
