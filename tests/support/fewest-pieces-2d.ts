import { orient2d } from '../../src/core/exact-arithmetic.ts';
import { signedArea } from './random-polygons-2d.ts';

/**
 * The least number of convex pieces that diagonals cut a simple polygon without holes into, whose vertices are in
 * general position. For each pair of vertices i < k that see each other it finds the best piece at that diagonal of
 * what lies on the side of i … k, over all convex chains from i to k. Takes about n⁵ time.
 */
export function fewestPieces(ring: readonly number[]): number {
  const count = ring.length / 2;
  const at = (i: number) => (signedArea(ring) > 0 ? i : count - 1 - i);
  const turn = (a: number, b: number, c: number) =>
    orient2d(
      ring[2 * at(a)],
      ring[2 * at(a) + 1],
      ring[2 * at(b)],
      ring[2 * at(b) + 1],
      ring[2 * at(c)],
      ring[2 * at(c) + 1],
    );
  const isWithin = (i: number, k: number) => {
    const before = (i + count - 1) % count;
    const after = (i + 1) % count;
    if (turn(before, i, after) > 0) return turn(i, k, before) > 0 && turn(k, i, after) > 0;
    return !(turn(i, k, after) >= 0 && turn(k, i, before) >= 0);
  };
  const sees = (i: number, k: number): boolean => {
    if ((i + 1) % count === k || (k + 1) % count === i) return true;
    for (let a = 0; a < count; a++) {
      const b = (a + 1) % count;
      if (a === i || a === k || b === i || b === k) continue;
      if (turn(i, k, a) * turn(i, k, b) < 0 && turn(a, b, i) * turn(a, b, k) < 0) return false;
    }
    return isWithin(i, k);
  };
  const known = new Map<number, number>();
  const beyond = (i: number, k: number): number => {
    if (k === i + 1) return 0;
    const stored = known.get(i * count + k);
    if (stored !== undefined) return stored;
    let best = Infinity;
    // The least number beyond a chain from i whose last step is a → b.
    const chains = new Map<number, number>();
    for (let b = i + 1; b < k; b++) {
      if (sees(i, b) && turn(k, i, b) > 0) chains.set(i * count + b, beyond(i, b));
    }
    for (let b = i + 1; b < k; b++) {
      for (let a = i; a < b; a++) {
        const least = chains.get(a * count + b);
        if (least === undefined) continue;
        for (let c = b + 1; c <= k; c++) {
          if (!sees(b, c) || !(turn(a, b, c) > 0)) continue;
          const total = least + beyond(b, c);
          if (c < k) chains.set(b * count + c, Math.min(total, chains.get(b * count + c) ?? Infinity));
          else if (turn(b, k, i) > 0) best = Math.min(best, total);
        }
      }
    }
    known.set(i * count + k, best + 1);
    return best + 1;
  };
  return beyond(0, count - 1);
}
