import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { MoverCast } from '../../core/movement/mover-cast.ts';
import type { MetColliders, Obstacles } from '../../core/movement/mover-routines.ts';
import type { Scalar, Vector } from '../../core/movement/vector.ts';
import type { QueryHit } from '../../core/queries/query-scope.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import { EPSILON } from '../../core/tolerance.ts';
import type { ColliderSet } from '../collider-set.ts';
import { type ConvexPiece, createConvexPiece, PIECE_STRIDE } from '../geometry/convex/convex-piece.ts';
import { castRayFace, isOffFace, RAY_MISSES, RAY_UNSURE } from '../geometry/ray/cast-ray-face.ts';
import {
  castRayPiece,
  HIT_FRACTION,
  HIT_LENGTH,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
} from '../geometry/ray/cast-ray-piece.ts';
import { CAST_FRACTION, subtractCores, writeContactPoint } from '../geometry/sweep/cast-minkowski.ts';
import { frameOrigin, loadCollider } from '../narrow-phase/load-collider.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { isInlineKind } from '../shapes/shape-kind.ts';

/** Motions outside of these limits have lengths whose squares overflow or underflow. */
const SHORTEST = 1e-140;
const LONGEST = 1e140;

/** Relative to the lengths involved: how far an edge may seem to be off its own normal. */
const STRAIGHT = 2 ** -40;

/** A collider near a mover. */
interface Obstacle {
  /** UNKNOWN until a sweep needs the kind. */
  kind: number;
  /**
   * The core of the collider, and the Minkowski sum of it and the mirrored core of the mover; the radii are not part of
   * them.
   */
  readonly piece: PlacedPiece;
  readonly sum: ConvexPiece;
}
const UNKNOWN = 0;
const ROUNDED = 1;
const OTHER = 2;

const ray = new Float64Array(RAY_LENGTH);
const hit = new Float64Array(HIT_LENGTH);
const contact = new Float64Array(CAST_FRACTION + 1);
const shift = new Float64Array(2);

/**
 * The obstacles around a mover that is a single rounded convex piece, for as long as it moves without turning. For a
 * collider that is such a piece too, the Minkowski sum of the two is computed once: a sweep is then a ray of the
 * mover's position against the sum, and one edge of the sum is enough to prove the two apart.
 *
 * Colliders that the mover touches when a sweep begins, and colliders that are no such piece, are left to `ShapeCast`
 * and `collideAmong`.
 */
export class MoverObstacles implements Obstacles<ColliderSet, PlacedPiece> {
  readonly left: IndexList = createIndexList(16);
  readonly #obstacles: Obstacle[] = [];
  #mover: QueryShape | undefined;
  #radius = 0;
  #isUsable = false;
  /** The origin of the frame that all pieces are loaded into. */
  readonly #origin = new Float64Array(2);

  begin(set: ColliderSet, mover: QueryShape): void {
    const piece = mover.pieces[0];
    this.#mover = mover;
    this.#radius = piece.radius;
    this.#isUsable = mover.count === 1 && piece.curve === undefined && seamlessOf(set) === undefined;
  }

  /** Does nothing: all pieces near a mover are tested, so none need be tested first. */
  expect(): void {}

  renew(count: number): void {
    const obstacles = this.#obstacles;
    for (let i = 0; i < count; i++) {
      if (i < obstacles.length) obstacles[i].kind = UNKNOWN;
      else obstacles.push({ kind: UNKNOWN, piece: createPlacedPiece(8), sum: createConvexPiece(16) });
    }
    this.#origin[0] = this.#mover!.x;
    this.#origin[1] = this.#mover!.y;
  }

