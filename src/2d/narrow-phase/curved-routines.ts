import type { WritableNumberArray } from '../../core/number-array.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { POSE_RADIUS } from '../collider-set.ts';
import { CLOSEST_DISTANCE, CLOSEST_NORMAL_X, CLOSEST_NORMAL_Y } from '../geometry/closest/closest-point-piece.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import { createGjkCache, runGjkSupport, supportIndex } from '../geometry/convex/gjk.ts';
import { SEARCH_DISTANCE, SEARCH_X, SEARCH_Y, search } from '../geometry/convex/gjk-simplex.ts';
import { createEpaReport, penetrationEpa } from '../geometry/convex/penetration-epa.ts';
import {
  HIT_FRACTION,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
} from '../geometry/ray/cast-ray-piece.ts';
import type { CurvedRoutines } from '../shapes/curved-core.ts';
import {
  copyMoved,
  createPlacedPiece,
  type PlacedPiece,
  placeAtOrigin,
  placement,
  spreadOf,
} from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { contactMargin } from './contact-margin.ts';
import { LENGTH_ROUNDING, type SegmentContact } from './segment-contacts.ts';

/*
 * Two pieces of which one at least has a curve for its outline. How far they are apart along a unit direction n, from A
 * to B, is s(n) = n · w, where w leads from the point of A farthest along n to that of B farthest against it; their
 * separation is the largest of these, negative where they overlap. GJK finds that direction for cores that are apart
 * and EPA for those that overlap, but only to the root of the rounding, as s is flat there. Newton's method on the
 * angle of n does the rest: s has the slope t · w, where t is n turned left, and bends by −(s + the two radii of
 * curvature). A vertex has the radius 0, and where its neighbour takes over is the normal of an edge, which is then
 * taken as it stands.
 */

let first = createPlacedPiece(1);
let second = first;
const cache = createGjkCache();
const report = createEpaReport();
const deepest = new Float64Array(6);

/** At a direction n: the points of A and B, their separation, its slope and its bend. */
const state = new Float64Array(9);
const NX = 0;
const NY = 1;
const A = 2;
const B = 4;
const SEPARATION = 6;
const SLOPE = 7;
const BEND = 8;

/** The vertex of the piece that is not curved, and the edge if that is what the other one touches; −1 for none. */
let vertex = 0;
let edge = -1;

/** Newton's steps end with one as small as this: the square of it is less than rounding. */
const LAST_TURN = 2 ** -32;
/** More than the steps of the slowest search, where the direction is all but undetermined. */
const MAX_TURNS = 64;
/** Relative to the coordinates: how much rounding may lower the separation. */
const ROUNDING = 16 * EPSILON;

function supportFirst(out: WritableNumberArray, at: number, dx: number, dy: number): number {
  return writeSupport(out, at, first, dx, dy, -1);
}

function supportSecond(out: WritableNumberArray, at: number, dx: number, dy: number): number {
  return writeSupport(out, at, second, dx, dy, -1);
}

/** Writes the farthest point of a core, or the vertex that is given, and returns which one it is. */
function writeSupport(
  out: WritableNumberArray,
  at: number,
  piece: PlacedPiece,
  dx: number,
  dy: number,
  known: number,
): number {
  if (piece.curve !== undefined) {
    piece.curve.writeSupport(out, at, piece, dx, dy);
    return 0;
  }
  const index = known < 0 ? supportIndex(piece, dx, dy) : known;
  out[at] = piece.vertices[2 * index];
  out[at + 1] = piece.vertices[2 * index + 1];
  return index;
}

/** Sets the state at the unit direction (nx, ny), with a known vertex or the one that is farthest. */
function look(nx: number, ny: number, known: number): void {
  const a = writeSupport(state, A, first, nx, ny, known);
  const b = writeSupport(state, B, second, -nx, -ny, known);
  vertex = first.curve === undefined ? a : b;
  const x = state[B] - state[A];
  const y = state[B + 1] - state[A + 1];
  const separation = nx * x + ny * y;
  let bend = separation;
  if (first.curve !== undefined) bend += first.curve.curvatureRadius(first, nx, ny);
  if (second.curve !== undefined) bend += second.curve.curvatureRadius(second, nx, ny);
  state[NX] = nx;
  state[NY] = ny;
  state[SEPARATION] = separation;
  state[SLOPE] = nx * y - ny * x;
  state[BEND] = bend;
}

