const { PI } = Math;

/** Returns the angle that is `share` of the way from one angle to another, on the shorter side. */
export function turnTowards(from: number, to: number, share: number): number {
  const gap = to - from;
  return from + (gap - 2 * PI * Math.round(gap / (2 * PI))) * share;
}
