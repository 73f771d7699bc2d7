const HALF_PI = Math.PI / 2;
const { PI } = Math;

/**
 * Returns the angle of a direction in radians, to about 1e-4. Made of + − × ÷ alone: the last bits of Math.atan2 differ between
 * engines, and a scene shall run the same on all. Zero gives 0.
 */
export function headingOf(x: number, y: number): number {
  const absX = Math.abs(x);
  const absY = Math.abs(y);
  if (absX === 0 && absY === 0) return 0;
  const steep = absY > absX;
  const t = steep ? absX / absY : absY / absX;
  const t2 = t * t;
  // Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49 with fewer terms.
  let angle = t * (0.999866 + t2 * (-0.3302995 + t2 * (0.180141 + t2 * (-0.085133 + t2 * 0.0208351))));
  if (steep) angle = HALF_PI - angle;
  if (x < 0) angle = PI - angle;
  return y < 0 ? -angle : angle;
}

/** Returns the angle that is `share` of the way from one angle to another, on the shorter side. */
export function turnTowards(from: number, to: number, share: number): number {
  const gap = to - from;
  return from + (gap - 2 * PI * Math.round(gap / (2 * PI))) * share;
}
