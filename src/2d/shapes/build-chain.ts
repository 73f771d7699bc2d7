import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { makeBvh } from '../../core/bvh/bvh.ts';
import { CollisionError } from '../../core/errors.ts';
import { writeFrameExtent } from '../bounds/frame-extent.ts';
import { pointBounds, writePointBounds } from '../bounds/point-bounds.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { addCompositeRoutines } from '../narrow-phase/add-composite-routines.ts';
import { NO_COLUMN_F64, NO_COLUMN_U32 } from './build-polygon.ts';
import { enterRegistry } from './enter-registry.ts';
import { findCrossing } from './find-crossing.ts';
import { flattenPoints, type PointsInput } from './points.ts';
import type { RegisteredShape } from './registered-shape.ts';
import { SHAPE_CHAIN } from './shape-kind.ts';

/** Builds the registered shape of a polyline; its pieces are its segments. */
export function buildChain(
  points: PointsInput,
  closed: boolean,
  oneSided: boolean,
  allowCrossings: boolean,
): RegisteredShape {
  const vertices = cleanChainPoints(flattenPoints('chain', points), closed);
  const pieces = vertices.length / 2 - 1;
  const needed = closed ? 3 : 1;
  if (pieces < needed) {
    // A closed chain ends with a copy of its first point, unless that is its only one.
    const different = closed && pieces > 0 ? pieces : pieces + 1;
    throw new CollisionError(
      'invalid-shape',
      `chain: needs ${needed === 3 ? '3 different points when closed' : '2 different points'}, got ${different}`,
    );
  }
  if (closed && !allowCrossings) requireSimple(vertices, pieces);
  const pieceBounds = segmentBounds(vertices, pieces);
  const bvh = makeBvh(boxHierarchy);
  buildBvh(bvh, pieceBounds, countUp(pieces), pieces);
  return {
    kind: SHAPE_CHAIN,
    pieces,
    vertices,
    normals: NO_COLUMN_F64,
    isRegular: false,
    pieceStart: NO_COLUMN_U32,
    pieceCount: NO_COLUMN_U32,
    pieceRadius: NO_COLUMN_F64,
    pieceBounds,
    bvh,
    bounds: pointBounds(vertices),
    closed,
    oneSided,
    writeExtent: writeFrameExtent,
    enter: enterRegistry,
    addRoutines: addCompositeRoutines,
  };
}

/** Returns 0, 1, … count − 1. */
export function countUp(count: number): Uint32Array {
  const items = new Uint32Array(count);
  for (let i = 0; i < count; i++) items[i] = i;
  return items;
}

/** Drops points equal to their predecessor and, when closed, ends with a copy of the first point. */
function cleanChainPoints(flat: Float64Array, closed: boolean): Float64Array {
  const kept = new Float64Array(flat.length + 2);
  let count = 0;
  for (let i = 0; i < flat.length; i += 2) {
    if (count > 0 && kept[count - 2] === flat[i] && kept[count - 1] === flat[i + 1]) continue;
    kept[count++] = flat[i];
    kept[count++] = flat[i + 1];
  }
  if (!closed || count === 0) return kept.slice(0, count);
  if (kept[count - 2] !== kept[0] || kept[count - 1] !== kept[1]) {
    kept[count++] = kept[0];
    kept[count++] = kept[1];
  }
  return kept.slice(0, count);
}

function segmentBounds(vertices: Float64Array, pieces: number): Float64Array {
  const bounds = new Float64Array(pieces * BOUNDS_STRIDE);
  for (let i = 0; i < pieces; i++) writePointBounds(bounds, i * BOUNDS_STRIDE, vertices, i, 2, 0);
  return bounds;
}

/** Throws when two segments cross in their interiors. Rings that only touch themselves are accepted. */
function requireSimple(vertices: Float64Array, pieces: number): void {
  const crossing = findCrossing(vertices, pieces);
  if (crossing === undefined) return;
  throw new CollisionError(
    'invalid-shape',
    `chain: a closed chain must not cross itself, but segments ${crossing[0]} and ${crossing[1]} cross`,
  );
}
