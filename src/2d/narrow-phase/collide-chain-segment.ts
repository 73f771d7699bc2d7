import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { collideConvex } from '../geometry/collide-convex.ts';
import { FEATURE_EDGE, packFeatures } from '../geometry/contact-layout.ts';
import type { ConvexPiece } from '../geometry/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_CHAIN } from '../shapes/shape-kind.ts';
import { features, manifold, manifoldSeparation } from './emit-contact.ts';

/**
 * Contact of one chain segment with a convex piece, without ghosts.
 *
 * A segment on its own has two ends, and something that slides along the chain would catch on them: its normal there can point
 * along the chain. But at a joint the surface goes on, so a normal is admissible only if the true surface has it: the
 * segment's own normal on the side where the piece is, or, where the joint is convex on that side, anything between it and the
 * neighbour's normal. A contact with any other normal is replaced by one along the segment's normal, or given up when the
 * piece is not above the segment at all: then the neighbour has it.
 */

const noHint = new Int32Array(1);
const neighbour = new Float64Array(2);

/** Sines and cosines this close to admissible are: rounding of unit normals, far below any visible angle. */
const ANGLE_SLACK = 1e-9;

/** Whether contacts of a shape depend on its joints, so that all may be given up to neighbours. */
export function isJointAware(shape: RegisteredShape): boolean {
  return shape.kind === SHAPE_CHAIN && shape.pieces > 1;
}

/** Whether a one-sided segment has the piece's centre on its left, where it does not collide. */
export function isBehind(shape: RegisteredShape, segment: ConvexPiece, piece: ConvexPiece): boolean {
  return shape.oneSided && sideOf(segment, piece) > 0;
}

/**
 * Writes the manifold from the chain's segment to `piece` and returns its number of points. `segment` and `piece` are given in
 * the frame with its origin at (originX, originY).
 */
export function collideChainSegment(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
  segment: ConvexPiece,
  piece: ConvexPiece,
  originX: number,
  originY: number,
): number {
  if (isBehind(shape, segment, piece)) return 0;
  noHint[0] = 0;
  const points = collideConvex(manifold, features, segment, piece, set.margin, noHint, 0);
  if (points === 0) return 0;
  const side = sideOf(segment, piece) > 0 ? 1 : -1;
  // The segment's normal on the piece's side: its left one turned by the side.
  const normalX = -side * (segment.vertices[3]! - segment.vertices[1]!);
  const normalY = side * (segment.vertices[2]! - segment.vertices[0]!);
  const length = Math.sqrt(normalX * normalX + normalY * normalY);
  if (!(length > 0)) return points;
  const ux = normalX / length;
  const uy = normalY / length;
  if (isAdmissible(set, slot, shape, child, segment, side, ux, uy, originX, originY)) return points;
  return collideAlongNormal(segment, piece, ux, uy, length, set.margin, manifoldSeparation(points));
}

/** Positive when the centre of the piece lies on the left of the segment, negative on the right. */
function sideOf(segment: ConvexPiece, piece: ConvexPiece): number {
  const s = segment.vertices;
  let x = 0;
  let y = 0;
  for (let i = 0; i < piece.count; i++) {
    x += piece.vertices[2 * i]! - s[0]!;
    y += piece.vertices[2 * i + 1]! - s[1]!;
  }
  return (s[2]! - s[0]!) * y - (s[3]! - s[1]!) * x;
}

