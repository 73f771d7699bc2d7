import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from './contact-layout.ts';
/**
 * A gap below this share of the coordinates and lengths involved counts as rounding, a larger one as real. A few
 * thousand roundings, yet far below the 1e-9 of the size that the answers are good for.
 */
export const ROUNDING = 1e-12;
/**
 * An edge that rises by less than this per length along the reference edge lies flat on it, as a body at rest or about
 * to rest does. A regular polygon of up to 25 sides that stands on a corner has edges that rise by more, so that none
 * of them is at the limit.
 */
export const FLAT = 0.125;
/** Unit normal of the reference edge, outward. The tangent is its quarter turn to the left. */
export const FACE_NORMAL_X = 0;
export const FACE_NORMAL_Y = 1;
/** Length of the reference edge; along it, its start is at 0. */
export const FACE_LENGTH = 2;
/** The deepest incident vertex, and where it is along the reference edge. */
export const FACE_X = 3;
export const FACE_Y = 4;
export const FACE_ALONG = 5;
/** The vector from the deepest vertex to the other end of the incident edge; zero for a single point. */
export const FACE_STEP_X = 6;
export const FACE_STEP_Y = 7;
/** Signed separation of the cores along the normal. */
export const FACE_SEPARATION = 8;
/** Largest separation of the cores that counts as contact: margin plus both radii. */
export const FACE_LIMIT = 9;
/** Sum of the radii, and half of reference minus incident radius: from the core's middle to the surfaces' middle. */
export const FACE_RADIUS = 10;
export const FACE_SHIFT = 11;
/** Two lengths that differ by less than this count as equal. */
export const FACE_TOLERANCE = 12;
/** Scratch of the search or measurement that calls `clipFace`. */
export const FACE_SEARCH = 13;
/**
 * The slope of the reference edge: how much it falls away from the normal's plane per length. It is 0 except where two
 * corners face each other: there the normal is the direction between the corners, not that of a face.
 */
export const FACE_FALL = 14;

/** Relative to the reference edge: clipped points closer together than this are one point. */
const MIN_POINT_DISTANCE = 1e-9;

/**
 * The operands of `clipFace`, and numbers handed between its callers' own functions. In a typed array, not in
 * arguments, module variables or return values: those allocate whenever a fraction goes through them.
 */
export const face = new Float64Array(16);

/** The additions of `clipFace` to the separation of the cores on either side, where a rounded edge is not level. */
const bulges = new Float64Array(2);
const REFERENCE = 0;
const INCIDENT = 1;

/**
 * Builds the manifold of a reference edge (from vertex `edge` to vertex `next`) against an incident edge, whose
 * deepest vertex is `vertex` and whose other end is `other`; the numbers are in `face`. `flip` says that the reference
 * belongs to B. Returns the number of points, or −1 when the deepest vertex is not above the reference edge and the
 * cores may be apart: then the closest features are two vertices.
 *
 * For overlapping cores the deepest vertex always is above the edge: the origin's nearest point on the boundary of the
 * Minkowski difference lies within an edge of it. Only rounding moves it out, so only the *other* end is clipped in
 * earnest, the deepest point keeps its exact depth, and no clip extrapolates beyond the incident edge.
 *
 * The two edges run against each other, so each end of one has an end of the other facing it. A point is named by the
 * two vertices that face each other on its side, wherever it was clipped: then neither rounding, which clips one edge
 * or the other where corners are aligned, nor the choice of the reference changes a name. Only a single vertex in front
 * of an edge that does not lie flat has no such partner, and is named with the edge.
 */
