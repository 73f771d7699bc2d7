import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { MoverCast } from '../../core/movement/mover-cast.ts';
import type { MetColliders, Obstacles } from '../../core/movement/mover-routines.ts';
import type { Scalar, Vector } from '../../core/movement/vector.ts';
import { HIT_FRACTION, HIT_NORMAL, hitPointAt } from '../../core/queries/cast-piece.ts';
import { setFrame } from '../../core/queries/pieces.ts';
import { copyQueryHit, createQueryHit, type QueryHit } from '../../core/queries/query-scope.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { CORE_BOX, type ConvexBody } from '../geometry/convex/convex-body.ts';
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
  writeNormal,
} from '../geometry/sweep/cast-capsule-triangle.ts';
import { COURSE_AXIS, COURSE_LEAST, course, stayApart } from '../geometry/sweep/stay-apart.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { bodiesOverlap, castBodies } from '../queries/body-pairs.ts';
import { QueryBody, spacePieces } from '../queries/query-body.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import { type SurfaceCasts, surfaceCastsOf } from '../queries/surface-table.ts';
import { capsuleCore } from '../shapes/capsule-core.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { finishTriangle } from '../shapes/triangle-core.ts';

/** Numbers of a gathered triangle: its corners, unit normal, distance from the origin along it, middle and radius. */
const STRIDE = 17;
const NORMAL = TRIANGLE_NORMAL;
const DISTANCE = 12;
const MIDDLE = 13;
const RADIUS = 16;

/** More triangles of one collider than these are not gathered: most of them would be far from the mover. */
const MOST = 2048;

/** Relative to the lengths involved: more than rounding makes of a distance. */
const ROUNDING = 64 * EPSILON;

/** A mover misses a triangle without a doubt when it keeps this many times the slack away from the triangle. */
const CLEAR_SLACKS = 4;

/**
 * The states of a collider near the mover: not looked at in this move; a surface whose triangles have been gathered;
 * any other collider, which the usual cast serves.
 */
const UNKNOWN = 0;
const GATHERED = 1;
const OTHER = 2;

const POINT = /* @__PURE__ */ hitPointAt(3);
/** A hit on a piece, as the casts of surfaces take it. */
const met = new Float64Array(7);
/** The point, the normal and the fraction: see `castBodies` and `writeCapsuleCast`. */
const contact = new Float64Array(7);
/** The capsule that a sweep moves, relative to the origin: see `writeCapsuleCast`. */
const capsule = new Float64Array(CAPSULE_LENGTH);
/** The box that a sweep moves, relative to the origin: see `writeBoxCast`. */
const box = new Float64Array(BOX_LENGTH);
/** The bounds of the sweep, relative to the origin, enlarged by the rounding error of coordinates. */
const path = new Float64Array(6);
/** Where the mover's core begins, from the origin; half of its way, and its half axis or half sizes. */
const way = new Float64Array(9);
const HALF_WAY = 3;
const SIZES = 6;
/**
 * The mover's radius with the clearance; the rounding of lengths; the length of half the way; the radius around the
 * triangles of the current collider; and the part of the way within which they count.
 */
const lengths = new Float64Array(5);
const ROUND = 0;
const SLACK = 1;
const HALF_LENGTH = 2;
const SURFACE = 3;
const LIMIT = 4;

/**
 * The triangles of surfaces near a mover, gathered once for all that a move asks about them. A sweep passes over them
 * in a few arithmetic steps each, and casts at those alone that it may meet, the nearest plane first. What the mover
 * touches when a sweep begins, and what is no surface, is left to `ShapeCast` and `collideAmong`.
 */
export class SurfaceObstacles implements Obstacles<ColliderSet, QueryBody> {
  readonly left: IndexList = createIndexList(16);
  #mover: QueryShape | undefined;
  #isUsable = false;
  /**
   * By place of a collider in the list of those around the mover: its state (`UNKNOWN` and so on), and the range of its
   * triangles, from the first to before the last.
   */
  #kinds = new Uint8Array(16);
  #from = new Uint32Array(16);
  #to = new Uint32Array(16);
  /** The triangles, each the number of its collider's piece. */
  #triangles = new Float64Array(64 * STRIDE);
  #children = new Uint32Array(64);
  #count = 0;
  /** The box, in the world, whose triangles are gathered; inside out while none is. */
  readonly #known = new Float64Array(6);
  readonly #ahead: Float64Array;
  /** The origin, in the world, of the frame that the triangles are in. */
  readonly #origin = new Float64Array(3);
  readonly #found: IndexList = createIndexList(64);
  readonly #target = new QueryBody();
  /** The first hit of a sweep on one collider. */
  readonly #own: QueryHit = createQueryHit();
  /** The triangles that a sweep may meet, and the fraction of the sweep at which it reaches the plane of each. */
  #order = new Uint32Array(64);
  #bounds = new Float64Array(64);
  #candidates = 0;

