import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { collideFaces } from '../geometry/contact/collide-convex.ts';
import { createFoundFace, type FoundFace } from '../geometry/contact/separating-edge.ts';
import { reserveConvexPiece } from '../geometry/convex/convex-piece.ts';
import { placeVertex } from '../shapes/load-outline.ts';
import { createPlacedPiece, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideConvexColliders } from './collide-any-convex.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { centreFrame, placeCollider } from './load-collider.ts';

/*
 * Collides two polygons of many corners. The general routine places every vertex of both, and measures every edge
 * against the other shape. The search here looks at few of them, in the frame of one of the shapes. Each measurement
 * gives a point of each shape, and along no direction are the shapes farther apart than these two points are; so the
 * search goes on to the first edge that may be better. Only the edges and vertices found are placed. The manifold is
 * that of the general routine, except that another edge may count as the nearest one among edges that are equal up to
 * rounding. Where the nearest features are two corners, the general routine takes over.
 */

const pieceA = createPlacedPiece(64);
const pieceB = createPlacedPiece(64);
const faceA = createFoundFace();
const faceB = createFoundFace();

/** The number of corners from which on climbing from corner to corner takes less time than looking at all of them. */
export const MANY_CORNERS = 32;

/**
 * The place and rotation of the other shape in the frame of the shape whose edges are searched, and the scales of both.
 */
const relation = new Float64Array(7);
const COS = 0;
const SIN = 1;
const X = 2;
const Y = 3;
const OWN_SCALE = 4;
const OTHER_SCALE = 5;
/** Cores farther apart than this do not make a contact. */
const LIMIT = 6;

/** The direction of a climb: as arguments, its numbers would be put on the heap. */
const toward = new Float64Array(2);

/** Collides any two polygons. */
export function collidePolygonColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { count } = set.registry.columns;
  const isWorthIt = count[set.handles[slotA]] >= MANY_CORNERS && count[set.handles[slotB]] >= MANY_CORNERS;
  const points = isWorthIt ? collideMany(set, slotA, slotB) : -1;
  if (points > 0) emitContact(list, set.slots, slotA, slotB, 0, 0, points);
  else if (points < 0) collideConvexColliders(set, list, slotA, slotB);
}

/** Returns the number of points, −1 where the general routine has to decide. */
function collideMany(set: ColliderSet, slotA: number, slotB: number): number {
  const shapeA = registeredOf(set, slotA);
  const shapeB = registeredOf(set, slotB);
  if (!shapeA.hasManyCorners || !shapeB.hasManyCorners) return -1;
  relate(set, slotA, slotB);
  const isApart = findFace(faceA, shapeA, shapeB);
  if (isApart) {
    // The shapes are apart along a normal of A, and so there is no need to search along the normals of B: any edge
    // will do.
    faceB.edge = 0;
    faceB.vertex = 0;
  } else {
    relate(set, slotB, slotA);
    findFace(faceB, shapeB, shapeA);
  }
  centreFrame(set, slotA);
  placeCollider(set, slotA);
  placeFound(pieceA, shapeA, faceA.edge, faceB.vertex);
  placeCollider(set, slotB);
  placeFound(pieceB, shapeB, faceB.edge, faceA.vertex);
  const points = collideFaces(manifold, features, pieceA, pieceB, contactMargin, faceA, faceB);
  return isApart && points !== 0 ? -1 : points;
}

/** Writes where the collider `other` is in the frame of `own`, which is turned with it but not scaled. */
function relate({ poses }: ColliderSet, own: number, other: number): void {
  const a = own * POSE_STRIDE;
  const b = other * POSE_STRIDE;
  const x = poses[b + POSE_X] - poses[a + POSE_X];
  const y = poses[b + POSE_Y] - poses[a + POSE_Y];
  const c = poses[a + POSE_COS];
  const s = poses[a + POSE_SIN];
  relation[COS] = c * poses[b + POSE_COS] + s * poses[b + POSE_SIN];
  relation[SIN] = c * poses[b + POSE_SIN] - s * poses[b + POSE_COS];
  relation[X] = c * x + s * y;
  relation[Y] = c * y - s * x;
  relation[OWN_SCALE] = poses[a + POSE_SCALE];
  relation[OTHER_SCALE] = poses[b + POSE_SCALE];
  relation[LIMIT] = contactMargin[0] + poses[a + POSE_RADIUS] + poses[b + POSE_RADIUS];
}

