import { atan2 } from '../../core/atan2.ts';
import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { CLOSEST_DISTANCE, CLOSEST_LENGTH, closestPointPiece } from '../geometry/closest/closest-point-piece.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  FEATURE_EDGE,
  FEATURE_SHIFT,
} from '../geometry/contact/contact-layout.ts';
import { readPenetration } from '../geometry/convex/write-penetration.ts';
import {
  castRayPiece,
  HIT_FRACTION,
  HIT_LENGTH,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
} from '../geometry/ray/cast-ray-piece.ts';
import { CAST_FRACTION } from '../geometry/sweep/cast-minkowski.ts';
import { castPlaced } from '../narrow-phase/cast-placed.ts';
import { collideVerticesAbove } from '../narrow-phase/collide-above-segment.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { collideCurveAbove } from '../narrow-phase/curved-routines.ts';
import { addSector, addStrip, type Moments } from '../shapes/moments.ts';
import {
  type CurvedCore,
  copyMoved,
  createPlacedPiece,
  type PlacedPiece,
  writeSpread,
} from '../shapes/placed-piece.ts';

/*
 * A piece of a sector turns by at most half a turn. It is the intersection of two convex sets: a disc D about the
 * position, and a polygon P whose sides are the flat sides and the tangents of the arc at its two ends and in its
 * middle. Along a direction n within the arc D reaches as far as the piece, and P at least as far; along any other
 * direction P does, whose corners at the ends of the arc have the same normals as those of the piece, and D reaches at
 * least as far. So the support of the piece is the lesser of the two supports, and its separation from any convex B,
 * which is the largest over all n of how far a line across n can be between the two, is the larger of the separations
 * of P and D from B; of touching, the same holds for depths. Whatever meets a piece is met by P and by D, and the later
 * counts.
 *
 * The vertices of a placed piece are those of P, counter-clockwise: the position, the start of the arc, where the
 * tangents meet, twice, the end of the arc. At half a turn the position lies between the ends and is left out.
 */

/**
 * The number of corners of P from the start of the arc to its end. The edges that begin at the first three have the
 * normals of the arc.
 */
export const ARC_CORNERS = 4;
/** Index in `axes` of a piece: the radius of the arc. */
export const ARC_RADIUS = 0;
/** The arc as a feature of a contact: the edge of P at its start. */
const ARC_FEATURE = FEATURE_EDGE | 1;

/**
 * When one of P and D is met, the other one counts as touched if it is no farther away than this, relative to the
 * sizes involved.
 */
const TOUCH_SLACK = 1e-9;

/**
 * The parts P and D of a piece, and scratch for their results. Each of two colliding pieces has a record of its own.
 */
interface Parts {
  readonly polygon: PlacedPiece;
  readonly disc: PlacedPiece;
  /**
   * The moving shape of a cast, at the place where the later one of P and D is met: there the earlier one is tested
   * again.
   */
  readonly moved: PlacedPiece;
  readonly manifold: Float64Array;
  readonly features: Uint32Array;
  readonly cast: Float64Array;
}

function createParts(): Parts {
  const disc = createPlacedPiece(1);
  disc.count = 1;
  return {
    polygon: createPlacedPiece(ARC_CORNERS + 1),
    disc,
    moved: createPlacedPiece(ARC_CORNERS + 1),
    manifold: new Float64Array(CONTACT_STRIDE),
    features: new Uint32Array(CONTACT_MAX_POINTS),
    cast: new Float64Array(CAST_FRACTION + 1),
  };
}

const partsOfA = createParts();
const partsOfB = createParts();

function takeParts({ polygon, disc }: Parts, piece: PlacedPiece): void {
  polygon.vertices = piece.vertices;
  polygon.normals = piece.normals;
  polygon.count = piece.count;
  polygon.radius = piece.radius;
  writeCentre(disc.vertices, piece);
  disc.radius = piece.radius + piece.axes[ARC_RADIUS];
}

