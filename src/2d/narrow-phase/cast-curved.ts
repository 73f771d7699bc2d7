import { EPSILON } from '../../core/tolerance.ts';
import { CAST_FRACTION } from '../geometry/sweep/cast-minkowski.ts';
import { type PlacedPiece, writeSpread } from '../shapes/placed-piece.ts';

/*
 * A meets B where a ray from the origin meets K, the differences of a point of B and one of A, rounded by both radii.
 * In the frame of the ray, along it and to its left, the points of the outline that faces the ray are given by their
 * normals n = (−c, s), from the one that points right, s = −1, to the one that points left, s = 1. The points that K
 * has in these directions then lie farther and farther left, and the ray comes in at the one that lies on it. If a
 * piece has vertices, these tell between the normals of which two of its edges that point is; between them, one vertex
 * serves all normals, and the outline is smooth.
 *
 * Where the outline has the radius of curvature ρ, the point goes left by ρ for each unit of s. Newton's method with
 * this rate is exact for circles. Where it leads out of the interval that is left, or gains little, as on needles, the
 * normal of the chord is taken, which halves an ellipse of any proportions like a circle. The fraction is that at which
 * the ray comes to the tangent, so that the remaining error of the direction enters only by its square.
 *
 * Sources: van den Bergen, Ray Casting against General Convex Objects, 2004, for the ray at the sum; derived here.
 */

/** A direction, and the point that K has there: along the ray, and to its left. */
const LOW = 0;
const HIGH = 4;
const NOW = 8;
const C = 0;
const S = 1;
const ALONG = 2;
const SIDE = 3;
const PROBE_LENGTH = 4;
const probes = new Float64Array(3 * PROBE_LENGTH);

/** The unit direction of the ray, and its left. */
const axes = new Float64Array(4);
/** The normal of a probe in the frame of the pieces, then a point of A and one of B. */
const points = new Float64Array(6);
const POINT_A = 2;
const POINT_B = 4;
const spread = new Float64Array(1);
/** The sizes of both pieces together, and how far along the ray K is entered. */
const size = new Float64Array(1);
const entry = new Float64Array(1);
const bend = new Float64Array(1);
/** The sine of the last step's turn, Infinity for none. */
const turn = new Float64Array(1);

let pieceA: PlacedPiece;
let pieceB: PlacedPiece;
/** The vertices, of the piece that has corners, which lie farthest along the directions at LOW and HIGH. */
let lowVertex = 0;
let highVertex = 0;

/** The steps end with a turn as small as this: its square is less than rounding. */
const LAST_TURN = 2 ** -30;
/** The limit of steps: twice as many as halving takes to come to neighbouring directions. */
const MAX_STEPS = 128;
/** Relative to the sizes: what rounding makes of the place of a point. */
const ROUNDING = 8 * EPSILON;
/** Distances below this count as contact. */
const TOUCHING = 2 * EPSILON;
/**
 * The squared cosine c² below which an edge lies so flat along the ray that the hit is placed by its position along
 * the edge: there it stays on the edge whatever the rounding.
 */
const SHALLOW = 1e-6;

/**
 * Casts a piece along a translation of any length at another, of which one at least is curved: as `castMinkowski`, but
 * it goes on beyond the end of the translation.
 */
export function castCurved(out: Float64Array, a: PlacedPiece, b: PlacedPiece, translation: Float64Array): void {
  pieceA = a;
  pieceB = b;
  const largest = Math.max(Math.abs(translation[0]), Math.abs(translation[1]));
  axes[0] = largest > 0 ? translation[0] / largest : 1;
  axes[1] = largest > 0 ? translation[1] / largest : 0;
  const length = Math.sqrt(axes[0] * axes[0] + axes[1] * axes[1]);
  axes[0] /= length;
  axes[1] /= length;
  size[0] = a.radius + b.radius;
  writeSpread(spread, 0, a);
  size[0] += spread[0];
  writeSpread(spread, 0, b);
  size[0] += spread[0];
  out[CAST_FRACTION] = Infinity;
  if (!enter()) return;
  const way = entry[0];
  if (!(way > TOUCHING * size[0])) {
    // The ray begins in K or beyond it. If the reversed ray enters K behind the origin too, the origin is in K: the
    // pieces touch at the start.
    axes[0] = 0 - axes[0];
    axes[1] = 0 - axes[1];
    if (enter() && entry[0] <= TOUCHING * size[0]) out[CAST_FRACTION] = 0;
    return;
  }
  const fraction = way / length / largest;
  if (!(fraction < Infinity)) return;
  out[CAST_FRACTION] = fraction;
  writeContact(out, translation);
}

