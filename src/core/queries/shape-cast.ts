import type { Bvh } from '../bvh/bvh.ts';
import {
  CAST_CENTER,
  CAST_DIRECTION,
  CAST_HALF,
  createCastWalk,
  isMetInTime,
  nextCastLeaf,
  startCast,
} from '../bvh/cast-walk.ts';
import { WALK_LIMIT } from '../bvh/ordered-walk.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createIndexList, type IndexList } from '../index-list.ts';
import type { SlotFilter } from '../query-filter.ts';
import { compositeOf, type ShapeOf } from '../shapes/registered-of.ts';
import {
  directionAt,
  HIT_FRACTION,
  HIT_NORMAL,
  hitPointAt,
  type InitialOverlap,
  limitAt,
  translationLength,
} from './cast-piece.ts';
import type { CastRoutines } from './cast-routines.ts';
import { setFrame } from './pieces.ts';
import { copyQueryHit, createQueryHit, isVisible, precedes, type QueryHit, type QueryScope } from './query-scope.ts';
import type { QueryShape } from './query-shape.ts';
import type { RayExit } from './ray-exit.ts';
import type { MoverCasts, SeamlessCasts, SurfaceStarts } from './surface-casts.ts';

/** The hits that a cast looks for. */
export type CastMode = 'closest' | 'any' | 'all';

/** The number of pieces of a shape from which on it pays to search for those that may meet a target. */
const MANY_PIECES = 8;

/**
 * Moves a placed shape (a point, for a ray) along a translation and finds what it meets. Reusable; one cast at a time.
 *
 * `closest` leaves the first contact in `hit`, `any` some contact, `all` one hit per collider in `hits`, sorted by
 * fraction and entity. `fraction` is that of the translation. At fraction 0 a shape's normal is that of the shortest
 * way out, a ray's is zero.
 */
export class ShapeCast<Set extends ColliderSet, Piece> {
  readonly mover: QueryShape<Piece>;
  readonly hit: QueryHit = createQueryHit();
  readonly hits: QueryHit[] = [];
  hitCount = 0;
  /**
   * Whether, of hits on two colliders at one fraction, the first is the one whose normal is most opposed to the
   * translation. Otherwise, and where normals are equally opposed, entities decide, see `precedes`.
   */
  readonly prefersOpposed: boolean = false;
  /** Says how the cast counts colliders that the shape overlaps, or that a ray starts in. */
  initialOverlap: InitialOverlap = 'hit';
  #mode: CastMode = 'closest';
  /**
   * The translation and how much of it is tried, laid out as in cast-piece.ts. With the mover's position, which `run`
   * adds, it is also a ray. In an array, as V8 puts numbers that are given to a function on the heap.
   */
  readonly way: Float64Array;
  /** `way` in the frame of the composite whose children are being tested. */
  readonly #localRay: Float64Array;
  /** The walk through the hierarchies of the world. */
  readonly #walk = createCastWalk();
  /** The walk through the children of a composite. */
  readonly #childWalk = createCastWalk();
  readonly #piece: Piece;
  readonly #routines: CastRoutines<Set, Piece>;
  readonly #axes: number;
  /**
   * The pieces of the mover that may meet the current piece of the target. Valid if `#isFound`; else all pieces may
   * meet it.
   */
  readonly #found = createIndexList();
  #isFound = false;
  /** The last hit. */
  readonly #met: Float64Array;
  /** The slot of the collider that casts itself; −1 for a shape that is no collider. */
  caster = -1;
  /** The seamless colliders, if there are any, and what the shape meets of them at its start. */
  #seamless: SeamlessCasts<Set, Piece> | undefined;
  #starts: SurfaceStarts | undefined;
  /** How the shape is cast if its pieces make one surface. */
  #moverCasts: MoverCasts<Set, Piece> | undefined;
  /**
   * Whether the moving shape makes one surface and its contacts at its start with the current collider have been
   * computed.
   */
  #isMoverAsked = false;
  /** The best hit on the collider that is being cast at. */
  readonly #own: QueryHit = createQueryHit();
  /** Whether a ray that ignores what it starts in has been found to start in that collider. */
  #startsInside = false;
  /**
   * Finds where a ray that starts in a composite leaves it: only beyond that place are its pieces met. Set by queries
   * whose rays may ignore what they start in, so that other casts do not ship the routine.
   */
  left: RayExit<Set, Piece> | undefined;
  #isLeft = false;

