import { registeredOf } from '../../core/shapes/registered-of.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { loadInline } from '../shapes/load-inline.ts';
import { loadVertices, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isInlineKind } from '../shapes/shape-kind.ts';

/**
 * The origin in the world, x and y, of the frame that pieces are loaded into. The axes of the frame are those of the
 * world.
 */
export const frameOrigin = new Float64Array(2);

/**
 * Sets the frame's origin to a collider's position: with one of the shapes as origin, no precision is lost far from the
 * world's.
 */
export function centreFrame(set: ColliderSet, slot: number): void {
  frameOrigin[0] = set.poses[slot * POSE_STRIDE + POSE_X];
  frameOrigin[1] = set.poses[slot * POSE_STRIDE + POSE_Y];
}

/** Writes a collider that has only one convex piece into `piece`, in the current frame. */
export function loadCollider(piece: PlacedPiece, set: ColliderSet, slot: number): void {
  const kind = set.kinds[slot];
  placeCollider(set, slot);
  if (isInlineKind(kind)) {
    loadInline(piece, kind);
    return;
  }
  const { vertices, normals, first, count } = set.registry.columns;
  const handle = set.handles[slot];
  if (count[handle] > 0) {
    // This does what `loadOutline` does, from columns: the record of the shape need not be read.
    loadVertices(piece, vertices[handle]!, normals[handle]!, first[handle], count[handle]);
    piece.radius = placement[POSE_RADIUS];
  } else {
    const shape = registeredOf(set, slot);
    shape.record.load(piece, shape, 0);
  }
}

/** Writes one piece of a collider with several (a chain's segment, a compound's child), in the current frame. */
export function loadChild(
  piece: PlacedPiece,
  set: ColliderSet,
  slot: number,
  registered: RegisteredShape,
  child: number,
): void {
  placeCollider(set, slot);
  registered.record.load(piece, registered, child);
}

/**
 * Writes a collider's pose relative to the current frame to `placement`, which the routines that load its pieces read.
 */
export function placeCollider(set: ColliderSet, slot: number): void {
  const { poses } = set;
  const at = slot * POSE_STRIDE;
  placement[POSE_X] = poses[at + POSE_X] - frameOrigin[0];
  placement[POSE_Y] = poses[at + POSE_Y] - frameOrigin[1];
  // The copies are written out: a loop takes 2 % of a narrow phase of polygons.
  placement[POSE_RADIUS] = poses[at + POSE_RADIUS];
  placement[POSE_COS] = poses[at + POSE_COS];
  placement[POSE_SIN] = poses[at + POSE_SIN];
  placement[POSE_SCALE] = poses[at + POSE_SCALE];
  placement[POSE_HALF_WIDTH] = poses[at + POSE_HALF_WIDTH];
  placement[POSE_HALF_HEIGHT] = poses[at + POSE_HALF_HEIGHT];
}
