import { castAabbBvh } from '../bvh/cast-ray-bvh.ts';
import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { createConvexPiece } from '../geometry/convex-piece.ts';
import { frameOrigin, loadChild, loadCollider } from '../narrow-phase/load-piece.ts';
import { registeredOf } from '../narrow-phase/registered-of.ts';
import { isCompositeKind } from '../shapes/shape-kind.ts';
import { castPiece } from './cast-piece.ts';
import { type Accepts, comesFirst, createQueryHit, isVisible, type QueryHit, type QueryScope } from './query-scope.ts';
import { createQueryShape, type QueryShape } from './query-shape.ts';

/** What a cast looks for. */
export type CastMode = 'closest' | 'any' | 'all';

const cast = new Float64Array(4);

/**
 * Moves a placed shape (a point, for a ray) along a translation and finds what it meets. Reusable; one cast at a time.
 *
 * `closest` leaves the first contact in `hit`, `any` some contact, `all` one hit per collider in `hits`, sorted by fraction and
 * entity. `fraction` is that of the translation; 0 with a zero normal when overlapping at the start.
 */
export class ShapeCast {
  readonly mover: QueryShape = createQueryShape();
  readonly hit: QueryHit = createQueryHit();
  readonly hits: QueryHit[] = [];
  hitCount = 0;
  #set: ColliderSet | undefined;
  #accepts: Accepts = () => true;
  #mode: CastMode = 'closest';
  #dx = 0;
  #dy = 0;
  #maxFraction = 1;
  /** What is left of it: where the best hit so far lies. */
  #limit = 1;
  #slot = 0;
  readonly #piece = createConvexPiece(8);
  /** The best hit on the collider in work. */
  readonly #own: QueryHit = createQueryHit();

  /** Casts `mover`, which the caller has placed, by fractions 0 … maxFraction of (dx, dy). */
  run(scope: QueryScope, dx: number, dy: number, maxFraction: number, mode: CastMode, accepts: Accepts): void {
    this.#set = scope.set;
    this.#accepts = accepts;
    this.#mode = mode;
    this.#dx = dx;
    this.#dy = dy;
    this.#maxFraction = maxFraction;
    this.hit.slot = -1;
    this.hit.fraction = Infinity;
    this.hitCount = 0;
    const { mover } = this;
    const halfX = (mover.maxX - mover.minX) / 2;
    const halfY = (mover.maxY - mover.minY) / 2;
    let limit = maxFraction;
    for (let i = 0; i < scope.hierarchies.length && limit >= 0; i++) {
      limit = castAabbBvh(
        scope.hierarchies[i]!,
        scope.set.bounds,
        mover.minX + halfX,
        mover.minY + halfY,
        halfX,
        halfY,
        dx,
        dy,
        limit,
        this.#visit,
      );
    }
    if (mode === 'all') this.#sortHits();
  }

  readonly #visit = (slot: number, maxFraction: number): number => {
    const set = this.#set!;
    if (!isVisible(set, slot, this.#accepts)) return maxFraction;
    this.#limit = maxFraction;
    this.#own.slot = -1;
    this.#own.fraction = Infinity;
    if (isCompositeKind(set.shape.kind[set.slots.index[slot]!]!)) this.#castAtChildren(set, slot);
    else {
      this.#setFrame();
      loadCollider(this.#piece, set, slot);
      this.#castAtPiece(slot, 0);
    }
    if (this.#own.slot < 0) return maxFraction;
    if (this.#mode === 'all') {
      this.#pushHit();
      return maxFraction;
    }
    if (!comesFirst(set, this.#own.fraction, slot, this.#own.child, this.hit)) return maxFraction;
    Object.assign(this.hit, this.#own);
    return this.#mode === 'any' ? -1 : this.#own.fraction;
  };

  #castAtPiece(slot: number, child: number): void {
    const { mover } = this;
    for (let k = 0; k < mover.count; k++) {
      const fraction = castPiece(cast, mover.pieces[k]!, this.#piece, this.#dx, this.#dy, this.#maxFraction);
      if (
        !(fraction <= this.#limit && fraction < Infinity) ||
        !comesFirst(this.#set!, fraction, slot, child, this.#own)
      )
        continue;
      const own = this.#own;
      this.#limit = fraction;
      own.slot = slot;
      own.child = child;
      own.fraction = fraction;
      own.x = mover.x + cast[0]!;
      own.y = mover.y + cast[1]!;
      own.normalX = cast[2]!;
      own.normalY = cast[3]!;
    }
  }

  /** Casts through the hierarchy of a composite, in its own frame. */
  #castAtChildren(set: ColliderSet, slot: number): void {
    const { poses } = set;
    const at = slot * POSE_STRIDE;
    const c = poses[at + POSE_COS]!;
    const s = poses[at + POSE_SIN]!;
    const scale = poses[at + POSE_SCALE]!;
    const { mover } = this;
    const halfX = (mover.maxX - mover.minX) / 2;
    const halfY = (mover.maxY - mover.minY) / 2;
    const x = mover.minX + halfX - poses[at + POSE_X]!;
    const y = mover.minY + halfY - poses[at + POSE_Y]!;
    const slack = 1e-12 * (Math.abs(x) + Math.abs(y) + Math.abs(mover.x) + Math.abs(mover.y) + halfX + halfY);
    const grow = set.shape.radius[set.slots.index[slot]!]! * scale + slack;
    const spreadX = (Math.abs(c) * halfX + Math.abs(s) * halfY + grow) / scale;
    const spreadY = (Math.abs(s) * halfX + Math.abs(c) * halfY + grow) / scale;
    const shape = registeredOf(set, slot);
    this.#slot = slot;
    castAabbBvh(
      shape.bvh!,
      shape.pieceBounds,
      (c * x + s * y) / scale,
      (c * y - s * x) / scale,
      spreadX,
      spreadY,
      (c * this.#dx + s * this.#dy) / scale,
      (c * this.#dy - s * this.#dx) / scale,
      this.#limit,
      this.#visitChild,
    );
  }

  readonly #visitChild = (child: number): number => {
    const set = this.#set!;
    this.#setFrame();
    loadChild(this.#piece, set, this.#slot, registeredOf(set, this.#slot), child);
    this.#castAtPiece(this.#slot, child);
    return this.#limit;
  };

  /** The frame is shared with everything that loads pieces, a query in a predicate included: set it before each load. */
  #setFrame(): void {
    frameOrigin[0] = this.mover.x;
    frameOrigin[1] = this.mover.y;
  }

  #pushHit(): void {
    if (this.hitCount === this.hits.length) this.hits.push(createQueryHit());
    Object.assign(this.hits[this.hitCount++]!, this.#own);
  }

  #sortHits(): void {
    const set = this.#set!;
    const { hits, hitCount } = this;
    for (let i = 1; i < hitCount; i++) {
      const hit = hits[i]!;
      let at = i;
      while (at > 0 && comesFirst(set, hit.fraction, hit.slot, hit.child, hits[at - 1]!)) {
        hits[at] = hits[at - 1]!;
        at--;
      }
      hits[at] = hit;
    }
  }
}