function writeCentre(out: Float64Array, { vertices, count }: PlacedPiece): void {
  const isHalf = count === ARC_CORNERS;
  const end = 2 * (count - 1);
  out[0] = isHalf ? (vertices[0] + vertices[end]) / 2 : vertices[0];
  out[1] = isHalf ? (vertices[1] + vertices[end + 1]) / 2 : vertices[1];
}

const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);
const contact = new Float64Array(CONTACT_STRIDE);
const contactFeatures = new Uint32Array(CONTACT_MAX_POINTS);

/**
 * Returns whether P and D are met along one normal. A shape that lies flat on a tangent of the arc meets both at once,
 * and only rounding decides which of the two it meets first: then the point of D counts, as P contains the whole
 * tangent.
 */
function shareNormal(polygon: Float64Array, disc: Float64Array, at: number): boolean {
  const cross = polygon[at] * disc[at + 1] - polygon[at + 1] * disc[at];
  return Math.abs(cross) <= TOUCH_SLACK && polygon[at] * disc[at] + polygon[at + 1] * disc[at + 1] > 0;
}

/** Writes the contact of P or of D, whichever has the larger separation; returns the number of points. */
function collide(
  out: Float64Array,
  features: Uint32Array,
  a: PlacedPiece,
  b: PlacedPiece,
  margin: Float64Array,
): number {
  const isA = a.curve === sectorCore;
  const piece = isA ? a : b;
  const parts = isA ? partsOfA : partsOfB;
  const { polygon, disc, manifold, features: discFeatures } = parts;
  takeParts(parts, piece);
  const points = isA
    ? collidePlaced(out, features, polygon, b, margin)
    : collidePlaced(out, features, a, polygon, margin);
  if (points === 0) return 0;
  const onArc = isA
    ? collidePlaced(manifold, discFeatures, disc, b, margin)
    : collidePlaced(manifold, discFeatures, a, disc, margin);
  if (onArc === 0) return 0;
  const lead = leastSeparation(out, points) - leastSeparation(manifold, onArc);
  const rounding = TOUCH_SLACK * (piece.axes[ARC_RADIUS] + a.radius + b.radius);
  if (lead > 0 && !(lead <= rounding && shareNormal(out, manifold, CONTACT_NORMAL_X))) {
    return dropBeyondArc(out, features, points, piece, isA ? -1 : 1);
  }
  for (let i = 0; i < CONTACT_STRIDE; i++) out[i] = manifold[i];
  for (let i = 0; i < onArc; i++) {
    const other = isA ? discFeatures[i] >>> FEATURE_SHIFT : discFeatures[i] & (FEATURE_EDGE | (FEATURE_EDGE - 1));
    features[i] = (isA ? ARC_FEATURE | (other << FEATURE_SHIFT) : other | (ARC_FEATURE << FEATURE_SHIFT)) >>> 0;
  }
  return onArc;
}

function leastSeparation(manifold: Float64Array, points: number): number {
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  const second = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
  return points > 1 && second < first ? second : first;
}

/**
 * Drops the points of a contact of P that are not on the piece: a face may have been clipped to a tangent. `sign` is 1
 * where the normal leads to the piece, −1 where it leads away. Returns how many are left, at least the deepest.
 */
