import {
  abs,
  add,
  compare,
  div,
  type Exact,
  exact,
  ONE,
  root,
  sign,
  sub,
  toNumber,
  ZERO,
} from '../../../support/exact.ts';
import {
  cross,
  dot,
  hullOf,
  minus,
  type Point,
  parityContains,
  plus,
  sidesOf,
  square,
  squaredToPolygon,
  times,
} from '../../../support/exact-2d.ts';

/**
 * First fraction at which a ray from o along d is in a convex core (counter-clockwise corners) with everything within
 * `radius` of it; Infinity for never. A negative radius asks for the part of the core deeper than that. Exact but for
 * square roots.
 */
export function castAtRounded(o: Point, d: Point, core: readonly Point[], radius: number): number {
  if (radius <= 0) return core.length > 2 ? castAtDepth(o, d, core, -radius) : castAtThin(o, d, core, radius);
  if (compare(squaredToPolygon(o, core), square([exact(radius), ZERO])) <= 0) return 0;
  let first = Infinity;
  for (const [a, b] of sidesOf(core)) {
    first = Math.min(
      first,
      castAtDisc(minus(o, a), d, exact(radius)),
      castAtStrip(minus(o, a), d, minus(b, a), radius),
    );
  }
  return first;
}

function castAtDisc(m: Point, d: Point, radius: Exact): number {
  const along = dot(m, d);
  if (sign(along) >= 0) return Infinity;
  const squaredRadius = square([radius, ZERO]);
  const turn = cross(m, d);
  const inside = sub(dot([squaredRadius, ZERO], [square(d), ZERO]), square([turn, ZERO]));
  if (sign(inside) < 0) return Infinity;
  return toNumber(sub(square(m), squaredRadius)) / (root(inside) - toNumber(along));
}

/** From outside, at the two long sides of the strip about the segment from 0 to e; m is the ray's origin. */
function castAtStrip(m: Point, d: Point, e: Point, radius: number): number {
  const height = cross(e, m);
  const rate = cross(e, d);
  if (sign(height) * sign(rate) >= 0) return Infinity;
  const rest = sub(abs(height), exact(radius * root(square(e))));
  if (sign(rest) < 0) return Infinity;
  const t = div(rest, abs(rate));
  const along = add(dot(m, e), dot([t, ZERO], [dot(d, e), ZERO]));
  return sign(along) >= 0 && compare(along, square(e)) <= 0 ? toNumber(t) : Infinity;
}

/** The part of a polygon that lies at least so deep is cut out by its sides moved in. */
function castAtDepth(o: Point, d: Point, core: readonly Point[], depth: number): number {
  let entry = ZERO;
  let exit: Exact | undefined;
  for (const [a, b] of sidesOf(core)) {
    const e = minus(b, a);
    // Inside, the height above the side is at least the depth.
    const height = sub(cross(e, minus(o, a)), exact(depth === 0 ? 0 : depth * root(square(e))));
    const rate = cross(e, d);
    if (sign(rate) === 0) {
      if (sign(height) < 0) return Infinity;
      continue;
    }
    const t = div(sub(ZERO, height), rate);
    if (sign(rate) > 0) entry = compare(t, entry) > 0 ? t : entry;
    else exit = exit === undefined || compare(t, exit) < 0 ? t : exit;
  }
  return exit !== undefined && compare(entry, exit) > 0 ? Infinity : toNumber(entry);
}

/** A segment or a point without thickness, which has no inside: a negative radius leaves nothing of it. */
function castAtThin(o: Point, d: Point, core: readonly Point[], radius: number): number {
  const [a, b] = [core[0], core[core.length - 1]];
  if (radius < 0) return Infinity;
  if (squaredToPolygon(o, core).n === 0n) return 0;
  const e = minus(b, a);
  const rate = cross(d, e);
  const m = minus(a, o);
  if (rate.n !== 0n) {
    const t = div(cross(m, e), rate);
    const s = div(cross(m, d), rate);
    return sign(t) >= 0 && sign(s) >= 0 && compare(s, ONE) <= 0 ? toNumber(t) : Infinity;
  }
  // Along one line, or a point: the nearest end on it and ahead.
  const squared = square(d);
  let first = Infinity;
  for (const end of [a, b]) {
    const to = minus(end, o);
    if (squared.n === 0n || cross(to, d).n !== 0n || sign(dot(to, d)) < 0) continue;
    first = Math.min(first, toNumber(div(dot(to, d), squared)));
  }
  return first;
}

