import { BODY_HALF_X, BODY_HALF_Y, BODY_HALF_Z } from '../body-pose.ts';
import type { ConvexHull } from './convex-hull.ts';
import type { PolishDepth } from './polish-depth.ts';
import type { Support, SupportedShape } from './support.ts';

/*
 * A convex shape in a pose, as the routines for any two of them see it: a core given by its farthest points and its
 * faces, and a radius around the core. All coordinates of a pair are relative to the place of A, so that rounding
 * depends on the shapes and their distance and not on where in the world they are.
 */

/** The forms of cores, by which routines for special pairs are chosen: a point, a segment along y, and so on. */
export const CORE_SPHERE = 0;
export const CORE_SEGMENT = 1;
export const CORE_BOX = 2;
export const CORE_CYLINDER = 3;
export const CORE_CONE = 4;
export const CORE_HULL = 5;
export const CORE_TRIANGLE = 6;
/** The form of a core that no special routine is written for. */
export const CORE_OTHER = 7;

/** The routines of a kind of shape for its core, in its own frame. Stateless: one object for all shapes of a kind. */
export interface CoreShape {
  /** One of the forms above. */
  readonly form: number;
  /** How the depth between bodies is polished: `polishDepth` for cores that are curved or have hundreds of corners. */
  readonly polish: PolishDepth | undefined;
  /**
   * Writes the core's point farthest along a local direction to `local`, and returns the number of the feature it
   * belongs to, −1 where the core is curved there. Directions are in arrays, here and below, as V8 puts a number on the
   * heap that is handed to a function which it does not inline.
   */
  support(local: Float64Array, body: ConvexBody, direction: Float64Array): number;
  /**
   * Writes the corners of the face of the core that looks along a local unit direction to `face`: counter-clockwise
   * seen from outside, the ends of an edge where the core has no face there, or a single point.
   */
  writeFace(face: CoreFace, body: ConvexBody, direction: Float64Array): void;
}

/** A face, an edge or a point of a core, in the core's own frame or in that of a pair. */
export interface CoreFace {
  /** Corners: 1 for a point, 2 for an edge. */
  count: number;
  /** `x y z` each. */
  corners: Float64Array;
  /** The name of each corner in a feature id, below FEATURE_FLAG. */
  names: Int32Array;
  /** The name of the face itself. */
  name: number;
  /** Outward unit normal; meaningless for edges and points. */
  normalX: number;
  normalY: number;
  normalZ: number;
}

/** Makes an empty face with room for so many corners. */
export function createCoreFace(capacity: number): CoreFace {
  return {
    count: 0,
    corners: new Float64Array(3 * capacity),
    names: new Int32Array(capacity),
    name: 0,
    normalX: 0,
    normalY: 0,
    normalZ: 0,
  };
}

/** Makes room for more corners; those before are lost. */
export function reserveFace(face: CoreFace, count: number): void {
  if (count <= face.names.length) return;
  face.corners = new Float64Array(6 * count);
  face.names = new Int32Array(2 * count);
}

/**
 * The core of a body that has not been given one yet, and of a half-space, which has no farthest points. Without it a
 * half-space would keep the core of the piece that was loaded before. If that was a triangle, `finishTriangle` would
 * not reset the axes when the next triangle is loaded, and the triangle would be turned by the half-space's.
 */
export const NO_CORE: CoreShape = { form: CORE_OTHER, polish: undefined, support: () => 0, writeFace: () => {} };

/** A core in a pose. One object serves one operand: it is filled for one pair after another. */
export class ConvexBody implements SupportedShape {
  core: CoreShape = NO_CORE;
  /** Set for cores that are hulls. */
  hull: ConvexHull | undefined = undefined;
  /** World units a unit of the hull's frame. */
  scale = 1;
  /** The corners of a body that is a triangle, from the body's place and in the axes of the world. */
  readonly corners: Float64Array;
  /** Half extents; of a body that stands along y the half height and, as `halfX`, the radius of the core. */
  halfX = 0;
  halfY = 0;
  halfZ = 0;
  /** The radius around the core. */
  rounding = 0;
  /** The body's axes in the world, and its place relative to that of A. */
  readonly axes: Float64Array;
  x = 0;
  y = 0;
  z = 0;
  /** How far the core reaches from its place, or somewhat farther. */
  get reach(): number {
    return this.hull === undefined ? this.halfX + this.halfY + this.halfZ : this.scale * this.hull.boundingRadius;
  }
  /** Makes a body whose corners and axes are kept in the given arrays of nine numbers each. */
  constructor(corners: Float64Array = new Float64Array(9), axes: Float64Array = new Float64Array(9)) {
    this.corners = corners;
    this.axes = axes;
  }