/** Writes the contact point on B's surface and the normal there, from the state of the search in `NOW`. */
function writeContact(out: Float64Array, translation: Float64Array): void {
  const nx = points[0];
  const ny = points[1];
  out[2] = nx + 0;
  out[3] = ny + 0;
  if (pieceB.curve === undefined && pieceB.count > 1) {
    // The contact point lies on an edge of B, at the point of A that touches it.
    const fraction = out[CAST_FRACTION];
    out[0] = points[POINT_A] + fraction * translation[0] - pieceA.radius * nx;
    out[1] = points[POINT_A + 1] + fraction * translation[1] - pieceA.radius * ny;
  } else {
    out[0] = points[POINT_B] + pieceB.radius * nx;
    out[1] = points[POINT_B + 1] + pieceB.radius * ny;
  }
}

/**
 * Finds where the line of the ray enters K, as NOW, and writes how far along it that is. Returns whether it does.
 */
function enter(): boolean {
  const slack = ROUNDING * size[0];
  setProbe(LOW, 0, -1);
  lowVertex = lookAside(LOW);
  setProbe(HIGH, 0, 1);
  highVertex = lookAside(HIGH);
  if (!(probes[LOW + SIDE] <= slack && probes[HIGH + SIDE] >= -slack)) return false;
  if (passEdges()) return true;
  if (probes[LOW + SIDE] >= 0) takeEnd(LOW, lowVertex);
  else if (probes[HIGH + SIDE] <= 0) takeEnd(HIGH, highVertex);
  else closeIn();
  // The tangent at the point crosses the line of the ray this far from the point. It is 0 for a point on the line,
  // however flat the tangent lies along it.
  const c = probes[NOW + C];
  const aside = c > 0 ? (probes[NOW + SIDE] * probes[NOW + S]) / c : 0;
  entry[0] = probes[NOW + ALONG] - aside;
  return true;
}

function setProbe(probe: number, c: number, s: number): void {
  probes[probe + C] = c;
  probes[probe + S] = s;
}

function takeEnd(probe: number, vertex: number): void {
  copyProbe(NOW, probe);
  look(NOW, vertex);
}

function copyProbe(to: number, from: number): void {
  for (let i = 0; i < PROBE_LENGTH; i++) probes[to + i] = probes[from + i];
}

/** Writes the support point of K in a probe's direction; of a piece with vertices, the given vertex is the support. */
function look(probe: number, vertex: number): void {
  const c = probes[probe + C];
  const s = probes[probe + S];
  const nx = 0 - c * axes[0] - s * axes[1];
  const ny = s * axes[0] - c * axes[1];
  points[0] = nx;
  points[1] = ny;
  writePoint(POINT_A, pieceA, vertex, -1);
  writePoint(POINT_B, pieceB, vertex, 1);
  const radius = pieceA.radius + pieceB.radius;
  const x = points[POINT_B] - points[POINT_A] + radius * nx;
  const y = points[POINT_B + 1] - points[POINT_A + 1] + radius * ny;
  probes[probe + ALONG] = x * axes[0] + y * axes[1];
  probes[probe + SIDE] = y * axes[0] - x * axes[1];
}

function writePoint(at: number, piece: PlacedPiece, vertex: number, sign: number): void {
  if (piece.curve !== undefined) {
    piece.curve.writeSupport(points, at, piece, points, 0, sign);
    return;
  }
  points[at] = piece.vertices[2 * vertex];
  points[at + 1] = piece.vertices[2 * vertex + 1];
}

/**
 * Finds the point straight to the right or left. Returns the vertex that lies there; of several, as an edge may lie
 * along the ray, the one at which the ray meets the edge.
 */
function lookAside(probe: number): number {
  const piece = pieceA.curve === undefined ? pieceA : pieceB;
  const sign = piece === pieceA ? -1 : 1;
  let vertex = 0;
  if (piece.curve === undefined && piece.count > 1) {
    const { vertices, count } = piece;
    const dx = sign * axes[0];
    const dy = sign * axes[1];
    const s = probes[probe + S];
    let farthest = -Infinity;
    let nearest = Infinity;
    for (let i = 0; i < count; i++) {
      const along = vertices[2 * i] * dx + vertices[2 * i + 1] * dy;
      const aside = s * (vertices[2 * i + 1] * dx - vertices[2 * i] * dy);
      if (!(aside > farthest || (aside === farthest && along < nearest))) continue;
      farthest = aside;
      nearest = along;
      vertex = i;
    }
  }
  look(probe, vertex);
  return vertex;
}