/** Whether the true surface has the current manifold's normal at this segment. */
function isAdmissible(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
  segment: ConvexPiece,
  side: number,
  ux: number,
  uy: number,
  originX: number,
  originY: number,
): boolean {
  const nx = manifold[0]!;
  const ny = manifold[1]!;
  const along = nx * ux + ny * uy;
  // How far the normal leans towards the segment's end, as a sine.
  const directionX = side * uy;
  const directionY = -side * ux;
  const lean = nx * directionX + ny * directionY;
  if (along > 0 && Math.abs(lean) <= ANGLE_SLACK) return true;
  const towardsEnd = lean > 0;
  const vertex = neighbourVertex(shape, child, towardsEnd);
  // A free end of an open chain is a point in the open: every normal away from it is its own.
  if (vertex < 0) return along >= -ANGLE_SLACK || leavesEnd(lean, along);
  placeVertex(set, slot, shape, vertex, originX, originY);
  const s = segment.vertices;
  let ex: number;
  let ey: number;
  if (towardsEnd) {
    ex = neighbour[0]! - s[2]!;
    ey = neighbour[1]! - s[3]!;
  } else {
    ex = s[0]! - neighbour[0]!;
    ey = s[1]! - neighbour[1]!;
  }
  const length = Math.sqrt(ex * ex + ey * ey);
  if (!(length > 0)) return true;
  ex /= length;
  ey /= length;
  // The neighbour's normal on the same side of the chain.
  const mx = -side * ey;
  const my = side * ex;
  const neighbourLean = mx * directionX + my * directionY;
  const isConvexJoint = towardsEnd ? neighbourLean > ANGLE_SLACK : neighbourLean < -ANGLE_SLACK;
  if (!isConvexJoint) return false;
  return isBetween(nx, ny, ux, uy, mx, my);
}

/** At a free end the normal may lean as far as straight along the chain; beyond that it points through the segment. */
function leavesEnd(lean: number, along: number): boolean {
  return Math.abs(lean) > 1 - ANGLE_SLACK && along >= -ANGLE_SLACK;
}

/** Whether direction n lies in the sector between u and m, which is less than half a turn. */
function isBetween(nx: number, ny: number, ux: number, uy: number, mx: number, my: number): boolean {
  const turn = ux * my - uy * mx;
  const fromU = ux * ny - uy * nx;
  const toM = nx * my - ny * mx;
  if (Math.abs(turn) <= ANGLE_SLACK && ux * mx + uy * my < 0) return nx * mx + ny * my >= -1;
  return turn > 0 ? fromU >= -ANGLE_SLACK && toM >= -ANGLE_SLACK : fromU <= ANGLE_SLACK && toM <= ANGLE_SLACK;
}

/** The vertex before or after a segment, or −1 at a free end. */
function neighbourVertex(shape: RegisteredShape, child: number, towardsEnd: boolean): number {
  if (towardsEnd) {
    if (child + 1 < shape.pieces) return child + 2;
    return shape.closed ? 1 : -1;
  }
  if (child > 0) return child - 1;
  return shape.closed ? shape.pieces - 1 : -1;
}

function placeVertex(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  vertex: number,
  originX: number,
  originY: number,
): void {
  const at = slot * POSE_STRIDE;
  const c = set.poses[at + POSE_COS]! * set.poses[at + POSE_SCALE]!;
  const s = set.poses[at + POSE_SIN]! * set.poses[at + POSE_SCALE]!;
  const x = shape.vertices[2 * vertex]!;
  const y = shape.vertices[2 * vertex + 1]!;
  neighbour[0] = set.poses[at + POSE_X]! - originX + c * x - s * y;
  neighbour[1] = set.poses[at + POSE_Y]! - originY + s * x + c * y;
}

/**
 * The manifold of a piece above a segment, measured along the segment's normal (ux, uy): the piece's edge that faces the
 * segment, clipped to the stretch above it. Where the piece overlaps the segment but that edge is not above it, one point at
 * the nearer end stands for it; where it only was near, it is the neighbour's business.
 */
