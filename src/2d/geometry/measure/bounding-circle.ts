import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

const POINT_STRIDE = 2;

/**
 * The smallest circle around any points is that of two or three of them; a fourth point is the one that the next circle
 * has to contain as well.
 */
const MAX_CHOSEN = 4;

/**
 * Relative to the squared radius: a point beyond the circle by less is on it. The square of a distance is rounded
 * three times, and the middle of a circle once more.
 */
const ON_CIRCLE = 2 ** -50; // 4 EPSILON

/**
 * The circle grows with each step. Hundreds of points on one circle take a dozen; more than this only rounding could.
 */
const MAX_STEPS = 1000;

/** The points that define the circle, and during a step also the point farthest outside of it. */
const chosen = new Float64Array(MAX_CHOSEN * POINT_STRIDE);

/**
 * The smallest circle around the chosen points: its centre and its squared radius; and a bit for each chosen point
 * that lies on it.
 */
const best = new Float64Array(3);
let bestPoints = 0;

/**
 * Computes the smallest circle (centre, radius: 3 numbers) around `count` points (`x y` each) and returns its radius:
 * the exact circle but for rounding, and large enough that containsPointCircle holds for every one of the points. One
 * point gives radius 0. No point, and NaN or an infinite coordinate, give NaN.
 *
 * Each step takes the circle through two or three points, adds the point farthest outside of it, and computes the
 * smallest circle around these, until no point is outside: the circle grows each time. The same points in the same
 * order give the same bits; nothing is drawn by lot. Source: Elzinga and Hearn, Geometrical Solutions for Some Minimax
 * Location Problems, 1972; the choice of the farthest point: Gärtner, Fast and Robust Smallest Enclosing Balls, 1999.
 */
export function computeBoundingCircle(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): number {
  let x = points[pointsOffset];
  let y = points[pointsOffset + 1];
  let squared = 0;
  let chosenCount = 1;
  chosen[0] = x;
  chosen[1] = y;
  for (let step = 0; ; step++) {
    const found = findFarthest(points, pointsOffset, count, x, y);
    if (!(farthest[0] > squared * (1 + ON_CIRCLE)) || step === MAX_STEPS) break;
    chosen[chosenCount * POINT_STRIDE] = points[found];
    chosen[chosenCount * POINT_STRIDE + 1] = points[found + 1];
    chosenCount++;
    findCircle(chosenCount);
    // A circle that does not grow, which only rounding can cause, ends the search.
    if (!(best[2] > squared)) break;
    x = best[0];
    y = best[1];
    squared = best[2];
    chosenCount = keepChosen(chosenCount, bestPoints);
  }
  let radius = Math.sqrt(farthest[0]);
  // The root may have been rounded down.
  if (radius * radius < farthest[0]) radius *= 1 + 2 ** -52;
  out[outOffset] = Number.isNaN(radius) ? radius : x;
  out[outOffset + 1] = Number.isNaN(radius) ? radius : y;
  out[outOffset + 2] = radius;
  return radius;
}

/** The squared distance of the point that findFarthest has found. */
const farthest = new Float64Array(1);

/**
 * Returns where the point farthest from (x, y) begins; sets `farthest`, to NaN if a distance is not finite or there is
 * no point.
 */
function findFarthest(points: NumberArray, pointsOffset: number, count: number, x: number, y: number): number {
  let highest = -Infinity;
  let total = 0;
  let found = pointsOffset;
  for (let i = pointsOffset; i < pointsOffset + count * POINT_STRIDE; i += POINT_STRIDE) {
    const dx = points[i] - x;
    const dy = points[i + 1] - y;
    const distance = dx * dx + dy * dy;
    total += distance;
    if (distance > highest) {
      highest = distance;
      found = i;
    }
  }
  // A distance that is NaN makes the sum NaN, while the comparisons above pass over it.
  farthest[0] = count > 0 && Number.isFinite(total) ? highest : Number.NaN;
  return found;
}

/**
 * Finds the smallest circle around the chosen points. Its middle is halfway between two of them or equally far from
 * three, and of all such places it is the one whose farthest point is the nearest. So it does no harm that rounding
 * moves some of these places, and that three points on a line have no circle. The circumcentre of a sliver is accurate
 * only when computed from the corner opposite its longest side, so all corners are tried.
 */
function findCircle(count: number): void {
  best[2] = Infinity;
  for (let i = 0; i < count; i++) {
    const x = chosen[i * POINT_STRIDE];
    const y = chosen[i * POINT_STRIDE + 1];
    for (let j = 0; j < count; j++) {
      const ux = chosen[j * POINT_STRIDE] - x;
      const uy = chosen[j * POINT_STRIDE + 1] - y;
      if (j > i) tryCentre(count, x + ux / 2, y + uy / 2, (1 << i) | (1 << j));
      for (let k = j + 1; k < count && j !== i; k++) {
        const vx = chosen[k * POINT_STRIDE] - x;
        const vy = chosen[k * POINT_STRIDE + 1] - y;
        const u = ux * ux + uy * uy;
        const v = vx * vx + vy * vy;
        const twice = 2 * (ux * vy - uy * vx);
        if (k !== i && twice !== 0) {
          tryCentre(
            count,
            x + (vy * u - uy * v) / twice,
            y + (ux * v - vx * u) / twice,
            (1 << i) | (1 << j) | (1 << k),
          );
        }
      }
    }
  }
}

/**
 * Makes (x, y) the middle of the best circle if its farthest chosen point is nearer than that of the best one so far.
 */
function tryCentre(count: number, x: number, y: number, members: number): void {
  let squared = 0;
  for (let i = 0; i < count * POINT_STRIDE; i += POINT_STRIDE) {
    const dx = chosen[i] - x;
    const dy = chosen[i + 1] - y;
    squared = Math.max(squared, dx * dx + dy * dy);
  }
  if (!(squared < best[2])) return;
  best[0] = x;
  best[1] = y;
  best[2] = squared;
  bestPoints = members;
}

/** Keeps the chosen points whose bit is set, in order; returns how many. */
function keepChosen(count: number, members: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if ((members & (1 << i)) === 0) continue;
    chosen[kept * POINT_STRIDE] = chosen[i * POINT_STRIDE];
    chosen[kept * POINT_STRIDE + 1] = chosen[i * POINT_STRIDE + 1];
    kept++;
  }
  return kept;
}
