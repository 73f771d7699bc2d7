import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { CLOSEST_DISTANCE, CLOSEST_NORMAL_X, CLOSEST_NORMAL_Y } from '../geometry/closest/closest-point-piece.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import { createGjkCache, runGjkFrom, type SupportFrom, supportIndexFrom } from '../geometry/convex/gjk.ts';
import { SEARCH_DISTANCE, SEARCH_X, SEARCH_Y, search } from '../geometry/convex/gjk-simplex.ts';
import { createEpaReport, EPA_DEPTH, penetrationEpaFrom } from '../geometry/convex/penetration-epa.ts';
import { PENETRATION_DEPTH } from '../geometry/convex/write-penetration.ts';
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
import { CAST_FRACTION } from '../geometry/sweep/cast-minkowski.ts';
import type { CurvedRoutines } from '../shapes/placed-piece.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { castCurved } from './cast-curved.ts';
import { LENGTH_ROUNDING } from './segment-contacts.ts';

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
const deepest = new Float64Array(EPA_DEPTH + 1);

/** At a direction n: the points of A and B, their separation, its slope and its bend. */
const state = new Float64Array(9);
const NX = 0;
const NY = 1;
const A = 2;
const B = 4;
const SEPARATION = 6;
const SLOPE = 7;
const BEND = 8;

/** The vertex of the piece that is not curved, and its edge if the other piece touches an edge; −1 for none. */
let vertex = 0;
let edge = -1;

/** Newton's method ends with a step as small as this: its square is less than rounding. */
const LAST_TURN = 2 ** -32;
/** The limit of steps: more than the slowest search takes, where the direction is almost undetermined. */
const MAX_TURNS = 64;
/** Relative to the coordinates: how much rounding may lower the separation. */
const ROUNDING = 16 * EPSILON;

const supportFirst: SupportFrom = (out, at, directions, from, sign) =>
  writeSupport(out, at, first, directions, from, sign, -1);
const supportSecond: SupportFrom = (out, at, directions, from, sign) =>
  writeSupport(out, at, second, directions, from, sign, -1);

/** Writes the farthest point of a core, or the vertex that is given, and returns which one it is. */
function writeSupport(
  out: Float64Array,
  at: number,
  piece: PlacedPiece,
  directions: Float64Array,
  from: number,
  sign: number,
  known: number,
): number {
  if (piece.curve !== undefined) {
    piece.curve.writeSupport(out, at, piece, directions, from, sign);
    return 0;
  }
  const index = known < 0 ? supportIndexFrom(piece, directions, from, sign) : known;
  out[at] = piece.vertices[2 * index];
  out[at + 1] = piece.vertices[2 * index + 1];
  return index;
}

/**
 * Sets the state at its direction, a unit vector, with a known vertex or, for −1, the vertex that is farthest along it.
 */
function look(known: number): void {
  const a = writeSupport(state, A, first, state, NX, 1, known);
  const b = writeSupport(state, B, second, state, NX, -1, known);
  const nx = state[NX];
  const ny = state[NY];
  vertex = first.curve === undefined ? a : b;
  const x = state[B] - state[A];
  const y = state[B + 1] - state[A + 1];
  const separation = nx * x + ny * y;
  state[SEPARATION] = separation;
  state[SLOPE] = nx * y - ny * x;
  state[BEND] = separation;
  if (first.curve !== undefined) first.curve.smooth!.addCurvature(state, BEND, first, state, NX);
  if (second.curve !== undefined) second.curve.smooth!.addCurvature(state, BEND, second, state, NX);
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
        state[NX] = edgeX;
        state[NY] = edgeY;
        look(isLeft ? next : before);
        if (isLeft ? state[SLOPE] > 0 : state[SLOPE] < 0) break;
        edge = side;
        return;
      }
      state[NX] = x;
      state[NY] = y;
      look(own);
      if (state[SEPARATION] >= separation - slack) break;
      turn /= 2;
      if (!(Math.abs(turn) > LAST_TURN)) break;
    }
    if (!(Math.abs(turn) > LAST_TURN)) return;
  }
}

/**
 * Sets the state for two cores: the direction along which they are farthest apart, or least deep in each other. Returns
 * whether they overlap; without `depth`, the state is not set for overlapping cores.
 */
function separate(a: PlacedPiece, b: PlacedPiece, depth: boolean): boolean {
  first = a;
  second = b;
  cache.count = 0;
  if (depth) {
    penetrationEpaFrom(deepest, supportFirst, supportSecond, cache, report);
    state[NX] = deepest[0];
    state[NY] = deepest[1];
  } else {
    runGjkFrom(supportFirst, supportSecond, cache);
    if (search[SEARCH_DISTANCE] === 0) return true;
    const x = search[SEARCH_X];
    const y = search[SEARCH_Y];
    const length = Math.sqrt(x * x + y * y);
    state[NX] = -x / length;
    state[NY] = -y / length;
  }
  look(-1);
  polish();
  return state[SEPARATION] <= 0;
}

/** A search has ended when the next step of Newton's method would turn by less than this. */
const LEFT_TO_TURN = 2 ** -20;

/**
 * Writes the separation of two pieces, 0 where they overlap. With `isNear`, both pieces have moved only a little since
 * the last search, and this one starts from its direction. If this direction separates the pieces, the search finds
 * the direction that separates them most, as there is no other maximum.
 */
