import { PIECE_STRIDE } from '../convex/convex-piece.ts';

/** A ray in an array: origin, direction of any length, and the radius by which the piece in question is rounded. */
export const RAY_X = 0;
export const RAY_Y = 1;
export const RAY_DIRECTION_X = 2;
export const RAY_DIRECTION_Y = 3;
export const RAY_RADIUS = 4;
export const RAY_LENGTH = 5;

/** The layout of a hit: the fraction of the ray's direction, Infinity for no hit, and the outward unit normal there. */
export const HIT_FRACTION = 0;
export const HIT_NORMAL_X = 1;
export const HIT_NORMAL_Y = 2;
export const HIT_LENGTH = 3;

/**
 * The squared sine of the angle between ray and edge below which the hit is placed by its position along the edge:
 * there it stays on the edge whatever the rounding.
 */
const SHALLOW = 1e-6;

/** The rounding error of the two ends of the stretch inside a shape, relative to its length: 2 EPSILON. */
const ROUNDING = 2 ** -51;

/**
 * The rounding, relative to the radius and the distance of an edge, by which a hit on the edge may be taken for one on
 * the arc next to it: 16 EPSILON.
 */
const SEAM_ROUNDING = 2 ** -48;

/**
 * How near to the line of a ray a point of an outline lies on that line, relative to the distance of the point from the
 * ray's origin, to the ray's coordinates in the frame of the shape, and to the radius: 4 EPSILON. Turning a ray into
 * that frame and aiming it at a corner each round by a few. Without it, a ray that is aimed at the corner at which two
 * shapes touch would pass between them.
 */
const GRAZE = 2 ** -50;

/**
 * The part of a distance that counts as touching for a ray, see `GRAZE`: for routines of shapes that use their own
 * frames.
 */
export { GRAZE as RAY_ROUNDING };

/**
 * Where the ray's line is in the shape: the fractions at which it enters the first disc and the first edge and at which
 * it leaves, which may be negative, and the normals where it enters.
 */
const span = new Float64Array(9);
const DISC = 0;
const DISC_X = 1;
const DISC_Y = 2;
const EDGE = 3;
const EDGE_X = 4;
const EDGE_Y = 5;
/**
 * How much the normal of the edge that was met and that of an arc next to it may differ by rounding: 1 less the
 * cosine.
 */
const SEAM = 6;
const LEAVE = 7;
/** The size of the coordinates that the ray's origin was computed from, of which its rounding error is a share. */
const FRAME = 8;

/**
 * Casts a ray at a rounded convex piece in the same frame, of which the vertices and the normals of the edges from
 * vertex number `first` on are given, counter-clockwise. Writes what it hits; fraction 0 and a zero normal when it
 * starts in or on the piece. A zero direction only asks whether it starts inside. NaN misses.
 *
 * The outline of a rounded piece is its edges moved outwards by the radius, and an arc about each vertex from one to
 * the next. The ray's line is in the piece from where it first enters an edge or a disc about a vertex to where it last
 * leaves one.
 *
 * Which edges and which chords of arcs the line crosses is told by the sides of the line on which their ends lie,
 * computed from each end alone: neighbours agree on the end they share, so that no ray slips through between an edge
 * and an arc, between two edges of a polygon, nor between two segments of a chain.
 */