export function clipFace(
  out: Float64Array,
  features: Uint32Array,
  edge: number,
  next: number,
  vertex: number,
  other: number,
  flip: boolean,
): number {
  const normalX = face[FACE_NORMAL_X];
  const normalY = face[FACE_NORMAL_Y];
  const length = face[FACE_LENGTH];
  const tolerance = face[FACE_TOLERANCE];
  const separation = face[FACE_SEPARATION];
  let x = face[FACE_X];
  let y = face[FACE_Y];
  let along = face[FACE_ALONG];
  let stepX = face[FACE_STEP_X];
  let stepY = face[FACE_STEP_Y];
  let stepAlong = normalX * stepY - normalY * stepX;
  let rise = normalX * stepX + normalY * stepY;
  const isForward = stepAlong > 0;

  // The signed distance by which the vertex is beyond an end of the edge. A nearly parallel incident edge may still
  // cross above the edge.
  const beyond = along < -tolerance ? -along : along > length + tolerance ? length - along : 0;
  if (beyond !== 0) {
    const fraction = beyond / stepAlong;
    if (fraction > 0 && fraction <= 1 && rise * fraction <= tolerance) {
      x += fraction * stepX;
      y += fraction * stepY;
      along += beyond;
      stepX -= fraction * stepX;
      stepY -= fraction * stepY;
      stepAlong -= beyond;
      rise -= fraction * rise;
    } else if (separation >= -tolerance) {
      return -1;
    }
  }

  let fraction = 1;
  const otherAlong = along + stepAlong;
  if (otherAlong < 0) fraction = -along / stepAlong;
  else if (otherAlong > length) fraction = (length - along) / stepAlong;
  const way = Math.abs(stepAlong);
  const fall = face[FACE_FALL] * way;
  const otherSeparation = separation + fraction * (rise + fall);
  const hasSecond = fraction > 0 && fraction * way > MIN_POINT_DISTANCE * length && otherSeparation <= face[FACE_LIMIT];

  // The points are written in the order of A's outline, whichever shape is the reference.
  const first = !hasSecond || stepAlong > 0 !== flip ? 0 : 1;
  const radius = face[FACE_RADIUS];
  const shift = face[FACE_SHIFT];
  out[CONTACT_NORMAL_X] = flip ? 0 - normalX : normalX;
  out[CONTACT_NORMAL_Y] = flip ? 0 - normalY : normalY;
  const p = CONTACT_POINTS + first * CONTACT_POINT_STRIDE;
  const offset = shift - 0.5 * separation;
  out[p] = x + offset * normalX;
  out[p + 1] = y + offset * normalY;
  out[p + CONTACT_SEPARATION] = separation - radius;
  const facing = isForward ? edge : next;
  const referenceFeature = hasSecond || rise < FLAT * way ? facing : edge | FEATURE_EDGE;
  features[first] = flip ? packFeatures(vertex, referenceFeature) : packFeatures(referenceFeature, vertex);
  if (!hasSecond) return 1;

  const q = CONTACT_POINTS + (1 - first) * CONTACT_POINT_STRIDE;
  let otherOffset = shift - 0.5 * otherSeparation;
  let otherRadius = radius;
  if (radius > 0 && (rise > 0 || fall > 0)) {
    // How far along the normal the surface around an edge is from the edge itself: the radius beside a level edge, more
    // beside one that slopes away, whose round corner may reach so far. A loop and not a function: this is seldom run,
    // and V8 puts the fractions of a function that it has not compiled yet on the heap.
    const run = fraction * way;
    for (let side = REFERENCE; side <= INCIDENT; side++) {
      const height = side === REFERENCE ? 0.5 * radius + shift : 0.5 * radius - shift;
      const slope = side === REFERENCE ? face[FACE_FALL] : rise / way;
      const secant = Math.sqrt(1 + slope * slope);
      bulges[side] =
        run * secant >= height * slope ? height * secant : slope * run + Math.sqrt(height * height - run * run);
    }
    const referenceBulge = bulges[REFERENCE];
    const incidentBulge = bulges[INCIDENT];
    otherOffset = 0.5 * (referenceBulge - incidentBulge - otherSeparation);
    otherRadius = referenceBulge + incidentBulge;
  }
  out[q] = x + fraction * stepX + otherOffset * normalX;
  out[q + 1] = y + fraction * stepY + otherOffset * normalY;
  out[q + CONTACT_SEPARATION] = otherSeparation - otherRadius;
  const otherFacing = isForward ? next : edge;
  features[1 - first] = flip ? packFeatures(other, otherFacing) : packFeatures(otherFacing, other);
  return 2;
}

/**
 * Makes the edge at a corner the reference edge. The normal in `face` is the direction to the corner that faces it, and
 * the step in `face` leads from the corner to the other end of the edge. Returns whether the edge starts at the corner.
 */
export function layReference(): boolean {
  const along = face[FACE_NORMAL_X] * face[FACE_STEP_Y] - face[FACE_NORMAL_Y] * face[FACE_STEP_X];
  const rise = face[FACE_NORMAL_X] * face[FACE_STEP_X] + face[FACE_NORMAL_Y] * face[FACE_STEP_Y];
  const isStart = along > 0;
  face[FACE_LENGTH] = Math.abs(along);
  face[FACE_ALONG] = isStart ? 0 : face[FACE_LENGTH];
  // A corner is the highest point of its shape, so a rising edge is an effect of rounding and counts as level.
  face[FACE_FALL] = rise < 0 ? -rise / face[FACE_LENGTH] : 0;
  return isStart;
}

/**
 * Does what `clipFace` does, for the reference that `layReference` has laid; 0 when the two edges do not lie flat on
 * each other.
 */
export function clipCorner(
  out: Float64Array,
  features: Uint32Array,
  edge: number,
  next: number,
  vertex: number,
  other: number,
  flip: boolean,
): number {
  const way = face[FACE_NORMAL_X] * face[FACE_STEP_Y] - face[FACE_NORMAL_Y] * face[FACE_STEP_X];
  const rise = face[FACE_NORMAL_X] * face[FACE_STEP_X] + face[FACE_NORMAL_Y] * face[FACE_STEP_Y];
  const isFlat = face[FACE_FALL] < FLAT && rise < FLAT * Math.abs(way);
  const points = isFlat ? clipFace(out, features, edge, next, vertex, other, flip) : 0;
  face[FACE_FALL] = 0;
  return points;
}
