import type { WritableNumberArray } from '../../../core/number-array.ts';

/**
 * The simplex of GJK in space: up to four points w = b − a of the Minkowski difference B ⊖ A, each with the points a
 * and b it came from. One module-private simplex is enough, since no routine calls user code while it is half-updated
 * except the support callbacks, which must not call GJK themselves.
 */

/** Numbers per simplex point: w, a, b, then the direction its support was asked for. */
export const SIMPLEX_STRIDE = 12;
export const SIMPLEX_W = 0;
export const SIMPLEX_A = 3;
export const SIMPLEX_B = 6;
export const SIMPLEX_DIRECTION = 9;

export const SIMPLEX_CAPACITY = 4;

export const simplexPoints = new Float64Array(SIMPLEX_CAPACITY * SIMPLEX_STRIDE);
export const simplexIndexA = new Int32Array(SIMPLEX_CAPACITY);
export const simplexIndexB = new Int32Array(SIMPLEX_CAPACITY);
/** Barycentric weights of the point of the simplex nearest the origin. */
export const simplexWeights = new Float64Array(SIMPLEX_CAPACITY);

/** The state of the simplex: its nearest point (x, y, z) and the squared distance of that point from the origin. */
export const simplex = { count: 0, x: 0, y: 0, z: 0, square: Infinity, contained: false };

/**
 * Numbers for the functions below, which their callers write: how much farther away `extendSimplex` may end, relative
 * on the squared distance, and the rounding of the coordinates for `setSearchDirection`. In an array, as V8 puts a
 * number on the heap that is handed to a function which it does not inline.
 */
export const simplexNumbers = new Float64Array(2);
export const SIMPLEX_SLACK = 0;
export const SIMPLEX_ROUNDING = 1;

/** The part of the simplex that holds the best candidate so far: point indices, −1 for none, and their weights. */
const part = { i: -1, j: -1, k: -1, wi: 0, wj: 0, wk: 0, x: 0, y: 0, z: 0, square: Infinity };

/** Empties the simplex. */
export function clearSimplex(): void {
  simplex.count = 0;
  simplex.square = Infinity;
  simplex.contained = false;
}

/**
 * Takes in the point just written at index `count`, and reduces the simplex to the smallest part that holds its point
 * nearest the origin. Returns false, and leaves the simplex as it was, when the new point brings it no nearer. With a
 * slack in `simplexNumbers`, relative on the squared distance, it may even end that much farther away.
 *
 * All parts that contain the new point are tried: itself, the edges, triangles and the tetrahedron it makes with the
 * others. A part counts when the origin projects inside it, and the nearest wins. Each candidate is a convex
 * combination of simplex points, so even where a sliver ruins its weights it is a point of the shape and never claims
 * too small a distance; for the same reason an edge of the sliver, which is as near up to the sliver's height, stands
 * in for it.
 *
 * Source: the aim is that of Johnson's sub-algorithm (Gilbert, Johnson, Keerthi 1988; Ericson, Real-Time Collision
 * Detection, 9.5); the selection by measured distance is what makes it robust.
 */
export function extendSimplex(): boolean {
  const count = simplex.count;
  const n = count;
  part.square = simplex.square * (1 + simplexNumbers[SIMPLEX_SLACK]);
  part.i = -1;
  tryPoint(n);
  for (let i = 0; i < count; i++) {
    tryEdge(n, i);
    for (let j = i + 1; j < count; j++) {
      tryTriangle(n, i, j);
    }
  }
  if (count === 3 && tetrahedronContainsOrigin()) {
    simplex.count = 4;
    simplex.square = 0;
    simplex.x = 0;
    simplex.y = 0;
    simplex.z = 0;
    simplex.contained = true;
    return true;
  }
  if (part.i < 0) {
    return false;
  }
  keepPart();
  return true;
}

/** Moves the points of the best part to the front and takes over its weights. */
function keepPart(): void {
  const size = part.k >= 0 ? 3 : part.j >= 0 ? 2 : 1;
  // The others come first, in rising order, so that no point is overwritten before it moves; the new one, i, last.
  if (size === 3) {
    copyPoint(0, part.j);
    copyPoint(1, part.k);
    simplexWeights[0] = part.wj;
    simplexWeights[1] = part.wk;
  } else if (size === 2) {
    copyPoint(0, part.j);
    simplexWeights[0] = part.wj;
  }
  copyPoint(size - 1, part.i);
  simplexWeights[size - 1] = part.wi;
  simplex.count = size;
  simplex.x = part.x;
  simplex.y = part.y;
  simplex.z = part.z;
  simplex.square = part.square;
}