/** A cast as asked, what was answered, and the shape it is about, from the view of the moving point. */
export interface Cast {
  readonly origin: Point;
  readonly direction: Point;
  readonly maxFraction: number;
  readonly core: readonly Point[];
  readonly radius: number;
}

/**
 * What is wrong with a fraction. A result is right when it is that of a shape that differs by at most `off` in its
 * outline: between those of the shape grown by it and shrunk by it. Yes and no by `band`, which may be narrower.
 * Grazing rays turn a little of the shape into a lot of the way, and this is the one tolerance that holds for them and
 * for all others.
 */
export function fractionProblem(cast: Cast, fraction: number, off: number, band: number): string | undefined {
  const { origin, direction, core, radius, maxFraction } = cast;
  const slack = (t: number) => 4e-16 * Math.abs(t);
  const grown = castAtRounded(origin, direction, core, radius + band);
  const shrunk = castAtRounded(origin, direction, core, radius - band);
  if (fraction === Infinity) {
    return shrunk <= maxFraction - slack(maxFraction) ? `missed what it meets at ${shrunk}` : undefined;
  }
  if (!(fraction >= 0 && fraction <= maxFraction)) return `fraction ${fraction} is not in 0 … ${maxFraction}`;
  if (!(grown <= maxFraction)) return `met at ${fraction} what it does not meet: ${grown}`;
  const low = castAtRounded(origin, direction, core, radius + off);
  const high = castAtRounded(origin, direction, core, radius - off);
  if (fraction >= low - slack(low) && fraction <= high + slack(high)) return undefined;
  return `met at ${fraction}, not within ${low} … ${high}; exactly ${castAtRounded(origin, direction, core, radius)}`;
}

/**
 * What is wrong with a hit's point and normal: all of the shape lies behind the line through the point, which is on its
 * outline.
 */
export function hitProblem(cast: Cast, fraction: number, out: readonly number[], off: number): string | undefined {
  const [x, y, nx, ny] = out as [number, number, number, number];
  const p: Point = [exact(x), exact(y)];
  if (fraction === 0 && nx === 0 && ny === 0) return undefined;
  if (!(Math.abs(Math.hypot(nx, ny) - 1) <= 1e-14)) return `normal ${nx}, ${ny}`;
  const n: Point = [exact(nx), exact(ny)];
  const away = Math.abs(root(squaredToPolygon(p, cast.core)) - cast.radius);
  if (!(away <= off)) return `hit point is ${away} off the outline, allowed ${off}`;
  const facing = toNumber(dot(n, cast.direction)) / root(square(cast.direction));
  if (!(facing <= 1e-9)) return `normal ${nx}, ${ny} faces away from the origin by ${facing}`;
  // Where a ray grazes a disc, the least change of radius turns the normal far; that of a bare point faces back along
  // the ray.
  const isBare = cast.radius === 0 && cast.core.some((v) => root(square(minus(v, p))) <= off);
  if (facing < -1e-4 && !isBare) {
    let reach = -Infinity;
    for (const v of cast.core) reach = Math.max(reach, toNumber(dot(n, minus(v, p))));
    if (!(Math.abs(reach + cast.radius) <= off)) {
      return `shape reaches ${reach + cast.radius} beyond the hit along the normal ${nx}, ${ny}, allowed ${off}`;
    }
  }
  const at = plus(cast.origin, times(cast.direction, exact(fraction)));
  // Off along the ray by no more than the fraction is.
  const along = root(square(minus(at, p)));
  const allowed =
    off +
    Math.abs(fraction - castAtRounded(cast.origin, cast.direction, cast.core, cast.radius)) *
      root(square(cast.direction));
  return along <= 4 * off || along <= 4 * allowed || !Number.isFinite(allowed)
    ? undefined
    : `hit point is ${along} off the ray, allowed ${4 * allowed}`;
}

/** B ⊖ A as a convex outline: A moved by t · v meets B exactly when t · v is in it. */
export function differenceHull(a: readonly Point[], b: readonly Point[]): Point[] {
  return hullOf(b.flatMap((p) => a.map((q) => minus(p, q))));
}

export const isInside = (p: Point, core: readonly Point[]): boolean => core.length > 2 && parityContains(p, core);
