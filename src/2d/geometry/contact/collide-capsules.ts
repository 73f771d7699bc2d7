import type { NumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, computeNormals, createConvexPiece } from '../convex/convex-piece.ts';
import {
  clipFace,
  FACE_ALONG,
  FACE_LENGTH,
  FACE_LIMIT,
  FACE_NORMAL_X,
  FACE_NORMAL_Y,
  FACE_RADIUS,
  FACE_SEPARATION,
  FACE_SHIFT,
  FACE_STEP_X,
  FACE_STEP_Y,
  FACE_TOLERANCE,
  FACE_X,
  FACE_Y,
  face,
  ROUNDING,
} from './clip-face.ts';
import { collidePieces } from './collide-convex.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS } from './contact-layout.ts';

const pieceA = createConvexPiece(2);
const pieceB = createConvexPiece(2);
const cornerLimit = new Float64Array(1);

/**
 * Collides two capsules (a, b, radius): same results, layout and features as `collideConvex` on two segment cores. Two
 * points when they lie side by side. Returns the number of points, 0 when they are farther apart than `margin`.
 *
 * A segment has two sides; the other's ends lie at signed heights above its line, so the separation along the better
 * side is max(min heights, −max heights). Ends that face ends go to the general routine.
 *
 * The engine collides capsules as rounded boxes of no width (`collideRoundedBoxes`). Used here, that routine would name
 * the features of a capsule of no length differently from `collideConvex`; with a special case for such capsules it is
 * larger than this routine and no faster.
 *
 * Derived here: the heights of each segment's ends above the other's line.
 */
