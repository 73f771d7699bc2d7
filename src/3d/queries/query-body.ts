import { SHAPE_NONE } from '../../core/collider-set.ts';
import type { PieceLoader } from '../../core/queries/pieces.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import { bodyB, CORE_TRIANGLE, ConvexBody, writeBodySupport } from '../geometry/convex/convex-body.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { loadBody } from '../narrow-phase/load-body.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { HALF_SPACE_REACH } from '../shapes/half-space-extent.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';

/** A shape in space as queries see it: a convex body in the current frame, or a half-space in that pose. */
export class QueryBody {
  readonly body: ConvexBody;
  kind = SHAPE_NONE;
  /**
   * Set in the first piece of a placed surface only: the surface, and its pose. The pose has no position, as the
   * position is that of the query's shape.
   */
  surface: RegisteredShape | undefined = undefined;
  pose: Float64Array | undefined = undefined;

  constructor(body: ConvexBody = new ConvexBody()) {
    this.body = body;
  }

  /** The radius around the core. */
  get radius(): number {
    return this.body.rounding;
  }

  set radius(radius: number) {
    this.body.rounding = radius;
  }

  get isHalfSpace(): boolean {
    return this.kind === SHAPE_HALF_SPACE;
  }
}

/** How many numbers the corners of a body have, and also its axes. */
const BODY_ARRAY = 9;

/** Adds bodies until there are `count`. Their numbers share one array: those of a mesh may be tens of thousands. */
export function reservePieces(pieces: QueryBody[], count: number): void {
  const missing = count - pieces.length;
  if (missing <= 0) return;
  const numbers = new Float64Array(2 * BODY_ARRAY * missing);
  for (let at = 0; at < numbers.length; at += 2 * BODY_ARRAY) {
    const middle = at + BODY_ARRAY;
    const body = new ConvexBody(numbers.subarray(at, middle), numbers.subarray(middle, middle + BODY_ARRAY));
    pieces.push(new QueryBody(body));
  }
}

/** How the pieces of colliders in space are loaded. The frame is that of pairs: see load-body.ts. */
export const spacePieces: PieceLoader<ColliderSet, QueryBody> = {
  axes: 3,
  createPiece: () => new QueryBody(),
  frameOrigin: pairOrigin,
  loadCollider(piece, set, slot) {
    piece.kind = set.kinds[slot];
    loadBody(piece.body, set, slot);
  },
  children: {
    worldBox,
    find: findChildren,
    load(piece, set, slot, shape, child) {
      piece.kind = shape.record.kind;
      shape.record.pieces!.load(piece.body, shape, child, set.poses, BODY_STRIDE * slot, pairOrigin);
    },
  },
};

/** A place in the frame of a body, handed over as a record: single numbers would be put on the heap. */
export interface FramePlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const FRAME_ORIGIN: FramePlace = { x: 0, y: 0, z: 0 };

/** Makes a body a copy of another body, as seen from a place in the frame of the other one. */
export function copyBody(to: ConvexBody, from: ConvexBody, place: FramePlace): void {
  to.core = from.core;
  to.hull = from.hull;
  to.scale = from.scale;
  for (let i = 0; i < 9; i++) to.corners[i] = from.corners[i];
  to.halfX = from.halfX;
  to.halfY = from.halfY;
  to.halfZ = from.halfZ;
  to.rounding = from.rounding;
  for (let i = 0; i < 9; i++) to.axes[i] = from.axes[i];
  to.x = from.x - place.x;
  to.y = from.y - place.y;
  to.z = from.z - place.z;
  to.vertex = 0;
}

const farthest = new Float64Array(3);
const towards = new Float64Array(3);

/** Writes the bounds of a body in its frame, grown by `growth[0]`: the least coordinates, then the largest. */
export function writeBodyBounds(box: Float64Array, piece: QueryBody, growth: Float64Array): void {
  const { body } = piece;
  if (body.core.form === CORE_TRIANGLE) {
    writeTriangleBounds(box, body, growth);
    return;
  }
  for (let axis = 0; axis < 3; axis++) {
    const place = axis === 0 ? body.x : axis === 1 ? body.y : body.z;
    for (let side = -1; side <= 1; side += 2) {
      let reach = HALF_SPACE_REACH;
      if (!piece.isHalfSpace) {
        for (let i = 0; i < 3; i++) towards[i] = i === axis ? side : 0;
        writeBodySupport(farthest, 0, body, towards);
        reach = side * (farthest[axis] - place) + body.rounding;
      } else if (body.axes[3 + axis] === side) reach = body.rounding;
      box[side < 0 ? axis : 3 + axis] = place + side * (reach + growth[0]);
    }
  }
}

function writeTriangleBounds(box: Float64Array, { corners, rounding }: ConvexBody, growth: Float64Array): void {
  const grow = rounding + growth[0];
  for (let axis = 0; axis < 3; axis++) {
    const a = corners[axis];
    const b = corners[3 + axis];
    const c = corners[6 + axis];
    box[axis] = Math.min(a, b, c) - grow;
    box[3 + axis] = Math.max(a, b, c) + grow;
  }
}

const bodyBox = new Float64Array(6);

/**
 * Loads a piece, given in the frame of pairs, as the body whose contacts up to a margin are searched, and its bounds,
 * grown by the margin, as the box of the search.
 */
export function loadContactBody(piece: QueryBody, margin: Float64Array): void {
  writeBodyBounds(bodyBox, piece, margin);
  for (let side = 0; side < 6; side++) worldBox[side] = bodyBox[side] + pairOrigin[side < 3 ? side : side - 3];
  copyBody(bodyB, piece.body, FRAME_ORIGIN);
}
