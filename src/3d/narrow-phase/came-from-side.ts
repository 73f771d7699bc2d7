import { LEAST_FACING, WHOLE } from '../../core/one-way-side.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_STRIDE, writeBodyAxes } from '../geometry/body-pose.ts';
import {
  CORE_BOX,
  CORE_CONE,
  CORE_CYLINDER,
  CORE_HULL,
  CORE_OTHER,
  CORE_SEGMENT,
  CORE_TRIANGLE,
  ConvexBody,
  type CoreShape,
  writeBodyMiddle,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { PLANE_STRIDE } from '../geometry/convex/convex-hull.ts';
import { coldGjkCache } from '../geometry/convex/gjk.ts';
import { createEpaReport, findPenetration } from '../geometry/convex/penetration-epa.ts';
import { writeFieldCorners } from '../geometry/tree/height-field.ts';
import { placed, placeStored } from '../place-offset.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isRegisteredKind, SHAPE_HALF_SPACE, SHAPE_NONE, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { loadPose } from './load-body.ts';

/** The layout of the result of `measureSide`, see one-way-side.ts. */
export const SIDE_GAP = 3;
const SIDE_EXTENT = 4;
export const SIDE_POINT = 5;
export const SIDE_LENGTH = 8;

/** A shape of one piece, or a piece, in a pose. The body of a half-space has only axes, a place and a rounding. */
export interface PosedPiece {
  readonly body: ConvexBody;
  kind: number;
}

/** A piece of a one-way collider, and the directions that its flat surfaces face. */
export class OneWayPiece implements PosedPiece {
  readonly body = new ConvexBody();
  kind = SHAPE_NONE;
  /** Unit normals, three numbers each. */
  normals = new Float64Array(18);
  normalCount = 0;
  /** Whether each normal stands for itself and its opposite, as for a triangle, which has two sides. */
  isTwoSided = false;
}

/** The index at which the axis of a body begins along which shapes of revolution stand, and half-spaces face. */
const UP = 3;

const candidate = new Float64Array(SIDE_LENGTH);
const opposite = new Float64Array(3);
const support = new Float64Array(3);
const normal = new Float64Array(3);
const middle = new Float64Array(3);
/** How far the piece reaches along the candidate. */
const top = new Float64Array(1);
const height = new Float64Array(1);
const pieceMiddle = new Float64Array(3);

/** The result of `findPenetration`: the normal from A to B, the deepest points of A and of B. */
const depths = new Float64Array(9);
const report = /* @__PURE__ */ createEpaReport();
/** The corners of a triangle that is asked for. */
const corners = new Float64Array(9);

/** Writes a piece of a collider at a pose that need not be that of the last tick, relative to `origin`. */
function loadAt(
  piece: PosedPiece,
  set: ColliderSet,
  poses: Float64Array,
  slot: number,
  child: number,
  origin: Float64Array,
): void {
  const kind = set.kinds[slot];
  const at = BODY_STRIDE * slot;
  const composite = compositeOf(set, slot);
  piece.kind = kind;
  if (composite !== undefined) composite.record.pieces!.load(piece.body, composite, child, poses, at, origin);
  else {
    const hull = isRegisteredKind(kind) ? set.registry.columns.hulls[set.handles[slot]] : undefined;
    loadPose(piece.body, kind, poses, at, hull, origin);
  }
}

/** Writes a piece of a one-way collider as `loadAt` does, and the directions that its flat surfaces face. */
export function loadOneWayAt(
  piece: OneWayPiece,
  set: ColliderSet,
  poses: Float64Array,
  slot: number,
  child: number,
  origin: Float64Array,
): void {
  loadAt(piece, set, poses, slot, child, origin);
  piece.normalCount = 0;
  piece.isTwoSided = false;
  if (piece.kind === SHAPE_HALF_SPACE) return;
  const { body } = piece;
  const { form } = body.core;
  if (form === CORE_BOX) {
    piece.isTwoSided = true;
    for (let axis = 0; axis < 9; axis += 3) addNormal(piece, body.axes, axis);
  } else if (form === CORE_CYLINDER) {
    piece.isTwoSided = true;
    addNormal(piece, body.axes, UP);
  } else if (form === CORE_CONE) {
    for (let axis = 0; axis < 3; axis++) normal[axis] = 0 - body.axes[UP + axis];
    addNormal(piece, normal, 0);
  } else if (form === CORE_HULL) addFaces(piece);
  else if (form === CORE_TRIANGLE) {
    piece.isTwoSided = !compositeOf(set, slot)!.surface!.oneSided;
    writeTriangleNormal(normal, body.corners);
    addNormal(piece, normal, 0);
  }
}

function addNormal(piece: OneWayPiece, from: Float64Array, at: number): void {
  const to = 3 * piece.normalCount++;
  if (to + 3 > piece.normals.length) piece.normals = reserve(piece.normals, to + 3);
  for (let axis = 0; axis < 3; axis++) piece.normals[to + axis] = from[at + axis];
}

function addFaces(piece: OneWayPiece): void {
  const { axes, hull } = piece.body;
  const { planes, faceCount } = hull!;
  for (let face = 0; face < faceCount; face++) {
    const x = planes[PLANE_STRIDE * face];
    const y = planes[PLANE_STRIDE * face + 1];
    const z = planes[PLANE_STRIDE * face + 2];
    for (let axis = 0; axis < 3; axis++) normal[axis] = axes[axis] * x + axes[3 + axis] * y + axes[6 + axis] * z;
    addNormal(piece, normal, 0);
  }
}

/** The surface that `wholeCore` is the hull of: the one that `loadSolidAt` has written last. */
const whole: { shape: RegisteredShape | undefined } = { shape: undefined };

/** The hull of all triangles of a surface, of which only supports are asked. */
const wholeCore: CoreShape = {
  form: CORE_OTHER,
  polish: undefined,
  support(local, { scale }, direction) {
    const { positions, indices, triangleCount } = whole.shape!.surface!.tree!.mesh;
    let highest = -Infinity;
    let at = 0;
    for (let corner = 0; corner < 3 * triangleCount; corner++) {
      const v = 3 * (indices === undefined ? corner : indices[corner]);
      const along = direction[0] * positions[v] + direction[1] * positions[v + 1] + direction[2] * positions[v + 2];
      if (along <= highest) continue;
      highest = along;
      at = v;
    }
    for (let axis = 0; axis < 3; axis++) local[axis] = scale * positions[at + axis];
    return -1;
  },
  writeFace() {},
};

/**
 * Writes all pieces of a collider that is one solid, and otherwise the one piece, as `loadAt` does; adds pieces to the
 * list where it has too few. Returns how many it has written. A solid surface is one piece, whose support is that of
 * all its triangles. `WHOLE` as the child means all triangles of a mesh that is no solid, too.
 */
export function loadSolidAt(
  pieces: PosedPiece[],
  set: ColliderSet,
  poses: Float64Array,
  slot: number,
  child: number,
  origin: Float64Array,
): number {
  const composite = compositeOf(set, slot);
  const count = composite?.children === undefined ? 1 : composite.children.count;
  while (pieces.length < count) pieces.push({ body: new ConvexBody(), kind: SHAPE_NONE });
  const surface = composite?.surface;
  if (surface !== undefined && (surface.solid || (child === WHOLE && surface.tree !== undefined))) {
    const { body } = pieces[0];
    pieces[0].kind = set.kinds[slot];
    loadPose(body, SHAPE_SPHERE, poses, BODY_STRIDE * slot, undefined, origin);
    body.core = wholeCore;
    whole.shape = composite;
    return 1;
  }
  const isWhole = count > 1 || child === WHOLE;
  for (let i = 0; i < count; i++) loadAt(pieces[i], set, poses, slot, isWhole ? i : child, origin);
  return count;
}

/** Returns whether the pieces of a collider are the triangles of a surface. */
export function makesSheet(set: ColliderSet, slot: number): boolean {
  return compositeOf(set, slot)?.surface !== undefined;
}

/**
 * Returns whether a collider has a piece: a triangle that was there may have got a hole at a corner, and a collider may
 * have got a shape of fewer pieces.
 */
export function hasPiece(set: ColliderSet, slot: number, child: number): boolean {
  const composite = compositeOf(set, slot);
  if (composite === undefined) return child === 0;
  const { children, surface } = composite;
  if (children !== undefined) return child < children.count;
  const field = surface?.field;
  if (field === undefined) return surface?.tree === undefined || child < surface.tree.mesh.triangleCount;
  return child < 2 * (field.columns - 1) * (field.rows - 1) && writeFieldCorners(corners, field, child);
}

/** Whether a tick writes the rotation of a collider to its pose. */
export const hasTurn = ({ kinds }: ColliderSet, slot: number): boolean => kinds[slot] !== SHAPE_SPHERE;

/**
 * Writes the axes of a collider's rotation. A sphere's pose has none, but the direction of its solid side turns with
 * it, so they are computed from its transform.
 */
export function writeTurn(out: Float64Array, at: number, set: ColliderSet, slot: number): void {
  if (hasTurn(set, slot)) {
    for (let k = 0; k < 9; k++) out[at + k] = set.poses[BODY_STRIDE * slot + BODY_AXES + k];
    return;
  }
  placeStored(set, set.slots.index[slot]);
  writeBodyAxes(out, at, placed[3], placed[4], placed[5], placed[6]);
}

/** Lengths between these limits have squares that keep all their digits. */
const LEAST_SQUARE = 1e-280;
const LARGEST_SQUARE = 1e300;

/** Turns a direction of any length by the axes that begin at `turns[at]` to one of length 1; (0, 0, 0) for none. */
export function turnDirection(out: Float64Array, turns: Float64Array, at: number): void {
  let x = out[0];
  let y = out[1];
  let z = out[2];
  const square = x * x + y * y + z * z;
  if (!(square > LEAST_SQUARE && square < LARGEST_SQUARE)) {
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    x /= largest;
    y /= largest;
    z /= largest;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  for (let axis = 0; axis < 3; axis++) {
    const turned = turns[at + axis] * x + turns[at + 3 + axis] * y + turns[at + 6 + axis] * z;
    out[axis] = length > 0 ? turned / length : 0;
  }
}

/**
 * Measures the position of a shape of `count` pieces relative to a one-way piece whose solid side faces `side`: finds
 * the direction, among those that the surfaces on that side face, along which the shape is farthest out. All operands
 * are in one frame.
 *
 * The distance is −Infinity where there is no such direction: for a half-space or the outside of a triangle that faces
 * elsewhere, and for a half-space that reaches around the piece.
 */
export function measureSide(
  out: Float64Array,
  one: OneWayPiece,
  side: Float64Array,
  pieces: readonly PosedPiece[],
  count: number,
): void {
  const { body, normals, normalCount, isTwoSided } = one;
  const isPlane = one.kind === SHAPE_HALF_SPACE;
  out[SIDE_GAP] = -Infinity;
  out[SIDE_EXTENT] = 0;
  if (isPlane || pieces[0].kind === SHAPE_HALF_SPACE) {
    const { axes } = isPlane ? body : pieces[0].body;
    for (let axis = 0; axis < 3; axis++) candidate[axis] = isPlane ? axes[UP + axis] : 0 - axes[UP + axis];
    if (faces(side)) takeAtPlane(out, one, pieces, count);
    return;
  }
  if (body.core.form === CORE_TRIANGLE && !isTwoSided) {
    for (let axis = 0; axis < 3; axis++) candidate[axis] = 0 - normals[axis];
    if (faces(side)) return;
  }
  for (let axis = 0; axis < 3; axis++) candidate[axis] = side[axis];
  take(out, one, pieces, count);
  for (let i = 0; i < normalCount; i++) {
    const at = 3 * i;
    const along = normals[at] * side[0] + normals[at + 1] * side[1] + normals[at + 2] * side[2];
    const sign = isTwoSided && along < 0 ? -1 : 1;
    for (let axis = 0; axis < 3; axis++) candidate[axis] = sign * normals[at + axis];
    if (faces(side)) take(out, one, pieces, count);
  }
  measureRound(out, one, side, pieces, count);
}

/**
 * Measures along one more direction, and writes the result if the shape is farther out along it: as `measureSide`. A
 * half-space is measured along its normal instead, as it has no end along any other direction.
 */
export function measureAlong(
  out: Float64Array,
  one: OneWayPiece,
  direction: Float64Array,
  pieces: readonly PosedPiece[],
  count: number,
): void {
  if (pieces[0].kind === SHAPE_HALF_SPACE) {
    const { axes } = pieces[0].body;
    for (let axis = 0; axis < 3; axis++) candidate[axis] = 0 - axes[UP + axis];
    takeAtPlane(out, one, pieces, count);
    return;
  }
  for (let axis = 0; axis < 3; axis++) candidate[axis] = direction[axis];
  take(out, one, pieces, count);
}

/** Measures along the direction in which a curved surface of the piece faces the shape, see `measureSide`. */
function measureRound(
  out: Float64Array,
  one: OneWayPiece,
  side: Float64Array,
  pieces: readonly PosedPiece[],
  count: number,
): void {
  const { body } = one;
  const { form } = body.core;
  if (form === CORE_SEGMENT || form === CORE_CYLINDER || form === CORE_CONE) {
    writeMiddle(middle, pieces, count);
    if (writeSideways(candidate, body) && faces(side)) take(out, one, pieces, count);
  }
  if (body.rounding > 0) measureRims(out, one, side, pieces, count);
}

/**
 * Measures along the shortest ways from a piece to the pieces of the shape, or out of them: as `measureSide`. The way
 * from a half-space is along its normal, which `measureSide` has measured.
 */
export function measureRims(
  out: Float64Array,
  one: OneWayPiece,
  side: Float64Array,
  pieces: readonly PosedPiece[],
  count: number,
): void {
  if (pieces[0].kind === SHAPE_HALF_SPACE) return;
  const { body } = one;
  const { polish } = body.core;
  for (let i = 0; i < count; i++) {
    const other = pieces[i].body;
    findPenetration(depths, 0, body, other, coldGjkCache(), report, polish ?? other.core.polish);
    for (let axis = 0; axis < 3; axis++) candidate[axis] = depths[axis];
    if (faces(side)) take(out, one, pieces, count);
  }
}

/** Writes the normal of the side of a capsule, cylinder or cone that looks to `middle`; false for none. */
function writeSideways(out: Float64Array, { axes, core, halfX, halfY, x, y, z }: ConvexBody): boolean {
  const dx = middle[0] - x;
  const dy = middle[1] - y;
  const dz = middle[2] - z;
  const along = dx * axes[UP] + dy * axes[UP + 1] + dz * axes[UP + 2];
  const ox = dx - along * axes[UP];
  const oy = dy - along * axes[UP + 1];
  const oz = dz - along * axes[UP + 2];
  const length = Math.sqrt(ox * ox + oy * oy + oz * oz);
  if (!(length > 0)) return false;
  // The side of a cone leans towards its apex: over a height of 2 · halfY, it comes in by halfX.
  const rise = core.form === CORE_CONE ? halfX : 0;
  const run = core.form === CORE_CONE ? 2 * halfY : 1;
  const slant = Math.sqrt(rise * rise + run * run);
  const outwards = run / (slant * length);
  const upwards = rise / slant;
  out[0] = outwards * ox + upwards * axes[UP];
  out[1] = outwards * oy + upwards * axes[UP + 1];
  out[2] = outwards * oz + upwards * axes[UP + 2];
  return true;
}

function faces(side: Float64Array): boolean {
  return candidate[0] * side[0] + candidate[1] * side[1] + candidate[2] * side[2] > LEAST_FACING;
}

/** Makes the candidate the direction if the shape is farther out along it. */
function take(out: Float64Array, { body }: OneWayPiece, pieces: readonly PosedPiece[], count: number): void {
  writeBodySupport(support, 0, body, candidate);
  writeHeight();
  top[0] = height[0] + body.rounding;
  takeAbove(out, pieces, count);
}

/** Does what `take` does, where the piece ends at the height `top[0]` along the candidate. */
function takeAbove(out: Float64Array, pieces: readonly PosedPiece[], count: number): void {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let axis = 0; axis < 3; axis++) opposite[axis] = 0 - candidate[axis];
  for (let i = 0; i < count; i++) {
    const { body } = pieces[i];
    writeBodySupport(support, 0, body, candidate);
    writeHeight();
    highest = Math.max(highest, height[0] + body.rounding);
    writeBodySupport(support, 0, body, opposite);
    writeHeight();
    if (height[0] - body.rounding >= lowest) continue;
    lowest = height[0] - body.rounding;
    for (let axis = 0; axis < 3; axis++) {
      candidate[SIDE_POINT + axis] = support[axis] + body.rounding * opposite[axis];
    }
  }
  candidate[SIDE_GAP] = lowest - top[0];
  candidate[SIDE_EXTENT] = highest - lowest;
  if (candidate[SIDE_GAP] > out[SIDE_GAP]) out.set(candidate);
}

/**
 * Does what `take` does where one of the two is a half-space and the candidate points along its normal or against it.
 * The plane of the half-space is one point along this direction, so only the extent of the other shape counts.
 */
function takeAtPlane(out: Float64Array, one: OneWayPiece, pieces: readonly PosedPiece[], count: number): void {
  const plane = (one.kind === SHAPE_HALF_SPACE ? one : pieces[0]).body;
  const ofPlane = candidate[0] * plane.x + candidate[1] * plane.y + candidate[2] * plane.z;
  if (one.kind === SHAPE_HALF_SPACE) {
    top[0] = ofPlane + plane.rounding;
    takeAbove(out, pieces, count);
    return;
  }
  const { body } = one;
  for (let axis = 0; axis < 3; axis++) opposite[axis] = 0 - candidate[axis];
  writeBodySupport(support, 0, body, opposite);
  writeHeight();
  const lowest = height[0] - body.rounding;
  writeBodySupport(support, 0, body, candidate);
  writeHeight();
  const highest = height[0] + body.rounding;
  const gap = ofPlane - plane.rounding - highest;
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = candidate[axis];
    out[SIDE_POINT + axis] = support[axis] + (body.rounding + gap) * candidate[axis];
  }
  out[SIDE_GAP] = gap;
  out[SIDE_EXTENT] = highest - lowest;
}

/** Writes how far the support lies along the candidate: V8 puts a number on the heap that a function returns. */
function writeHeight(): void {
  height[0] = support[0] * candidate[0] + support[1] * candidate[1] + support[2] * candidate[2];
}

/** Writes the mean of the middles of all pieces. */
function writeMiddle(out: Float64Array, pieces: readonly PosedPiece[], count: number): void {
  out.fill(0);
  for (let i = 0; i < count; i++) {
    const { body } = pieces[i];
    const { core, corners, axes, scale } = body;
    writeBodyMiddle(pieceMiddle, body);
    for (let axis = 0; axis < 3; axis++) {
      let place = pieceMiddle[axis];
      if (core.form === CORE_TRIANGLE) place = (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3;
      else if (core === wholeCore) {
        const { bounds } = whole.shape!.surface!;
        for (let k = 0; k < 3; k++) place += (axes[3 * k + axis] * scale * (bounds[k] + bounds[3 + k])) / 2;
      }
      out[axis] += place / count;
    }
  }
}