  /** @param ahead How far beyond the first question of a move the others look, on each side: least, then largest. */
  constructor(ahead: Float64Array) {
    this.#ahead = ahead;
  }

  begin(set: ColliderSet, mover: QueryShape): void {
    this.#mover = mover;
    this.#isUsable = mover.count === 1 && !mover.pieces[0].isHalfSpace && seamlessOf(set) === undefined;
  }

  renew(count: number): void {
    if (count > this.#kinds.length) {
      this.#kinds = new Uint8Array(2 * count);
      this.#from = new Uint32Array(2 * count);
      this.#to = new Uint32Array(2 * count);
    }
    this.#kinds.fill(UNKNOWN, 0, count);
    this.#count = 0;
    this.#known.fill(NaN);
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
      if (!this.#isGathered(set, slot, place)) {
        others[left.count++] = slot;
        continue;
      }
      if (slot === cast.hidden) continue;
      lengths[SURFACE] = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
      lengths[LIMIT] = Math.min(1, first.fraction);
      this.#choose(place);
      const shape = compositeOf(set, slot)!;
      own.slot = -1;
      own.fraction = first.fraction;
      if (!this.#castAt(own, set, slot, shape, surfaceCastsOf(shape)!, cast, motion)) others[left.count++] = slot;
      else if (own.slot >= 0) copyQueryHit(first, own);
    }
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
      if (this.#isUsable && this.#isGathered(set, slot, places.items[i])) {
        lengths[SURFACE] = set.poses[BODY_STRIDE * slot + BODY_RADIUS];
        lengths[LIMIT] = 1;
        this.#choose(places.items[i]);
        if (!this.#isTouched()) continue;
      }
      others[left.count++] = slot;
    }
  }

