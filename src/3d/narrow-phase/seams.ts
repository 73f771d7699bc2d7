import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { SHAPE_NONE } from '../../core/collider-set.ts';
import { SLOT_LIVE } from '../../core/collider-slots.ts';
import { createIndexList, reserveIndices } from '../../core/index-list.ts';
import type { SeamlessMembers } from '../../core/seamless-members.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { CLOSEST_SQUARED, measurePointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import { isNearCore } from '../geometry/closest/is-near-core.ts';
import {
  bodyReach,
  ConvexBody,
  createCoreFace,
  measureReach,
  writeBodyFace,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { meetRayTriangle, RAY_FRACTION } from '../geometry/ray/cast-ray-triangle.ts';
import { cutLineBody, lineSpan } from '../geometry/ray/cut-line-body.ts';
import { writeAcross } from '../geometry/vector.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isRegisteredKind, SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { triangleCore } from '../shapes/triangle-core.ts';
import { findChildren, pointToComposite, worldBox } from './find-children.ts';
import { loadPose } from './load-body.ts';
import { snapSize, snapToEdge } from './snap-to-edge.ts';

/*
 * The places at which the surface of seamless colliders goes on from one to the next. They are one surface: the
 * boundary of the union of their pieces, which are triangles of meshes and heightfields, or convex shapes. The union
 * has a normal at a point if no piece that contains the point, or lies within rounding of it, has anything higher than
 * the point along the normal. Vertices and edges play no part, so T-junctions, doubled corners, overlaps and pieces of
 * unlike shapes are one case.
 */

/** The sine of the angle by which a normal may lean towards an adjoining piece: an effect of rounding. */
const LEANS = 1e-7;
/** The cosine from which on a normal counts as that of a face. */
const IS_FACE = 1 - 1e-9;
/** A point on the rim of a face is tested for being open this far aside, as a multiple of `seamApart[0]`. */
const STEP_ASIDE = 4;
/** A convex piece hides a line of sight that runs at least this deep inside it, as a multiple of `seamApart[0]`. */
const HIDING_DEPTH = 2 ** -6;
/** The tested point lies on the face of a piece that is at most this far from it, as a multiple of `seamApart[0]`. */
const ON_FACE = 0.5;
/** Share of a box by which it is grown, so that rounding hides no neighbour. */
const BOX_SLACK = 1e-6;

/** The point to be tested, on the surface of a piece and relative to the origin given to `begin`. */
export const seamPoint = new Float64Array(3);
/** The unit normal to be tested, away from the piece. */
export const seamNormal = new Float64Array(3);
/** The middle of the body that meets the piece, or where a ray comes from; relative to the same origin. */
export const seamMiddle = new Float64Array(3);
/**
 * How far apart adjoining pieces may be, which is also the height up to which a step counts as none; and how far away
 * from the point a piece may be that still holds it.
 */
export const seamApart = new Float64Array(2);
const HOLDS = 1;

const around = /* @__PURE__ */ createIndexList(32);
const found = /* @__PURE__ */ createIndexList(32);
const neighbour = /* @__PURE__ */ new ConvexBody();
const pointBody = /* @__PURE__ */ new ConvexBody();
const mostApart = new Float64Array(1);
const face = /* @__PURE__ */ createCoreFace(64);
const ray = new Float64Array(6);
const rayHit = new Float64Array(7);
/** The unit direction of the line of sight, from where `ray` begins to the middle of the body, and how long it is. */
const sight = new Float64Array(4);
const LENGTH = 3;
const along = new Float64Array(3);
/** Results of `onSight`: of several pieces the largest result counts. */
const HIDES = 1;
const HOLDS_MIDDLE = 2;
const highest = new Float64Array(3);
const nearest = new Float64Array(8);
const searched = new Float64Array(BOUNDS_STRIDE);
const place = new Float64Array(3);
const start = new Float64Array(3);
const across = new Float64Array(6);
/** Eight directions in a plane. */
const ASIDE = Float64Array.of(1, 0, -1, 0, 0, 1, 0, -1, 0.7, 0.7, -0.7, 0.7, 0.7, -0.7, -0.7, -0.7);

/** The neighbours of one piece after the other of the seamless colliders of a world. */
export class Seams {
  readonly set: ColliderSet;
  readonly members: SeamlessMembers;
  /** The seamless colliders near the current body that make one surface with the piece. */
  readonly #near = createIndexList(16);
  #slot = -1;
  #child = -1;
  #origin: Float64Array = new Float64Array(3);

  constructor(set: ColliderSet, members: SeamlessMembers) {
    this.set = set;
    this.members = members;
  }

  /** Makes ready for a tick or a query. Returns whether there is anything seamless. */
  prepare(): boolean {
    if (this.members.count === 0) return false;
    this.members.areOutdated();
    return true;
  }

  /**
   * Begins with a piece that meets a body inside `worldBox`: child number `child` of a collider, or −1 for all
   * triangles of a surface, which know their own neighbours. Returns whether any other piece is near.
   */
  begin(slot: number, child: number, origin: Float64Array): boolean {
    const { set, members } = this;
    const near = this.#near;
    this.#slot = slot;
    this.#child = child;
    this.#origin = origin;
    for (let axis = 0; axis < 3; axis++) {
      const slack = BOX_SLACK * (worldBox[3 + axis] - worldBox[axis]);
      searched[axis] = worldBox[axis] - slack;
      searched[3 + axis] = worldBox[3 + axis] + slack;
    }
    const hierarchies = members.hierarchies();
    found.count = near.count = 0;
    for (let i = 0; i < hierarchies.length; i++) queryBvhAabb(found, hierarchies[i], set.bounds, searched, 0);
    for (let i = 0; i < found.count; i++) {
      if (this.#isNeighbour(found.items[i])) reserveIndices(near, 1)[near.count++] = found.items[i];
    }
    return near.count > 0;
  }

  #isNeighbour(slot: number): boolean {
    const { set, members } = this;
    const { state, index } = set.slots;
    if (state[slot] !== SLOT_LIVE || set.shape.kind[index[slot]] === SHAPE_NONE || !members.has(slot)) return false;
    if (slot === this.#slot) return this.#child >= 0 && compositeOf(set, slot) !== undefined;
    return members.join(this.#slot, slot);
  }

  /**
   * Returns whether `seamNormal` is a normal of the union at `seamPoint`, which lies on the piece, and no other piece
   * lies between the point and the middle of the body: below a terrain, the side of a box beside it is met by no body
   * from above. The normal is that of an edge or a corner of the piece, which is loaded relative to the same origin.
   */
  isNormal(piece: ConvexBody): boolean {
    seamApart[HOLDS] = seamApart[0];
    writeBodyFace(face, piece, seamNormal);
    measureReach(piece);
    snapSize[0] = bodyReach[0] + piece.rounding;
    for (let axis = 0; axis < 3; axis++) seamPoint[axis] -= piece.rounding * seamNormal[axis];
    snapToEdge(seamPoint, seamNormal, face.corners, face.count);
    for (let axis = 0; axis < 3; axis++) seamPoint[axis] += piece.rounding * seamNormal[axis];
    return this.#isNormal();
  }

  #isNormal(): boolean {
    const near = this.#near;
    for (let i = 0; i < near.count; i++) if (this.#rises(near.items[i])) return false;
    return !this.isHidden();
  }

  /**
   * Returns whether another piece lies between the point, a little off along the normal, and the middle of the body: a
   * triangle of a surface, or a convex piece. While a convex piece contains the middle, no piece hides anything: the
   * body has to get out of all pieces that it is in.
   */
  isHidden(): boolean {
    const near = this.#near;
    if (near.count === 0) return false;
    this.#startSight();
    for (let i = 0; i < near.count; i++) {
      const shape = compositeOf(this.set, near.items[i]);
      if (shape?.surface !== undefined && this.#isCrossed(near.items[i], shape)) return true;
    }
    let isHidden = false;
    for (let i = 0; i < near.count; i++) {
      const slot = near.items[i];
      const shape = compositeOf(this.set, slot);
      if (shape?.surface !== undefined || this.set.kinds[slot] === SHAPE_HALF_SPACE) continue;
      const found = this.#findOnSight(slot, shape);
      if (found === HOLDS_MIDDLE) return false;
      if (found === HIDES) isHidden = true;
    }
    return isHidden;
  }

  /** Makes ready the line of sight from the point to the middle of the body. */
  #startSight(): void {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      ray[axis] = seamPoint[axis] + 2 * seamApart[0] * seamNormal[axis];
      ray[3 + axis] = seamMiddle[axis] - ray[axis];
      squared += ray[3 + axis] * ray[3 + axis];
    }
    sight[LENGTH] = Math.sqrt(squared);
    const scale = squared > 0 ? 1 / sight[LENGTH] : 0;
    for (let axis = 0; axis < 3; axis++) sight[axis] = scale * ray[3 + axis];
  }

  /** Writes the bounds of the line of sight to `worldBox`. */
  #boxSight(): void {
    const origin = this.#origin;
    for (let axis = 0; axis < 3; axis++) {
      worldBox[axis] = origin[axis] + Math.min(ray[axis], seamMiddle[axis]);
      worldBox[3 + axis] = origin[axis] + Math.max(ray[axis], seamMiddle[axis]);
    }
  }

  /** Returns whether the line of sight crosses a triangle of a surface. */
  #isCrossed(slot: number, shape: RegisteredShape): boolean {
    const { set } = this;
    this.#boxSight();
    findChildren(set, slot, shape, around);
    for (let i = 0; i < around.count; i++) {
      loadPiece(neighbour, set, slot, shape, around.items[i], this.#origin);
      if (meetRayTriangle(rayHit, ray, 0, neighbour.corners, 0) && rayHit[RAY_FRACTION] <= 1) return true;
    }
    return false;
  }

  /** Returns what the convex pieces of a collider are to the line of sight: `HIDES`, `HOLDS_MIDDLE` or 0. */
  #findOnSight(slot: number, shape: RegisteredShape | undefined): number {
    const { set } = this;
    const origin = this.#origin;
    const b = BOUNDS_STRIDE * slot;
    this.#boxSight();
    for (let axis = 0; axis < 3; axis++) {
      if (worldBox[axis] > set.bounds[b + 3 + axis] || worldBox[3 + axis] < set.bounds[b + axis]) return 0;
    }
    if (shape === undefined) {
      loadPiece(neighbour, set, slot, undefined, 0, origin);
      return onSight(neighbour);
    }
    findChildren(set, slot, shape, around);
    let most = 0;
    for (let i = 0; i < around.count; i++) {
      if (slot === this.#slot && around.items[i] === this.#child) continue;
      loadPiece(neighbour, set, slot, shape, around.items[i], origin);
      most = Math.max(most, onSight(neighbour));
    }
    return most;
  }

  /**
   * Does what `isNormal` does for the normal of a face of the piece, which also holds on the rim of the open part: in
   * the corner between a floor and a wall the floor still has its normal.
   */
  isNormalOfFace(piece: ConvexBody): boolean {
    seamApart[HOLDS] = seamApart[0];
    if (this.#isNormal()) return true;
    writeAcross(across, seamNormal, 0);
    for (let axis = 0; axis < 3; axis++) start[axis] = seamPoint[axis];
    const apart = seamApart[0];
    let isOpen = false;
    for (let i = 0; i < ASIDE.length && !isOpen; i += 2) {
      const u = STEP_ASIDE * apart * ASIDE[i];
      const v = STEP_ASIDE * apart * ASIDE[i + 1];
      for (let axis = 0; axis < 3; axis++) seamPoint[axis] = start[axis] + u * across[axis] + v * across[3 + axis];
      seamApart[HOLDS] = ON_FACE * apart;
      const isOn = this.#holdsPoint(piece);
      seamApart[HOLDS] = apart;
      isOpen = isOn && this.#isNormal();
    }
    for (let axis = 0; axis < 3; axis++) seamPoint[axis] = start[axis];
    return isOpen;
  }

  /** Returns whether a seamless collider holds the point, and has something higher than it along the normal. */
  #rises(slot: number): boolean {
    const { set } = this;
    const origin = this.#origin;
    const apart = seamApart[HOLDS];
    const b = BOUNDS_STRIDE * slot;
    for (let axis = 0; axis < 3; axis++) {
      const at = origin[axis] + seamPoint[axis];
      if (!(at >= set.bounds[b + axis] - apart && at <= set.bounds[b + 3 + axis] + apart)) return false;
    }
    if (set.kinds[slot] === SHAPE_HALF_SPACE) return this.#halfSpaceRises(slot);
    const shape = compositeOf(set, slot);
    if (shape === undefined) {
      loadPiece(neighbour, set, slot, undefined, 0, origin);
      return this.#pieceRises(neighbour);
    }
    for (let axis = 0; axis < 3; axis++) {
      worldBox[axis] = origin[axis] + seamPoint[axis] - apart;
      worldBox[3 + axis] = origin[axis] + seamPoint[axis] + apart;
    }
    findChildren(set, slot, shape, around);
    for (let i = 0; i < around.count; i++) {
      if (slot === this.#slot && around.items[i] === this.#child) continue;
      loadPiece(neighbour, set, slot, shape, around.items[i], origin);
      if (this.#pieceRises(neighbour)) return true;
    }
    return shape.surface?.solid === true && this.#isInside(slot, shape);
  }

  #pieceRises(body: ConvexBody): boolean {
    writeBodySupport(highest, 0, body, seamNormal);
    let up = body.rounding;
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const way = highest[axis] - seamPoint[axis];
      up += way * seamNormal[axis];
      const whole = way + body.rounding * seamNormal[axis];
      squared += whole * whole;
    }
    return up > seamApart[0] && up * up > LEANS * LEANS * squared && this.#holdsPoint(body);
  }

  /** Returns whether the point lies on a piece or in it, up to how far apart pieces may be. */
  #holdsPoint(body: ConvexBody): boolean {
    const most = body.rounding + seamApart[HOLDS];
    if (body.core === triangleCore) {
      measurePointTriangle(nearest, 0, seamPoint, 0, body.corners, 0);
      return nearest[CLOSEST_SQUARED] <= most * most;
    }
    pointBody.core = sphereCore;
    pointBody.x = seamPoint[0];
    pointBody.y = seamPoint[1];
    pointBody.z = seamPoint[2];
    mostApart[0] = most;
    return isNearCore(pointBody, body, mostApart);
  }

  #halfSpaceRises(slot: number): boolean {
    const { poses } = this.set;
    const at = BODY_STRIDE * slot;
    let above = -poses[at + BODY_RADIUS];
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      const up = poses[at + BODY_AXES + 3 + axis];
      above += (seamPoint[axis] + this.#origin[axis] - poses[at + BODY_X + axis]) * up;
      along += seamNormal[axis] * up;
    }
    if (!(above <= seamApart[HOLDS])) return false;
    // Along the plane's own normal, a half-space rises above a point only if the point is below the plane.
    return along < IS_FACE || above < -seamApart[0];
  }

  /** Returns whether a solid mesh goes on right above the point. */
  #isInside(slot: number, shape: RegisteredShape): boolean {
    for (let axis = 0; axis < 3; axis++) {
      place[axis] = this.#origin[axis] + seamPoint[axis] + 2 * seamApart[0] * seamNormal[axis];
    }
    pointToComposite(place, place, this.set, slot);
    return shape.record.pieces!.encloses(shape, place);
  }
}