export function castRayPiece(
  hit: Float64Array,
  ray: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  count: number,
): void {
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  if (dx === 0 && dy === 0) {
    // A ray along any direction tells whether its origin is inside.
    ray[RAY_DIRECTION_X] = 1;
    castRayPiece(hit, ray, vertices, normals, first, count);
    ray[RAY_DIRECTION_X] = 0;
    if (hit[HIT_FRACTION] > 0) hit[HIT_FRACTION] = Infinity;
    return;
  }
  const radius = ray[RAY_RADIUS];
  const start = first * PIECE_STRIDE;
  const last = start + (count - 1) * PIECE_STRIDE;
  const hasArcs = radius > 0 || count < 3;
  clearSpan();
  span[FRAME] = Math.abs(ray[RAY_X]) + Math.abs(ray[RAY_Y]);
  // How much to the side the edges are moved.
  let asideBefore = radius * (dx * normals[last + 1] - dy * normals[last]);
  for (let at = start; at <= last; at += PIECE_STRIDE) {
    const next = at === last ? start : at + PIECE_STRIDE;
    const px = vertices[at] - ray[RAY_X];
    const py = vertices[at + 1] - ray[RAY_Y];
    const nx = normals[at];
    const ny = normals[at + 1];
    const side = dx * py - dy * px;
    const aside = radius * (dx * ny - dy * nx);
    const sideA = side + aside;
    if (hasArcs) {
      disc[0] = px;
      disc[1] = py;
      spanDisc(ray, disc, side + asideBefore > 0 !== sideA > 0);
      asideBefore = aside;
    }
    const sideB = dx * (vertices[next + 1] - ray[RAY_Y]) - dy * (vertices[next] - ray[RAY_X]) + aside;
    const enters = sideA >= 0 && sideB <= 0 && sideA > sideB;
    if (!enters && !(sideA <= 0 && sideB >= 0 && sideA < sideB)) continue;
    const approach = nx * dx + ny * dy;
    const squared = dx * dx + dy * dy;
    let fraction = (nx * px + ny * py + radius) / approach;
    if (!((enters ? approach < 0 : approach > 0) && approach * approach > SHALLOW * squared)) {
      // Where ray and edge are almost parallel, rounding may turn the signs of the distance and of the approach, or be
      // all that is left of them: the fraction is then that of the place on the edge.
      const share = sideA / (sideA - sideB);
      const wayX = px + radius * nx + share * (vertices[next] - vertices[at]);
      const wayY = py + radius * ny + share * (vertices[next + 1] - vertices[at + 1]);
      fraction = (wayX * dx + wayY * dy) / squared;
    }
    span[LEAVE] = Math.max(span[LEAVE], fraction);
    if (enters && fraction < span[EDGE]) {
      span[EDGE] = fraction;
      span[EDGE_X] = nx;
      span[EDGE_Y] = ny;
      span[SEAM] = SEAM_ROUNDING * (1 + (Math.abs(px) + Math.abs(py)) / radius);
    }
  }
  if (!hasArcs && span[LEAVE] === -Infinity) spanCorners(ray, vertices, normals, start, last);
  if (count === 2 && radius === 0 && span[EDGE] === Infinity) turnToSide(ray, normals, start);
  finish(hit);
}

/**
 * Spans the corners that lie on a line which crosses no edge: of a polygon that the line only touches, or of one whose
 * corners have collapsed to a point or to a segment along the line. The line enters by the edge that faces the ray
 * more, if there is one.
 */
function spanCorners(
  ray: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  start: number,
  last: number,
): void {
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  const length = Math.abs(dx) + Math.abs(dy);
  for (let at = start; at <= last; at += PIECE_STRIDE) {
    const px = vertices[at] - ray[RAY_X];
    const py = vertices[at + 1] - ray[RAY_Y];
    if (!(Math.abs(dx * py - dy * px) <= GRAZE * (Math.abs(px) + Math.abs(py) + span[FRAME]) * length)) continue;
    const before = at === start ? last : at - PIECE_STRIDE;
    const approach = normals[at] * dx + normals[at + 1] * dy;
    const approachBefore = normals[before] * dx + normals[before + 1] * dy;
    const edge = approachBefore < approach ? before : at;
    disc[0] = px;
    disc[1] = py;
    spanDisc(ray, disc, true);
    if (!(Math.min(approach, approachBefore) < 0)) continue;
    span[EDGE] = span[DISC];
    span[EDGE_X] = normals[edge];
    span[EDGE_Y] = normals[edge + 1];
  }
}

/**
 * Gives a segment without a radius, an end of which the line only grazes, the normal of the side that faces the ray: at
 * a joint of a chain the line may cross the neighbour, and the hit must not depend on which of the two it names. A line
 * along the segment has no such side.
 */