function copyPoint(to: number, from: number): void {
  if (to === from) return;
  const t = to * SIMPLEX_STRIDE;
  const f = from * SIMPLEX_STRIDE;
  for (let k = 0; k < SIMPLEX_STRIDE; k++) simplexPoints[t + k] = simplexPoints[f + k];
  simplexIndexA[to] = simplexIndexA[from];
  simplexIndexB[to] = simplexIndexB[from];
}

/** The candidate under way: the weights of its points, then the point that they make. */
const candidate = new Float64Array(6);

/** Makes the candidate, which is made of the points i, j and k, the best part if it is nearer. */
function offer(i: number, j: number, k: number): void {
  const x = candidate[3];
  const y = candidate[4];
  const z = candidate[5];
  const square = x * x + y * y + z * z;
  if (square < part.square) {
    part.i = i;
    part.j = j;
    part.k = k;
    part.wi = candidate[0];
    part.wj = candidate[1];
    part.wk = candidate[2];
    part.x = x;
    part.y = y;
    part.z = z;
    part.square = square;
  }
}

function tryPoint(i: number): void {
  const p = i * SIMPLEX_STRIDE;
  candidate[0] = 1;
  candidate[1] = 0;
  candidate[2] = 0;
  candidate[3] = simplexPoints[p];
  candidate[4] = simplexPoints[p + 1];
  candidate[5] = simplexPoints[p + 2];
  offer(i, -1, -1);
}

/**
 * Tries the nearest point on an edge. It is measured from the edge's nearer end: measured from the far one, rounding
 * would hide the small gain of an edge where shapes touch.
 */
function tryEdge(i: number, j: number): void {
  const p = i * SIMPLEX_STRIDE;
  const q = j * SIMPLEX_STRIDE;
  const x = simplexPoints[p];
  const y = simplexPoints[p + 1];
  const z = simplexPoints[p + 2];
  const farX = simplexPoints[q];
  const farY = simplexPoints[q + 1];
  const farZ = simplexPoints[q + 2];
  const ex = farX - x;
  const ey = farY - y;
  const ez = farZ - z;
  const along = -(x * ex + y * ey + z * ez);
  const back = farX * ex + farY * ey + farZ * ez;
  if (!(along > 0 && back > 0)) return;
  const square = ex * ex + ey * ey + ez * ez;
  if (along <= back) {
    const t = along / square;
    candidate[0] = 1 - t;
    candidate[1] = t;
    candidate[3] = x + t * ex;
    candidate[4] = y + t * ey;
    candidate[5] = z + t * ez;
  } else {
    const t = back / square;
    candidate[0] = t;
    candidate[1] = 1 - t;
    candidate[3] = farX - t * ex;
    candidate[4] = farY - t * ey;
    candidate[5] = farZ - t * ez;
  }
  candidate[2] = 0;
  offer(i, j, -1);
}

function squareOf(i: number): number {
  const p = i * SIMPLEX_STRIDE;
  const x = simplexPoints[p];
  const y = simplexPoints[p + 1];
  const z = simplexPoints[p + 2];
  return x * x + y * y + z * z;
}

/**
 * The plane through the triangle is spanned by its longer edge at one corner and the part of the other one
 * perpendicular to it (taken twice, which removes what the first subtraction leaves), so that a sliver keeps a usable
 * basis. As with edges, all is measured from the corner nearest the origin, the first after `turn` rotations of i, j,
 * k.
 */