function measure(out: Float64Array, at: number, a: PlacedPiece, b: PlacedPiece, isNear: boolean): void {
  first = a;
  second = b;
  if (isNear) {
    look(-1);
    polish();
  }
  const isFound =
    isNear && state[SEPARATION] > 0 && (edge >= 0 || Math.abs(state[SLOPE]) <= LEFT_TO_TURN * state[BEND]);
  const overlap = !isFound && separate(a, b, false);
  out[at] = (overlap ? 0 : state[SEPARATION]) - a.radius - b.radius;
}

/** Returns the feature of the contact: the edge or vertex of a piece with vertices, 0 for a curve. */
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
  // The contact point is taken from the curve, which has a single support point in the direction; the support of an
  // edge could be either of its ends.
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

function penetrate(out: Float64Array, a: PlacedPiece, b: PlacedPiece): void {
  out[PENETRATION_DEPTH] = Number.NaN;
  if (collide(contact, features, a, b, NO_LIMIT) === 0) return;
  const half = contact[CONTACT_POINTS + CONTACT_SEPARATION] / 2;
  for (let axis = 0; axis < 2; axis++) {
    const normal = contact[CONTACT_NORMAL_X + axis];
    out[axis] = normal;
    out[2 + axis] = contact[CONTACT_POINTS + axis] - half * normal;
    out[4 + axis] = contact[CONTACT_POINTS + axis] + half * normal;
  }
  out[PENETRATION_DEPTH] = -2 * half;
}

const contact = new Float64Array(5);
const features = new Uint32Array(1);
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);

function cast(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array): void {
  castCurved(out, a, b, translation);
  // A motion that ends just at contact counts, however the quotient is rounded.
  const fraction = out[CAST_FRACTION];
  out[CAST_FRACTION] = fraction <= 1 + 4 * EPSILON ? Math.min(fraction, 1) : Infinity;
}

const point = createPlacedPiece(1);
point.count = 1;
const translation = new Float64Array(2);
/** The point where a ray meets a curve, and the normal there: see `cast`. */
const place = new Float64Array(CAST_FRACTION + 1);

function castRay(hit: Float64Array, ray: Float64Array, piece: PlacedPiece): void {
  piece.radius = ray[RAY_RADIUS];
  point.vertices[0] = ray[RAY_X];
  point.vertices[1] = ray[RAY_Y];
  translation[0] = ray[RAY_DIRECTION_X];
  translation[1] = ray[RAY_DIRECTION_Y];
  castCurved(place, point, piece, translation);
  const fraction = place[CAST_FRACTION];
  const isAhead = fraction > 0 && fraction < Infinity;
  hit[HIT_FRACTION] = fraction;
  hit[HIT_NORMAL_X] = isAhead ? place[2] : 0;
  hit[HIT_NORMAL_Y] = isAhead ? place[3] : 0;
}

function closestPoint(closest: Float64Array, from: Float64Array, piece: PlacedPiece): void {
  point.vertices[0] = from[0];
  point.vertices[1] = from[1];
  const isInside = separate(piece, point, false);
  closest[CLOSEST_DISTANCE] = isInside ? 0 : state[SEPARATION];
  closest[CLOSEST_NORMAL_X] = isInside ? 0 : state[NX];
  closest[CLOSEST_NORMAL_Y] = isInside ? 0 : state[NY];
}

/** The line that `writeLowest` is asked about: a direction, and the line's distance to the side of it. */
const line = new Float64Array(3);

/** Writes the contact at the lowest point of the curve over the stretch of a segment, see collide-above-segment.ts. */
export function collideCurveAbove(
  manifold: Float64Array,
  features: Uint32Array,
  segment: PlacedPiece,
  piece: PlacedPiece,
  side: number,
  overlaps: boolean,
): number {
  const { normals, vertices } = segment;
  const alongX = normals[3];
  const alongY = 0 - normals[2];
  // Adding to 0 keeps a zero positive.
  const nx = 0 + side * normals[2];
  const ny = 0 + side * normals[3];
  const length = alongX * (vertices[2] - vertices[0]) + alongY * (vertices[3] - vertices[1]);
  line[0] = nx;
  line[1] = ny;
  piece.curve!.writeSupport(state, A, piece, line, 0, -1);
  const along = alongX * (state[A] - vertices[0]) + alongY * (state[A + 1] - vertices[1]);
  const bounded = Math.min(Math.max(along, 0), length);
  line[2] = ny * (vertices[0] + bounded * alongX) - nx * (vertices[1] + bounded * alongY);
  const isOver = along === bounded || piece.curve!.writeLowest(state, A, piece, line);
  const height = nx * (state[A] - vertices[0]) + ny * (state[A + 1] - vertices[1]);
  const radius = segment.radius + piece.radius;
  if (!isOver || (!overlaps && height < -manifold[LENGTH_ROUNDING]) || height > contactMargin[0] + radius) return 0;
  const middle = (segment.radius + height - piece.radius) / 2;
  manifold[CONTACT_NORMAL_X] = nx;
  manifold[CONTACT_NORMAL_Y] = ny;
  manifold[CONTACT_POINTS] = vertices[0] + alongX * bounded + nx * middle;
  manifold[CONTACT_POINTS + 1] = vertices[1] + alongY * bounded + ny * middle;
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = height - radius;
  features[0] = packFeatures((side < 0 ? 0 : 1) | FEATURE_EDGE, 0);
  return 1;
}

/** The routines that all curved cores share. */
export const curvedRoutines: CurvedRoutines = {
  collide,
  measure,
  penetrate,
  cast,
  castRay,
  closestPoint,
  collideAbove: collideCurveAbove,
};
