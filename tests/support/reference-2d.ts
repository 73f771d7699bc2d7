/**
 * What 2D colliders are and when they touch, written from the definition alone and without the engine: a collider is a
 * list of convex point sets with a radius around each; two of them are compared feature by feature.
 */

export type ConvexDescription =
  | { readonly kind: 'circle'; readonly radius: number }
  | { readonly kind: 'capsule'; readonly halfHeight: number; readonly radius: number }
  | { readonly kind: 'box'; readonly halfWidth: number; readonly halfHeight: number; readonly radius: number }
  | { readonly kind: 'polygon'; readonly points: readonly number[]; readonly radius: number }
  | { readonly kind: 'segment'; readonly points: readonly number[]; readonly radius: number };

export type ShapeDescription =
  | ConvexDescription
  | {
      readonly kind: 'chain';
      readonly points: readonly number[];
      readonly closed: boolean;
      readonly oneSided: boolean;
      readonly radius: number;
    }
  | { readonly kind: 'compound'; readonly children: readonly ChildDescription[]; readonly radius: number };

export interface ChildDescription {
  readonly shape: ConvexDescription;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

export interface Placement {
  x: number;
  y: number;
  rotation: number;
  scale: number;
  offsetX: number;
  offsetY: number;
  offsetRotation: number;
}

/** A convex point set in the world, corners in order, with everything within `radius` of it. */
export interface ReferencePiece {
  readonly xs: number[];
  readonly ys: number[];
  readonly radius: number;
}

/** A shape in the world, with a circle around all of it. */
export interface ReferenceShape {
  readonly pieces: ReferencePiece[];
  readonly isChain: boolean;
  readonly oneSided: boolean;
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** Places a shape in the world, about the origin (originX, originY) so that far worlds lose no precision here. */
export function placeShape(shape: ShapeDescription, at: Placement, originX = 0, originY = 0): ReferenceShape {
  const c = Math.cos(at.rotation);
  const s = Math.sin(at.rotation);
  const x = at.x - originX + at.scale * (c * at.offsetX - s * at.offsetY);
  const y = at.y - originY + at.scale * (s * at.offsetX + c * at.offsetY);
  const pieces = localPieces(shape).map((piece) => placePiece(piece, x, y, at.rotation + at.offsetRotation, at.scale));
  let reach = 0;
  for (const piece of pieces) {
    for (let i = 0; i < piece.xs.length; i++) {
      reach = Math.max(reach, Math.hypot(piece.xs[i] - x, piece.ys[i] - y) + piece.radius);
    }
  }
  const isChain = shape.kind === 'chain';
  return { pieces, isChain, oneSided: isChain && shape.oneSided, x, y, reach };
}

/** Whether the circles around two shapes come within `margin`: what a comparison calls a close pair. */
export function isClose(a: ReferenceShape, b: ReferenceShape, margin = 0): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= a.reach + b.reach + margin;
}

/**
 * Whether a one-sided segment leaves a piece alone: undefined when the piece's middle is on the line, within rounding.
 */
export function isIgnored(chain: ReferenceShape, segment: ReferencePiece, piece: ReferencePiece): boolean | undefined {
  if (!chain.oneSided) return false;
  const [ax, bx] = segment.xs as [number, number];
  const [ay, by] = segment.ys as [number, number];
  let x = 0;
  let y = 0;
  for (let i = 0; i < piece.xs.length; i++) {
    x += (piece.xs[i] - ax) / piece.xs.length;
    y += (piece.ys[i] - ay) / piece.ys.length;
  }
  const length = Math.hypot(bx - ax, by - ay);
  const side = ((bx - ax) * y - (by - ay) * x) / length;
  if (Math.abs(side) < 1e-9 * (length + Math.abs(x) + Math.abs(y))) return undefined;
  return side > 0;
}

/** The signed separation of two rounded pieces: all vertices against all edges when apart, else the least way out. */
export function separationOf(a: ReferencePiece, b: ReferencePiece): number {
  return coreSeparation(a, b) - a.radius - b.radius;
}

/** The separation of the cores of two shapes, without their radii. */
export function coreSeparation(a: ReferencePiece, b: ReferencePiece): number {
  const depth = overlapDepth(a, b);
  if (depth !== undefined) return -depth;
  let least = Infinity;
  least = Math.min(least, verticesToEdges(a, b));
  least = Math.min(least, verticesToEdges(b, a));
  return least;
}

/** The signed distance from a point to the surface of a rounded piece, negative inside. */
export function distanceToSurface(piece: ReferencePiece, x: number, y: number): number {
  const point: ReferencePiece = { xs: [x], ys: [y], radius: 0 };
  return coreSeparation(piece, point) - piece.radius;
}

export function movedBy(piece: ReferencePiece, x: number, y: number): ReferencePiece {
  return { xs: piece.xs.map((v) => v + x), ys: piece.ys.map((v) => v + y), radius: piece.radius };
}

/** The largest extent of the two together: the length that tolerances are relative to. */
export function sizeOf(a: ReferencePiece, b: ReferencePiece): number {
  const xs = [...a.xs, ...b.xs];
  const ys = [...a.ys, ...b.ys];
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  return Math.max(width, height) + a.radius + b.radius;
}

/** Whether filter bits let two colliders meet. */
export function filtersMeet(a: Filter, b: Filter): boolean {
  if (a.group !== 0 && a.group === b.group) return a.group > 0;
  return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
}

export interface Filter {
  category: number;
  mask: number;
  group: number;
}

/** How deep two cores overlap, or undefined when some direction separates them. */
function overlapDepth(a: ReferencePiece, b: ReferencePiece): number | undefined {
  let depth = Infinity;
  for (const piece of [a, b]) {
    const n = piece.xs.length;
    for (let i = 0; i < n && n > 1; i++) {
      const k = (i + 1) % n;
      const ex = piece.xs[k] - piece.xs[i];
      const ey = piece.ys[k] - piece.ys[i];
      const length = Math.hypot(ex, ey);
      const across = gapAlong(a, b, ey / length, -ex / length);
      if (across > 0) return undefined;
      depth = Math.min(depth, -across);
      // A segment also ends: along itself it can be separated, but never pushed out the shorter way by a wider shape.
      if (n === 2 && gapAlong(a, b, ex / length, ey / length) > 0) return undefined;
    }
  }
  if (depth === Infinity) return undefined;
  return depth;
}

/** The larger of the gaps between two point sets in a direction and its opposite. */
function gapAlong(a: ReferencePiece, b: ReferencePiece, nx: number, ny: number): number {
  let minA = Infinity;
  let maxA = -Infinity;
  let minB = Infinity;
  let maxB = -Infinity;
  for (let i = 0; i < a.xs.length; i++) {
    const d = a.xs[i] * nx + a.ys[i] * ny;
    minA = Math.min(minA, d);
    maxA = Math.max(maxA, d);
  }
  for (let i = 0; i < b.xs.length; i++) {
    const d = b.xs[i] * nx + b.ys[i] * ny;
    minB = Math.min(minB, d);
    maxB = Math.max(maxB, d);
  }
  return Math.max(minB - maxA, minA - maxB);
}

function verticesToEdges(from: ReferencePiece, to: ReferencePiece): number {
  let least = Infinity;
  const n = to.xs.length;
  for (let i = 0; i < from.xs.length; i++) {
    for (let k = 0; k < n; k++) {
      const m = (k + 1) % n;
      least = Math.min(least, toSegment(from.xs[i], from.ys[i], to.xs[k], to.ys[k], to.xs[m], to.ys[m]));
    }
  }
  return least;
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  const squared = ex * ex + ey * ey;
  const t = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / squared)) : 0;
  if (t > 0 && t < 1) return Math.abs((x - ax) * ey - (y - ay) * ex) / Math.sqrt(squared);
  return t === 0 ? Math.hypot(x - ax, y - ay) : Math.hypot(x - bx, y - by);
}