function collideAlongNormal(
  segment: ConvexPiece,
  piece: ConvexPiece,
  ux: number,
  uy: number,
  length: number,
  margin: number,
  rawSeparation: number,
): number {
  const s = segment.vertices;
  const v = piece.vertices;
  const radius = segment.radius + piece.radius;
  const ex = (s[2]! - s[0]!) / length;
  const ey = (s[3]! - s[1]!) / length;
  const deepest = lowestVertex(piece, ux, uy);
  const first = facingEdge(piece, deepest, ux, uy);
  const second = first + 1 === piece.count ? 0 : first + 1;
  const t1 = (v[2 * first]! - s[0]!) * ex + (v[2 * first + 1]! - s[1]!) * ey;
  const t2 = (v[2 * second]! - s[0]!) * ex + (v[2 * second + 1]! - s[1]!) * ey;
  const h1 = (v[2 * first]! - s[0]!) * ux + (v[2 * first + 1]! - s[1]!) * uy;
  const h2 = (v[2 * second]! - s[0]!) * ux + (v[2 * second + 1]! - s[1]!) * uy;
  if (Math.max(t1, t2) < 0 || Math.min(t1, t2) > length) {
    if (rawSeparation > -radius) return 0;
    const h = Math.min(h1, h2);
    writePoint(0, segment, ux, uy, ex, ey, Math.max(t1, t2) < 0 ? 0 : length, h, radius, piece.radius, deepest);
    return finish(ux, uy, 1);
  }
  let count = 0;
  const clipped1 = Math.min(Math.max(t1, 0), length);
  const clipped2 = Math.min(Math.max(t2, 0), length);
  const clippedHeight1 = heightAt(clipped1, t1, h1, t2, h2);
  if (clippedHeight1 - radius <= margin) {
    writePoint(count++, segment, ux, uy, ex, ey, clipped1, clippedHeight1, radius, piece.radius, first);
  }
  if (second !== first && clipped2 !== clipped1) {
    const clippedHeight2 = heightAt(clipped2, t1, h1, t2, h2);
    if (clippedHeight2 - radius <= margin) {
      writePoint(count++, segment, ux, uy, ex, ey, clipped2, clippedHeight2, radius, piece.radius, second);
    }
  }
  return finish(ux, uy, count);
}

/** Height of the edge from (t1, h1) to (t2, h2) at t, which lies between them. */
function heightAt(t: number, t1: number, h1: number, t2: number, h2: number): number {
  if (t === t1 || t1 === t2) return h1;
  if (t === t2) return h2;
  const f = Math.min(Math.max((t - t1) / (t2 - t1), 0), 1);
  return h1 + f * (h2 - h1);
}

function finish(ux: number, uy: number, count: number): number {
  manifold[0] = ux;
  manifold[1] = uy;
  return count;
}

/** Writes a point midway between the two surfaces at distance t along the segment. */
function writePoint(
  point: number,
  segment: ConvexPiece,
  ux: number,
  uy: number,
  ex: number,
  ey: number,
  t: number,
  height: number,
  radius: number,
  pieceRadius: number,
  vertex: number,
): void {
  const middle = (segment.radius + height - pieceRadius) / 2;
  const at = 2 + 3 * point;
  manifold[at] = segment.vertices[0]! + ex * t + ux * middle;
  manifold[at + 1] = segment.vertices[1]! + ey * t + uy * middle;
  manifold[at + 2] = height - radius;
  features[point] = packFeatures(FEATURE_EDGE, vertex);
}

function lowestVertex(piece: ConvexPiece, ux: number, uy: number): number {
  let lowest = 0;
  let least = Infinity;
  for (let i = 0; i < piece.count; i++) {
    const h = piece.vertices[2 * i]! * ux + piece.vertices[2 * i + 1]! * uy;
    if (h < least) {
      least = h;
      lowest = i;
    }
  }
  return lowest;
}

/** The edge at a vertex (named by its first vertex) that faces the segment most squarely. */
function facingEdge(piece: ConvexPiece, vertex: number, ux: number, uy: number): number {
  if (piece.count < 3) return 0;
  const before = vertex === 0 ? piece.count - 1 : vertex - 1;
  const n = piece.normals;
  const own = n[2 * vertex]! * ux + n[2 * vertex + 1]! * uy;
  const previous = n[2 * before]! * ux + n[2 * before + 1]! * uy;
  return own <= previous ? vertex : before;
}
