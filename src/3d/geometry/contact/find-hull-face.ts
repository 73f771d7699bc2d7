import { PLANE_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import {
  AXIS_FACE_A,
  AXIS_FACE_B,
  AXIS_OF_A,
  AXIS_OF_B,
  BALLS,
  BETWEEN,
  highestA,
  hints,
  hullAxis,
  hullAxisOf,
  hullPair,
  lowestB,
  relative,
  sought,
  UNIT,
  verticesB,
} from './hull-pair.ts';

/* The faces of two hulls as separating axes: those within the cone about the way between the centres are measured. */

/** How far the normals of the faces of A look along the way between the centres, and those of B against it. */
export let alongA = new Float64Array(128);
export let alongB = new Float64Array(128);

/**
 * Fills `alongA` or `alongB`, `sought` being the way in the hull's frame, and returns the face that looks along it
 * most.
 */
function mostAlong(hull: FlatHull, isA: boolean): number {
  const x = sought[0];
  const y = sought[1];
  const z = sought[2];
  const { numbers, planes, faceCount } = hull;
  if (isA && alongA.length < faceCount) alongA = new Float64Array(2 * faceCount);
  if (!isA && alongB.length < faceCount) alongB = new Float64Array(2 * faceCount);
  const list = isA ? alongA : alongB;
  let chosen = 0;
  let most = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const p = planes + PLANE_STRIDE * f;
    const along = numbers[p] * x + numbers[p + 1] * y + numbers[p + 2] * z;
    list[f] = along;
    if (along > most) {
      most = along;
      chosen = f;
    }
  }
  return chosen;
}

/**
 * Measures the faces of A within the cone. The face that looks at B most comes first, as it narrows the cone for the
 * others.
 */
export function findFaceA(hullA: FlatHull, hullB: FlatHull): void {
  const { numbers, planes, faceCount } = hullA;
  const between = hullPair[BETWEEN];
  const balls = hullPair[BALLS];
  const placed = verticesB;
  for (let i = 0; i < 3; i++) sought[i] = hullPair[i];
  const first = mostAlong(hullA, true);
  let best = hullAxis[3];
  let cone = (best + balls) * between;
  let hint = hints[1];
  for (let i = -1; i < faceCount; i++) {
    const face = i < 0 ? first : i;
    if (i === first) continue;
    if (i >= 0 && between > 0 && alongA[face] <= cone) continue;
    const p = planes + PLANE_STRIDE * face;
    const x = numbers[p];
    const y = numbers[p + 1];
    const z = numbers[p + 2];
    const enough = best + numbers[p + 3];
    if (x * placed[hint] + y * placed[hint + 1] + z * placed[hint + 2] <= enough) continue;
    sought[0] = x;
    sought[1] = y;
    sought[2] = z;
    hint = lowestB(hullB);
    const separation = x * placed[hint] + y * placed[hint + 1] + z * placed[hint + 2] - numbers[p + 3];
    if (!(separation > best)) continue;
    best = separation;
    cone = (best + balls) * between;
    hullAxisOf[0] = AXIS_FACE_A;
    hullAxisOf[AXIS_OF_A] = face;
    hullAxis[0] = x;
    hullAxis[1] = y;
    hullAxis[2] = z;
    hullAxis[3] = separation;
  }
  hints[1] = hint;
}

/**
 * Measures the faces of B as `findFaceA` does those of A. Their normals are reversed and turned into the frame of A.
 */
export function findFaceB(hullA: FlatHull, hullB: FlatHull): void {
  const r = relative;
  const { numbers, planes, faceCount } = hullB;
  const from = hullA.numbers;
  const between = hullPair[BETWEEN];
  const balls = hullPair[BALLS];
  const unit = hullPair[UNIT];
  // Towards A, in the frame of B.
  const ux = -(r[0] * hullPair[0] + r[3] * hullPair[1] + r[6] * hullPair[2]);
  const uy = -(r[1] * hullPair[0] + r[4] * hullPair[1] + r[7] * hullPair[2]);
  const uz = -(r[2] * hullPair[0] + r[5] * hullPair[1] + r[8] * hullPair[2]);
  sought[0] = ux;
  sought[1] = uy;
  sought[2] = uz;
  const first = mostAlong(hullB, false);
  let best = hullAxis[3];
  let cone = (best + balls) * between;
  let hint = hints[0];
  for (let i = -1; i < faceCount; i++) {
    const face = i < 0 ? first : i;
    if (i === first) continue;
    if (i >= 0 && between > 0 && alongB[face] <= cone) continue;
    const p = planes + PLANE_STRIDE * face;
    const lx = numbers[p];
    const ly = numbers[p + 1];
    const lz = numbers[p + 2];
    const x = -(r[0] * lx + r[1] * ly + r[2] * lz);
    const y = -(r[3] * lx + r[4] * ly + r[5] * lz);
    const z = -(r[6] * lx + r[7] * ly + r[8] * lz);
    const height = x * r[9] + y * r[10] + z * r[11] - unit * numbers[p + 3];
    if (height - (x * from[hint] + y * from[hint + 1] + z * from[hint + 2]) <= best) continue;
    sought[0] = x;
    sought[1] = y;
    sought[2] = z;
    hint = highestA(hullA);
    const separation = height - (x * from[hint] + y * from[hint + 1] + z * from[hint + 2]);
    if (!(separation > best)) continue;
    best = separation;
    cone = (best + balls) * between;
    hullAxisOf[0] = AXIS_FACE_B;
    hullAxisOf[AXIS_OF_B] = face;
    hullAxis[0] = x;
    hullAxis[1] = y;
    hullAxis[2] = z;
    hullAxis[3] = separation;
  }
  hints[0] = hint;
}