  /** Sets the way of the mover, as it is placed and grown, along a motion. */
  #aim(motion: Vector): void {
    const mover = this.#mover!;
    const { box } = mover;
    const { body } = mover.pieces[0];
    const known = this.#known;
    let size = body.rounding;
    let isKnown = true;
    for (let axis = 0; axis < 3; axis++) size += Math.abs(box[axis]) + Math.abs(box[3 + axis]) + Math.abs(motion[axis]);
    const slack = ROUNDING * size;
    for (let axis = 0; axis < 3; axis++) {
      path[axis] = box[axis] + Math.min(0, motion[axis]) - slack;
      path[3 + axis] = box[3 + axis] + Math.max(0, motion[axis]) + slack;
      isKnown &&= path[axis] >= known[axis] && path[3 + axis] <= known[3 + axis];
    }
    if (!isKnown) this.#know();
    const origin = this.#origin;
    for (let axis = 0; axis < 3; axis++) {
      path[axis] -= origin[axis];
      path[3 + axis] -= origin[axis];
      way[HALF_WAY + axis] = 0.5 * motion[axis];
    }
    way[0] = mover.x - origin[0] + body.x;
    way[1] = mover.y - origin[1] + body.y;
    way[2] = mover.z - origin[2] + body.z;
    lengths[ROUND] = body.rounding;
    lengths[SLACK] = slack;
    lengths[HALF_LENGTH] = 0.5 * Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    if (isRound(body)) {
      const half = body.core === capsuleCore ? body.halfY : 0;
      for (let axis = 0; axis < 3; axis++) way[SIZES + axis] = half * body.axes[3 + axis];
    } else {
      for (let axis = 0; axis < 3; axis++) {
        const place = axis === 0 ? mover.x + body.x : axis === 1 ? mover.y + body.y : mover.z + body.z;
        way[SIZES + axis] = Math.max(place - box[axis], box[3 + axis] - place) - body.rounding;
      }
    }
  }

  /**
   * Gathers the triangles of a larger box: the bounds of the current sweep, the box gathered before, and the room into
   * which later sweeps of the move may lead.
   */
  #know(): void {
    const known = this.#known;
    const ahead = this.#ahead;
    const mover = this.#mover!;
    const isFirst = !(known[0] <= known[3]);
    for (let axis = 0; axis < 3; axis++) {
      known[axis] = isFirst ? path[axis] - ahead[axis] : Math.min(known[axis], path[axis] - ahead[axis] / 4);
      known[3 + axis] = isFirst
        ? path[3 + axis] + ahead[3 + axis]
        : Math.max(known[3 + axis], path[3 + axis] + ahead[3 + axis] / 4);
    }
    this.#origin[0] = mover.x;
    this.#origin[1] = mover.y;
    this.#origin[2] = mover.z;
    this.#count = 0;
    const kinds = this.#kinds;
    for (let i = 0; i < kinds.length; i++) if (kinds[i] === GATHERED) kinds[i] = UNKNOWN;
  }

  #isGathered(set: ColliderSet, slot: number, place: number): boolean {
    if (this.#kinds[place] === UNKNOWN) this.#gather(set, slot, place);
    return this.#kinds[place] === GATHERED;
  }

  #gather(set: ColliderSet, slot: number, place: number): void {
    const shape = compositeOf(set, slot);
    this.#kinds[place] = OTHER;
    if (shape?.surface === undefined || shape.surface.solid || surfaceCastsOf(shape) === undefined) return;
    const found = this.#found;
    for (let side = 0; side < 6; side++) worldBox[side] = this.#known[side];
    findChildren(set, slot, shape, found);
    if (found.count > MOST) return;
    const end = this.#count + found.count;
    this.#triangles = reserve(this.#triangles, STRIDE * end);
    this.#children = reserve(this.#children, end);
    const { body } = this.#target;
    for (let i = 0; i < found.count; i++) {
      shape.record.pieces!.load(body, shape, found.items[i], set.poses, BODY_STRIDE * slot, this.#origin);
      writeTriangle(this.#triangles, STRIDE * (this.#count + i), body.corners);
      this.#children[this.#count + i] = found.items[i];
    }
    this.#kinds[place] = GATHERED;
    this.#from[place] = this.#count;
    this.#to[place] = this.#count = end;
    if (end > this.#order.length) {
      this.#order = new Uint32Array(2 * end);
      this.#bounds = new Float64Array(2 * end);
    }
  }

  /**
   * Lists the triangles of a collider that the way may meet within a part of it. One that it may meet early is the
   * first of them, as that spares most of the others.
   */
  #choose(place: number): void {
    const triangles = this.#triangles;
    const order = this.#order;
    const bounds = this.#bounds;
    const to = this.#to[place];
    const { body } = this.#mover!.pieces[0];
    const round = isRound(body);
    const minX = path[0];
    const minY = path[1];
    const minZ = path[2];
    const maxX = path[3];
    const maxY = path[4];
    const maxZ = path[5];
    const x = way[0];
    const y = way[1];
    const z = way[2];
    const wayX = way[HALF_WAY];
    const wayY = way[HALF_WAY + 1];
    const wayZ = way[HALF_WAY + 2];
    const sizeX = way[SIZES];
    const sizeY = way[SIZES + 1];
    const sizeZ = way[SIZES + 2];
    const axisSquare = sizeX * sizeX + sizeY * sizeY + sizeZ * sizeZ;
    const limit = lengths[LIMIT];
    const around = lengths[ROUND] + lengths[SLACK] + lengths[SURFACE];
    const surface = lengths[SURFACE];
    const halfLength = lengths[HALF_LENGTH];
    const perWay = halfLength > 0 ? 1 / halfLength : 0;
    let early = 0;
    let earliest = Infinity;
    let count = 0;
    for (let i = this.#from[place]; i < to; i++) {
      const at = STRIDE * i;
      const middleX = triangles[at + MIDDLE];
      const middleY = triangles[at + MIDDLE + 1];
      const middleZ = triangles[at + MIDDLE + 2];
      const radius = triangles[at + RADIUS] + surface;
      if (
        middleX - radius > maxX ||
        middleX + radius < minX ||
        middleY - radius > maxY ||
        middleY + radius < minY ||
        middleZ - radius > maxZ ||
        middleZ + radius < minZ
      )
        continue;
      const nx = triangles[at + NORMAL];
      const ny = triangles[at + NORMAL + 1];
      const nz = triangles[at + NORMAL + 2];
      const height = nx * x + ny * y + nz * z - triangles[at + DISTANCE];
      const along = nx * sizeX + ny * sizeY + nz * sizeZ;
      const extent = round ? Math.abs(along) : Math.abs(nx * sizeX) + Math.abs(ny * sizeY) + Math.abs(nz * sizeZ);
      const gap = Math.abs(height) - extent - around;
      const rate = 2 * (nx * wayX + ny * wayY + nz * wayZ);
      const approach = height > 0 ? -rate : rate;
      const bound = gap > 0 ? gap / approach : 0;
      if (!(bound >= 0 && bound <= limit)) continue;
      let arrival = bound;
      if (round) {
        // Measures the distance between the sphere around the triangle and the capsule that the mover's core fills
        // while the mover is half-way through the sweep.
        let gapX = middleX - x - wayX;
        let gapY = middleY - y - wayY;
        let gapZ = middleZ - z - wayZ;
        if (axisSquare > 0) {
          const part = (gapX * sizeX + gapY * sizeY + gapZ * sizeZ) / axisSquare;
          const held = Math.max(-1, Math.min(1, part));
          gapX -= held * sizeX;
          gapY -= held * sizeY;
          gapZ -= held * sizeZ;
        }
        const least = around + radius + halfLength;
        const square = gapX * gapX + gapY * gapY + gapZ * gapZ;
        if (square > least * least) continue;
        // Where the triangle's middle is met, along the way.
        const ahead = (gapX * wayX + gapY * wayY + gapZ * wayZ) * perWay;
        const room = around * around + ahead * ahead - square;
        arrival = room > 0 ? ahead - Math.sqrt(room) : Infinity;
      }
      if (arrival < earliest) {
        earliest = arrival;
        early = count;
      }
      bounds[count] = bound;
      order[count++] = i;
    }
    this.#candidates = count;
    if (early === 0) return;
    const triangle = order[early];
    order[early] = order[0];
    order[0] = triangle;
    const bound = bounds[early];
    bounds[early] = bounds[0];
    bounds[0] = bound;
  }

  /**
   * Casts the mover at the chosen triangles of a collider and writes the first hit before the fraction of `own`.
   * Returns false where the mover touches one of them at its start and such a touch counts: the caller then casts at
   * the surface as a whole.
   */
  #castAt(
    own: QueryHit,
    set: ColliderSet,
    slot: number,
    shape: RegisteredShape,
    casts: SurfaceCasts,
    cast: MoverCast<ColliderSet, QueryBody>,
    motion: Vector,
  ): boolean {
    const mover = this.#mover!;
    setFrame(spacePieces, mover);
    this.#setMover(motion);
    for (let i = 0; i < this.#candidates; i++) {
      if (this.#bounds[i] > own.fraction) continue;
      const child = this.#children[this.#order[i]];
      capsule[CAPSULE_LIMIT] = Math.min(1, own.fraction);
      box[BOX_LIMIT] = capsule[CAPSULE_LIMIT];
      this.#meet(this.#order[i], motion);
      const at = contact[MET_FRACTION];
      if (at === OVERLAPS) {
        if (cast.initialOverlap === 'ignore') continue;
        return false;
      }
      if (!(at <= 1 && (at < own.fraction || (at === own.fraction && slot === own.slot && child < own.child))))
        continue;
      met[HIT_FRACTION] = at;
      for (let axis = 0; axis < 3; axis++) {
        met[HIT_NORMAL + axis] = contact[MET_NORMAL + axis];
        met[POINT + axis] = contact[axis];
      }
      if (!casts.settle(met, mover, cast.way, set, slot, shape, child) || !cast.admits(slot, child, met)) continue;
      own.slot = slot;
      own.child = child;
      own.fraction = at;
      own.normalX = met[HIT_NORMAL];
      own.normalY = met[HIT_NORMAL + 1];
      own.normalZ = met[HIT_NORMAL + 2];
      own.x = mover.x + met[POINT];
      own.y = mover.y + met[POINT + 1];
      own.z = mover.z + met[POINT + 2];
    }
    return true;
  }

  /** Whether the mover touches one of the chosen triangles. */
  #isTouched(): boolean {
    // By as much more as may still count as beside it.
    lengths[SURFACE] += 2 * lengths[SLACK];
    this.#setMover(NO_MOTION);
    const [piece] = this.#mover!.pieces;
    const round = isRound(piece.body);
    for (let i = 0; i < this.#candidates; i++) {
      const triangle = this.#order[i];
      if (round) {
        this.#meet(triangle, NO_MOTION);
        if (contact[MET_FRACTION] === OVERLAPS) return true;
        continue;
      }
      if (isBox(piece.body)) {
        writeBoxCast(contact, box, this.#triangles, STRIDE * triangle);
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
   * Casts the mover at a gathered triangle; writes `contact`, relative to where the mover is. What a capsule meets only
   * beyond its limit may count as not met.
   */
  #meet(i: number, motion: Vector): void {
    const mover = this.#mover!;
    const [piece] = mover.pieces;
    if (!this.#meetInClosedForm(piece.body, STRIDE * i)) {
      this.#load(i);
      contact[MET_FRACTION] = Infinity;
      if (!isBox(piece.body) && this.#staysApart(i, motion)) return;
      castBodies(contact, piece, this.#target, motion);
      if (contact[MET_FRACTION] === 0) contact[MET_FRACTION] = OVERLAPS;
      return;
    }
    const origin = this.#origin;
    contact[0] += lengths[SURFACE] * contact[MET_NORMAL] - (mover.x - origin[0]);
    contact[1] += lengths[SURFACE] * contact[MET_NORMAL + 1] - (mover.y - origin[1]);
    contact[2] += lengths[SURFACE] * contact[MET_NORMAL + 2] - (mover.z - origin[2]);
  }

  /** Writes `contact`, relative to the origin. Returns false where the mover is to be cast by GJK. */
  #meetInClosedForm(body: ConvexBody, at: number): boolean {
    if (isBox(body)) {
      writeBoxCast(contact, box, this.#triangles, at);
      return contact[MET_FRACTION] !== UNDECIDED;
    }
    if (!(isRound(body) && capsule[CAPSULE_RADIUS] > 0)) return false;
    if (missesTriangle(capsule, this.#triangles, at)) contact[MET_FRACTION] = Infinity;
    else writeCapsuleCast(contact, capsule, this.#triangles, at);
    return true;
  }

  /**
   * Whether an axis tells that the mover, of any form, keeps clear of the triangle that has been loaded, over the part
   * of the motion that is of interest.
   */
  #staysApart(i: number, motion: Vector): boolean {
    const { body } = this.#mover!.pieces[0];
    const triangles = this.#triangles;
    const part = -0.5 * capsule[CAPSULE_LIMIT];
    course[COURSE_LEAST] = body.rounding + lengths[SURFACE] + CLEAR_SLACKS * lengths[SLACK];
    for (let axis = 0; axis < 3; axis++) {
      course[axis] = part * motion[axis];
      course[COURSE_AXIS + axis] = triangles[STRIDE * i + MIDDLE + axis] - way[axis] + course[axis];
    }
    return stayApart(body, this.#target.body);
  }

  /** Makes the target a gathered triangle, as seen from where the mover is. */
  #load(i: number): void {
    const { body } = this.#target;
    const { corners } = body;
    const triangles = this.#triangles;
    const mover = this.#mover!;
    const origin = this.#origin;
    const x = mover.x - origin[0];
    const y = mover.y - origin[1];
    const z = mover.z - origin[2];
    for (let corner = 0; corner < 9; corner += 3) {
      corners[corner] = triangles[STRIDE * i + corner] - x;
      corners[corner + 1] = triangles[STRIDE * i + corner + 1] - y;
      corners[corner + 2] = triangles[STRIDE * i + corner + 2] - z;
    }
    body.rounding = lengths[SURFACE];
    finishTriangle(body);
  }
}

const NO_MOTION = new Float64Array(3);

/** Whether a body is a sphere or a capsule: everything within a distance of a point or a segment. */
function isRound({ core }: ConvexBody): boolean {
  return core === capsuleCore || core === sphereCore;
}

function isBox({ core }: ConvexBody): boolean {
  return core.form === CORE_BOX;
}

/** Writes the numbers of a triangle. One that is too thin has a normal of 0, and no plane leaves it out. */
function writeTriangle(out: Float64Array, at: number, corners: Float64Array): void {
  for (let k = 0; k < 9; k++) out[at + k] = corners[k];
  writeNormal(out, at);
  out[at + DISTANCE] =
    out[at + NORMAL] * corners[0] + out[at + NORMAL + 1] * corners[1] + out[at + NORMAL + 2] * corners[2];
  let squared = 0;
  for (let axis = 0; axis < 3; axis++)
    out[at + MIDDLE + axis] = (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3;
  for (let corner = 0; corner < 9; corner += 3) {
    const dx = corners[corner] - out[at + MIDDLE];
    const dy = corners[corner + 1] - out[at + MIDDLE + 1];
    const dz = corners[corner + 2] - out[at + MIDDLE + 2];
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  out[at + RADIUS] = Math.sqrt(squared);
}
