import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE } from '../collider-set.ts';
import { HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { PlaneCast } from '../queries/casts.ts';
import { surfaceCastsOf } from '../queries/surface-table.ts';

/** Sines smaller than this are rounding. */
const ANGLE_SLACK = 1e-9;

/** Pieces of colliders that a mover passes through: slot and child, one after the other. */
export type RefusedPieces = IndexList;

export function createRefusedPieces(): RefusedPieces {
  return createIndexList(16);
}

export function refusePiece(refused: RefusedPieces, slot: number, child: number): void {
  const items = reserveIndices(refused, 2);
  items[refused.count++] = slot;
  items[refused.count++] = child;
}

export function isRefused({ items, count }: RefusedPieces, slot: number, child: number): boolean {
  for (let i = 0; i < count; i += 2) if (items[i] === slot && items[i + 1] === child) return true;
  return false;
}

/** A cast of a mover, which passes through what it was told to, and from behind through one-sided chains
 * and one-way tiles. */
export class MoverCast extends PlaneCast {
  readonly #refused: RefusedPieces;
  set: ColliderSet | undefined;
  /** A slot that is not seen, −1 for none. */
  hidden = -1;

  constructor(refused: RefusedPieces) {
    super();
    this.#refused = refused;
  }

  override forget(): void {
    super.forget();
    this.set = undefined;
  }

  /** Whether a piece is neither hidden nor refused. */
  sees(slot: number, child: number): boolean {
    return slot !== this.hidden && !(this.#refused.count > 0 && isRefused(this.#refused, slot, child));
  }

  override admits(slot: number, child: number, met: Float64Array): boolean {
    if (!this.sees(slot, child)) return false;
    const { set } = this;
    const composite = compositeOf(set!, slot);
    if (composite === undefined) return true;
    const admits = surfaceCastsOf(composite)?.admits;
    if (admits !== undefined) return admits(met, set!, slot, composite, child);
    if (!composite.oneSided) return true;
    const { vertices } = composite;
    const x = vertices[2 * child + 2] - vertices[2 * child];
    const y = vertices[2 * child + 3] - vertices[2 * child + 1];
    const c = set!.poses[slot * POSE_STRIDE + POSE_COS];
    const s = set!.poses[slot * POSE_STRIDE + POSE_SIN];
    // Left of the segment's direction is behind it.
    const left = met[HIT_NORMAL_Y] * (c * x - s * y) - met[HIT_NORMAL_X] * (s * x + c * y);
    return left <= ANGLE_SLACK * (Math.abs(x) + Math.abs(y));
  }
}