  sweep(
    first: QueryHit,
    set: ColliderSet,
    { met, places }: MetColliders,
    cast: MoverCast<ColliderSet, PlacedPiece>,
    motion: Vector,
    clearance: Scalar,
  ): void {
    const { left } = this;
    const { count } = met;
    first.slot = -1;
    first.fraction = Infinity;
    left.count = 0;
    if (count === 0) return;
    const length = Math.abs(motion[0]) + Math.abs(motion[1]);
    const isUsable = this.#isUsable && length > SHORTEST && length < LONGEST;
    const others = reserveIndices(left, count);
    this.#aim(motion);
    let place = 0;
    for (let i = 0; i < count; i++) {
      const slot = met.items[i];
      const obstacle = this.#obstacles[places.items[i]];
      if (!(isUsable && this.#isRounded(obstacle, set, slot))) {
        others[left.count++] = slot;
        continue;
      }
      const { sum, piece } = obstacle;
      ray[RAY_RADIUS] = this.#radius + piece.radius + clearance[0];
      const answer = castRayFace(hit, ray, sum);
      if (answer === RAY_MISSES) continue;
      if (answer === RAY_UNSURE) castRayPiece(hit, ray, sum.vertices, sum.normals, 0, sum.count);
      const fraction = hit[HIT_FRACTION];
      // A hit at the very end of the way counts, however the division rounded.
      if (fraction === 0) others[left.count++] = slot;
      else if (fraction <= 1 + 4 * EPSILON && isFirst(first, motion) && cast.sees(slot, 0)) {
        first.slot = slot;
        first.fraction = fraction;
        first.normalX = hit[HIT_NORMAL_X];
        first.normalY = hit[HIT_NORMAL_Y];
        place = i;
      }
    }
    if (first.slot >= 0) this.#finish(first, this.#obstacles[places.items[place]].piece, motion);
  }

  touch(set: ColliderSet, { met, places }: MetColliders, clearance: Scalar): void {
    const { left } = this;
    const { count } = met;
    left.count = 0;
    if (count === 0) return;
    const others = reserveIndices(left, count);
    this.#aim(NO_MOTION);
    for (let i = 0; i < count; i++) {
      const slot = met.items[i];
      const obstacle = this.#obstacles[places.items[i]];
      if (this.#isUsable && this.#isRounded(obstacle, set, slot)) {
        ray[RAY_RADIUS] = this.#radius + obstacle.piece.radius + clearance[0];
        if (isOffFace(ray, obstacle.sum)) continue;
      }
      others[left.count++] = slot;
    }
  }

  #aim(motion: Vector): void {
    const { x, y } = this.#mover!;
    ray[RAY_X] = x - this.#origin[0];
    ray[RAY_Y] = y - this.#origin[1];
    ray[RAY_DIRECTION_X] = motion[0];
    ray[RAY_DIRECTION_Y] = motion[1];
  }

  #isRounded(obstacle: Obstacle, set: ColliderSet, slot: number): boolean {
    if (obstacle.kind === UNKNOWN) this.#look(obstacle, set, slot);
    return obstacle.kind === ROUNDED;
  }

  #look(obstacle: Obstacle, set: ColliderSet, slot: number): void {
    const { piece, sum } = obstacle;
    obstacle.kind = OTHER;
    const record = isInlineKind(set.kinds[slot]) ? undefined : registeredOf(set, slot).record;
    if (record !== undefined && (record.isComposite || record.curve !== undefined)) return;
    frameOrigin[0] = this.#origin[0];
    frameOrigin[1] = this.#origin[1];
    loadCollider(piece, set, slot);
    subtractCores(sum, this.#mover!.pieces[0], piece);
    if (mergeEdges(sum)) obstacle.kind = ROUNDED;
  }

  /** Writes where the surface is met. */
  #finish(first: QueryHit, piece: PlacedPiece, motion: Vector): void {
    first.child = 0;
    first.fraction = Math.min(1, first.fraction);
    shift[0] = ray[RAY_X] + first.fraction * motion[0];
    shift[1] = ray[RAY_Y] + first.fraction * motion[1];
    contact[CAST_FRACTION] = 1;
    contact[2] = first.normalX;
    contact[3] = first.normalY;
    writeContactPoint(contact, this.#mover!.pieces[0], piece, shift);
    first.x = this.#origin[0] + contact[0];
    first.y = this.#origin[1] + contact[1];
  }
}

/** See `MoverCast.prefersOpposed`: returns whether the last hit comes before the first so far. */
function isFirst(first: QueryHit, motion: Vector): boolean {
  const fraction = hit[HIT_FRACTION];
  if (fraction !== first.fraction) return fraction < first.fraction;
  const more = motion[0] * (hit[HIT_NORMAL_X] - first.normalX) + motion[1] * (hit[HIT_NORMAL_Y] - first.normalY);
  return more < 0;
}

const NO_MOTION = new Float64Array(3);

/**
 * Joins the edges that follow each other along one line into one. Returns whether all edges run at right angles to
 * their normals: where one does not, `castRayFace` cannot tell what is beside the piece.
 */
function mergeEdges(sum: ConvexPiece): boolean {
  const { vertices, normals, count } = sum;
  const end = count * PIECE_STRIDE;
  let kept = 0;
  for (let at = 0; at < end; at += PIECE_STRIDE) {
    const next = at + PIECE_STRIDE === end ? 0 : at + PIECE_STRIDE;
    const nx = normals[at];
    const ny = normals[at + 1];
    const edgeX = vertices[next] - vertices[at];
    const edgeY = vertices[next + 1] - vertices[at + 1];
    if (!(Math.abs(nx * edgeX + ny * edgeY) <= STRAIGHT * (Math.abs(edgeX) + Math.abs(edgeY)))) return false;
    if (kept > 0 && nx === normals[kept - PIECE_STRIDE] && ny === normals[kept - PIECE_STRIDE + 1]) continue;
    vertices[kept] = vertices[at];
    vertices[kept + 1] = vertices[at + 1];
    normals[kept] = nx;
    normals[kept + 1] = ny;
    kept += PIECE_STRIDE;
  }
  sum.count = kept / PIECE_STRIDE;
  return true;
}