/**
 * Finds the edge of `own` along whose normal `other` is farthest away, and the deepest vertex of `other` along this
 * normal. Returns whether the edge separates the two shapes; the search ends there, though another edge may separate
 * them by more.
 *
 * The search begins with the edge that faces the other shape, which is mostly near the best one, and goes half around
 * in either direction: measurements rule out the most edges when it moves away from the best one. It still reads all
 * normals in order: with thousands of different shapes, memory takes most of the time, and memory is only prefetched
 * in order.
 */
function findFace(found: FoundFace, own: RegisteredShape, other: RegisteredShape): boolean {
  const { vertices, normals } = own;
  const others = other.vertices;
  const end = vertices.length;
  const cos = relation[COS];
  const sin = relation[SIN];
  const x = relation[X];
  const y = relation[Y];
  const scale = relation[OWN_SCALE];
  const otherScale = relation[OTHER_SCALE];
  const limit = relation[LIMIT];
  let best = -Infinity;
  toward[0] = x;
  toward[1] = y;
  const first = climb(normals, 0);
  let deepest = 0;
  let firstDeepest = -1;
  for (let turn = 2; turn >= -2; turn -= 4) {
    let edge = first;
    // The vector between the points of the last measurement, from the own shape to the other; NaN before there is one.
    let acrossX = Number.NaN;
    let acrossY = Number.NaN;
    if (firstDeepest >= 0) deepest = firstDeepest;
    for (let left = end >> 2; left >= 0; left--) {
      const normalX = normals[edge];
      const normalY = normals[edge + 1];
      if (!(normalX * acrossX + normalY * acrossY <= best)) {
        toward[0] = -(cos * normalX + sin * normalY);
        toward[1] = sin * normalX - cos * normalY;
        deepest = climb(others, deepest);
        if (firstDeepest < 0) firstDeepest = deepest;
        const vertexX = otherScale * others[deepest];
        const vertexY = otherScale * others[deepest + 1];
        const pointX = x + cos * vertexX - sin * vertexY;
        const pointY = y + sin * vertexX + cos * vertexY;
        const separation =
          normalX * (pointX - scale * vertices[edge]) + normalY * (pointY - scale * vertices[edge + 1]);
        if (separation > best) {
          best = separation;
          found.edge = edge >> 1;
          found.vertex = deepest >> 1;
          if (separation > limit) return true;
        }
        // The own point is the end of the edge that comes first on the way.
        const corner = turn < 0 ? edge : edge + 2 === end ? 0 : edge + 2;
        acrossX = pointX - scale * vertices[corner];
        acrossY = pointY - scale * vertices[corner + 1];
      }
      edge += turn;
      if (edge === end) edge = 0;
      else if (edge < 0) edge = end - 2;
    }
  }
  return false;
}

/**
 * Climbs from one of the corners of a polygon, or of its normals, which go around as well, to the one that is farthest
 * in the direction `toward`, and returns where it is.
 */
function climb(points: Float64Array, from: number): number {
  const end = points.length;
  const x = toward[0];
  const y = toward[1];
  let at = from;
  let height = x * points[at] + y * points[at + 1];
  for (let steps = end; steps > 0; steps -= 2) {
    const next = at + 2 === end ? 0 : at + 2;
    const along = x * points[next] + y * points[next + 1];
    if (!(along >= height)) break;
    height = along;
    at = next;
  }
  if (at !== from) return at;
  for (let steps = end; steps > 0; steps -= 2) {
    const before = at === 0 ? end - 2 : at - 2;
    const along = x * points[before] + y * points[before + 1];
    if (!(along > height)) break;
    height = along;
    at = before;
  }
  return at;
}

/** Places an edge of a shape, and a vertex with those beside it, of the collider that has been placed. */
function placeFound(piece: PlacedPiece, shape: RegisteredShape, edge: number, vertex: number): void {
  const count = shape.vertices.length >> 1;
  reserveConvexPiece(piece, count);
  piece.count = count;
  piece.radius = placement[POSE_RADIUS];
  placeVertex(piece, shape, edge);
  placeVertex(piece, shape, edge + 1 === count ? 0 : edge + 1);
  placeVertex(piece, shape, vertex);
  placeVertex(piece, shape, vertex + 1 === count ? 0 : vertex + 1);
  placeVertex(piece, shape, vertex === 0 ? count - 1 : vertex - 1);
}