function dropBeyondArc(
  out: Float64Array,
  features: Uint32Array,
  points: number,
  piece: PlacedPiece,
  sign: number,
): number {
  if (points < 2) return points;
  const isFirst = isOnCore(out, 0, piece, sign);
  const isSecond = isOnCore(out, CONTACT_POINT_STRIDE, piece, sign);
  if (isFirst && isSecond) return 2;
  const first = out[CONTACT_POINTS + CONTACT_SEPARATION];
  const second = out[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
  if (isSecond || (!isFirst && second < first)) {
    for (let i = 0; i < CONTACT_POINT_STRIDE; i++)
      out[CONTACT_POINTS + i] = out[CONTACT_POINTS + CONTACT_POINT_STRIDE + i];
    features[0] = features[1];
  }
  return 1;
}

const centre = new Float64Array(2);

/**
 * Returns whether a point of a contact of P, which is `at` numbers behind the first point, is within D when moved to
 * the surface of P.
 */
function isOnCore(manifold: Float64Array, at: number, piece: PlacedPiece, sign: number): boolean {
  const point = CONTACT_POINTS + at;
  // The point lies midway between the two surfaces.
  const off = sign * (manifold[point + CONTACT_SEPARATION] / 2 + piece.radius);
  writeCentre(centre, piece);
  const x = manifold[point] + off * manifold[CONTACT_NORMAL_X] - centre[0];
  const y = manifold[point + 1] + off * manifold[CONTACT_NORMAL_Y] - centre[1];
  const radius = piece.axes[ARC_RADIUS];
  return x * x + y * y <= radius * radius * (1 + TOUCH_SLACK);
}

function measure(out: Float64Array, at: number, a: PlacedPiece, b: PlacedPiece): void {
  out[at] = leastSeparation(contact, collide(contact, contactFeatures, a, b, NO_LIMIT));
}

function penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): void {
  readPenetration(out, contact, collide(contact, contactFeatures, a, b, NO_LIMIT));
}

const way = new Float64Array(2);
const slack = new Float64Array(1);
const spreads = new Float64Array(2);

/** Writes the hit of P or of D, whichever comes later, if the other one still touches then. */
function cast(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array): void {
  const isA = a.curve === sectorCore;
  const parts = isA ? partsOfA : partsOfB;
  const { polygon, disc, cast: onArc } = parts;
  takeParts(parts, isA ? a : b);
  castPlaced(out, isA ? polygon : a, isA ? b : polygon, translation);
  if (!(out[CAST_FRACTION] < Infinity)) return;
  castPlaced(onArc, isA ? disc : a, isA ? b : disc, translation);
  // How much farther D still has to move, along the normal at which P is met, until it is met too.
  const lead = (onArc[CAST_FRACTION] - out[CAST_FRACTION]) * (translation[0] * out[2] + translation[1] * out[3]);
  const rounding = TOUCH_SLACK * (disc.radius + a.radius + b.radius);
  const isTie = onArc[CAST_FRACTION] > 0 && lead <= rounding && shareNormal(out, onArc, 2);
  const isArcLater = isTie || onArc[CAST_FRACTION] >= out[CAST_FRACTION];
  if (isArcLater) for (let i = 0; i <= CAST_FRACTION; i++) out[i] = onArc[i];
  const fraction = out[CAST_FRACTION];
  if (!(fraction > 0 && fraction < Infinity)) return;
  const earlier = isArcLater ? polygon : disc;
  way[0] = fraction * translation[0];
  way[1] = fraction * translation[1];
  copyMoved(parts.moved, isA ? earlier : a, way);
  const { manifold, features, moved } = parts;
  writeSpread(spreads, 0, moved);
  writeSpread(spreads, 1, b);
  slack[0] = TOUCH_SLACK * (spreads[0] + moved.radius + (spreads[1] + b.radius));
  if (collidePlaced(manifold, features, moved, isA ? b : earlier, slack) === 0) out[CAST_FRACTION] = Infinity;
}

const discHit = new Float64Array(HIT_LENGTH);
const place = new Float64Array(2);
const closest = new Float64Array(CLOSEST_LENGTH);

