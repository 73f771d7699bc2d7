import { CLOSEST_POINT, nextClosestLeaf, startClosest } from '../../core/bvh/closest-walk.ts';
import { createOrderedWalk, WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import type { IndexList } from '../../core/index-list.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import { coreReach, type PlacedPiece, placement, pointToShape, writeMiddle } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { childContains, childSlack, measureSlack, type Outline } from '../shapes/seams.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import { findLowest, LOWEST, support } from './lowest-point.ts';
import { candidate, takeOver } from './open-edges.ts';
import {
  LENGTH_ROUNDING,
  reserveSegmentContacts,
  type SegmentContact,
  segmentContacts,
  writeLeastSeparation,
} from './segment-contacts.ts';
import { beginContact } from './surface-contacts.ts';

/*
 * The shortest way out of a solid for a convex piece whose middle is inside.
 *
 * The middle leaves straight across a side of the outline, or through a corner at which the solid has more than half a
 * turn: from there on, the way to the nearest point of either side is the corner itself. The depth is how far the
 * middle is from that place, and how far the piece reaches back behind its middle. For a circle that is its distance to
 * the outline and its radius. Corners at which the solid has less than half a turn are never nearest.
 *
 * Fractions travel in scratch arrays, see placed-piece.ts.
 */

/** The middle of the piece: in the current frame, and in the frame of the shape. */
const middle = new Float64Array(2);
const local = new Float64Array(2);

/** The current way: where the middle leaves and which way, in the shape's frame, and how far that is for the middle. */
const way = new Float64Array(5);
const PLACE_X = 0;
const PLACE_Y = 1;
const WAY_X = 2;
const WAY_Y = 3;
const DISTANCE = 4;

/** The best way so far, and its depth, in units of the shape. */
const best = new Float64Array(6);
const DEPTH = 5;
const bestPart = { index: -1 };

const direction = new Float64Array(2);
const slack = new Float64Array(1);
const walk = createOrderedWalk();

/** Returns whether one of the children contains the middle of a piece. The shape is placed. */
export function middleIsInside(shape: RegisteredShape, children: IndexList, piece: PlacedPiece): boolean {
  writeMiddle(middle, piece);
  pointToShape(local, middle);
  for (let i = 0; i < children.count; i++) {
    const child = children.items[i];
    if (isInBounds(shape, child) && childContains(shape, child, local)) {
      slack[0] = childSlack[0];
      return true;
    }
  }
  return false;
}

function isInBounds({ pieceBounds }: RegisteredShape, child: number): boolean {
  const k = child * BOUNDS_STRIDE;
  measureSlack(pieceBounds, child);
  const room = childSlack[0];
  return (
    local[0] >= pieceBounds[k] - room &&
    local[1] >= pieceBounds[k + 1] - room &&
    local[0] <= pieceBounds[k + 2] + room &&
    local[1] <= pieceBounds[k + 3] + room
  );
}

/**
 * Writes the contact of the piece, whose middle has been found inside, along the shortest way out of the shape, at
 * `segmentContacts[at]`. Returns false when there is none, which only rounding can make.
 */
export function leadOut(shape: RegisteredShape, piece: PlacedPiece, pieceIndex: number, at: number): boolean {
  const { bvh, pieceBounds, seams, pieceStart, pieceCount } = shape;
  const { firstPart } = seams!;
  const outline = seams!.outline!;
  const { query } = walk;
  best[DEPTH] = Infinity;
  bestPart.index = -1;
  query[WALK_LIMIT] = Infinity;
  query[CLOSEST_POINT] = local[0];
  query[CLOSEST_POINT + 1] = local[1];
  startClosest(walk, bvh!);
  for (let count = nextClosestLeaf(walk, bvh!, pieceBounds); count > 0; ) {
    for (let i = 0; i < count; i++) {
      const child = walk.items[i];
      const corner = pieceStart[child];
      const end = firstPart[corner + pieceCount[child]];
      for (let part = firstPart[corner]; part < end; part++) {
        if (findWay(outline, part)) measureWay(piece, part);
      }
    }
    // A piece reaches back behind its middle by its radius at least.
    query[WALK_LIMIT] = Math.max(0, best[DEPTH] - (piece.radius + placement[POSE_RADIUS]) / placement[POSE_SCALE]);
    count = nextClosestLeaf(walk, bvh!, pieceBounds);
  }
  if (bestPart.index < 0) return false;
  reserveSegmentContacts(at + 1);
  const edge = outline.edge[bestPart.index];
  const child = childOf(shape, edge);
  writeContact(segmentContacts[at], shape, piece, child, pieceIndex, edge);
  return true;
}

/** Writes `way` for a part of the outline; false when the middle does not leave there. */
function findWay({ segments, next }: Outline, part: number): boolean {
  const a = 4 * part;
  const ex = segments[a + 2] - segments[a];
  const ey = segments[a + 3] - segments[a + 1];
  const x = local[0] - segments[a];
  const y = local[1] - segments[a + 1];
  const length = Math.sqrt(ex * ex + ey * ey);
  const along = (x * ex + y * ey) / length;
  // The solid is on the left.
  const distance = (ex * y - ey * x) / length;
  if (along < -slack[0]) return false;
  if (along <= length + slack[0]) {
    if (distance < -slack[0]) return false;
    way[PLACE_X] = local[0] + (distance * ey) / length;
    way[PLACE_Y] = local[1] - (distance * ex) / length;
    way[WAY_X] = ey / length;
    way[WAY_Y] = 0 - ex / length;
    way[DISTANCE] = distance;
    return true;
  }
  // The middle is beyond the end of this part and before the beginning of the next one, so the corner between the two
  // parts is nearest.
  const b = 4 * next[part];
  const cornerX = segments[b];
  const cornerY = segments[b + 1];
  const toX = cornerX - local[0];
  const toY = cornerY - local[1];
  if (toX * (segments[b + 2] - cornerX) + toY * (segments[b + 3] - cornerY) < 0) return false;
  const away = Math.sqrt(toX * toX + toY * toY);
  if (!(away > 0)) return false;
  way[PLACE_X] = cornerX;
  way[PLACE_Y] = cornerY;
  way[WAY_X] = toX / away;
  way[WAY_Y] = toY / away;
  way[DISTANCE] = away;
  return true;
}

/**
 * Replaces the best way by the current one if this is shorter for the piece. Of equal ways, that of the part with the
 * lowest number is kept.
 */
function measureWay(piece: PlacedPiece, part: number): void {
  turnWay();
  findLowest(piece, direction);
  const back = middle[0] * direction[0] + middle[1] * direction[1] - support[LOWEST];
  const depth = way[DISTANCE] + (back + piece.radius + placement[POSE_RADIUS]) / placement[POSE_SCALE];
  if (depth > best[DEPTH] || (depth === best[DEPTH] && part > bestPart.index)) return;
  for (let i = 0; i < DEPTH; i++) best[i] = way[i];
  best[DEPTH] = depth;
  bestPart.index = part;
}

/** Turns the current way into the current frame. */
function turnWay(): void {
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  direction[0] = c * way[WAY_X] - s * way[WAY_Y];
  direction[1] = s * way[WAY_X] + c * way[WAY_Y];
}

/** Returns the piece that has an edge, by the number of the edge's first vertex. */
function childOf({ pieceStart, pieces }: RegisteredShape, edge: number): number {
  let low = 0;
  let high = pieces;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (pieceStart[middle] <= edge) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Writes the contact of the piece with a line across the end of the best way, long enough for the whole piece to be
 * over it. The edge is given by the number of its first vertex.
 */
function writeContact(
  contact: SegmentContact,
  { pieceStart, pieceCount }: RegisteredShape,
  piece: PlacedPiece,
  child: number,
  pieceIndex: number,
  edge: number,
): void {
  for (let i = 0; i < DEPTH; i++) way[i] = best[i];
  turnWay();
  const c = placement[POSE_COS] * placement[POSE_SCALE];
  const s = placement[POSE_SIN] * placement[POSE_SCALE];
  const x = placement[POSE_X] + c * way[PLACE_X] - s * way[PLACE_Y];
  const y = placement[POSE_Y] + s * way[PLACE_X] + c * way[PLACE_Y];
  let half = coreReach(piece);
  for (let i = 0; i < piece.count; i++) {
    half = Math.max(half, Math.abs(piece.vertices[2 * i] - x) + Math.abs(piece.vertices[2 * i + 1] - y));
  }
  half += coreReach(piece);
  const { segment } = candidate;
  segment.vertices[0] = x + half * direction[1];
  segment.vertices[1] = y - half * direction[0];
  segment.vertices[2] = x - half * direction[1];
  segment.vertices[3] = y + half * direction[0];
  segment.normals[0] = direction[0];
  segment.normals[1] = direction[1];
  segment.normals[2] = 0 - direction[0];
  segment.normals[3] = 0 - direction[1];
  segment.count = 2;
  segment.radius = placement[POSE_RADIUS];
  candidate.side = -1;
  candidate.overlaps = true;
  beginContact(contact, child, pieceIndex);
  contact.overlaps = true;
  contact.manifold[LENGTH_ROUNDING] = candidate.manifold[LENGTH_ROUNDING] = 0;
  collideAboveSegment(candidate, piece);
  takeOver(contact, edge - pieceStart[child], pieceCount[child]);
  writeLeastSeparation(contact);
}
