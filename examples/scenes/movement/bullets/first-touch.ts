/** Something to hit: a circle where it has a radius, else a box along the axes. */
export interface Target {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/**
 * When a circle that flies from (x, y) by (dx, dy) each tick first touches a target, in ticks; Infinity for never. By
 * formulas of its own, so that it can be told what the library should have found.
 */
export function firstTouch(target: Target, x: number, y: number, dx: number, dy: number, radius: number): number {
  const { halfWidth, halfHeight } = target;
  const px = x - target.x;
  const py = y - target.y;
  if (target.radius > 0) return firstIntoCircle(px, py, dx, dy, target.radius + radius);
  // A box grown by a radius: two boxes that cross, and a circle at each corner.
  let first = Math.min(
    firstIntoBox(px, py, dx, dy, halfWidth + radius, halfHeight),
    firstIntoBox(px, py, dx, dy, halfWidth, halfHeight + radius),
  );
  for (const cornerX of [-halfWidth, halfWidth]) {
    for (const cornerY of [-halfHeight, halfHeight]) {
      first = Math.min(first, firstIntoCircle(px - cornerX, py - cornerY, dx, dy, radius));
    }
  }
  return first;
}

function firstIntoCircle(x: number, y: number, dx: number, dy: number, radius: number): number {
  const a = dx * dx + dy * dy;
  const b = x * dx + y * dy;
  const c = x * x + y * y - radius * radius;
  if (c <= 0) return 0;
  const root = b * b - a * c;
  if (root < 0 || b >= 0) return Infinity;
  return (-b - Math.sqrt(root)) / a;
}

function firstIntoBox(x: number, y: number, dx: number, dy: number, halfWidth: number, halfHeight: number): number {
  let from = 0;
  let to = Infinity;
  for (const [place, step, half] of [
    [x, dx, halfWidth],
    [y, dy, halfHeight],
  ]) {
    if (step === 0) {
      if (Math.abs(place) > half) return Infinity;
      continue;
    }
    const times = [(-half - place) / step, (half - place) / step];
    from = Math.max(from, Math.min(...times));
    to = Math.min(to, Math.max(...times));
  }
  return from <= to ? from : Infinity;
}
