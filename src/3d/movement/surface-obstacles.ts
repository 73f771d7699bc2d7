import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { MoverCast } from '../../core/movement/mover-cast.ts';
import type { MetColliders, Obstacles } from '../../core/movement/mover-routines.ts';
import type { Scalar, Vector } from '../../core/movement/vector.ts';
import { HIT_FRACTION, HIT_NORMAL, hitPointAt } from '../../core/queries/cast-piece.ts';
import { setFrame } from '../../core/queries/pieces.ts';
import { copyQueryHit, createQueryHit, type QueryHit } from '../../core/queries/query-scope.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';
import {
  castAtFace,
  FACE_LENGTH,
  FACE_LIMIT,
  FACE_RADIUS,
  FACE_SLACK,
  FACE_WAY,
} from '../geometry/sweep/cast-at-face.ts';
import {
  BOX_CENTRE,
  BOX_HALF,
  BOX_LENGTH,
  BOX_LIMIT,
  BOX_RADIUS,
  BOX_SLACK,
  BOX_WAY,
  UNDECIDED,
  writeBoxCast,
} from '../geometry/sweep/cast-box-triangle.ts';
import {
  CAPSULE_AXIS,
  CAPSULE_LENGTH,
  CAPSULE_LIMIT,
  CAPSULE_RADIUS,
  CAPSULE_SLACK,
  CAPSULE_WAY,
  MET_FRACTION,
  MET_NORMAL,
  missesTriangle,
  OVERLAPS,
  TRIANGLE_NORMAL,
  writeCapsuleCast,
} from '../geometry/sweep/cast-capsule-triangle.ts';
import { COURSE_AXIS, COURSE_LEAST, COURSE_LEAST_AT_ENDS, course, stayApart } from '../geometry/sweep/stay-apart.ts';
import { bodiesOverlap, castBodies } from '../queries/body-pairs.ts';
import { QueryBody, spacePieces } from '../queries/query-body.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import { type SurfaceCasts, surfaceCastsOf } from '../queries/surface-table.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { finishTriangle } from '../shapes/triangle-core.ts';
import { GatheredTriangles, MIDDLE, TRIANGLE_STRIDE } from './gathered-triangles.ts';
import {
  isBox,
  isRound,
  LIMIT,
  lengths,
  ROUND,
  SIZES,
  SLACK,
  SURFACE,
  way,
  writeMoverBounds,
  writeMoverWay,
} from './mover-way.ts';

/** A mover misses a triangle without a doubt when it keeps this many times the slack away from the triangle. */
const CLEAR_SLACKS = 4;

const POINT = /* @__PURE__ */ hitPointAt(3);
/** A hit on a piece, as the casts of surfaces take it. */
const met = new Float64Array(7);
/** The point, the normal and the fraction: see `castBodies` and `writeCapsuleCast`. */
const contact = new Float64Array(7);
/** The capsule that a sweep moves, relative to the origin: see `writeCapsuleCast`. */
const capsule = new Float64Array(CAPSULE_LENGTH);
/** The box that a sweep moves, relative to the origin: see `writeBoxCast`. */
const box = new Float64Array(BOX_LENGTH);

/** The cast at the plane of a triangle: see `castAtFace`. */
const face = new Float64Array(FACE_LENGTH);

/**
 * Sweeps a mover at the triangles near it, which are gathered once a move: it casts only at the triangles that the
 * mover may meet. Colliders that the mover touches when a sweep begins, and colliders that are no surface, are left to
 * `ShapeCast` and `collideAmong`.
 */
export class SurfaceObstacles implements Obstacles<ColliderSet, QueryBody> {
  readonly left: IndexList = createIndexList(16);
  #mover: QueryShape | undefined;
  #isUsable = false;
  readonly #gathered: GatheredTriangles;
  readonly #target = new QueryBody();
  /** The triangle that was met last, or is expected to be met: the first to be cast at. */
  #lastSlot = -1;
  #lastChild = 0;
  /** The first hit of a sweep on one collider. */
  readonly #own: QueryHit = createQueryHit();

  /**
   * @param ahead How far beyond the box of a move's first query its later ones look, on each side: least, then largest.
   */
  constructor(ahead: Float64Array) {
    this.#gathered = new GatheredTriangles(ahead);
  }