function turnToSide(ray: Float64Array, normals: Float64Array, start: number): void {
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  const approach = normals[start] * dx + normals[start + 1] * dy;
  if (!(approach * approach > SHALLOW * (dx * dx + dy * dy))) return;
  span[DISC_X] = approach < 0 ? normals[start] : 0 - normals[start];
  span[DISC_Y] = approach < 0 ? normals[start + 1] : 0 - normals[start + 1];
}

const disc = new Float64Array(2);

/**
 * Casts a ray at a disc of radius RAY_RADIUS, whose centre is given from the ray's origin. As `castRayPiece`, but the
 * direction is not zero.
 */
export function castRayDisc(hit: Float64Array, ray: Float64Array, centre: Float64Array): void {
  clearSpan();
  // The centre is given from the ray's origin: there is no frame.
  span[FRAME] = 0;
  spanDisc(ray, centre, false);
  finish(hit);
}

/** Writes the fraction at which the line of the ray that was cast last leaves the piece that it met. */
export function writeLeave(out: Float64Array, at: number): void {
  out[at] = span[LEAVE];
}

function clearSpan(): void {
  span[DISC] = Infinity;
  span[EDGE] = Infinity;
  span[SEAM] = -1;
  span[LEAVE] = -Infinity;
}

/**
 * Widens the span by a disc of radius RAY_RADIUS, if the line meets it or is known to. The span is computed from the
 * point of closest approach, so that no squares of far distances are subtracted, and the accuracy of the normal does
 * not depend on how far the ray has come.
 */
function spanDisc(ray: Float64Array, centre: Float64Array, isMet: boolean): void {
  const px = centre[0];
  const py = centre[1];
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  const radius = ray[RAY_RADIUS];
  const squared = dx * dx + dy * dy;
  // The side is compared rather than the distance: it is exactly 0 for a bare point in line with an axis.
  const side = dx * py - dy * px;
  const aside = side / squared;
  const inside = radius * radius - aside * side;
  const rounding = GRAZE * (Math.abs(px) + Math.abs(py) + span[FRAME] + radius);
  if (!(inside + rounding * (2 * radius + rounding) >= 0 || isMet)) return;
  const half = Math.sqrt(Math.max(0, inside) / squared);
  const closest = (px * dx + py * dy) / squared;
  span[LEAVE] = Math.max(span[LEAVE], closest + half);
  if (!(closest - half < span[DISC])) return;
  span[DISC] = closest - half;
  // The normal leads from the centre to the hit. A point without a radius has none, so the normal leads back along the
  // ray.
  const back = radius > 0 ? half : 1;
  const x = aside * dy - back * dx;
  const y = -aside * dx - back * dy;
  const length = Math.sqrt(x * x + y * y);
  span[DISC_X] = x / length;
  span[DISC_Y] = y / length;
}

/**
 * Writes the result of the span: a start in or on the shape (to the rounding of the span), a hit ahead, or a miss.
 * Where an edge and the disc at its end are entered at the same place but for rounding, the edge counts: the disc's
 * normal there would be off by the root of the rounding error.
 */
function finish(hit: Float64Array): void {
  const enter = Math.min(span[DISC], span[EDGE]);
  const leave = span[LEAVE];
  const rounding = ROUNDING * (leave - enter);
  const starts = enter <= rounding && leave >= -rounding;
  const ahead = !starts && enter > 0;
  const turned = 1 - span[DISC_X] * span[EDGE_X] - span[DISC_Y] * span[EDGE_Y];
  const normal = span[EDGE] <= enter || turned <= span[SEAM] ? EDGE_X : DISC_X;
  // V8 puts a number on the heap that is chosen between a fraction and a whole number.
  if (ahead) {
    hit[HIT_FRACTION] = enter;
    // 0 + x keeps a zero positive.
    hit[HIT_NORMAL_X] = 0 + span[normal];
    hit[HIT_NORMAL_Y] = 0 + span[normal + 1];
  } else {
    hit[HIT_FRACTION] = starts ? 0 : Infinity;
    hit[HIT_NORMAL_X] = 0;
    hit[HIT_NORMAL_Y] = 0;
  }
}
