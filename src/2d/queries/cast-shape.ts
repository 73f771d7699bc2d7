import type { Bvh } from '../../core/bvh/bvh.ts';
import {
  CAST_CENTER,
  CAST_DIRECTION,
  CAST_HALF,
  createCastWalk,
  isMetInTime,
  nextCastLeaf,
  startCast,
} from '../../core/bvh/cast-walk.ts';
import { WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import type { IndexList } from '../../core/index-list.ts';
import {
  copyQueryHit,
  createQueryHit,
  isVisible,
  precedes,
  type QueryHit,
  type QueryScope,
  type SlotFilter,
} from '../../core/queries/query-scope.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import {
  HIT_FRACTION,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_X,
  RAY_Y,
} from '../geometry/ray/cast-ray-piece.ts';
import { frameOrigin, loadChild, loadCollider } from '../narrow-phase/load-collider.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import {
  castPiece,
  HIT_WITH_POINT_LENGTH,
  HIT_X,
  HIT_Y,
  type InitialOverlap,
  TRANSLATION_LENGTH,
  TRANSLATION_LIMIT,
  TRANSLATION_X,
  TRANSLATION_Y,
  writeSpan,
} from './cast-piece.ts';
import { castRayChild, castRayCollider, rayToLocal } from './cast-ray-collider.ts';
import { nextPieceCast, startPieceCast } from './piece-walks.ts';
import { createQueryShape, type QueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';
import type { SeamlessQueries } from './seamless-queries.ts';
import type { SurfaceStarts } from './surface-starts.ts';
import { surfaceCastsOf } from './surface-table.ts';

/** What a cast looks for. */
export type CastMode = 'closest' | 'any' | 'all';

const hit = new Float64Array(HIT_WITH_POINT_LENGTH);

/**
 * Moves a placed shape (a point, for a ray) along a translation and finds what it meets. Reusable; one cast at a time.
 *
 * `closest` leaves the first contact in `hit`, `any` some contact, `all` one hit per collider in `hits`, sorted by
 * fraction and entity. `fraction` is that of the translation. At fraction 0 a shape's normal is that of the shortest
 * way out, a ray's is zero.
 */
export class ShapeCast {
  readonly mover: QueryShape = createQueryShape();
  readonly hit: QueryHit = createQueryHit();
  readonly hits: QueryHit[] = [];
  hitCount = 0;
  /** For shapes; a ray meets what it starts in. */
  initialOverlap: InitialOverlap = 'hit';
  #mode: CastMode = 'closest';
  /**
   * The translation and how much of it is tried, as `TRANSLATION_…` says. With the mover's position, which `run` adds,
   * it is also a ray. In an array, as V8 puts numbers that are given to a function on the heap.
   */
  readonly way = new Float64Array(TRANSLATION_LENGTH);
  /** The same in the frame of the composite whose children are being cast at. */
  readonly #localRay = new Float64Array(RAY_LENGTH);
  /** Through the hierarchies of the world. */
  readonly #walk = createCastWalk();
  /** Through the children of a composite. */
  readonly #childWalk = createCastWalk();
  readonly #piece = createPlacedPiece(8);
  /** The slot of the collider that casts itself; −1 for a shape that is no collider. */
  caster = -1;
  /** The seamless colliders, if there are any, and what the shape meets of them at its start. */
  #seamless: SeamlessQueries | undefined;
  #starts: SurfaceStarts | undefined;
  /** The best hit on the collider that is being cast at. */
  readonly #own: QueryHit = createQueryHit();

  /** Casts `mover` along `way`, both of which the caller has set. */
  run(scope: QueryScope<ColliderSet>, mode: CastMode, filter: SlotFilter): void {
    this.#begin(scope.set, mode);
    if (this.#hasStarts()) {
      this.#starts = this.#seamless!.findStarts(this.#starts, scope, filter, this.mover, this.way, this.initialOverlap);
    }
    for (let i = 0; i < scope.hierarchies.length; i++) this.#castAtTree(scope.set, scope.hierarchies[i], filter);
    if (mode === 'all') this.#sortHits(scope.set);
  }

  /** Casts at some colliders that are known to be visible, and leaves the first contact in `hit`. */
  runAmong(set: ColliderSet, slots: IndexList): void {
    this.#begin(set, 'closest');
    if (this.#hasStarts()) {
      this.#starts = this.#seamless!.findStartsAmong(this.#starts, slots, this.mover, this.way, this.initialOverlap);
    }
    for (let i = 0; i < slots.count; i++) this.#castAt(set, slots.items[i]);
  }

  /** Whether what the shape meets of seamless colliders at its start has to be found first. */
  #hasStarts(): boolean {
    return this.#seamless !== undefined && !this.mover.isPoint && this.initialOverlap !== 'ignore';
  }

  /** Lets go of the world it was cast in. */
  forget(): void {
    this.#seamless = undefined;
  }

  #begin(set: ColliderSet, mode: CastMode): void {
    this.#mode = mode;
    const seamless = seamlessOf(set);
    // A seamless collider that casts itself meets the others one by one.
    this.#seamless = this.caster >= 0 && seamless?.has(this.caster) === true ? undefined : seamless;
    this.#setCast();
    this.hit.slot = -1;
    this.hit.fraction = Infinity;
    this.hitCount = 0;
  }

  #setCast(): void {
    const { mover, way } = this;
    const { cast, query } = this.#walk;
    for (let axis = 0; axis < 2; axis++) {
      cast[CAST_HALF + axis] = (mover.box[axis + 2] - mover.box[axis]) / 2;
      cast[CAST_CENTER + axis] = mover.box[axis] + cast[CAST_HALF + axis];
    }
    cast[CAST_DIRECTION] = way[TRANSLATION_X];
    cast[CAST_DIRECTION + 1] = way[TRANSLATION_Y];
    way[RAY_X] = mover.x;
    way[RAY_Y] = mover.y;
    query[WALK_LIMIT] = way[TRANSLATION_LIMIT];
  }

  #castAtTree(set: ColliderSet, bvh: Bvh, filter: SlotFilter): void {
    const walk = this.#walk;
    startCast(walk, bvh);
    for (let count = nextCastLeaf(walk, bvh, set.bounds); count > 0; count = nextCastLeaf(walk, bvh, set.bounds)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        const slot = walk.items[i];
        if (isVisible(set, slot, filter)) this.#castAt(set, slot);
      }
    }
  }

  #castAt(set: ColliderSet, slot: number): void {
    const own = this.#own;
    const { query } = this.#walk;
    own.slot = -1;
    own.fraction = Infinity;
    if (this.#hasStarts()) this.#takeStarts(slot);
    const composite = compositeOf(set, slot);
    if (composite !== undefined) this.#castAtChildren(set, slot, composite);
    else this.#castAtCollider(set, slot);
    if (own.slot < 0) return;
    if (this.#mode === 'all') this.#pushHit();
    else if (precedes(set, own, this.hit)) {
      copyQueryHit(this.hit, own);
      query[WALK_LIMIT] = this.#mode === 'any' ? -1 : own.fraction;
    }
  }

  #castAtCollider(set: ColliderSet, slot: number): void {
    if (this.mover.isPoint) {
      castRayCollider(hit, this.way, set, slot);
      this.#take(slot, 0);
      return;
    }
    this.#setFrame();
    loadCollider(this.#piece, set, slot);
    const overlap = this.#isJoined(slot) ? 'ignore' : this.initialOverlap;
    for (let k = 0; k < this.mover.count; k++) {
      castPiece(hit, this.mover.pieces[k], this.#piece, this.way, overlap);
      if (this.#seamless !== undefined) writeSpan(hit, this.mover.pieces[k], this.way, 1);
      this.#take(slot, 0);
    }
  }

  #castAtChild(set: ColliderSet, slot: number, shape: RegisteredShape, child: number): void {
    const { mover } = this;
    if (mover.isPoint) {
      castRayChild(hit, this.#localRay, set, slot, child);
      this.#takeChild(set, slot, shape, child);
      return;
    }
    this.#setFrame();
    loadChild(this.#piece, set, slot, shape, child);
    // What the shape overlaps at its start has been found already, of the surface as a whole.
    const hasSurface = surfaceCastsOf(shape) !== undefined;
    const overlap = hasSurface || this.#isJoined(slot) ? 'ignore' : this.initialOverlap;
    for (let k = 0; k < mover.count; k++) {
      castPiece(hit, mover.pieces[k], this.#piece, this.way, overlap);
      if (this.#seamless !== undefined || hasSurface) writeSpan(hit, mover.pieces[k], this.way, 1);
      this.#takeChild(set, slot, shape, child);
    }
  }

  /** Takes over what the shape meets of a seamless collider at its start. */
  #takeStarts(slot: number): void {
    const { slots, children } = this.#starts!;
    for (let i = 0; i < slots.count; i++) {
      if (slots.items[i] !== slot) continue;
      this.#seamless!.readStart(hit, this.#starts!, i);
      this.#take(slot, children.items[i]);
    }
  }

  /** Whether the piece that has been loaded is part of a surface of several colliders. */
  #isJoined(slot: number): boolean {
    return this.#seamless?.joins(slot, this.#piece) === true;
  }

  #isJoinedChild(set: ColliderSet, slot: number, shape: RegisteredShape, child: number): boolean {
    if (this.#seamless === undefined) return false;
    this.#setFrame();
    loadChild(this.#piece, set, slot, shape, child);
    return this.#isJoined(slot);
  }

  /** Takes over the hit on a child, if it lies on the surface of the composite as a whole. */
  #takeChild(set: ColliderSet, slot: number, shape: RegisteredShape, child: number): void {
    const casts = surfaceCastsOf(shape);
    if (casts === undefined || casts.settle(hit, this.mover, this.way, set, slot, shape, child))
      this.#take(slot, child);
  }

  /** Casts through the pieces of a composite, in its own frame. */
  #castAtChildren(set: ColliderSet, slot: number, shape: RegisteredShape): void {
    const walk = this.#childWalk;
    const casts = surfaceCastsOf(shape);
    const starts =
      casts === undefined ? 0 : casts.findStarts(set, slot, shape, this.mover, this.way, this.initialOverlap);
    for (let i = 0; i < starts; i++) {
      const child = casts!.readStart(hit, i);
      if (!this.#isJoinedChild(set, slot, shape, child)) this.#take(slot, child);
    }
    walk.query[WALK_LIMIT] = this.#walk.query[WALK_LIMIT];
    this.#setChildCast(set, slot);
    startPieceCast(walk, shape);
    for (let count = nextPieceCast(walk, shape); count > 0; count = nextPieceCast(walk, shape)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        this.#castAtChild(set, slot, shape, walk.items[i]);
        if (this.#own.slot >= 0) walk.query[WALK_LIMIT] = this.#own.fraction;
      }
    }
  }

  /**
   * Sets the cast in a composite's frame: the mover's box, turned, and grown by the radius that pieces have beyond
   * their boxes.
   */
  #setChildCast(set: ColliderSet, slot: number): void {
    const { poses } = set;
    const { mover } = this;
    const { cast } = this.#walk;
    const { cast: child } = this.#childWalk;
    const local = this.#localRay;
    const at = slot * POSE_STRIDE;
    const c = poses[at + POSE_COS];
    const s = poses[at + POSE_SIN];
    const scale = poses[at + POSE_SCALE];
    const halfX = cast[CAST_HALF];
    const halfY = cast[CAST_HALF + 1];
    rayToLocal(local, this.way, set, slot, true);
    const x = cast[CAST_CENTER] - poses[at + POSE_X];
    const y = cast[CAST_CENTER + 1] - poses[at + POSE_Y];
    const slack = 1e-12 * (Math.abs(x) + Math.abs(y) + Math.abs(mover.x) + Math.abs(mover.y) + halfX + halfY);
    const grow = poses[at + POSE_RADIUS] + slack;
    child[CAST_CENTER] = (c * x + s * y) / scale;
    child[CAST_CENTER + 1] = (c * y - s * x) / scale;
    child[CAST_DIRECTION] = local[RAY_DIRECTION_X];
    child[CAST_DIRECTION + 1] = local[RAY_DIRECTION_Y];
    child[CAST_HALF] = (Math.abs(c) * halfX + Math.abs(s) * halfY + grow) / scale;
    child[CAST_HALF + 1] = (Math.abs(s) * halfX + Math.abs(c) * halfY + grow) / scale;
  }

  /** Takes over the hit if it is the best on this collider so far: the earliest, of these that on the lowest child. */
  #take(slot: number, child: number): void {
    const own = this.#own;
    const { mover } = this;
    const fraction = hit[HIT_FRACTION];
    // A miss is Infinity, which an unlimited cast must not take for a hit.
    if (!(fraction <= this.#walk.query[WALK_LIMIT] && fraction < Infinity)) return;
    if (fraction > own.fraction || (fraction === own.fraction && child >= own.child)) return;
    // Hits at the start have been settled already, and a ray may start inside.
    if (fraction > 0 && this.#seamless?.settles(hit, this.way, mover, slot, child) === false) return;
    if (!this.admits(slot, child, hit)) return;
    own.slot = slot;
    own.child = child;
    own.fraction = fraction;
    own.x = mover.x + (mover.isPoint ? fraction * this.way[TRANSLATION_X] : hit[HIT_X]);
    own.y = mover.y + (mover.isPoint ? fraction * this.way[TRANSLATION_Y] : hit[HIT_Y]);
    own.normalX = hit[HIT_NORMAL_X];
    own.normalY = hit[HIT_NORMAL_Y];
  }

  /** Whether a piece that has been met counts. Here all do; a mover passes through some. */
  protected admits(_slot: number, _child: number, _hit: Float64Array): boolean {
    return true;
  }

  #pushHit(): void {
    if (this.hitCount === this.hits.length) this.hits.push(createQueryHit());
    copyQueryHit(this.hits[this.hitCount++], this.#own);
  }

  #sortHits(set: ColliderSet): void {
    const { hits, hitCount } = this;
    for (let i = 1; i < hitCount; i++) {
      const hit = hits[i];
      let at = i;
      while (at > 0 && precedes(set, hit, hits[at - 1])) {
        hits[at] = hits[at - 1];
        at--;
      }
      hits[at] = hit;
    }
  }

  /**
   * The frame is shared with everything that loads pieces, a query in a predicate included: set it before each load.
   */
  #setFrame(): void {
    frameOrigin[0] = this.mover.x;
    frameOrigin[1] = this.mover.y;
  }
}
