import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { makeBvh } from '../../core/bvh/bvh.ts';
import { countUp } from '../../core/count-up.ts';
import { CollisionError, requireKeys, requireType } from '../../core/errors.ts';
import { requireExtent } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { writeFrameExtent } from '../bounds/extent.ts';
import { pointBounds, writePointBounds } from '../bounds/point-bounds.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { setChainJoining } from '../narrow-phase/chain-joining.ts';
import { collectChainContacts } from '../narrow-phase/collide-chain.ts';
import { addCompositeRoutines } from '../narrow-phase/collide-composite.ts';
import { seamlessChains } from '../narrow-phase/seamless-chains.ts';
import { isBehind } from '../narrow-phase/segment-contacts.ts';
import { setCollector } from '../narrow-phase/surface-table.ts';
import { POSE_COS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import { settleChainHit } from '../queries/chain-hit.ts';
import { findSurfaceStarts, readSurfaceStart } from '../queries/surface-starts.ts';
import { setSurfaceCasts } from '../queries/surface-table.ts';
import { findChainJoins } from '../shapes/chain-joins.ts';
import { findCrossing } from '../shapes/find-crossing.ts';
import { finishSegment, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { flattenPoints, type PointsInput } from '../shapes/points.ts';
import { makeRegisteredShape, type RegisteredShape, type ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_CHAIN } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/** Options of `chain`. */
export interface ChainOptions {
  /** Joins the last point to the first. Default false. */
  closed?: boolean;
  /**
   * Collides only with colliders on the right-hand side of its direction, so that a counter-clockwise closed chain is
   * solid from outside. Default false: both sides collide. Queries of rays, points and shapes meet it from both sides
   * all the same.
   */
  oneSided?: boolean;
  /** Accepts a closed chain that crosses itself, as simplified map data may. Default false: it is refused. */
  allowCrossings?: boolean;
}

export const CHAIN_KEYS = ['closed', 'oneSided', 'allowCrossings'] as const;

/**
 * Makes a polyline of any length with a hierarchy of its own. Contacts name the segment (`child`), and moving along the
 * joints makes no ghost contacts; nor does it where the chain touches itself. Points equal to their predecessor are
 * dropped; collinear points are kept.
 * @throws CollisionError `invalid-shape` when fewer than two points remain (three when closed) or a closed chain
 *   crosses itself, naming the two segments; `invalid-number` for a coordinate that is not a finite number.
 */
export function chain(points: PointsInput, options: ChainOptions = {}): ShapeSpec {
  requireKeys('chain options', options, CHAIN_KEYS);
  const { closed = false, oneSided = false, allowCrossings = false } = options;
  requireType('closed', closed, 'boolean');
  requireType('oneSided', oneSided, 'boolean');
  requireType('allowCrossings', allowCrossings, 'boolean');
  return makeSpec(SHAPE_CHAIN, 0, 0, 0, buildChain(points, closed, oneSided, allowCrossings));
}

const chainRecord: ShapeRecord = {
  kind: SHAPE_CHAIN,
  isComposite: true,
  writeExtent: writeFrameExtent,
  load: loadChainSegment,
  curve: undefined,
  isLine: true,
  makesSurface: true,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines() {
    addCompositeRoutines(SHAPE_CHAIN);
    setCollector(SHAPE_CHAIN, collectChainContacts);
    setChainJoining(seamlessChains);
    setSurfaceCasts(SHAPE_CHAIN, {
      findStarts: findSurfaceStarts,
      readStart: readSurfaceStart,
      leavesOut: isBehind,
      settle: settleChainHit,
      admits: undefined,
    });
  },
};

function loadChainSegment(piece: PlacedPiece, shape: RegisteredShape, child: number): void {
  const { vertices } = piece;
  const from = shape.vertices;
  const a = 2 * child;
  const c = placement[POSE_COS] * placement[POSE_SCALE];
  const s = placement[POSE_SIN] * placement[POSE_SCALE];
  vertices[0] = placement[POSE_X] + c * from[a] - s * from[a + 1];
  vertices[1] = placement[POSE_Y] + s * from[a] + c * from[a + 1];
  vertices[2] = placement[POSE_X] + c * from[a + 2] - s * from[a + 3];
  vertices[3] = placement[POSE_Y] + s * from[a + 2] + c * from[a + 3];
  finishSegment(piece);
}

/** Builds the registered shape of a polyline; its pieces are its segments. */
function buildChain(points: PointsInput, closed: boolean, oneSided: boolean, allowCrossings: boolean): RegisteredShape {
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
  const bounds = pointBounds(vertices);
  requireExtent('chain', bounds);
  if (closed && !allowCrossings) requireSimple(vertices, pieces);
  const pieceBounds = segmentBounds(vertices, pieces);
  const bvh = makeBvh(boxHierarchy);
  buildBvh(bvh, pieceBounds, countUp(pieces), pieces);
  const joins = findChainJoins(vertices, closed, bvh, pieceBounds);
  return makeRegisteredShape(chainRecord, {
    ...{ pieces, vertices, pieceBounds, bvh, bounds, closed, oneSided, joins },
    given: allowCrossings,
  });
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

/** Chains as plain data: `points`, x and y of each, and the options. */
export const chainFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CHAIN,
  name: 'chain',
  fields: ['points', ...CHAIN_KEYS],
  describe({ shape }) {
    const { vertices, closed, oneSided, given } = requireShape(shape);
    return { points: Array.from(vertices), closed, oneSided, allowCrossings: given };
  },
  make: ({ points, closed, oneSided, allowCrossings }) => chain(points, { closed, oneSided, allowCrossings }),
};
