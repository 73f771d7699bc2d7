import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { LENGTH_ROUNDING, type SegmentContact } from './segment-contacts.ts';

/* Fractions are passed in scratch arrays and not as arguments, for the reason given in placed-piece.ts. */

/**
 * The edge of the current piece over the segment: where its two ends are along it and above it, then the same clipped
 * to the segment.
 */
const edge = new Float64Array(8);
const ALONG_1 = 0;
const HEIGHT_1 = 1;
const ALONG_2 = 2;
const HEIGHT_2 = 3;
const CLIPPED_1 = 4;
const CLIPPED_HEIGHT_1 = 5;
const CLIPPED_2 = 6;
const CLIPPED_HEIGHT_2 = 7;

/** The segment as ground: its normal on the contact's side, its direction and its length. */
const ground = new Float64Array(5);
const NORMAL_X = 0;
const NORMAL_Y = 1;
const ALONG_X = 2;
const ALONG_Y = 3;
const LENGTH = 4;

/**
 * Replaces the manifold of a contact by one along the segment's own normal, on the contact's side: the piece's edge
 * that is lowest over the segment, clipped to the stretch above it. What the piece has beyond the segment's ends does
 * not count, so the depth is exactly how far the piece has to go along the normal to be clear of the segment. The
 * contact has no points when nothing of the piece is above the segment, or too far above it.
 */
export function collideAboveSegment(contact: SegmentContact, piece: PlacedPiece): void {
  const { manifold, features, segment, side, overlaps } = contact;
  if (piece.curve !== undefined) {
    contact.points = piece.curve.collideAbove(manifold, features, segment, piece, side, overlaps);
  } else contact.points = collideVerticesAbove(manifold, features, segment, piece, side, overlaps);
}

/** Does what `collideAboveSegment` does, for a piece that has vertices alone. Returns the number of points. */
export function collideVerticesAbove(
  manifold: Float64Array,
  features: Uint32Array,
  segment: ConvexPiece,
  piece: ConvexPiece,
  side: number,
  overlaps: boolean,
): number {
  const { normals, vertices } = segment;
  const alongX = normals[3];
  const alongY = 0 - normals[2];
  // Adding to 0 keeps a zero positive.
  const normalX = 0 + side * normals[2];
  const normalY = 0 + side * normals[3];
  const length = alongX * (vertices[2] - vertices[0]) + alongY * (vertices[3] - vertices[1]);
  ground[NORMAL_X] = normalX;
  ground[NORMAL_Y] = normalY;
  ground[ALONG_X] = alongX;
  ground[ALONG_Y] = alongY;
  ground[LENGTH] = length;
  const radius = segment.radius + piece.radius;
  const edges = piece.count < 3 ? 1 : piece.count;
  let lowest = -1;
  let least = Infinity;
  let squareness = Infinity;
  for (let i = 0; i < edges; i++) {
    if (!clipEdge(segment, piece, i)) continue;
    const height = Math.min(edge[CLIPPED_HEIGHT_1], edge[CLIPPED_HEIGHT_2]);
    const facing = piece.normals[2 * i] * normalX + piece.normals[2 * i + 1] * normalY;
    // If two edges meet in the lowest vertex, the edge that faces the segment more squarely is taken.
    if (height > least || (height === least && facing >= squareness)) continue;
    lowest = i;
    least = height;
    squareness = facing;
  }
  let points = 0;
  // A piece that does not overlap the segment is not under it either, but beyond its end.
  if (lowest < 0 || (!overlaps && least < -manifold[LENGTH_ROUNDING])) return 0;
  clipEdge(segment, piece, lowest);
  manifold[CONTACT_NORMAL_X] = normalX;
  manifold[CONTACT_NORMAL_Y] = normalY;
  const ascends = edge[ALONG_1] <= edge[ALONG_2];
  const next = lowest + 1 >= piece.count ? 0 : lowest + 1;
  const limit = contactMargin[0] + radius;
  const isUpright = edge[CLIPPED_1] === edge[CLIPPED_2];
  // The points are in the order of the segment's outline: its right side runs from start to end, its left one back.
  let firstIsFirst = ascends === side < 0;
  // Both ends of an edge that is perpendicular to the segment lie over the same point of it, so only the lower end
  // counts.
  if (isUpright && edge[CLIPPED_HEIGHT_1] !== edge[CLIPPED_HEIGHT_2]) {
    firstIsFirst = edge[CLIPPED_HEIGHT_1] < edge[CLIPPED_HEIGHT_2];
  }
  for (let k = 0; k < 2; k++) {
    const isFirst = firstIsFirst === (k === 0);
    const along = edge[isFirst ? CLIPPED_1 : CLIPPED_2];
    const height = edge[isFirst ? CLIPPED_HEIGHT_1 : CLIPPED_HEIGHT_2];
    if (height > limit) continue;
    if (points > 0 && isUpright) break;
    // Midway between the two surfaces.
    const middle = (segment.radius + height - piece.radius) / 2;
    const at = CONTACT_POINTS + points * CONTACT_POINT_STRIDE;
    manifold[at] = vertices[0] + alongX * along + normalX * middle;
    manifold[at + 1] = vertices[1] + alongY * along + normalY * middle;
    manifold[at + CONTACT_SEPARATION] = height - radius;
    features[points] = packFeatures(isFirst === ascends ? 0 : 1, isFirst ? lowest : next);
    points++;
  }
  return points;
}

/** Writes `edge` for an edge of the piece over the `ground`; false when it passes the segment by. */
function clipEdge(segment: ConvexPiece, piece: ConvexPiece, index: number): boolean {
  const normalX = ground[NORMAL_X];
  const normalY = ground[NORMAL_Y];
  const alongX = ground[ALONG_X];
  const alongY = ground[ALONG_Y];
  const length = ground[LENGTH];
  const v = piece.vertices;
  const next = index + 1 >= piece.count ? 0 : index + 1;
  const x1 = v[2 * index] - segment.vertices[0];
  const y1 = v[2 * index + 1] - segment.vertices[1];
  const x2 = v[2 * next] - segment.vertices[0];
  const y2 = v[2 * next + 1] - segment.vertices[1];
  const t1 = x1 * alongX + y1 * alongY;
  const t2 = x2 * alongX + y2 * alongY;
  if (Math.max(t1, t2) < 0 || Math.min(t1, t2) > length) return false;
  const h1 = x1 * normalX + y1 * normalY;
  const h2 = x2 * normalX + y2 * normalY;
  const c1 = Math.min(Math.max(t1, 0), length);
  const c2 = Math.min(Math.max(t2, 0), length);
  const slope = t1 === t2 ? 0 : (h2 - h1) / (t2 - t1);
  edge[ALONG_1] = t1;
  edge[HEIGHT_1] = h1;
  edge[ALONG_2] = t2;
  edge[HEIGHT_2] = h2;
  edge[CLIPPED_1] = c1;
  edge[CLIPPED_HEIGHT_1] = c1 === t1 ? h1 : h1 + slope * (c1 - t1);
  edge[CLIPPED_2] = c2;
  edge[CLIPPED_HEIGHT_2] = c2 === t2 ? h2 : h2 + slope * (c2 - t2);
  return true;
}