  constructor(routines: CastRoutines<Set, Piece>) {
    const { loader } = routines;
    this.#routines = routines;
    this.#axes = loader.axes;
    this.mover = routines.createShape();
    this.way = new Float64Array(translationLength(loader.axes));
    this.#localRay = new Float64Array(translationLength(loader.axes));
    this.#piece = loader.createPiece();
    this.#met = new Float64Array(routines.hitLength);
  }

  /** Casts `mover` along `way`, both of which the caller has set. */
  run(scope: QueryScope<Set>, mode: CastMode, filter: SlotFilter): void {
    this.#begin(scope.set, mode);
    if (this.#hasStarts()) {
      this.#starts = this.#seamless!.findStarts(this.#starts, scope, filter, this.mover, this.way, this.initialOverlap);
    }
    for (let i = 0; i < scope.hierarchies.length; i++) this.#castAtTree(scope.set, scope.hierarchies[i], filter);
    if (mode === 'all') this.#sortHits(scope.set);
  }

  /** Casts at some colliders that are known to be visible, and leaves the first contact in `hit`. */
  runAmong(set: Set, slots: IndexList): void {
    this.#begin(set, 'closest');
    if (this.#hasStarts()) {
      this.#starts = this.#seamless!.findStartsAmong(this.#starts, slots, this.mover, this.way, this.initialOverlap);
    }
    for (let i = 0; i < slots.count; i++) this.#castAt(set, slots.items[i]);
  }

