import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { makeBvh } from '../../core/bvh/bvh.ts';
import { countUp } from '../../core/count-up.ts';
import { refuse, requirePositive } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { EXTENT_MAX_X, EXTENT_MAX_Y, EXTENT_MIN_X, EXTENT_MIN_Y, EXTENT_RADIUS, extent } from '../bounds/extent.ts';
import { pointBounds, writePointBounds } from '../bounds/point-bounds.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { addCompositeRoutines } from '../narrow-phase/collide-composite.ts';
import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import { loadVertices, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import {
  makeRegisteredShape,
  type RegisteredShape,
  type ShapeRecord,
  type ShapeRegistry,
} from '../shapes/registered-shape.ts';
import { SHAPE_SECTOR } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { circle } from './circle.ts';
import { ARC_CORNERS, ARC_RADIUS, sectorCore } from './sector-core.ts';

/**
 * Makes a sector of a disc, for example a field of view or the reach of a blow: all points within `radius` of the
 * entity's position whose direction is at most `halfAngle` (radians) off the x axis of its frame. Two flat sides meet
 * in the position; the arc is not approximated by a polygon: all measures of it are right to rounding. Above a quarter
 * turn to each side it is concave, and made of two equal pieces that lie side by side, which contacts name as `child` 0
 * and 1. Half a turn makes the whole disc, `circle(radius)`.
 * @throws CollisionError `invalid-number` unless radius and half angle are finite and above 0, `out-of-range` for a
 * half angle above half a turn.
 */
export function sector(radius: number, halfAngle: number): ShapeSpec {
  requireSize('sector radius', radius);
  requirePositive('sector halfAngle', halfAngle);
  if (halfAngle > Math.PI) refuse('out-of-range', 'sector halfAngle', 'at most Math.PI', halfAngle);
  return halfAngle === Math.PI ? circle(radius) : makeSpec(SHAPE_SECTOR, 0, 0, 0, buildSector(radius, halfAngle));
}

/** Indices in `sizes`: the radius, the cosine and sine of the half angle, and the half angle itself. */
const SIZE_RADIUS = 0;
const SIZE_COS = 1;
const SIZE_SIN = 2;
const SIZE_HALF_ANGLE = 3;

/** Builds the registered shape of a sector below half a turn to each side. */
function buildSector(radius: number, halfAngle: number): RegisteredShape {
  const pieces = halfAngle > Math.PI / 2 ? 2 : 1;
  const corners = halfAngle === Math.PI / 2 ? ARC_CORNERS : ARC_CORNERS + 1;
  const vertices = new Float64Array(2 * pieces * corners);
  const normals = new Float64Array(2 * pieces * corners);
  const pieceBounds = new Float64Array(pieces * BOUNDS_STRIDE);
  for (let i = 0; i < pieces; i++) {
    const at = i * corners;
    writeOutline(vertices, normals, at, corners, radius, halfAngle * ((2 * i) / pieces - 1), (2 * halfAngle) / pieces);
    writePointBounds(pieceBounds, i * BOUNDS_STRIDE, vertices, at, corners, 0);
  }
  const sizes = Float64Array.of(radius, 0, 0, halfAngle);
  cosSin(sizes, SIZE_COS, halfAngle);
  const bvh = makeBvh(boxHierarchy);
  buildBvh(bvh, pieceBounds, countUp(pieces), pieces);
  return makeRegisteredShape(pieces > 1 ? wideRecord : sectorRecord, {
    pieces,
    vertices,
    normals,
    pieceStart: Uint32Array.from({ length: pieces }, (_, i) => i * corners),
    pieceCount: new Uint32Array(pieces).fill(corners),
    pieceBounds,
    bvh: pieces > 1 ? bvh : undefined,
    bounds: pointBounds(vertices),
    sizes,
  });
}

/** Writes the vertices and normals of P for the piece from the angle `start` on, which turns by `turn`. */
function writeOutline(
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  corners: number,
  radius: number,
  start: number,
  turn: number,
): void {
  const arc = 2 * (first + corners - ARC_CORNERS);
  for (let i = 0; i < 3; i++) cosSin(normals, arc + 2 * i, start + (i * turn) / 2);
  for (let axis = 0; axis < 2; axis++) {
    vertices[arc + axis] = radius * normals[arc + axis];
    vertices[arc + 6 + axis] = radius * normals[arc + 4 + axis];
  }
  for (let i = 0; i < 4; i += 2) {
    // Two tangents meet in the direction s of the sum of their unit normals, at 2 radius s / |s|² from the centre.
    const x = normals[arc + i] + normals[arc + i + 2];
    const y = normals[arc + i + 1] + normals[arc + i + 3];
    const reach = (2 * radius) / (x * x + y * y);
    vertices[arc + i + 2] = reach * x;
    vertices[arc + i + 3] = reach * y;
  }
  normals[arc + 6] = 0 - normals[arc + 5];
  normals[arc + 7] = normals[arc + 4];
  if (corners > ARC_CORNERS) {
    normals[arc - 2] = normals[arc + 1];
    normals[arc - 1] = 0 - normals[arc];
  }
}

function load(piece: PlacedPiece, shape: RegisteredShape, child: number): void {
  loadVertices(piece, shape.vertices, shape.normals, shape.pieceStart[child], shape.pieceCount[child]);
  piece.curve = sectorCore;
  piece.axes[ARC_RADIUS] = shape.sizes[SIZE_RADIUS] * placement[POSE_SCALE];
  piece.radius = placement[POSE_RADIUS];
}

/**
 * Slack for rounding, so that the bounds contain all points of the shape: relative to the extents and to the position.
 */
const EXTENT_SLACK = 8 * Number.EPSILON;

/**
 * Writes the exact extent: along an axis within the arc it is the radius, along any other that of the three corners.
 */
function writeExtent({ shapes }: ShapeRegistry, handle: number, poses: Float64Array, at: number): void {
  const { sizes } = shapes[handle]!;
  const radius = sizes[SIZE_RADIUS] * poses[at + POSE_SCALE];
  const cos = sizes[SIZE_COS];
  const sin = sizes[SIZE_SIN];
  const c = poses[at + POSE_COS];
  const s = poses[at + POSE_SIN];
  const slack = EXTENT_SLACK * (radius + extent[EXTENT_RADIUS]);
  const slackX = slack + EXTENT_SLACK * Math.abs(poses[at + POSE_X]);
  const slackY = slack + EXTENT_SLACK * Math.abs(poses[at + POSE_Y]);
  // An axis of the world in the frame of the shape: its part along the middle of the arc, and across.
  extent[EXTENT_MAX_X] = (c >= cos ? radius : Math.max(0, radius * (c * cos + Math.abs(s) * sin))) + slackX;
  extent[EXTENT_MAX_Y] = (s >= cos ? radius : Math.max(0, radius * (s * cos + Math.abs(c) * sin))) + slackY;
  extent[EXTENT_MIN_X] = -(-c >= cos ? radius : Math.max(0, radius * (Math.abs(s) * sin - c * cos))) - slackX;
  extent[EXTENT_MIN_Y] = -(-s >= cos ? radius : Math.max(0, radius * (Math.abs(c) * sin - s * cos))) - slackY;
}

const sectorRecord: ShapeRecord = {
  kind: SHAPE_SECTOR,
  isComposite: false,
  writeExtent,
  load,
  curve: sectorCore,
  isLine: false,
  makesSurface: false,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines: () => addCompositeRoutines(SHAPE_SECTOR),
};

const wideRecord: ShapeRecord = { ...sectorRecord, isComposite: true };

/**
 * Sectors as plain data: `sectorRadius`, which is that of the arc, `halfAngle`, and `radius`, which rounds the whole.
 */
export const sectorFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_SECTOR,
  name: 'sector',
  fields: ['sectorRadius', 'halfAngle'],
  describe({ shape }) {
    const { sizes } = requireShape(shape);
    return { sectorRadius: sizes[SIZE_RADIUS], halfAngle: sizes[SIZE_HALF_ANGLE] };
  },
  make: ({ sectorRadius, halfAngle }) => sector(sectorRadius, halfAngle),
};
