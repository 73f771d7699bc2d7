import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  FEATURE_EDGE,
  FEATURE_SHIFT,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import { facesAway, findMiddle, LED_OUT, MIDDLE_PLACE, middle } from './piece-middle.ts';
import {
  createSegmentContact,
  LEAST_SEPARATION,
  LENGTH_ROUNDING,
  type SegmentContact,
  writeLeastSeparation,
} from './segment-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';
import { parts, tile } from './surface-tile.ts';

/** The contact of the piece with one open part of an edge. */
export const candidate = createSegmentContact();

/**
 * Replaces a contact by the shallowest one that any open part of the tile's edges has with the piece. Without such a
 * part the contact has no points.
 */
export function measureOpenEdges(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  contact: SegmentContact,
  piece: PlacedPiece,
): void {
  let best = -Infinity;
  if (contact.overlaps) findMiddle(surface, shape, piece);
  const hasMiddle = contact.overlaps || middle[MIDDLE_PLACE] === LED_OUT;
  contact.points = 0;
  candidate.overlaps = contact.overlaps;
  candidate.manifold[LENGTH_ROUNDING] = contact.manifold[LENGTH_ROUNDING];
  for (let edge = 0; edge < tile.count; edge++) {
    const count = surface.openParts(parts, shape, contact.child, edge);
    for (let part = 0; part < count; part++) {
      setSegment(edge, part);
      if (hasMiddle && facesAway(edge)) continue;
      collideAboveSegment(candidate, piece);
      if (candidate.points === 0) continue;
      writeLeastSeparation(candidate);
      const separation = candidate.manifold[LEAST_SEPARATION];
      if (!(separation > best)) continue;
      best = separation;
      takeOver(contact, edge, tile.count);
    }
  }
  contact.manifold[LEAST_SEPARATION] = best;
}

/** Sets the segment of the candidate to one of the open `parts` of an edge of the tile. */
export function setSegment(edge: number, part: number): void {
  const { segment } = candidate;
  const { vertices, normals } = tile;
  const a = 2 * edge;
  const b = edge + 1 < tile.count ? a + 2 : 0;
  const from = parts[2 * part];
  const to = parts[2 * part + 1];
  for (let axis = 0; axis < 2; axis++) {
    const length = vertices[b + axis] - vertices[a + axis];
    segment.vertices[axis] = from === 0 ? vertices[a + axis] : vertices[a + axis] + from * length;
    segment.vertices[2 + axis] = to === 1 ? vertices[b + axis] : vertices[a + axis] + to * length;
    segment.normals[axis] = normals[a + axis];
    segment.normals[2 + axis] = 0 - normals[a + axis];
  }
  segment.count = 2;
  segment.radius = tile.radius;
  // Outside is on the right.
  candidate.side = -1;
}

/**
 * Replaces the contact by the candidate. The features of the candidate name vertices and the face of a segment: they
 * are replaced by those of the edge that the segment is part of, one of `edges` of its piece.
 */
export function takeOver(contact: SegmentContact, edge: number, edges: number): void {
  const next = edge + 1 < edges ? edge + 1 : 0;
  contact.points = candidate.points;
  for (let i = 0; i < CONTACT_POINTS + candidate.points * CONTACT_POINT_STRIDE; i++) {
    contact.manifold[i] = candidate.manifold[i];
  }
  for (let i = 0; i < candidate.points; i++) {
    const feature = candidate.features[i];
    const own = (feature & FEATURE_EDGE) !== 0 ? edge | FEATURE_EDGE : (feature & 1) === 0 ? edge : next;
    contact.features[i] = packFeatures(own, feature >>> FEATURE_SHIFT);
  }
}