  /** Returns whether the pieces of seamless colliders that the shape meets at its start have to be found first. */
  #hasStarts(): boolean {
    return this.#seamless !== undefined && !this.mover.isPoint && this.initialOverlap !== 'ignore';
  }

  /** Drops the references to the world it was cast in. */
  forget(): void {
    this.#seamless = this.#moverCasts = undefined;
  }

  #begin(set: Set, mode: CastMode): void {
    this.#mode = mode;
    const seamless = this.#routines.surfaces?.seamlessOf(set);
    // When a seamless collider is cast, it meets the other seamless colliders one by one.
    this.#seamless = this.caster >= 0 && seamless?.has(this.caster) === true ? undefined : seamless;
    this.#moverCasts = this.mover.isPoint ? undefined : this.#routines.surfaces?.castsOfMover?.(this.mover);
    this.#setCast();
    this.hit.slot = -1;
    this.hit.fraction = Infinity;
    this.hitCount = 0;
  }

  #setCast(): void {
    const { mover, way } = this;
    const { cast, query } = this.#walk;
    const axes = this.#axes;
    for (let axis = 0; axis < axes; axis++) {
      cast[CAST_HALF + axis] = (mover.box[axes + axis] - mover.box[axis]) / 2;
      cast[CAST_CENTER + axis] = mover.box[axis] + cast[CAST_HALF + axis];
      cast[CAST_DIRECTION + axis] = way[directionAt(axes) + axis];
    }
    way[0] = mover.x;
    way[1] = mover.y;
    if (axes === 3) way[2] = mover.z;
    query[WALK_LIMIT] = way[limitAt(axes)];
  }

  #castAtTree(set: Set, bvh: Bvh, filter: SlotFilter): void {
    const walk = this.#walk;
    startCast(walk, bvh);
    for (let count = nextCastLeaf(walk, bvh, set.bounds); count > 0; count = nextCastLeaf(walk, bvh, set.bounds)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        const slot = walk.items[i];
        if (isVisible(set, slot, filter)) this.#castAt(set, slot);
      }
    }
  }

  #castAt(set: Set, slot: number): void {
    if (this.#cannotPrecede(set, slot)) return;
    const own = this.#own;
    const { query } = this.#walk;
    own.slot = -1;
    own.fraction = Infinity;
    if (this.#hasStarts()) this.#takeStarts(slot);
    const composite = compositeOf(set, slot);
    this.#askMover(set, slot, composite);
    if (composite !== undefined) this.#castAtChildren(set, slot, composite);
    else this.#castAtCollider(set, slot);
    if (this.#startsInside) this.#leave(set, slot, composite);
    if (own.slot < 0) return;
    if (this.#mode === 'all') this.#pushHit();
    else if (this.comesFirst(set, own, this.hit)) {
      copyQueryHit(this.hit, own);
      query[WALK_LIMIT] = this.#mode === 'any' ? -1 : own.fraction;
    }
  }

  /**
   * If the moving shape makes one surface, takes its contacts at the start with a collider that makes none. Two
   * surfaces are left to the routines of the collider.
   */
  #askMover(set: Set, slot: number, composite: ShapeOf<Set> | undefined): void {
    const { surfaces } = this.#routines;
    const casts = this.#moverCasts;
    this.#isMoverAsked = casts !== undefined && (composite === undefined || surfaces!.castsOf(composite) === undefined);
    if (!this.#isMoverAsked || (this.#hasStarts() && this.#seamless!.hasStartsOf(slot))) return;
    const starts = casts!.findStarts(set, slot, this.mover, this.way, this.initialOverlap);
    for (let i = 0; i < starts; i++) {
      const child = casts!.readStart(this.#met, i);
      this.#take(slot, child);
    }
  }

  /** Returns whether the last hit is on the back of a piece of the shape that is cast. */
  #isBehind(set: Set, slot: number, k: number): boolean {
    const { mover } = this;
    return this.#moverCasts?.isBehind(this.#met, mover, mover.pieces[k], set, slot) === true;
  }

  /**
   * Returns whether no hit on a collider can be better than the best so far, because the best hit is at the start
   * already, and on a collider of a lower entity index. This saves computing how deep the shape is in each collider
   * that it starts in, which would cost more than the rest of the cast.
   */
  #cannotPrecede({ slots: { index } }: Set, slot: number): boolean {
    const { hit } = this;
    return (
      !this.prefersOpposed &&
      this.#mode === 'closest' &&
      hit.slot >= 0 &&
      hit.fraction === 0 &&
      index[slot] > index[hit.slot]
    );
  }

  /** Casts once more at a collider in which a ray starts: it is met where the ray comes back after it has left it. */
  #leave(set: Set, slot: number, composite: ShapeOf<Set> | undefined): void {
    this.#startsInside = false;
    this.#own.slot = -1;
    this.#own.fraction = 0;
    // A ray does not come back to a single piece, which is convex.
    if (composite === undefined) return;
    const left = this.left!;
    left.begin(this.way, this.#own);
    left.follow(set, slot, this);
    this.#own.fraction = Infinity;
    this.#isLeft = true;
    this.#castAtChildren(set, slot, composite);
    this.#isLeft = this.#startsInside = false;
  }

  #castAtCollider(set: Set, slot: number): void {
    const { mover } = this;
    const { loader, rays, shapes, surfaces } = this.#routines;
    const met = this.#met;
    if (mover.isPoint) {
      rays!.castRay(met, this.way, set, slot);
      this.#take(slot, 0);
      return;
    }
    setFrame(loader, mover);
    loader.loadCollider(this.#piece, set, slot);
    const { castPiece, misses } = shapes!;
    const overlap = this.#isMoverAsked || this.#isJoined(slot) ? 'ignore' : this.initialOverlap;
    const count = this.#findPieces(this.#walk.query);
    for (let i = 0; i < count; i++) {
      const k = this.#isFound ? this.#found.items[i] : i;
      if (misses?.(mover.pieces[k], this.#piece, this.way, this.#walk.query) === true) continue;
      castPiece(met, mover.pieces[k], this.#piece, this.way, overlap);
      if (this.#isBehind(set, slot, k)) continue;
      if (this.#seamless !== undefined) surfaces!.writeSpan(met, mover.pieces[k], this.way, 1);
      this.#take(slot, 0);
    }
  }

  /** Finds the pieces of the mover that may meet the piece that has been loaded; returns how many, see `#isFound`. */
  #findPieces(limit: Float64Array): number {
    const { mover } = this;
    if (mover.count < MANY_PIECES) {
      this.#isFound = false;
      return mover.count;
    }
    const { findPieces } = this.#routines.shapes!;
    this.#isFound = findPieces?.(this.#found, mover, this.#piece, this.way, limit) === true;
    return this.#isFound ? this.#found.count : mover.count;
  }

  #castAtChild(set: Set, slot: number, shape: ShapeOf<Set>, child: number): void {
    const { mover } = this;
    const { loader, rays, shapes, surfaces } = this.#routines;
    const met = this.#met;
    if (mover.isPoint) {
      rays!.castRayChild(met, this.#localRay, set, slot, child);
      this.#takeChild(set, slot, shape, child);
      return;
    }
    const { castPiece, misses } = shapes!;
    setFrame(loader, mover);
    loader.children!.load(this.#piece, set, slot, shape, child);
    // The overlaps of the shape at its start have been found already, with the surface as a whole.
    const casts = surfaces?.castsOf(shape);
    const isJoined = this.#isJoined(slot);
    const count = this.#findPieces(this.#childWalk.query);
    for (let i = 0; i < count; i++) {
      const k = this.#isFound ? this.#found.items[i] : i;
      if (misses?.(mover.pieces[k], this.#piece, this.way, this.#childWalk.query) === true) continue;
      const isAsked = casts !== undefined && casts.leavesOut?.(shape, this.#piece, mover.pieces[k]) !== true;
      const overlap = isAsked || isJoined || this.#isMoverAsked ? 'ignore' : this.initialOverlap;
      castPiece(met, mover.pieces[k], this.#piece, this.way, overlap);
      if (this.#isBehind(set, slot, k)) continue;
      if (this.#seamless !== undefined || casts !== undefined) surfaces!.writeSpan(met, mover.pieces[k], this.way, 1);
      this.#takeChild(set, slot, shape, child);
    }
  }

  /** Takes the hits on a seamless collider at the start of the cast. */
  #takeStarts(slot: number): void {
    const { slots, children } = this.#starts!;
    for (let i = 0; i < slots.count; i++) {
      if (slots.items[i] !== slot) continue;
      this.#seamless!.readStart(this.#met, this.#starts!, i);
      this.#take(slot, children.items[i]);
    }
  }

  /** Returns whether the piece that has been loaded is part of a surface of several colliders. */
  #isJoined(slot: number): boolean {
    return this.#seamless?.joins(slot, this.#piece) === true;
  }

  #isJoinedChild(set: Set, slot: number, shape: ShapeOf<Set>, child: number): boolean {
    if (this.#seamless === undefined) return false;
    setFrame(this.#routines.loader, this.mover);
    this.#routines.loader.children!.load(this.#piece, set, slot, shape, child);
    return this.#isJoined(slot);
  }

  /** Takes the hit on a child, if it lies on the surface of the composite as a whole. */
  #takeChild(set: Set, slot: number, shape: ShapeOf<Set>, child: number): void {
    const casts = this.#routines.surfaces?.castsOf(shape);
    if (casts === undefined || casts.settle(this.#met, this.mover, this.way, set, slot, shape, child))
      this.#take(slot, child);
  }

  /** Casts through the pieces of a composite, in its own frame. */
  #castAtChildren(set: Set, slot: number, shape: ShapeOf<Set>): void {
    const walk = this.#childWalk;
    const children = this.#routines.children!;
    const casts = this.#routines.surfaces?.castsOf(shape);
    // Seamless surfaces have been asked already, with all seamless colliders, for the contacts that the cast starts in.
    const isAsked = casts === undefined || (this.#hasStarts() && this.#seamless!.hasStartsOf(slot));
    const starts = isAsked ? 0 : casts.findStarts(set, slot, shape, this.mover, this.way, this.initialOverlap);
    for (let i = 0; i < starts; i++) {
      const child = casts!.readStart(this.#met, i);
      if (!this.#isJoinedChild(set, slot, shape, child)) this.#take(slot, child);
    }
    walk.query[WALK_LIMIT] = this.#walk.query[WALK_LIMIT];
    children.toLocal(this.#localRay, walk, this.way, this.#walk, set, slot);
    if (this.mover.isPoint && this.initialOverlap === 'hit' && children.encloses?.(shape, this.#localRay) === true) {
      this.#met.fill(0);
      this.#take(slot, 0);
      return;
    }
    children.start(walk, shape);
    for (let count = children.next(walk, shape); count > 0; count = children.next(walk, shape)) {
      for (let i = 0; i < count && isMetInTime(walk, i); i++) {
        this.#castAtChild(set, slot, shape, walk.items[i]);
        if (this.#own.slot >= 0) walk.query[WALK_LIMIT] = this.#own.fraction;
      }
    }
  }

  /** Returns whether a hit of this cast comes before another (slot −1: before none). */
  comesFirst(set: Set, hit: QueryHit, than: QueryHit): boolean {
    if (this.prefersOpposed && hit.fraction === than.fraction) {
      const { way } = this;
      const at = directionAt(this.#axes);
      let more = way[at] * (hit.normalX - than.normalX) + way[at + 1] * (hit.normalY - than.normalY);
      if (this.#axes === 3) more += way[at + 2] * (hit.normalZ - than.normalZ);
      if (more !== 0) return more < 0;
    }
    return precedes(set, hit, than);
  }

  /**
   * Makes the hit the best on this collider if it is earlier than the best so far or, of two at one fraction, on the
   * lower child.
   */
  #take(slot: number, child: number): void {
    const own = this.#own;
    const met = this.#met;
    const axes = this.#axes;
    const { mover, way } = this;
    const fraction = met[HIT_FRACTION];
    // A miss is Infinity, which an unlimited cast must not take for a hit.
    if (!(fraction <= this.#walk.query[WALK_LIMIT] && fraction < Infinity)) return;
    if (this.#isLeft && !this.left!.isPassed(met)) return;
    if (mover.isPoint && fraction === 0 && this.initialOverlap !== 'hit') {
      this.#startsInside = true;
      return;
    }
    if (fraction > own.fraction || (fraction === own.fraction && child >= own.child)) return;
    // Hits at the start have been settled already, and a ray may start inside.
    if (fraction > 0 && this.#seamless?.settles(met, way, mover, slot, child) === false) return;
    if (!this.admits(slot, child, met)) return;
    const direction = directionAt(axes);
    const point = hitPointAt(axes);
    own.slot = slot;
    own.child = child;
    own.fraction = fraction;
    own.x = mover.x + (mover.isPoint ? fraction * way[direction] : met[point]);
    own.y = mover.y + (mover.isPoint ? fraction * way[direction + 1] : met[point + 1]);
    own.normalX = met[HIT_NORMAL];
    own.normalY = met[HIT_NORMAL + 1];
    if (axes === 2) return;
    own.z = mover.z + (mover.isPoint ? fraction * way[direction + 2] : met[point + 2]);
    own.normalZ = met[HIT_NORMAL + 2];
  }

  /** Returns whether a piece that has been met counts. Here all do; a mover passes through some. */
  admits(_slot: number, _child: number, _hit: Float64Array): boolean {
    return true;
  }

  #pushHit(): void {
    if (this.hitCount === this.hits.length) this.hits.push(createQueryHit());
    copyQueryHit(this.hits[this.hitCount++], this.#own);
  }

  #sortHits(set: Set): void {
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
}