  /** The vertex of the last support of a hull, from which the next search climbs. */
  vertex = 0;

  /** Writes the support point of the placed core, for GJK and EPA: see `SupportedShape`. */
  writeSupport(out: Float64Array, outOffset: number, direction: Float64Array): number {
    return writeBodySupport(out, outOffset, this, direction);
  }

  /** Copies axes, place and half extents of a body pose; the place relative to `origin`. */
  place(poses: Float64Array, at: number, origin: Float64Array): void {
    const { axes } = this;
    for (let i = 0; i < 9; i++) axes[i] = poses[at + i];
    this.x = poses[at + 9] - origin[0];
    this.y = poses[at + 10] - origin[1];
    this.z = poses[at + 11] - origin[2];
    this.halfX = poses[at + BODY_HALF_X];
    this.halfY = poses[at + BODY_HALF_Y];
    this.halfZ = poses[at + BODY_HALF_Z];
    this.vertex = 0;
  }
}

export function setFaceCorner(face: CoreFace, i: number, x: number, y: number, z: number, name: number): void {
  face.corners[3 * i] = x;
  face.corners[3 * i + 1] = y;
  face.corners[3 * i + 2] = z;
  face.names[i] = name;
}

export function setFaceNormal(face: CoreFace, x: number, y: number, z: number): void {
  face.normalX = x;
  face.normalY = y;
  face.normalZ = z;
}

const local = new Float64Array(3);
/** The direction under way in the frame of the core. */
const localDirection = new Float64Array(3);

/** Turns a direction of the pair into the frame of a core. */
function turnToCore({ axes: m }: ConvexBody, direction: Float64Array): void {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  localDirection[0] = m[0] * dx + m[1] * dy + m[2] * dz;
  localDirection[1] = m[3] * dx + m[4] * dy + m[5] * dz;
  localDirection[2] = m[6] * dx + m[7] * dy + m[8] * dz;
}

/** Writes the point of a placed core farthest along a direction, in the frame of the pair, and returns its feature. */
export function writeBodySupport(
  out: Float64Array,
  outOffset: number,
  body: ConvexBody,
  direction: Float64Array,
): number {
  const m = body.axes;
  turnToCore(body, direction);
  const feature = body.core.support(local, body, localDirection);
  const x = local[0];
  const y = local[1];
  const z = local[2];
  out[outOffset] = body.x + (m[0] * x + m[3] * y + m[6] * z);
  out[outOffset + 1] = body.y + (m[1] * x + m[4] * y + m[7] * z);
  out[outOffset + 2] = body.z + (m[2] * x + m[5] * y + m[8] * z);
  return feature;
}

const reachPoint = new Float64Array(3);

/**
 * Writes to `out[0]` how far a placed core reaches from its place along a unit direction. Only for hulls and triangles
 * is the farthest point searched for.
 */
export function measureReachAlong(out: Float64Array, body: ConvexBody, direction: Float64Array): void {
  const { axes: m, halfX, halfY, halfZ } = body;
  const { form } = body.core;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const up = m[3] * dx + m[4] * dy + m[5] * dz;
  if (form === CORE_BOX) {
    const right = m[0] * dx + m[1] * dy + m[2] * dz;
    const ahead = m[6] * dx + m[7] * dy + m[8] * dz;
    out[0] = halfX * Math.abs(right) + halfY * Math.abs(up) + halfZ * Math.abs(ahead);
  } else if (form === CORE_SEGMENT) out[0] = halfY * Math.abs(up);
  else if (form === CORE_SPHERE) out[0] = 0;
  else if (form === CORE_CYLINDER) out[0] = halfY * Math.abs(up) + halfX * Math.sqrt(Math.max(0, 1 - up * up));
  else if (form === CORE_CONE) out[0] = Math.max(halfY * up, halfX * Math.sqrt(Math.max(0, 1 - up * up)) - halfY * up);
  else {
    writeBodySupport(reachPoint, 0, body, direction);
    out[0] = (reachPoint[0] - body.x) * dx + (reachPoint[1] - body.y) * dy + (reachPoint[2] - body.z) * dz;
  }
}

