/**
 * Returns the first fraction at which a distance is at most `reach`, Infinity for none, and the least distance. The
 * distance is a convex function of the fraction: its minimum is searched for first, then the place before it.
 */
export function firstWithin(at: (t: number) => number, reach: number): [number, number] {
  if (at(0) <= reach) return [0, at(0)];
  let low = 0;
  let high = 1;
  for (let i = 0; i < 70; i++) {
    const a = low + (high - low) / 3;
    const b = high - (high - low) / 3;
    if (at(a) <= at(b)) high = b;
    else low = a;
  }
  const least = Math.min(at(high), at(1));
  if (least > reach) return [Infinity, least];
  let inside = at(high) <= reach ? high : 1;
  low = 0;
  for (let i = 0; i < 55; i++) {
    const middle = (low + inside) / 2;
    if (at(middle) <= reach) inside = middle;
    else low = middle;
  }
  return [inside, least];
}