function tryTriangle(i: number, j: number, k: number): void {
  const squareI = squareOf(i);
  const squareJ = squareOf(j);
  const squareK = squareOf(k);
  const turn = squareI <= squareJ && squareI <= squareK ? 0 : squareJ <= squareK ? 1 : 2;
  const p = (turn === 0 ? i : turn === 1 ? j : k) * SIMPLEX_STRIDE;
  const q = (turn === 0 ? j : turn === 1 ? k : i) * SIMPLEX_STRIDE;
  const r = (turn === 0 ? k : turn === 1 ? i : j) * SIMPLEX_STRIDE;
  const x = simplexPoints[p];
  const y = simplexPoints[p + 1];
  const z = simplexPoints[p + 2];
  let ex = simplexPoints[q] - x;
  let ey = simplexPoints[q + 1] - y;
  let ez = simplexPoints[q + 2] - z;
  let fx = simplexPoints[r] - x;
  let fy = simplexPoints[r + 1] - y;
  let fz = simplexPoints[r + 2] - z;
  let ee = ex * ex + ey * ey + ez * ez;
  const ff = fx * fx + fy * fy + fz * fz;
  const swap = ff > ee;
  if (swap) {
    const sx = ex;
    const sy = ey;
    const sz = ez;
    ex = fx;
    ey = fy;
    ez = fz;
    fx = sx;
    fy = sy;
    fz = sz;
    ee = ff;
  }
  if (!(ee > 0)) return;
  const shear = (ex * fx + ey * fy + ez * fz) / ee;
  let gx = fx - shear * ex;
  let gy = fy - shear * ey;
  let gz = fz - shear * ez;
  const again = (ex * gx + ey * gy + ez * gz) / ee;
  gx -= again * ex;
  gy -= again * ey;
  gz -= again * ez;
  const gg = gx * gx + gy * gy + gz * gz;
  if (!(gg > 0)) return;
  const v = -(x * gx + y * gy + z * gz) / gg;
  const u = -(x * ex + y * ey + z * ez) / ee - v * (shear + again);
  const rest = 1 - u - v;
  if (u > 0 && v > 0 && rest > 0) {
    const wq = swap ? v : u;
    const wr = swap ? u : v;
    candidate[0] = turn === 0 ? rest : turn === 1 ? wr : wq;
    candidate[1] = turn === 0 ? wq : turn === 1 ? rest : wr;
    candidate[2] = turn === 0 ? wr : turn === 1 ? wq : rest;
    candidate[3] = x + u * ex + v * fx;
    candidate[4] = y + u * ey + v * fy;
    candidate[5] = z + u * ez + v * fz;
    offer(i, j, k);
  }
}

/** Bound on the rounding of a triple product, relative to the product of the three lengths: about ten operations. */
const TRIPLE_ERROR = 2 ** -48; // 16 EPSILON

/**
 * Returns whether the origin lies inside the tetrahedron of all four points, beyond any doubt that rounding could
 * raise; the weights are set then. In doubt it lies so near a face that the face's own candidate decides.
 */
function tetrahedronContainsOrigin(): boolean {
  writeCertainTriple(0, 3, 2, 1);
  writeCertainTriple(1, 3, 0, 2);
  writeCertainTriple(2, 3, 1, 0);
  writeCertainTriple(3, 0, 1, 2);
  const w0 = triples[0];
  const w1 = triples[1];
  const w2 = triples[2];
  const w3 = triples[3];
  // Each weight is the volume of the tetrahedron with one point replaced by the origin. If the origin is inside, all
  // have the sign of their sum, which is the volume of the whole tetrahedron.
  const positive = w0 > 0 && w1 > 0 && w2 > 0 && w3 > 0;
  const negative = w0 < 0 && w1 < 0 && w2 < 0 && w3 < 0;
  if (!positive && !negative) return false;
  const total = w0 + w1 + w2 + w3;
  for (let i = 0; i < 4; i++) simplexWeights[i] = triples[i] / total;
  return true;
}

/** The triple products of the four points, each without one of them. */
const triples = new Float64Array(4);

/**
 * Writes w_i · (w_j × w_k), or 0 when rounding may have changed the sign. It is computed from each of the three corners
 * until one result is certain: the lengths on which the error depends are those that meet there, and on slivers they
 * may be short at one corner only.
 */
function writeCertainTriple(to: number, i: number, j: number, k: number): void {
  writeTripleFrom(to, i, j, k);
  if (triples[to] === 0) writeTripleFrom(to, j, k, i);
  if (triples[to] === 0) writeTripleFrom(to, k, i, j);
}

/**
 * Below this sine of the angle between two sides rounding tilts their cross product by more than a thousand spacings.
 */
export const NEEDLE_SINE = 2 ** -10;