/** Writes the face of a placed core that looks along a unit direction, in the frame of the pair. */
export function writeBodyFace(face: CoreFace, body: ConvexBody, direction: Float64Array): void {
  const m = body.axes;
  turnToCore(body, direction);
  body.core.writeFace(face, body, localDirection);
  const { corners } = face;
  for (let i = 0; i < 3 * face.count; i += 3) {
    const x = corners[i];
    const y = corners[i + 1];
    const z = corners[i + 2];
    corners[i] = body.x + (m[0] * x + m[3] * y + m[6] * z);
    corners[i + 1] = body.y + (m[1] * x + m[4] * y + m[7] * z);
    corners[i + 2] = body.z + (m[2] * x + m[5] * y + m[8] * z);
  }
  const x = face.normalX;
  const y = face.normalY;
  const z = face.normalZ;
  face.normalX = m[0] * x + m[3] * y + m[6] * z;
  face.normalY = m[1] * x + m[4] * y + m[7] * z;
  face.normalZ = m[2] * x + m[5] * y + m[8] * z;
}

/** Writes the middle of a body, in the frame of the pair: a point inside of its core. */
export function writeBodyMiddle(out: Float64Array, { hull, axes, scale, x, y, z }: ConvexBody): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  if (hull === undefined) return;
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < 3; k++) out[axis] += axes[3 * k + axis] * scale * hull.centre[k];
  }
}

/** The two operands of the pair under way. */
export const bodyA = /* @__PURE__ */ new ConvexBody();
export const bodyB = /* @__PURE__ */ new ConvexBody();

const asked = new Float64Array(3);

function askBody(out: Float64Array, outOffset: number, body: ConvexBody, dx: number, dy: number, dz: number): number {
  asked[0] = dx;
  asked[1] = dy;
  asked[2] = dz;
  return writeBodySupport(out, outOffset, body, asked);
}

/** The supports of the two, for GJK and EPA. */
export const supportOfBodyA: Support = (out, outOffset, dx, dy, dz) => askBody(out, outOffset, bodyA, dx, dy, dz);
export const supportOfBodyB: Support = (out, outOffset, dx, dy, dz) => askBody(out, outOffset, bodyB, dx, dy, dz);

/** How far each of the two operands reaches: `bodyA`, `bodyB`. Written by `measureReaches`. */
export const reaches = new Float64Array(2);

/** How far a body reaches. Written by `measureReach`. */
export const bodyReach = new Float64Array(1);

/** Writes `bodyReach`: see `measureReaches`. */
export function measureReach(body: ConvexBody): void {
  if (body.hull === undefined) bodyReach[0] = body.halfX + body.halfY + body.halfZ;
  else bodyReach[0] = body.scale * body.hull.boundingRadius;
}

/** Writes to `bodyReach` the radius of a ball about the body's place that holds the core. */
export function measureBall({ hull, scale, halfX, halfY, halfZ }: ConvexBody): void {
  if (hull === undefined) bodyReach[0] = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ);
  else bodyReach[0] = scale * hull.boundingRadius;
}

/** Writes `reaches`, since V8 puts the number that a getter returns on the heap where it does not inline the call. */
export function measureReaches(): void {
  pairExtent[0] = 0;
  addReach(bodyA);
  reaches[0] = pairExtent[0];
  pairExtent[0] = 0;
  addReach(bodyB);
  reaches[1] = pairExtent[0];
}

/** The extent of both operands together, or somewhat more. Tolerances are given as shares of this extent. */
export const pairExtent = new Float64Array(1);

/** Writes `pairExtent`. */
export function measurePairExtent(): void {
  pairExtent[0] = Math.abs(bodyB.x) + Math.abs(bodyB.y) + Math.abs(bodyB.z);
  addReach(bodyA);
  addReach(bodyB);
}

/** Returns how the depth between `bodyA` and `bodyB` is polished. */
export function polishOfPair(): PolishDepth | undefined {
  return bodyA.core.polish ?? bodyB.core.polish;
}

function addReach(body: ConvexBody): void {
  if (body.hull === undefined) pairExtent[0] += body.halfX + body.halfY + body.halfZ;
  else pairExtent[0] += body.scale * body.hull.boundingRadius;
}
