import { type ConvexPiece, closestPointsGjkSupport, createGjkCache, type Support } from 'bitecs-collision/geometry2d';

type Point = readonly [x: number, y: number];

/** The state of GJK after some number of iterations. */
export interface GjkStep {
  /** The direction it searched in last, and the corners of A and B it found there: w = b − a. */
  readonly direction: Point;
  readonly a: Point;
  readonly b: Point;
  /** The simplex it kept: one to three such w. */
  readonly simplex: readonly Point[];
  /** The points of A and B that belong to the point of the simplex nearest the origin: ax, ay, bx, by. */
  readonly nearest: Float64Array;
  readonly distance: number;
  /** Why there is no more to do, or `search`. */
  readonly verdict: 'search' | 'nearest' | 'overlap';
}

/** The farthest corner along a direction. */
function farthest({ vertices, count }: ConvexPiece, dx: number, dy: number): number {
  const along = (i: number) => vertices[2 * i] * dx + vertices[2 * i + 1] * dy;
  let best = 0;
  for (let i = 1; i < count; i++) if (along(i) > along(best)) best = i;
  return best;
}

const corner = ({ vertices }: ConvexPiece, i: number): Point => [vertices[2 * i], vertices[2 * i + 1]];
const minus = (b: Point, a: Point): Point => [b[0] - a[0], b[1] - a[1]];

/**
 * Runs GJK for some iterations. GJK only knows shapes by their support functions: a support function that writes down
 * what it is asked shows every step, and one that answers NaN from some call on ends the search there.
 */
export function runGjk(a: ConvexPiece, b: ConvexPiece, iterations: number): GjkStep {
  const asked: { direction: Point; index: number }[] = [];
  let refused = false;
  const supportOf =
    (piece: ConvexPiece): Support =>
    (out, outOffset, dx, dy) => {
      refused = asked.length >= 2 * (iterations + 1);
      const index = farthest(piece, dx, dy);
      if (!refused) asked.push({ direction: [dx, dy], index });
      out[outOffset] = refused ? NaN : piece.vertices[2 * index];
      out[outOffset + 1] = refused ? NaN : piece.vertices[2 * index + 1];
      return index;
    };
  const cache = createGjkCache();
  // GJK may begin in any direction. This one is a poor choice, so that there are more steps to see.
  cache.count = 1;
  cache.directions.set([0, 1]);
  const nearest = new Float64Array(4);
  const squared = closestPointsGjkSupport(nearest, 0, supportOf(a), supportOf(b), cache);
  const [lastA, lastB] = asked.slice(-2) as [(typeof asked)[0], (typeof asked)[0]];
  return {
    direction: lastB.direction,
    a: corner(a, lastA.index),
    b: corner(b, lastB.index),
    simplex: Array.from({ length: cache.count }, (_, i) =>
      minus(corner(b, cache.indexB[i]), corner(a, cache.indexA[i])),
    ),
    nearest,
    distance: Math.sqrt(squared),
    verdict: refused ? 'search' : squared > 0 ? 'nearest' : 'overlap',
  };
}