/**
 * Returns `HOLDS_MIDDLE` if the core of a convex piece contains the middle of the body, `HIDES` if the line of sight
 * leads through the core, and 0 otherwise. A piece does not hide a line that runs along its surface.
 */
function onSight(body: ConvexBody): number {
  const length = sight[LENGTH];
  if (!cutLineBody(body, ray, sight)) return 0;
  const depth = HIDING_DEPTH * seamApart[0];
  const from = Math.max(0, lineSpan[0]);
  const to = Math.min(length, lineSpan[1]);
  if (!(to > from)) return 0;
  if (lineSpan[1] >= length) return HOLDS_MIDDLE;
  for (let axis = 0; axis < 3; axis++) place[axis] = ray[axis] + 0.5 * (from + to) * sight[axis];
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < 3; k++) along[k] = k === axis ? 1 : 0;
    if (!cutLineBody(body, place, along)) return 0;
    if (!(lineSpan[0] <= -depth && lineSpan[1] >= depth)) return 0;
  }
  return HIDES;
}

/** Returns whether `seamNormal` is that of a face of a body. */
export function isNormalOfOwnFace(body: ConvexBody): boolean {
  writeBodyFace(face, body, seamNormal);
  if (face.count < 3) return false;
  return face.normalX * seamNormal[0] + face.normalY * seamNormal[1] + face.normalZ * seamNormal[2] >= IS_FACE;
}

/** Loads a piece of a collider: a child of a composite, or the only piece of any other shape. */
export function loadPiece(
  body: ConvexBody,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape | undefined,
  child: number,
  origin: Float64Array,
): void {
  const at = BODY_STRIDE * slot;
  if (shape !== undefined) {
    shape.record.pieces!.load(body, shape, child, set.poses, at, origin);
    return;
  }
  const kind = set.kinds[slot];
  const hull = isRegisteredKind(kind) ? set.registry.columns.hulls[set.handles[slot]] : undefined;
  loadPose(body, kind, set.poses, at, hull, origin);
}