function localPieces(shape: ShapeDescription): ReferencePiece[] {
  if (shape.kind === 'compound') {
    return shape.children.flatMap((child) =>
      localPieces(child.shape)
        .map((piece) => placePiece(piece, child.x, child.y, child.rotation, 1))
        .map((piece) => ({ ...piece, radius: piece.radius + shape.radius })),
    );
  }
  const { radius } = shape;
  if (shape.kind === 'circle') return [{ xs: [0], ys: [0], radius }];
  if (shape.kind === 'capsule') return [{ xs: [0, 0], ys: [-shape.halfHeight, shape.halfHeight], radius }];
  if (shape.kind === 'box') {
    const { halfWidth: w, halfHeight: h } = shape;
    return [{ xs: [-w, w, w, -w], ys: [-h, -h, h, h], radius }];
  }
  const xs = shape.points.filter((_, i) => i % 2 === 0);
  const ys = shape.points.filter((_, i) => i % 2 === 1);
  if (shape.kind !== 'chain') return [{ xs, ys, radius }];
  const count = shape.closed ? xs.length : xs.length - 1;
  const segments: ReferencePiece[] = [];
  for (let i = 0; i < count; i++) {
    const k = (i + 1) % xs.length;
    segments.push({ xs: [xs[i], xs[k]], ys: [ys[i], ys[k]], radius });
  }
  return segments;
}

function placePiece(piece: ReferencePiece, x: number, y: number, rotation: number, scale: number): ReferencePiece {
  const c = Math.cos(rotation) * scale;
  const s = Math.sin(rotation) * scale;
  return {
    xs: piece.xs.map((px, i) => x + c * px - s * piece.ys[i]),
    ys: piece.xs.map((px, i) => y + s * px + c * piece.ys[i]),
    radius: piece.radius * scale,
  };
}