function castRay(hit: Float64Array, ray: Float64Array, piece: PlacedPiece): void {
  const rounding = ray[RAY_RADIUS];
  const { disc } = partsOfA;
  takeParts(partsOfA, piece);
  castRayPiece(hit, ray, piece.vertices, piece.normals, 0, piece.count);
  if (!(hit[HIT_FRACTION] < Infinity)) return;
  ray[RAY_RADIUS] = rounding + piece.axes[ARC_RADIUS];
  castRayPiece(discHit, ray, disc.vertices, disc.normals, 0, 1);
  ray[RAY_RADIUS] = rounding;
  const isArcLater = discHit[HIT_FRACTION] >= hit[HIT_FRACTION];
  if (isArcLater) for (let i = 0; i < HIT_LENGTH; i++) hit[i] = discHit[i];
  const fraction = hit[HIT_FRACTION];
  if (!(fraction > 0 && fraction < Infinity)) return;
  place[0] = ray[RAY_X] + fraction * ray[RAY_DIRECTION_X];
  place[1] = ray[RAY_Y] + fraction * ray[RAY_DIRECTION_Y];
  const x = place[0] - disc.vertices[0];
  const y = place[1] - disc.vertices[1];
  const distance = Math.sqrt(x * x + y * y);
  const reach = piece.axes[ARC_RADIUS] + rounding;
  let isMet = distance <= reach + TOUCH_SLACK * (reach + Math.abs(place[0]) + Math.abs(place[1]));
  if (isArcLater) {
    closestPointPiece(closest, place, piece.vertices, piece.normals, 0, piece.count);
    isMet = closest[CLOSEST_DISTANCE] <= rounding + TOUCH_SLACK * (reach + Math.abs(place[0]) + Math.abs(place[1]));
  }
  if (isMet) return;
  hit[HIT_FRACTION] = Infinity;
  hit[HIT_NORMAL_X] = 0;
  hit[HIT_NORMAL_Y] = 0;
}

/**
 * Writes the closest point of a sector, the intersection of the polygon P and the disc D: its distance is the larger
 * one of the distances from P and from D.
 */
function closestPoint(out: Float64Array, point: Float64Array, piece: PlacedPiece): void {
  closestPointPiece(out, point, piece.vertices, piece.normals, 0, piece.count);
  writeCentre(centre, piece);
  const x = point[0] - centre[0];
  const y = point[1] - centre[1];
  const distance = Math.sqrt(x * x + y * y);
  const off = distance - piece.axes[ARC_RADIUS];
  if (!(off > 0 && off >= out[CLOSEST_DISTANCE])) return;
  out[CLOSEST_DISTANCE] = off;
  out[CLOSEST_DISTANCE + 1] = x / distance;
  out[CLOSEST_DISTANCE + 2] = y / distance;
}

/** Makes two points for a flat side that lies over the segment, one for anything else that is lowest. */
function collideAbove(
  manifold: Float64Array,
  features: Uint32Array,
  segment: PlacedPiece,
  piece: PlacedPiece,
  side: number,
  overlaps: boolean,
): number {
  takeParts(partsOfA, piece);
  const points = collideVerticesAbove(manifold, features, segment, partsOfA.polygon, side, overlaps);
  const isFlat = points > 1 && isOnCore(manifold, 0, piece, 1) && isOnCore(manifold, CONTACT_POINT_STRIDE, piece, 1);
  return isFlat ? points : collideCurveAbove(manifold, features, segment, piece, side, overlaps);
}

/** Writes the support point. Along a direction within the arc it is that of D, along any other a corner of P. */
function writeSupport(
  out: WritableNumberArray,
  at: number,
  piece: PlacedPiece,
  directions: NumberArray,
  from: number,
  sign: number,
): void {
  const { vertices, normals, count } = piece;
  const dx = sign * directions[from];
  const dy = sign * directions[from + 1];
  const start = 2 * (count - ARC_CORNERS);
  const end = start + 4;
  const largest = Math.max(Math.abs(dx), Math.abs(dy));
  if (largest > 0 && normals[start] * dy >= normals[start + 1] * dx && normals[end + 1] * dx >= normals[end] * dy) {
    const x = dx / largest;
    const y = dy / largest;
    const length = Math.sqrt(x * x + y * y);
    writeCentre(centre, piece);
    out[at] = centre[0] + (x / length) * piece.axes[ARC_RADIUS];
    out[at + 1] = centre[1] + (y / length) * piece.axes[ARC_RADIUS];
    return;
  }
  let best = -Infinity;
  for (let i = 0; i < count; i++) {
    if (!isCorner(piece, i)) continue;
    const along = vertices[2 * i] * dx + vertices[2 * i + 1] * dy;
    if (along <= best) continue;
    best = along;
    out[at] = vertices[2 * i];
    out[at + 1] = vertices[2 * i + 1];
  }
}