/** Two vectors, for `crossSides`; its callers write them. */
export const sides = new Float64Array(6);
/** Their cross product and its length, see {@link crossSides}. */
export const normal = new Float64Array(4);
const LENGTH = 3;

/**
 * Writes e × f and its length to `normal`; e and f are in `sides`. The rounding error of the product is in
 * proportion to both lengths, whatever the angle between them. On a needle, where they are nearly parallel, the part of
 * this error along the needle matters most: it is removed, since the cross product is perpendicular to both.
 */
export function crossSides(): void {
  const ex = sides[0];
  const ey = sides[1];
  const ez = sides[2];
  const fx = sides[3];
  const fy = sides[4];
  const fz = sides[5];
  const x = ey * fz - ez * fy;
  const y = ez * fx - ex * fz;
  const z = ex * fy - ey * fx;
  const e2 = ex * ex + ey * ey + ez * ez;
  const f2 = fx * fx + fy * fy + fz * fz;
  const longerX = e2 > f2 ? ex : fx;
  const longerY = e2 > f2 ? ey : fy;
  const longerZ = e2 > f2 ? ez : fz;
  const longest = Math.max(e2, f2);
  const tilt = longest > 0 ? (x * longerX + y * longerY + z * longerZ) / longest : 0;
  normal[0] = x - tilt * longerX;
  normal[1] = y - tilt * longerY;
  normal[2] = z - tilt * longerZ;
  normal[LENGTH] = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}

/**
 * Writes x · (e × f), where x is the vector to one corner and e, f lead from there to the others, or 0 when rounding
 * may have changed the sign.
 */
function writeTripleFrom(to: number, i: number, j: number, k: number): void {
  const p = simplexPoints;
  const a = i * SIMPLEX_STRIDE;
  const b = j * SIMPLEX_STRIDE;
  const c = k * SIMPLEX_STRIDE;
  const x = p[a];
  const y = p[a + 1];
  const z = p[a + 2];
  const ex = p[b] - x;
  const ey = p[b + 1] - y;
  const ez = p[b + 2] - z;
  const fx = p[c] - x;
  const fy = p[c + 1] - y;
  const fz = p[c + 2] - z;
  const triple = x * (ey * fz - ez * fy) + y * (ez * fx - ex * fz) + z * (ex * fy - ey * fx);
  const x1 = Math.sqrt(x * x + y * y + z * z);
  const e1 = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const f1 = Math.sqrt(fx * fx + fy * fy + fz * fz);
  triples[to] = triple;
  if (Math.abs(triple) > TRIPLE_ERROR * x1 * e1 * f1) return;
  // Rounding of each vector moves it by its spacing times the cross product of the other two. On a needle these are far
  // less than the products of the lengths, by which the terms above have been judged.
  sides[0] = x;
  sides[1] = y;
  sides[2] = z;
  sides[3] = fx;
  sides[4] = fy;
  sides[5] = fz;
  crossSides();
  let error = e1 * normal[LENGTH];
  sides[3] = ex;
  sides[4] = ey;
  sides[5] = ez;
  crossSides();
  error += f1 * normal[LENGTH];
  for (let axis = 0; axis < 3; axis++) sides[axis] = sides[3 + axis];
  sides[3] = fx;
  sides[4] = fy;
  sides[5] = fz;
  crossSides();
  error += x1 * normal[LENGTH];
  const straight = x * normal[0] + y * normal[1] + z * normal[2];
  triples[to] = straight;
  if (!(Math.abs(straight) > TRIPLE_ERROR * error)) triples[to] = 0;
}

/** Writes the point of shape A (`of` SIMPLEX_A) or B (SIMPLEX_B) that the weights single out. */
export function writeWitness(out: WritableNumberArray, outOffset: number, of: number): void {
  const p = simplexPoints;
  const baseX = p[of];
  const baseY = p[of + 1];
  const baseZ = p[of + 2];
  let x = baseX;
  let y = baseY;
  let z = baseZ;
  // The point is computed as an offset from the first point, so that a vertex that serves twice comes out exactly.
  for (let i = 1; i < simplex.count; i++) {
    const s = i * SIMPLEX_STRIDE + of;
    x += simplexWeights[i] * (p[s] - baseX);
    y += simplexWeights[i] * (p[s + 1] - baseY);
    z += simplexWeights[i] * (p[s + 2] - baseZ);
  }
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
}
