import type { NumberArray } from '../../../core/number-array.ts';
import { boundsStride, type SegmentTree, type SegmentTreeKind } from './segment-tree.ts';

// Volumes are fitted and tested in rounded arithmetic, segments are tested exactly or nearly so. To let no volume hide
// a segment that would answer, every test below grows the volume by `slack`, a length that exceeds all rounding errors
// of fitting and testing together: each is a few EPSILON of the largest coordinate that takes part. So a volume may be
// entered in vain, by a hair, but every kind of tree gives the answers of testing all segments.

const SLACK = 2 ** -46; // 64 EPSILON

/** Returns the slack for coordinates up to `magnitude`. */
export function slackFor(magnitude: number): number {
  return SLACK * magnitude;
}

/**
 * Returns a lower bound of the fraction at which a ray enters the volume at `bounds[at]`: 0 from inside, `Infinity`
 * when it never does before `maxFraction`, or for NaN.
 */
export function rayEntry(
  kind: SegmentTreeKind,
  bounds: Float64Array,
  at: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  slack: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  if (kind === 'aabb') {
    const minX = bounds[at] - slack - ox;
    const minY = bounds[at + 1] - slack - oy;
    return slabEntry(minX, minY, bounds[at + 2] + slack - ox, bounds[at + 3] + slack - oy, dx, dy, maxFraction);
  }
  const mx = ox - bounds[at];
  const my = oy - bounds[at + 1];
  if (kind === 'obb') {
    const halfX = bounds[at + 2] + slack;
    const halfY = bounds[at + 3] + slack;
    const cos = bounds[at + 4];
    const sin = bounds[at + 5];
    const x = mx * cos + my * sin;
    const y = my * cos - mx * sin;
    return slabEntry(
      -halfX - x,
      -halfY - y,
      halfX - x,
      halfY - y,
      dx * cos + dy * sin,
      dy * cos - dx * sin,
      maxFraction,
    );
  }
  return circleEntry(mx, my, dx, dy, bounds[at + 2] + slack, maxFraction);
}

/** Clips a ray at the slabs of a box, which is relative to the origin. */
function slabEntry(
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  dx: number,
  dy: number,
  maxFraction: number,
): number {
  let entry = 0;
  let exit = maxFraction;
  if (dx === 0) {
    if (!(minX <= 0 && maxX >= 0)) {
      return Infinity;
    }
  } else {
    entry = Math.max(entry, (dx > 0 ? minX : maxX) / dx);
    exit = Math.min(exit, (dx > 0 ? maxX : minX) / dx);
  }
  if (dy === 0) {
    if (!(minY <= 0 && maxY >= 0)) {
      return Infinity;
    }
  } else {
    entry = Math.max(entry, (dy > 0 ? minY : maxY) / dy);
    exit = Math.min(exit, (dy > 0 ? maxY : minY) / dy);
  }
  return entry <= exit ? entry : Infinity;
}

function circleEntry(mx: number, my: number, dx: number, dy: number, radius: number, maxFraction: number): number {
  const gap = mx * mx + my * my - radius * radius;
  if (gap <= 0) {
    return 0;
  }
  const along = mx * dx + my * dy;
  const cross = mx * dy - my * dx;
  const halfSquared = radius * radius * (dx * dx + dy * dy) - cross * cross;
  if (!(along < 0 && halfSquared >= 0)) {
    return Infinity;
  }
  const entry = gap / (Math.sqrt(halfSquared) - along);
  return entry <= maxFraction ? entry : Infinity;
}

/** Returns a lower bound of the squared distance from a point to anything in the volume; 0 inside. */
export function pointDistanceSquared(
  kind: SegmentTreeKind,
  bounds: Float64Array,
  at: number,
  px: number,
  py: number,
  slack: number,
): number {
  if (kind === 'aabb') {
    const dx = Math.max(bounds[at] - px - slack, px - bounds[at + 2] - slack, 0);
    const dy = Math.max(bounds[at + 1] - py - slack, py - bounds[at + 3] - slack, 0);
    return dx * dx + dy * dy;
  }
  const mx = px - bounds[at];
  const my = py - bounds[at + 1];
  if (kind === 'obb') {
    const cos = bounds[at + 4];
    const sin = bounds[at + 5];
    const dx = Math.max(Math.abs(mx * cos + my * sin) - bounds[at + 2] - slack, 0);
    const dy = Math.max(Math.abs(my * cos - mx * sin) - bounds[at + 3] - slack, 0);
    return dx * dx + dy * dy;
  }
  const distance = Math.max(Math.sqrt(mx * mx + my * my) - bounds[at + 2] - slack, 0);
  return distance * distance;
}

/*
 * Numbers of a volume in general form: centre, half extents, cosine and sine of a box; a circle has a half extent below
 * 0 along x, and its radius as the other one.
 */
const HALF_X = 2;
const HALF_Y = 3;
const GENERAL_STRIDE = 6;
/** Two volumes in general form, A and B. */
const general = new Float64Array(2 * GENERAL_STRIDE);