/** Returns whether a vertex of P is a corner of the piece: all are, except the two where tangents of the arc meet. */
function isCorner({ count }: PlacedPiece, vertex: number): boolean {
  return vertex <= count - ARC_CORNERS || vertex === count - 1;
}

/**
 * Writes the lowest point of a line within the piece. P and D each contain a stretch of the line, and the stretch that
 * both contain begins at the higher one of the two lowest points.
 */
function writeLowest(out: Float64Array, at: number, piece: PlacedPiece, line: Float64Array): boolean {
  const { vertices, count } = piece;
  const nx = line[0];
  const ny = line[1];
  writeCentre(centre, piece);
  const off = line[2] - (centre[0] * ny - centre[1] * nx);
  const radius = piece.axes[ARC_RADIUS];
  const reach = Math.sqrt((radius - off) * (radius + off));
  const middle = centre[0] * nx + centre[1] * ny;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    const a = 2 * i;
    const b = i + 1 === count ? 0 : a + 2;
    const fromX = vertices[a] * ny - vertices[a + 1] * nx - line[2];
    const toX = vertices[b] * ny - vertices[b + 1] * nx - line[2];
    if (fromX > 0 === toX > 0 && fromX !== 0 && toX !== 0) continue;
    const from = vertices[a] * nx + vertices[a + 1] * ny;
    const to = vertices[b] * nx + vertices[b + 1] * ny;
    const height = fromX === toX ? Math.min(from, to) : from + ((to - from) * fromX) / (fromX - toX);
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  low = Math.max(low, middle - reach);
  if (!(low <= Math.min(high, middle + reach))) return false;
  out[at] = ny * line[2] + nx * low;
  out[at + 1] = ny * low - nx * line[2];
  return true;
}

/**
 * Adds the disc that the arc and its rounding belong to, strips along the flat sides, and a round corner at each end.
 */
function addMoments(moments: Moments, piece: PlacedPiece): void {
  const { vertices, normals, count, radius } = piece;
  const start = 2 * (count - ARC_CORNERS);
  const end = start + 4;
  const sx = normals[start];
  const sy = normals[start + 1];
  const ex = normals[end];
  const ey = normals[end + 1];
  writeCentre(centre, piece);
  const turn = Math.abs(atan2(sx * ey - sy * ex, sx * ex + sy * ey));
  addSector(moments, centre[0], centre[1], piece.axes[ARC_RADIUS] + radius, turn, ey - sy, sx - ex);
  if (radius === 0) return;
  for (let i = 0; i < count; i++) {
    if (i >= count - ARC_CORNERS && i < count - 1) continue;
    const a = 2 * i;
    const b = i + 1 === count ? 0 : a + 2;
    addStrip(
      moments,
      vertices[a],
      vertices[a + 1],
      vertices[b],
      vertices[b + 1],
      radius * normals[a],
      radius * normals[a + 1],
    );
  }
  for (let i = 0; i < count; i++) {
    if (!isCorner(piece, i)) continue;
    const before = 2 * (i === 0 ? count - 1 : i - 1);
    const nx = normals[before];
    const ny = normals[before + 1];
    const mx = normals[2 * i];
    const my = normals[2 * i + 1];
    const angle = Math.abs(atan2(nx * my - ny * mx, nx * mx + ny * my));
    addSector(moments, vertices[2 * i], vertices[2 * i + 1], radius, angle, my - ny, nx - mx);
  }
}

/** The core of a piece of a sector. */
export const sectorCore: CurvedCore = {
  smooth: undefined,
  writeSupport,
  isCorner,
  addReach() {},
  writeLowest,
  addMoments,
  collide,
  measure,
  penetrate,
  cast,
  castRay,
  closestPoint,
  collideAbove,
};