/**
 * Looks at all edges of the piece that has vertices. If one of them faces the ray and lies across its line, the ray
 * enters there, and true is returned. Otherwise the edge normals closest to the line on both sides become LOW and
 * HIGH.
 */
function passEdges(): boolean {
  const piece = pieceA.curve === undefined ? pieceA : pieceB;
  if (piece.curve !== undefined || piece.count < 2) return false;
  const sign = piece === pieceA ? -1 : 1;
  const { normals, count } = piece;
  for (let i = 0; i < count; i++) {
    const nx = sign * normals[2 * i];
    const ny = sign * normals[2 * i + 1];
    const c = 0 - nx * axes[0] - ny * axes[1];
    const s = ny * axes[0] - nx * axes[1];
    if (!(c > 0)) continue;
    // Normals outside the known range bring nothing new.
    const isAbove = s * probes[LOW + C] > c * probes[LOW + S];
    const isBelow = s * probes[HIGH + C] < c * probes[HIGH + S];
    if (!(isAbove && isBelow)) continue;
    const next = i + 1 < count ? i + 1 : 0;
    probes[NOW + C] = c;
    probes[NOW + S] = s;
    look(NOW, next);
    const alongNext = probes[NOW + ALONG];
    const sideNext = probes[NOW + SIDE];
    if (sideNext > 0) {
      copyProbe(HIGH, NOW);
      highVertex = next;
      continue;
    }
    look(NOW, i);
    const side = probes[NOW + SIDE];
    if (side < 0) {
      copyProbe(LOW, NOW);
      lowVertex = i;
      continue;
    }
    const along = probes[NOW + ALONG];
    const share = side > sideNext ? side / (side - sideNext) : 0;
    entry[0] = c * c > SHALLOW ? along - (side * s) / c : along + share * (alongNext - along);
    return true;
  }
  return false;
}

/** Closes in on where the outline crosses the line, between LOW and HIGH, which lie to the right and left of it. */
function closeIn(): void {
  if (!aimAtChord()) return;
  let last = Infinity;
  for (let step = 0; step < MAX_STEPS; step++) {
    look(NOW, lowVertex);
    const side = probes[NOW + SIDE];
    if (side === 0) return;
    const gains = Math.abs(side) <= last / 2;
    last = Math.abs(side);
    copyProbe(side < 0 ? LOW : HIGH, NOW);
    turn[0] = Infinity;
    if (gains || step === 0) turnByCurvature();
    if (turn[0] <= LAST_TURN) {
      look(NOW, lowVertex);
      return;
    }
    if (turn[0] === Infinity && !aimAtChord()) return;
  }
}

/** Turns NOW by a step of Newton's method and writes the angle, unless the step leads out of the remaining interval. */
function turnByCurvature(): void {
  bend[0] = pieceA.radius + pieceB.radius;
  if (pieceA.curve !== undefined) pieceA.curve.smooth!.addCurvature(bend, 0, pieceA, points, 0);
  if (pieceB.curve !== undefined) pieceB.curve.smooth!.addCurvature(bend, 0, pieceB, points, 0);
  const c = probes[NOW + C];
  const s = probes[NOW + S];
  const nextS = s - probes[NOW + SIDE] / bend[0];
  // 1 − s² is computed as c² plus the change of s², which loses no digits where s is near 1.
  const nextC = Math.sqrt(c * c + (s - nextS) * (s + nextS));
  const isWithin =
    nextS * probes[LOW + C] > nextC * probes[LOW + S] && nextS * probes[HIGH + C] < nextC * probes[HIGH + S];
  const sine = Math.abs(nextS * c - nextC * s);
  if (!(nextC > 0 && (isWithin || sine <= LAST_TURN))) return;
  probes[NOW + C] = nextC;
  probes[NOW + S] = nextS;
  turn[0] = sine;
}

/** Sets NOW to the normal of the chord from LOW to HIGH; to the nearer of the two where nothing is between them. */
function aimAtChord(): boolean {
  const along = probes[HIGH + ALONG] - probes[LOW + ALONG];
  const aside = probes[HIGH + SIDE] - probes[LOW + SIDE];
  const length = Math.sqrt(along * along + aside * aside);
  const c = aside / length;
  const s = along / length;
  const isWithin = s * probes[LOW + C] > c * probes[LOW + S] && s * probes[HIGH + C] < c * probes[HIGH + S];
  if (!isWithin) {
    takeEnd(0 - probes[LOW + SIDE] < probes[HIGH + SIDE] ? LOW : HIGH, lowVertex);
    return false;
  }
  probes[NOW + C] = c;
  probes[NOW + S] = s;
  return true;
}