/** Returns false only when a box, given by centre and halfExtents, certainly shares no point with the volume. */
export function mayOverlapBox(
  kind: SegmentTreeKind,
  bounds: Float64Array,
  at: number,
  centerX: number,
  centerY: number,
  halfX: number,
  halfY: number,
  slack: number,
): boolean {
  if (kind === 'aabb') {
    return (
      bounds[at] - slack <= centerX + halfX &&
      bounds[at + 2] + slack >= centerX - halfX &&
      bounds[at + 1] - slack <= centerY + halfY &&
      bounds[at + 3] + slack >= centerY - halfY
    );
  }
  const mx = bounds[at] - centerX;
  const my = bounds[at + 1] - centerY;
  if (kind === 'obb') {
    general[HALF_X] = halfX;
    general[HALF_Y] = halfY;
    general[GENERAL_STRIDE + HALF_X] = bounds[at + 2];
    general[GENERAL_STRIDE + HALF_Y] = bounds[at + 3];
    return mayOverlapTurnedBoxes(mx, my, bounds[at + 4], bounds[at + 5], slack);
  }
  const dx = Math.max(Math.abs(mx) - halfX, 0);
  const dy = Math.max(Math.abs(my) - halfY, 0);
  const reach = bounds[at + 2] + slack;
  return dx * dx + dy * dy <= reach * reach;
}

/**
 * Tests the four separating axes of two boxes whose half extents are in `general`: A at the origin along the axes, B at
 * m turned by (cos, sin). Returns false only when one of them separates by more than the slack.
 */
function mayOverlapTurnedBoxes(mx: number, my: number, cos: number, sin: number, slack: number): boolean {
  const halfAX = general[HALF_X];
  const halfAY = general[HALF_Y];
  const halfBX = general[GENERAL_STRIDE + HALF_X];
  const halfBY = general[GENERAL_STRIDE + HALF_Y];
  const c = Math.abs(cos);
  const s = Math.abs(sin);
  return (
    Math.abs(mx) <= halfAX + halfBX * c + halfBY * s + slack &&
    Math.abs(my) <= halfAY + halfBX * s + halfBY * c + slack &&
    Math.abs(mx * cos + my * sin) <= halfBX + halfAX * c + halfAY * s + slack &&
    Math.abs(my * cos - mx * sin) <= halfBY + halfAX * s + halfAY * c + slack
  );
}

/** Writes the volume of a node to `general[write …]`. */
function toGeneral(write: number, { kind, bounds }: SegmentTree, node: number): void {
  const at = node * boundsStride(kind);
  if (kind === 'aabb') {
    general[write + 2] = (bounds[at + 2] - bounds[at]) * 0.5;
    general[write + 3] = (bounds[at + 3] - bounds[at + 1]) * 0.5;
    general[write] = bounds[at] + general[write + 2];
    general[write + 1] = bounds[at + 1] + general[write + 3];
    general[write + 4] = 1;
    general[write + 5] = 0;
    return;
  }
  general[write] = bounds[at];
  general[write + 1] = bounds[at + 1];
  if (kind === 'obb') {
    for (let i = 2; i < GENERAL_STRIDE; i++) {
      general[write + i] = bounds[at + i];
    }
  } else {
    general[write + 2] = -1;
    general[write + 3] = bounds[at + 2];
  }
}

/** Numbers of the placement of a tree: the place and rotation of its frame as in a pose, and the slack of its tests. */
export const PLACEMENT_SLACK = 4;
export const PLACEMENT_STRIDE = 5;

/**
 * Returns false only when the volumes of a node of each of two trees certainly share no point, B's being moved by the
 * rotation and then by the place of the placement. Any mix of kinds.
 */
export function mayOverlapVolumes(
  treeA: SegmentTree,
  a: number,
  treeB: SegmentTree,
  b: number,
  placement: Float64Array,
): boolean {
  const x = placement[0];
  const y = placement[1];
  const cos = placement[2];
  const sin = placement[3];
  const slack = placement[PLACEMENT_SLACK];
  toGeneral(0, treeA, a);
  toGeneral(GENERAL_STRIDE, treeB, b);
  const bx = general[GENERAL_STRIDE];
  const by = general[GENERAL_STRIDE + 1];
  const mx = x + cos * bx - sin * by - general[0];
  const my = y + sin * bx + cos * by - general[1];
  const circleA = general[2] < 0;
  const circleB = general[GENERAL_STRIDE + 2] < 0;
  if (circleA && circleB) {
    const reach = general[3] + general[GENERAL_STRIDE + 3] + slack;
    return mx * mx + my * my <= reach * reach;
  }
  // B's own frame, seen from the common one.
  const cosB = cos * general[GENERAL_STRIDE + 4] - sin * general[GENERAL_STRIDE + 5];
  const sinB = sin * general[GENERAL_STRIDE + 4] + cos * general[GENERAL_STRIDE + 5];
  if (circleA) {
    const distance = boxDistanceSquared(mx, my, GENERAL_STRIDE, cosB, sinB);
    return distance <= (general[3] + slack) * (general[3] + slack);
  }
  const cosA = general[4];
  const sinA = general[5];
  if (circleB) {
    const reach = general[GENERAL_STRIDE + 3] + slack;
    return boxDistanceSquared(mx, my, 0, cosA, sinA) <= reach * reach;
  }
  return mayOverlapTurnedBoxes(
    mx * cosA + my * sinA,
    my * cosA - mx * sinA,
    cosA * cosB + sinA * sinB,
    cosA * sinB - sinA * cosB,
    slack,
  );
}

/**
 * Returns the squared distance between the two ends of the vector m, one of which is thickened to the box at
 * `general[read]`, turned by (cos, sin).
 */
function boxDistanceSquared(mx: number, my: number, read: number, cos: number, sin: number): number {
  const dx = Math.max(Math.abs(mx * cos + my * sin) - general[read + 2], 0);
  const dy = Math.max(Math.abs(my * cos - mx * sin) - general[read + 3], 0);
  return dx * dx + dy * dy;
}