/** Turns the direction to where the separation is largest nearby. */
function polish(): void {
  const other = first.curve === undefined ? first : second;
  const sign = other === first ? 1 : -1;
  const hasEdges = other.curve === undefined && other.count > 1;
  edge = -1;
  for (let step = 0; step < MAX_TURNS && state[BEND] > 0; step++) {
    const nx = state[NX];
    const ny = state[NY];
    const own = vertex;
    const separation = state[SEPARATION];
    const slack =
      ROUNDING * (Math.abs(state[A]) + Math.abs(state[A + 1]) + Math.abs(state[B]) + Math.abs(state[B + 1]));
    let turn = state[SLOPE] / state[BEND];
    for (;;) {
      const length = Math.sqrt(1 + turn * turn);
      const x = (nx - turn * ny) / length;
      const y = (ny + turn * nx) / length;
      const isLeft = turn > 0;
      const before = own === 0 ? other.count - 1 : own - 1;
      const side = isLeft ? own : before;
      const edgeX = hasEdges ? sign * other.normals[2 * side] : 0;
      const edgeY = hasEdges ? sign * other.normals[2 * side + 1] : 0;
      const past = edgeX * y - edgeY * x;
      if (isLeft ? past > 0 : past < 0) {
        const next = own + 1 === other.count ? 0 : own + 1;
        look(edgeX, edgeY, isLeft ? next : before);
        if (isLeft ? state[SLOPE] > 0 : state[SLOPE] < 0) break;
        edge = side;
        return;
      }
      look(x, y, own);
      if (state[SEPARATION] >= separation - slack) break;
      turn /= 2;
      if (!(Math.abs(turn) > LAST_TURN)) break;
    }
    if (!(Math.abs(turn) > LAST_TURN)) return;
  }
}

/**
 * Sets the state for two cores: the direction along which they are farthest apart, or least deep in each other. Returns
 * whether they overlap; without `depth`, the state says nothing of those that do.
 */
function separate(a: PlacedPiece, b: PlacedPiece, depth: boolean): boolean {
  first = a;
  second = b;
  cache.count = 0;
  if (depth) {
    penetrationEpa(deepest, 0, supportFirst, supportSecond, cache, report);
    look(deepest[0], deepest[1], -1);
  } else {
    runGjkSupport(supportFirst, supportSecond, cache);
    if (search[SEARCH_DISTANCE] === 0) return true;
    const x = search[SEARCH_X];
    const y = search[SEARCH_Y];
    const length = Math.sqrt(x * x + y * y);
    look(-x / length, -y / length, -1);
  }
  polish();
  return state[SEPARATION] <= 0;
}

/** What the contact is on: the edge or vertex of a piece with vertices, 0 for a curve. */
function featureOf(piece: PlacedPiece): number {
  if (piece.curve !== undefined) return 0;
  return edge < 0 ? vertex : edge | FEATURE_EDGE;
}

function collide(
  out: Float64Array,
  features: Uint32Array,
  a: PlacedPiece,
  b: PlacedPiece,
  margin: Float64Array,
): number {
  separate(a, b, true);
  const separation = state[SEPARATION] - a.radius - b.radius;
  if (!(separation <= margin[0])) return 0;
  const nx = state[NX];
  const ny = state[NY];
  // The point of a curve is the only one it has in that direction; that of an edge could be either end.
  const isFromA = a.curve !== undefined;
  const from = isFromA ? A : B;
  const along = isFromA ? a.radius + separation / 2 : -b.radius - separation / 2;
  out[CONTACT_NORMAL_X] = nx + 0;
  out[CONTACT_NORMAL_Y] = ny + 0;
  out[CONTACT_POINTS] = state[from] + along * nx;
  out[CONTACT_POINTS + 1] = state[from + 1] + along * ny;
  out[CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  features[0] = packFeatures(featureOf(a), featureOf(b));
  return 1;
}

function penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): number {
  if (collide(contact, features, a, b, NO_LIMIT) === 0) return Number.NaN;
  const half = contact[CONTACT_POINTS + CONTACT_SEPARATION] / 2;
  for (let axis = 0; axis < 2; axis++) {
    const normal = contact[CONTACT_NORMAL_X + axis];
    out[axis] = normal;
    out[2 + axis] = contact[CONTACT_POINTS + axis] - half * normal;
    out[4 + axis] = contact[CONTACT_POINTS + axis] + half * normal;
  }
  return -2 * half;
}

const contact = new Float64Array(5);
const features = new Uint32Array(1);
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);
const moving = createPlacedPiece(8);
const way = new Float64Array(2);

/** Relative to the sizes and the way between them: nearer than this is contact. */
const CONTACT_DISTANCE = 8 * EPSILON;
/** Each step at least lands on the tangent it aims at; grazing a curve halves the rest each time. */
const MAX_STEPS = 128;

/**
 * Conservative advancement, as in castConvex; with exact normals it is Newton's method on the fraction. Source: van den
 * Bergen, Ray Casting against General Convex Objects, 2004.
 */
