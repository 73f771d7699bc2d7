/**
 * The separation of rounded convex point sets from the definition: the Minkowski difference B − A, as the hull of all
 * differences of their points, against the origin. Slow, and shares no idea with the routines under test: no axes, no
 * support searches.
 */

/**
 * Any points, of which the hull is meant, with everything within `radius` of it. World coordinates: x0, y0, x1, y1, …
 */
export interface RoundedPoints {
  readonly points: readonly number[];
  readonly radius: number;
}

/** Where the least translation leads: moving B by −separation along the normal makes the two just touch. */
export interface Separation {
  readonly separation: number;
  /** Signed distance of the cores, negative when they overlap. */
  readonly core: number;
  readonly normalX: number;
  readonly normalY: number;
}

/**
 * Returns the signed separation of two rounded sets; negative is the length of the least translation that parts them.
 */
export function minkowskiSeparation(a: RoundedPoints, b: RoundedPoints): Separation {
  const ring = hullOf(differences(hullOf(a.points), hullOf(b.points)));
  const n = ring.length / 2;
  let least = Infinity;
  let x = 0;
  let y = 0;
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n;
    const [px, py] = nearestToOrigin(ring[2 * i], ring[2 * i + 1], ring[2 * k], ring[2 * k + 1]);
    const distance = Math.hypot(px, py);
    if (distance >= least) continue;
    least = distance;
    x = px;
    y = py;
  }
  const inside = n > 2 && holdsOrigin(ring);
  const core = inside ? -least : least;
  // From outside, the nearest difference leads from A to B; from inside, the shortest way out leads in the opposite
  // direction.
  const sign = inside ? -1 : 1;
  return {
    separation: core - a.radius - b.radius,
    core,
    normalX: least > 0 ? (sign * x) / least : 0,
    normalY: least > 0 ? (sign * y) / least : 0,
  };
}

/**
 * The hull of points, counter-clockwise from the leftmost: lower, then upper chain. Two points or one when they lie on
 * a line.
 */
export function hullOf(points: readonly number[]): number[] {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i);
  order.sort((p, q) => points[2 * p] - points[2 * q] || points[2 * p + 1] - points[2 * q + 1]);
  const lower = halfHull(points, order);
  const upper = halfHull(points, order.reverse());
  return [...lower.slice(0, -2), ...upper.slice(0, -2), ...(lower.length === 2 ? lower : [])];
}

function halfHull(points: readonly number[], order: readonly number[]): number[] {
  const chain: number[] = [];
  for (const i of order) {
    const x = points[2 * i];
    const y = points[2 * i + 1];
    for (;;) {
      const n = chain.length;
      if (n >= 2 && chain[n - 2] === x && chain[n - 1] === y) break;
      if (n < 4) break;
      const area =
        (chain[n - 2] - chain[n - 4]) * (y - chain[n - 3]) - (chain[n - 1] - chain[n - 3]) * (x - chain[n - 4]);
      if (area > 0) break;
      chain.length = n - 2;
    }
    const n = chain.length;
    if (n < 2 || chain[n - 2] !== x || chain[n - 1] !== y) chain.push(x, y);
  }
  return chain;
}

function differences(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = [];
  for (let i = 0; i < a.length; i += 2) {
    for (let k = 0; k < b.length; k += 2) all.push(b[k] - a[i], b[k + 1] - a[i + 1]);
  }
  return all;
}

function nearestToOrigin(ax: number, ay: number, bx: number, by: number): [number, number] {
  const ex = bx - ax;
  const ey = by - ay;
  const squared = ex * ex + ey * ey;
  if (squared === 0) return [ax, ay];
  const t = -(ax * ex + ay * ey) / squared;
  if (t <= 0) return [ax, ay];
  if (t >= 1) return [bx, by];
  // The foot of the perpendicular, by its length along the normal: no cancellation when it is short.
  const height = (ax * ey - ay * ex) / squared;
  return [height * ey, -height * ex];
}

/** Whether a ring goes round the origin: crossings of the positive x axis, counted by parity. */
function holdsOrigin(ring: readonly number[]): boolean {
  let inside = false;
  const n = ring.length / 2;
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n;
    const [ax, ay, bx, by] = [ring[2 * i], ring[2 * i + 1], ring[2 * k], ring[2 * k + 1]];
    if (ay > 0 === by > 0) continue;
    const cross = ax * by - ay * bx;
    if (by > ay ? cross > 0 : cross < 0) inside = !inside;
  }
  return inside;
}