  begin(set: ColliderSet, mover: QueryShape): void {
    this.#mover = mover;
    this.#lastSlot = -1;
    this.#isUsable = mover.count === 1 && !mover.pieces[0].isHalfSpace && seamlessOf(set) === undefined;
  }

  expect(slot: number, child: number): void {
    this.#lastSlot = slot;
    this.#lastChild = child;
  }

  renew(count: number): void {
    this.#gathered.renew(count);
  }

  sweep(
    first: QueryHit,
    set: ColliderSet,
    { met: near, places }: MetColliders,
    cast: MoverCast<ColliderSet, QueryBody>,
    motion: Vector,
    _clearance: Scalar,
  ): void {
    const { left } = this;
    const { count } = near;
    first.slot = -1;
    first.fraction = Infinity;
    left.count = 0;
    if (count === 0) return;
    const others = reserveIndices(left, count);
    const own = this.#own;
    if (!this.#isUsable) {
      for (let i = 0; i < count; i++) others[left.count++] = near.items[i];
      return;
    }
    this.#aim(motion);
    for (let i = 0; i < count; i++) {
      const slot = near.items[i];
      const place = places.items[i];
      if (!this.#gathered.isGathered(set, slot, place)) {
        others[left.count++] = slot;
        continue;
      }
      if (slot === cast.hidden) continue;
      lengths[SURFACE] = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
      own.slot = -1;
      own.fraction = first.fraction;
      if (!this.#castAt(own, set, slot, place, cast, motion)) others[left.count++] = slot;
      else if (own.slot >= 0) copyQueryHit(first, own);
    }
    if (first.slot >= 0) this.expect(first.slot, first.child);
  }

  touch(set: ColliderSet, { met: near, places }: MetColliders, _clearance: Scalar): void {
    const { left } = this;
    const { count } = near;
    left.count = 0;
    if (count === 0) return;
    const others = reserveIndices(left, count);
    if (this.#isUsable) this.#aim(NO_MOTION);
    for (let i = 0; i < count; i++) {
      const slot = near.items[i];
      if (this.#isUsable && this.#gathered.isGathered(set, slot, places.items[i])) {
        lengths[SURFACE] = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
        lengths[LIMIT] = 1;
        this.#gathered.choose(places.items[i], this.#mover!.pieces[0].body);
        if (!this.#isTouched()) continue;
      }
      others[left.count++] = slot;
    }
  }

  /** Sets the way of the mover, as it is placed and grown, along a motion. */
  #aim(motion: Vector): void {
    const mover = this.#mover!;
    writeMoverBounds(mover, motion);
    this.#gathered.cover(mover);
    writeMoverWay(mover, motion, this.#gathered.origin);
  }

  /**
   * Casts the mover at the gathered triangles of a collider and writes the first hit before the fraction of `own`.
   * Returns false where the mover touches one of them at its start and such a touch counts: the caller then casts at
   * the surface as a whole.
   */
  #castAt(
    own: QueryHit,
    set: ColliderSet,
    slot: number,
    place: number,
    cast: MoverCast<ColliderSet, QueryBody>,
    motion: Vector,
  ): boolean {
    const mover = this.#mover!;
    setFrame(spacePieces, mover);
    this.#setMover(motion);
    const gathered = this.#gathered;
    const shape = compositeOf(set, slot)!;
    const casts = surfaceCastsOf(shape)!;
    // The ground is met again and again: once its triangle is known, few other triangles have to be tested.
    const known = slot === this.#lastSlot ? gathered.find(place, this.#lastChild) : -1;
    if (known >= 0 && !this.#castAtTriangle(own, known, set, slot, shape, casts, cast, motion)) return false;
    lengths[LIMIT] = Math.min(1, own.fraction);
    gathered.choose(place, mover.pieces[0].body);
    for (let i = 0; i < gathered.candidates; i++) {
      if (gathered.bounds[i] > own.fraction || gathered.order[i] === known) continue;
      if (!this.#castAtTriangle(own, gathered.order[i], set, slot, shape, casts, cast, motion)) return false;
    }
    return true;
  }

  /** Casts the mover at a gathered triangle; writes and returns what `#castAt` does. */
  #castAtTriangle(
    own: QueryHit,
    triangle: number,
    set: ColliderSet,
    slot: number,
    shape: RegisteredShape,
    casts: SurfaceCasts,
    cast: MoverCast<ColliderSet, QueryBody>,
    motion: Vector,
  ): boolean {
    const mover = this.#mover!;
    const child = this.#gathered.list.children[triangle];
    capsule[CAPSULE_LIMIT] = Math.min(1, own.fraction);
    box[BOX_LIMIT] = capsule[CAPSULE_LIMIT];
    this.#meet(triangle, motion);
    const at = contact[MET_FRACTION];
    if (at === OVERLAPS) return cast.initialOverlap === 'ignore';
    if (!(at <= 1 && (at < own.fraction || (at === own.fraction && slot === own.slot && child < own.child))))
      return true;
    met[HIT_FRACTION] = at;
    for (let axis = 0; axis < 3; axis++) {
      met[HIT_NORMAL + axis] = contact[MET_NORMAL + axis];
      met[POINT + axis] = contact[axis];
    }
    if (!casts.settle(met, mover, cast.way, set, slot, shape, child) || !cast.admits(slot, child, met)) return true;
    own.slot = slot;
    own.child = child;
    own.fraction = at;
    own.normalX = met[HIT_NORMAL];
    own.normalY = met[HIT_NORMAL + 1];
    own.normalZ = met[HIT_NORMAL + 2];
    own.x = mover.x + met[POINT];
    own.y = mover.y + met[POINT + 1];
    own.z = mover.z + met[POINT + 2];
    return true;
  }

  /** Returns whether the mover touches one of the chosen triangles. */
  #isTouched(): boolean {
    // The mover is enlarged by the depth up to which it still counts as beside a triangle.
    lengths[SURFACE] += 2 * lengths[SLACK];
    this.#setMover(NO_MOTION);
    const [piece] = this.#mover!.pieces;
    const round = isRound(piece.body);
    for (let i = 0; i < this.#gathered.candidates; i++) {
      const triangle = this.#gathered.order[i];
      if (round) {
        this.#meet(triangle, NO_MOTION);
        if (contact[MET_FRACTION] === OVERLAPS) return true;
        continue;
      }
      if (isBox(piece.body)) {
        writeBoxCast(contact, box, this.#gathered.list.corners, TRIANGLE_STRIDE * triangle);
        if (contact[MET_FRACTION] !== UNDECIDED) continue;
      }
      this.#load(triangle);
      if (!isBox(piece.body) && this.#staysApart(triangle, NO_MOTION)) continue;
      if (bodiesOverlap(piece, this.#target)) return true;
    }
    return false;
  }

  /** Makes the capsule of a sphere or a capsule that moves, or the box of a box. */
  #setMover(motion: Vector): void {
    const [{ body }] = this.#mover!.pieces;
    if (isBox(body)) {
      const { axes } = body;
      for (let i = 0; i < 9; i++) box[i] = axes[i];
      for (let axis = 0; axis < 3; axis++) {
        box[BOX_CENTRE + axis] = way[axis];
        box[BOX_WAY + axis] =
          axes[3 * axis] * motion[0] + axes[3 * axis + 1] * motion[1] + axes[3 * axis + 2] * motion[2];
      }
      box[BOX_HALF] = body.halfX;
      box[BOX_HALF + 1] = body.halfY;
      box[BOX_HALF + 2] = body.halfZ;
      box[BOX_RADIUS] = lengths[ROUND] + lengths[SURFACE];
      box[BOX_SLACK] = lengths[SLACK];
      box[BOX_LIMIT] = 0;
      return;
    }
    for (let axis = 0; axis < 3; axis++) {
      capsule[axis] = way[axis];
      capsule[CAPSULE_AXIS + axis] = way[SIZES + axis];
      capsule[CAPSULE_WAY + axis] = motion[axis];
    }
    capsule[CAPSULE_RADIUS] = lengths[ROUND] + lengths[SURFACE];
    capsule[CAPSULE_SLACK] = lengths[SLACK];
    capsule[CAPSULE_LIMIT] = 0;
  }

  /**
   * Casts the mover at a gathered triangle; writes `contact`, relative to where the mover is. A hit of a capsule beyond
   * the limit may count as no hit.
   */
  #meet(i: number, motion: Vector): void {
    const mover = this.#mover!;
    const [piece] = mover.pieces;
    if (!this.#meetInClosedForm(piece.body, TRIANGLE_STRIDE * i)) {
      this.#load(i);
      if (!isBox(piece.body)) {
        if (this.#meetsFace(i, motion)) return;
        contact[MET_FRACTION] = Infinity;
        if (this.#staysApart(i, motion)) return;
      }
      castBodies(contact, piece, this.#target, motion);
      if (contact[MET_FRACTION] === 0) contact[MET_FRACTION] = OVERLAPS;
      return;
    }
    const origin = this.#gathered.origin;
    contact[0] += lengths[SURFACE] * contact[MET_NORMAL] - (mover.x - origin[0]);
    contact[1] += lengths[SURFACE] * contact[MET_NORMAL + 1] - (mover.y - origin[1]);
    contact[2] += lengths[SURFACE] * contact[MET_NORMAL + 2] - (mover.z - origin[2]);
  }

  /** Writes `contact`, relative to the origin. Returns false where the mover is to be cast by GJK. */
  #meetInClosedForm(body: ConvexBody, at: number): boolean {
    if (isBox(body)) {
      writeBoxCast(contact, box, this.#gathered.list.corners, at);
      return contact[MET_FRACTION] !== UNDECIDED;
    }
    if (!(isRound(body) && capsule[CAPSULE_RADIUS] > 0)) return false;
    if (missesTriangle(capsule, this.#gathered.list.corners, at)) contact[MET_FRACTION] = Infinity;
    else writeCapsuleCast(contact, capsule, this.#gathered.list.corners, at);
    return true;
  }

  /**
   * Returns whether the plane of the triangle that has been loaded tells where a mover of any form meets it, or that it
   * does not: writes `contact` then.
   */
  #meetsFace(i: number, motion: Vector): boolean {
    const triangles = this.#gathered.list.corners;
    for (let axis = 0; axis < 3; axis++) {
      face[axis] = triangles[TRIANGLE_STRIDE * i + TRIANGLE_NORMAL + axis];
      face[FACE_WAY + axis] = motion[axis];
    }
    face[FACE_RADIUS] = lengths[SURFACE];
    face[FACE_SLACK] = CLEAR_SLACKS * lengths[SLACK];
    face[FACE_LIMIT] = capsule[CAPSULE_LIMIT];
    return castAtFace(contact, face, this.#mover!.pieces[0].body, this.#target.body.corners);
  }

  /**
   * Returns whether an axis tells that the mover, of any form, keeps clear of the triangle that has been loaded, over
   * the part of the motion that is of interest.
   */
  #staysApart(i: number, motion: Vector): boolean {
    const { body } = this.#mover!.pieces[0];
    const triangles = this.#gathered.list.corners;
    const part = -0.5 * capsule[CAPSULE_LIMIT];
    course[COURSE_LEAST] = body.rounding + lengths[SURFACE] + CLEAR_SLACKS * lengths[SLACK];
    course[COURSE_LEAST_AT_ENDS] = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      course[axis] = part * motion[axis];
      course[COURSE_AXIS + axis] = triangles[TRIANGLE_STRIDE * i + MIDDLE + axis] - way[axis] + course[axis];
    }
    return stayApart(body, this.#target.body);
  }

  /** Makes the target a gathered triangle, as seen from where the mover is. */
  #load(i: number): void {
    const { body } = this.#target;
    const { corners } = body;
    const triangles = this.#gathered.list.corners;
    const mover = this.#mover!;
    const origin = this.#gathered.origin;
    const x = mover.x - origin[0];
    const y = mover.y - origin[1];
    const z = mover.z - origin[2];
    for (let corner = 0; corner < 9; corner += 3) {
      corners[corner] = triangles[TRIANGLE_STRIDE * i + corner] - x;
      corners[corner + 1] = triangles[TRIANGLE_STRIDE * i + corner + 1] - y;
      corners[corner + 2] = triangles[TRIANGLE_STRIDE * i + corner + 2] - z;
    }
    body.rounding = lengths[SURFACE];
    finishTriangle(body);
  }
}

const NO_MOTION = new Float64Array(3);