function cast(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array, limit: number): number {
  const dx = translation[0];
  const dy = translation[1];
  const radius = a.radius + b.radius;
  const size = radius + spreadOf(a) + spreadOf(b);
  let fraction = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    way[0] = fraction * dx;
    way[1] = fraction * dy;
    copyMoved(moving, a, way);
    const contactDistance = CONTACT_DISTANCE * (size + fraction * (Math.abs(dx) + Math.abs(dy)));
    const nx = state[NX];
    const ny = state[NY];
    const overlap = separate(b, moving, false);
    if (overlap && fraction > 0) {
      // Once it has moved, cores that overlap do so by rounding alone: the direction is near the one before.
      look(nx, ny, -1);
      polish();
      break;
    }
    const gap = overlap ? -radius : state[SEPARATION] - radius;
    if (gap <= (fraction > 0 ? contactDistance : contactDistance / 4)) break;
    const rate = state[NX] * dx + state[NY] * dy;
    if (!(rate < 0)) return Infinity;
    const next = fraction - gap / rate;
    // An end that touches counts, whichever way the quotient rounded.
    if (!(next <= limit + 4 * EPSILON * limit) || next === Infinity) return Infinity;
    const bounded = Math.min(next, limit);
    if (bounded === fraction) break;
    fraction = bounded;
  }
  const started = fraction > 0;
  writeSupport(state, A, b, state[NX], state[NY], -1);
  if (b.curve === undefined && b.count > 1) {
    // Of an edge, the point that the curve touches.
    writeSupport(state, B, moving, -state[NX], -state[NY], -1);
    const gap = radius;
    out[0] = state[B] - (gap - b.radius) * state[NX];
    out[1] = state[B + 1] - (gap - b.radius) * state[NY];
  } else {
    out[0] = state[A] + b.radius * state[NX];
    out[1] = state[A + 1] + b.radius * state[NY];
  }
  out[2] = started ? state[NX] + 0 : 0;
  out[3] = started ? state[NY] + 0 : 0;
  return fraction;
}

const own = createPlacedPiece(1);
const point = createPlacedPiece(1);
point.count = 1;
const translation = new Float64Array(2);
/** Where a ray meets a curve, and the normal there: see `cast`. */
const place = new Float64Array(4);

/** Loads a piece as it is in the shape's own frame. */
function loadOwn(shape: RegisteredShape, child: number, radius: number): void {
  placeAtOrigin();
  placement[POSE_RADIUS] = radius;
  shape.record.load(own, shape, child);
}

function castRay(hit: Float64Array, ray: Float64Array, shape: RegisteredShape, child: number): void {
  loadOwn(shape, child, ray[RAY_RADIUS]);
  point.vertices[0] = ray[RAY_X];
  point.vertices[1] = ray[RAY_Y];
  translation[0] = ray[RAY_DIRECTION_X];
  translation[1] = ray[RAY_DIRECTION_Y];
  hit[HIT_FRACTION] = cast(place, point, own, translation, Infinity);
  hit[HIT_NORMAL_X] = hit[HIT_FRACTION] < Infinity ? place[2] : 0;
  hit[HIT_NORMAL_Y] = hit[HIT_FRACTION] < Infinity ? place[3] : 0;
}

function closestPoint(closest: Float64Array, from: Float64Array, shape: RegisteredShape, child: number): void {
  loadOwn(shape, child, 0);
  point.vertices[0] = from[0];
  point.vertices[1] = from[1];
  const isInside = separate(own, point, false);
  closest[CLOSEST_DISTANCE] = isInside ? 0 : state[SEPARATION];
  closest[CLOSEST_NORMAL_X] = isInside ? 0 : state[NX];
  closest[CLOSEST_NORMAL_Y] = isInside ? 0 : state[NY];
}

/** The lowest point of the curve over the stretch of a segment, see collide-above-segment.ts. */
function collideAbove(segmentContact: SegmentContact, piece: PlacedPiece): void {
  const { manifold, segment, side, overlaps } = segmentContact;
  const { normals, vertices } = segment;
  const alongX = normals[3];
  const alongY = 0 - normals[2];
  // Adding to 0 keeps a zero positive.
  const nx = 0 + side * normals[2];
  const ny = 0 + side * normals[3];
  const length = alongX * (vertices[2] - vertices[0]) + alongY * (vertices[3] - vertices[1]);
  segmentContact.points = 0;
  piece.curve!.writeSupport(state, A, piece, -nx, -ny);
  const along = alongX * (state[A] - vertices[0]) + alongY * (state[A + 1] - vertices[1]);
  const bounded = Math.min(Math.max(along, 0), length);
  const isOver =
    along === bounded ||
    piece.curve!.writeLowest(
      state,
      A,
      piece,
      nx,
      ny,
      ny * (vertices[0] + bounded * alongX) - nx * (vertices[1] + bounded * alongY),
    );
  const height = nx * (state[A] - vertices[0]) + ny * (state[A + 1] - vertices[1]);
  const radius = segment.radius + piece.radius;
  if (!isOver || (!overlaps && height < -manifold[LENGTH_ROUNDING]) || height > contactMargin[0] + radius) return;
  const middle = (segment.radius + height - piece.radius) / 2;
  manifold[CONTACT_NORMAL_X] = nx;
  manifold[CONTACT_NORMAL_Y] = ny;
  manifold[CONTACT_POINTS] = vertices[0] + alongX * bounded + nx * middle;
  manifold[CONTACT_POINTS + 1] = vertices[1] + alongY * bounded + ny * middle;
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = height - radius;
  segmentContact.features[0] = packFeatures((side < 0 ? 0 : 1) | FEATURE_EDGE, 0);
  segmentContact.points = 1;
}

/** What every curved core has in common. */
export const curvedRoutines: CurvedRoutines = {
  collide,
  penetrate,
  cast,
  castRay,
  closestPoint,
  collideAbove,
};
