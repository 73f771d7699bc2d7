import {
  distanceToSurface,
  type Placement,
  placeShape,
  type ReferencePiece,
  type ReferenceShape,
  type ShapeDescription,
  separationOf,
} from './reference-2d.ts';

/** A point, as a shape to cast or to ask with. */
export function pointShape(x: number, y: number): ReferenceShape {
  return { pieces: [{ xs: [x], ys: [y], radius: 0 }], isChain: false, oneSided: false, x, y, reach: 0 };
}

export function shapeAt(shape: ShapeDescription, x: number, y: number, rotation: number): ReferenceShape {
  const placement: Placement = { x, y, rotation, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 };
  return placeShape(shape, placement);
}

/** The least separation of two shapes, over all pairs of pieces. */
export function slowSeparation(a: ReferenceShape, b: ReferenceShape): number {
  let least = Infinity;
  for (const p of a.pieces) for (const q of b.pieces) least = Math.min(least, separationOf(p, q));
  return least;
}

export function slowDistance(shape: ReferenceShape, x: number, y: number): number {
  let least = Infinity;
  for (const piece of shape.pieces) least = Math.min(least, distanceToSurface(piece, x, y));
  return least;
}

/**
 * The fraction 0 … limit of (dx, dy) at which a moving shape meets a fixed one; Infinity for a miss; NaN when some pair
 * of pieces passes so close that rounding decides.
 */
export function slowCast(
  mover: ReferenceShape,
  target: ReferenceShape,
  dx: number,
  dy: number,
  limit: number,
  tolerance: number,
): number {
  if (passesFar(mover, target, dx, dy, tolerance)) return Infinity;
  let first = Infinity;
  let unsure = false;
  for (const p of mover.pieces) {
    for (const q of target.pieces) {
      const fraction = castPieces(p, q, dx, dy, limit, tolerance);
      if (Number.isNaN(fraction)) unsure = true;
      else first = Math.min(first, fraction);
    }
  }
  return unsure && first !== 0 ? NaN : first;
}

function passesFar(a: ReferenceShape, b: ReferenceShape, dx: number, dy: number, tolerance: number): boolean {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const squared = dx * dx + dy * dy;
  const t = squared > 0 ? Math.max(0, (x * dx + y * dy) / squared) : 0;
  return Math.hypot(x - t * dx, y - t * dy) > a.reach + b.reach + tolerance;
}

function castPieces(
  p: ReferencePiece,
  q: ReferencePiece,
  dx: number,
  dy: number,
  limit: number,
  tolerance: number,
): number {
  const way = Math.hypot(dx, dy);
  const most = way > 0 ? Math.min(limit, reachOf(p, q) / way) : 0;
  const moved: ReferencePiece = { xs: p.xs.slice(), ys: p.ys.slice(), radius: p.radius };
  const at = (t: number): number => {
    for (let i = 0; i < p.xs.length; i++) {
      moved.xs[i] = p.xs[i] + t * dx;
      moved.ys[i] = p.ys[i] + t * dy;
    }
    return separationOf(moved, q);
  };
  const start = at(0);
  if (Math.abs(start) < tolerance) return NaN;
  if (start < 0) return 0;
  if (p.xs.length === 1 && q.xs.length === 2 && p.radius + q.radius === 0) {
    return crossing(p.xs[0], p.ys[0], dx, dy, q, most, tolerance);
  }
  const deepest = leastOf(at, most);
  const least = at(deepest);
  if (Math.abs(least) < tolerance) return NaN;
  if (least > 0) return Infinity;
  return firstZero(at, deepest);
}

/** A length that brings the first piece past the second, wherever they are. */
function reachOf(p: ReferencePiece, q: ReferencePiece): number {
  const xs = [...p.xs, ...q.xs];
  const ys = [...p.ys, ...q.ys];
  const spread = Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
  return spread + p.radius + q.radius;
}

/** Where a convex function on 0 … most is least. */
function leastOf(at: (t: number) => number, most: number): number {
  const golden = 0.6180339887498949;
  let low = 0;
  let high = most;
  let a = high - golden * (high - low);
  let b = low + golden * (high - low);
  let atA = at(a);
  let atB = at(b);
  for (let i = 0; i < 90; i++) {
    if (atA < atB) {
      high = b;
      b = a;
      atB = atA;
      a = high - golden * (high - low);
      atA = at(a);
    } else {
      low = a;
      a = b;
      atA = atB;
      b = low + golden * (high - low);
      atB = at(b);
    }
  }
  return atA < atB ? a : b;
}

function firstZero(at: (t: number) => number, deepest: number): number {
  let low = 0;
  let high = deepest;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (at(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** A ray against a bare segment: both have no inside, so that the separation never goes below 0. */
function crossing(
  x: number,
  y: number,
  dx: number,
  dy: number,
  segment: ReferencePiece,
  limit: number,
  tolerance: number,
): number {
  const [ax, bx] = segment.xs as [number, number];
  const [ay, by] = segment.ys as [number, number];
  const way = Math.hypot(dx, dy);
  const sideA = ((ax - x) * dy - (ay - y) * dx) / way;
  const sideB = ((bx - x) * dy - (by - y) * dx) / way;
  if (Math.abs(sideA) < tolerance || Math.abs(sideB) < tolerance) return NaN;
  if (sideA > 0 === sideB > 0) return Infinity;
  const share = sideA / (sideA - sideB);
  const alongA = ((ax - x) * dx + (ay - y) * dy) / (way * way);
  const alongB = ((bx - x) * dx + (by - y) * dy) / (way * way);
  const fraction = alongA + share * (alongB - alongA);
  if (Math.abs(fraction) * way < tolerance || Math.abs(fraction - limit) * way < tolerance) return NaN;
  return fraction >= 0 && fraction <= limit ? fraction : Infinity;
}