export function collideCapsules(
  out: Float64Array,
  features: Uint32Array,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  margin: number,
): number {
  const originX = a[aOffset];
  const originY = a[aOffset + 1];
  const edgeAX = a[aOffset + 2] - originX;
  const edgeAY = a[aOffset + 3] - originY;
  const startBX = b[bOffset] - originX;
  const startBY = b[bOffset + 1] - originY;
  const endBX = b[bOffset + 2] - originX;
  const endBY = b[bOffset + 3] - originY;
  const radiusA = a[aOffset + 4];
  const radiusB = b[bOffset + 4];
  const edgeBX = endBX - startBX;
  const edgeBY = endBY - startBY;
  const lengthA = Math.sqrt(edgeAX * edgeAX + edgeAY * edgeAY);
  const lengthB = Math.sqrt(edgeBX * edgeBX + edgeBY * edgeBY);
  const limit = margin + radiusA + radiusB;
  // The normals are those to the right of each segment, which belong to edge 0. A capsule of zero length gets a zero
  // normal and is left to the general routine.
  const inverseA = lengthA > 0 ? 1 / lengthA : 0;
  const inverseB = lengthB > 0 ? 1 / lengthB : 0;
  const normalAX = edgeAY * inverseA;
  const normalAY = -edgeAX * inverseA;
  const startB = normalAX * startBX + normalAY * startBY;
  const endB = normalAX * endBX + normalAY * endBY;
  const rightA = Math.min(startB, endB);
  const leftA = -Math.max(startB, endB);
  const separationA = Math.max(rightA, leftA);
  if (separationA > limit) return 0;
  const normalBX = edgeBY * inverseB;
  const normalBY = -edgeBX * inverseB;
  const startA = -(normalBX * startBX + normalBY * startBY);
  const endA = startA + (normalBX * edgeAX + normalBY * edgeAY);
  const rightB = Math.min(startA, endA);
  const leftB = -Math.max(startA, endA);
  const separationB = Math.max(rightB, leftB);
  if (separationB > limit) return 0;

  let count = -1;
  if (lengthA > 0 && lengthB > 0) {
    face[FACE_LIMIT] = limit;
    face[FACE_RADIUS] = radiusA + radiusB;
    if (separationA >= separationB) {
      const side = rightA >= leftA ? 0 : 1;
      const startDeepest = side === 0 ? startB <= endB : startB >= endB;
      const sign = side === 0 ? 1 : -1;
      face[FACE_SEPARATION] = separationA;
      face[FACE_NORMAL_X] = sign * normalAX;
      face[FACE_NORMAL_Y] = sign * normalAY;
      face[FACE_LENGTH] = lengthA;
      face[FACE_SHIFT] = 0.5 * (radiusA - radiusB);
      const x = startDeepest ? startBX : endBX;
      const y = startDeepest ? startBY : endBY;
      // Edge 1 runs back from the end.
      const fromX = side === 0 ? x : x - edgeAX;
      const fromY = side === 0 ? y : y - edgeAY;
      face[FACE_X] = x;
      face[FACE_Y] = y;
      face[FACE_ALONG] = sign * (normalAX * fromY - normalAY * fromX);
      face[FACE_STEP_X] = startDeepest ? edgeBX : -edgeBX;
      face[FACE_STEP_Y] = startDeepest ? edgeBY : -edgeBY;
      face[FACE_TOLERANCE] = ROUNDING * (lengthA + Math.abs(x) + Math.abs(y));
      const vertex = startDeepest ? 0 : 1;
      count = clipFace(out, features, side, 1 - side, vertex, 1 - vertex, false);
    } else {
      const side = rightB >= leftB ? 0 : 1;
      const startDeepest = side === 0 ? startA <= endA : startA >= endA;
      const sign = side === 0 ? 1 : -1;
      face[FACE_SEPARATION] = separationB;
      face[FACE_NORMAL_X] = sign * normalBX;
      face[FACE_NORMAL_Y] = sign * normalBY;
      face[FACE_LENGTH] = lengthB;
      face[FACE_SHIFT] = 0.5 * (radiusB - radiusA);
      const x = startDeepest ? 0 : edgeAX;
      const y = startDeepest ? 0 : edgeAY;
      const fromX = x - (side === 0 ? startBX : endBX);
      const fromY = y - (side === 0 ? startBY : endBY);
      face[FACE_X] = x;
      face[FACE_Y] = y;
      face[FACE_ALONG] = sign * (normalBX * fromY - normalBY * fromX);
      face[FACE_STEP_X] = startDeepest ? edgeAX : -edgeAX;
      face[FACE_STEP_Y] = startDeepest ? edgeAY : -edgeAY;
      face[FACE_TOLERANCE] = ROUNDING * (lengthB + Math.abs(startBX) + Math.abs(startBY) + Math.abs(x) + Math.abs(y));
      const vertex = startDeepest ? 0 : 1;
      count = clipFace(out, features, side, 1 - side, vertex, 1 - vertex, true);
    }
  }
  if (count < 0) {
    fillCapsule(pieceA, a, aOffset, a, aOffset);
    fillCapsule(pieceB, b, bOffset, a, aOffset);
    cornerLimit[0] = margin;
    count = collidePieces(out, features, pieceA, pieceB, cornerLimit);
  }
  for (let i = 0; i < count; i++) {
    const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    out[p] = out[p] + originX;
    out[p + 1] = out[p + 1] + originY;
  }
  return count;
}

/**
 * Fills a piece (capacity 2 at least) with a capsule's core, normals and radius, in a frame with its origin at the
 * point `origin`.
 */
export function fillCapsule(
  piece: ConvexPiece,
  capsule: NumberArray,
  capsuleOffset: number,
  origin: NumberArray,
  originOffset: number,
): void {
  const originX = origin[originOffset];
  const originY = origin[originOffset + 1];
  piece.vertices[0] = capsule[capsuleOffset] - originX;
  piece.vertices[1] = capsule[capsuleOffset + 1] - originY;
  piece.vertices[2] = capsule[capsuleOffset + 2] - originX;
  piece.vertices[3] = capsule[capsuleOffset + 3] - originY;
  piece.radius = capsule[capsuleOffset + 4];
  piece.count = 2;
  computeNormals(piece);
}
