import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// The smallest sphere around points is that of at most four of them, the basis, which lie on it. Starting from the
// sphere around one point, the farthest point outside joins: the smallest sphere around the basis and that point has a
// new basis, at most three of the old one's points and the new one. Its radius is greater each time, so no basis comes
// back and the search ends; taking the farthest point it takes a dozen rounds, whatever the number of points.
//
// All choices of points for the new basis are tried: for each, the centre of the smallest sphere through the chosen
// points is computed. The right centre is the one whose farthest point, of all points, is nearest: any other centre,
// also one that is inaccurate because its points are nearly on a line or in a plane, has a farther point. So no
// tolerance is needed.

const MAX_BASIS = 4;

/** Radii that differ by less, relatively, are equal: 16 EPSILON, what the few operations on a radius round to. */
const ROUNDING = 2 ** -48;

/** The current points, seen from the first point: the basis, and then the newcomer. */
const basis = new Float64Array(3 * (MAX_BASIS + 1));
/** The centre being tried, and the best so far. */
const centre = new Float64Array(3);
const best = new Float64Array(3);
/** The points of the basis that are chosen, last the newcomer: offsets in `basis`. */
const chosen = new Int32Array(MAX_BASIS);

/**
 * Writes the smallest sphere (centre, radius; 4 numbers) that holds `count` points (`x y z` each), and returns its
 * radius. Every point's distance from the centre, as computed, is at most the radius, which exceeds that of the exact
 * sphere by no more than 1e-12 of it and of the rounding of the coordinates. The result does not depend on which order
 * the points come in, except for those last bits. No points and NaN give NaN.
 *
 * Source: Welzl, Smallest Enclosing Disks (Balls and Ellipsoids), 1991, as the farthest-point iteration of Gärtner,
 * Fast and Robust Smallest Enclosing Balls, 1999.
 */
export function computeBoundingSphere(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): number {
  const ox = count > 0 ? points[pointsOffset] : Number.NaN;
  const oy = points[pointsOffset + 1];
  const oz = points[pointsOffset + 2];
  const end = pointsOffset + 3 * count;
  let size = 1;
  let bestSquare = Infinity;
  let cx = 0;
  let cy = 0;
  let cz = 0;
  let basisSquare = 0;
  basis.fill(0, 0, 3);
  best.fill(0);
  for (;;) {
    let farthest = 0;
    let square = count > 0 ? 0 : Number.NaN;
    for (let i = pointsOffset; i < end; i += 3) {
      const x = points[i] - ox - best[0];
      const y = points[i + 1] - oy - best[1];
      const z = points[i + 2] - oz - best[2];
      const distance = x * x + y * y + z * z;
      if (distance > square) farthest = i;
      // Unlike a comparison, the maximum does not lose NaN.
      square = Math.max(square, distance);
    }
    if (!(square >= bestSquare)) {
      bestSquare = square;
      cx = best[0];
      cy = best[1];
      cz = best[2];
    }
    if (!(square > basisSquare * (1 + ROUNDING))) break;
    const at = 3 * size;
    basis[at] = points[farthest] - ox;
    basis[at + 1] = points[farthest + 1] - oy;
    basis[at + 2] = points[farthest + 2] - oz;
    const before = basisSquare;
    basisSquare = exchange(size);
    size = chosenCount;
    if (!(basisSquare > before)) break;
  }
  // The distances are computed from the points as given, so that the radius contains these.
  const x = ox + cx;
  const y = oy + cy;
  const z = oz + cz;
  let radiusSquare = bestSquare - bestSquare;
  for (let i = pointsOffset; i < end; i += 3) {
    radiusSquare = Math.max(radiusSquare, (points[i] - x) ** 2 + (points[i + 1] - y) ** 2 + (points[i + 2] - z) ** 2);
  }
  const radius = Math.sqrt(radiusSquare);
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
  out[outOffset + 3] = radius;
  return radius;
}

let chosenCount = 0;

/**
 * Replaces the basis of `size` points, which the newcomer follows, by that of the smallest sphere around them all.
 * Leaves the centre in `best` and the size in `chosenCount`; returns the squared radius.
 */
function exchange(size: number): number {
  const newcomer = 3 * size;
  let bestSquare = Infinity;
  let bestChoice = 0;
  for (let choice = 0; choice < 1 << size; choice++) {
    const count = choose(choice, size);
    if (count > MAX_BASIS) continue;
    circumscribe(count);
    let square = 0;
    for (let i = 0; i <= newcomer; i += 3) {
      const x = basis[i] - centre[0];
      const y = basis[i + 1] - centre[1];
      const z = basis[i + 2] - centre[2];
      square = Math.max(square, x * x + y * y + z * z);
    }
    if (square < bestSquare) {
      bestSquare = square;
      bestChoice = choice;
      best.set(centre);
    }
  }
  chosenCount = choose(bestChoice, size);
  // Offsets ascend, so none is overwritten before it is read.
  for (let k = 0; k < chosenCount; k++) basis.copyWithin(3 * k, chosen[k], chosen[k] + 3);
  return bestSquare;
}

/** Lists the points whose bits are set, and the newcomer; returns how many. More than four are counted, not listed. */
function choose(choice: number, size: number): number {
  let count = 0;
  for (let i = 0; i <= size; i++) {
    if (i === size || (choice >> i) & 1) chosen[count++] = 3 * i;
  }
  return count;
}

/**
 * Leaves in `centre` that of the smallest sphere through the first `count` chosen points; NaN or far away where there
 * is none.
 *
 * Seen from one of the points the centre c is at c·u = u²/2 for each other point u. Three points say so twice, and the
 * third condition is that c lies in their plane: c·n = 0.
 */
function circumscribe(count: number): void {
  const o = chosen[count - 1];
  const ox = basis[o];
  const oy = basis[o + 1];
  const oz = basis[o + 2];
  let x = 0;
  let y = 0;
  let z = 0;
  if (count > 1) {
    const u = chosen[0];
    const ux = basis[u] - ox;
    const uy = basis[u + 1] - oy;
    const uz = basis[u + 2] - oz;
    x = ux / 2;
    y = uy / 2;
    z = uz / 2;
    if (count > 2) {
      const v = chosen[1];
      const vx = basis[v] - ox;
      const vy = basis[v + 1] - oy;
      const vz = basis[v + 2] - oz;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      let wx = nx;
      let wy = ny;
      let wz = nz;
      let ww = 0;
      if (count > 3) {
        const w = chosen[2];
        wx = basis[w] - ox;
        wy = basis[w + 1] - oy;
        wz = basis[w + 2] - oz;
        ww = wx * wx + wy * wy + wz * wz;
      }
      // (u² v × w + v² w × u + w² u × v) / 2 (u × v)·w
      const uu = ux * ux + uy * uy + uz * uz;
      const vv = vx * vx + vy * vy + vz * vz;
      const scale = 0.5 / (nx * wx + ny * wy + nz * wz);
      x = scale * (uu * (vy * wz - vz * wy) + vv * (wy * uz - wz * uy) + ww * nx);
      y = scale * (uu * (vz * wx - vx * wz) + vv * (wz * ux - wx * uz) + ww * ny);
      z = scale * (uu * (vx * wy - vy * wx) + vv * (wx * uy - wy * ux) + ww * nz);
    }
  }
  centre[0] = ox + x;
  centre[1] = oy + y;
  centre[2] = oz + z;
}
