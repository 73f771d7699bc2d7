import { featureOf } from '../../core/collider-set.ts';
import type { ContactList } from '../../core/contact-list.ts';
import { createIndexList } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { bodyB, type ConvexBody, writeBodySupport } from '../geometry/convex/convex-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_COMPOUND, SHAPE_HALF_SPACE, SHAPE_HULL, SHAPE_KIND_COUNT, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import type { SurfaceContacts } from '../shapes/surface.ts';
import { triangleCore } from '../shapes/triangle-core.ts';
import { PLANE_MARGIN, PLANE_RADIUS, planeSizes, writePlaneContact } from './collide-half-space.ts';
import { findChildren, slotBox, worldBox } from './find-children.ts';
import { isPlacedLarger, isSurfaceLarger, writeWholeMiddle } from './larger-surface.ts';
import { loadBody } from './load-body.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';
import { makePairSet } from './pair-set.ts';
import { routines } from './routine-table.ts';
import { collideTriangles } from './surface-contacts.ts';
import { addToPatch, clearPatches, emitPatches, loadPatch, patchCount, triangleOfPatch } from './surface-patches.ts';
import { SURFACE_SEAMS, type SurfaceSeams } from './surface-seams.ts';

const triangles = /* @__PURE__ */ createIndexList(64);
const others = /* @__PURE__ */ createIndexList(64);
const corner = new Float64Array(3);
const towards = new Float64Array(3);
/** The plane of the half-space of a query. */
const plane = new Float64Array(4);

const NONE = -1;

/** Returns the seams that a surface has where it meets a body; undefined where it has none: see `SurfaceSeamsOf`. */
function seamsOf(set: ColliderSet, surface: number, body: number): SurfaceSeams | undefined {
  return featureOf(set, SURFACE_SEAMS)?.between(set, surface, body);
}

/** Finds the contacts of a surface as A with a collider as B. */
type FindContacts = (set: ColliderSet, surface: number, other: number) => void;

function findConvex(set: ColliderSet, surface: number, convex: number): void {
  const shape = registeredOf(set, surface);
  slotBox(set, convex);
  findChildren(set, surface, shape, triangles);
  if (triangles.count === 0 && !shape.surface!.solid) return;
  setPairOrigin(set, convex);
  loadBody(bodyB, set, convex);
  const seams = seamsOf(set, surface, convex);
  collideTriangles(set, surface, shape, triangles, 0, pairOrigin, contactMargin, seams);
}

function findHalfSpace(set: ColliderSet, surface: number, halfSpace: number): void {
  slotBox(set, halfSpace);
  setPairOrigin(set, halfSpace);
  const at = BODY_STRIDE * halfSpace;
  planeSizes[PLANE_RADIUS] = set.poses[at + BODY_RADIUS];
  planeSizes[PLANE_MARGIN] = contactMargin[0];
  collidePlane(set, surface, set.poses, at + BODY_AXES + 3);
}

/** Collides the triangles of a surface with the children of a composite near them, each child as a convex body. */
function findComposite(set: ColliderSet, surface: number, composite: number): void {
  const shape = registeredOf(set, surface);
  const other = registeredOf(set, composite);
  const seams = seamsOf(set, surface, composite);
  slotBox(set, surface);
  findChildren(set, composite, other, others);
  setPairOrigin(set, composite);
  writeWholeMiddle(set, composite);
  for (let i = 0; i < others.count; i++) {
    other.record.pieces!.load(bodyB, other, others.items[i], set.poses, BODY_STRIDE * composite, pairOrigin);
    writeBodyBox(bodyB, contactMargin[0]);
    findChildren(set, surface, shape, triangles);
    collideTriangles(set, surface, shape, triangles, others.items[i], pairOrigin, contactMargin, seams);
  }
}

/** Writes the bounds of a body, which stands relative to the origin of pairs, to `worldBox`, grown by a margin. */
function writeBodyBox(body: ConvexBody, margin: number): void {
  const grow = margin + body.rounding;
  if (body.core === triangleCore) {
    const { corners } = body;
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[axis];
      const b = corners[3 + axis];
      const c = corners[6 + axis];
      worldBox[axis] = pairOrigin[axis] + Math.min(a, b, c) - grow;
      worldBox[3 + axis] = pairOrigin[axis] + Math.max(a, b, c) + grow;
    }
    return;
  }
  for (let axis = 0; axis < 3; axis++) {
    for (let side = -1; side <= 1; side += 2) {
      for (let i = 0; i < 3; i++) towards[i] = i === axis ? side : 0;
      writeBodySupport(corner, 0, body, towards);
      worldBox[side < 0 ? axis : 3 + axis] = pairOrigin[axis] + corner[axis] + side * grow;
    }
  }
}

/**
 * Collides all triangles that are below a plane through the origin of pairs, whose unit normal is `axes[at …]`;
 * `planeSizes` are those of `writePlaneContact`.
 */
function collidePlane(set: ColliderSet, surface: number, axes: Float64Array, at: number): void {
  const shape = registeredOf(set, surface);
  findChildren(set, surface, shape, triangles);
  for (let i = 0; i < triangles.count; i++) {
    const triangle = triangles.items[i];
    shape.record.pieces!.load(bodyB, shape, triangle, set.poses, BODY_STRIDE * surface, pairOrigin);
    const points = writePlaneContact(axes, at, -1);
    if (points > 0) addToPatch(triangle, 0, points);
  }
}

/** Writes the routines of two kinds, of which the one is a surface, into the table. */
function addRoutines(surface: number, kind: number, find: FindContacts): void {
  setRoutines(
    routines,
    surface,
    kind,
    (set, list, slotA, slotB) => {
      clearPatches();
      find(set, slotA, slotB);
      emitPatches(list, set.slots, slotA, slotB, true);
    },
    (set, list, slotA, slotB) => {
      clearPatches();
      find(set, slotB, slotA);
      emitPatches(list, set.slots, slotA, slotB, false);
    },
  );
}

/**
 * Collides two surfaces: the triangles of one of them are collided with the other, which is the seamless one of the
 * two, or else the larger one. The result does not depend on which entity came first.
 */
function collideSurfaces(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const isSurfaceA =
    seamsOf(set, slotA, slotB) !== undefined ||
    (seamsOf(set, slotB, slotA) === undefined && isSurfaceLarger(set, slotA, slotB));
  clearPatches();
  findComposite(set, isSurfaceA ? slotA : slotB, isSurfaceA ? slotB : slotA);
  emitPatches(list, set.slots, slotA, slotB, isSurfaceA);
}

/** Writes how surfaces of a kind collide with all kinds. */
export function addSurfaceRoutines(surface: number): void {
  for (let kind = SHAPE_SPHERE; kind <= SHAPE_HULL; kind++) {
    addRoutines(surface, kind, kind === SHAPE_HALF_SPACE ? findHalfSpace : findConvex);
  }
  for (let kind = SHAPE_COMPOUND + 1; kind < SHAPE_KIND_COUNT; kind++) {
    setRoutines(routines, surface, kind, collideSurfaces, collideSurfaces);
  }
}

/** The contacts of surfaces with bodies of queries. */
export const surfaceContacts: SurfaceContacts<RegisteredShape> = {
  find: findOfQuery,
  findPlaced,
  isPlacedLarger: ({ surface }, pose, set: ColliderSet, slot) => isPlacedLarger(surface!, pose, set, slot),
  writeWholeMiddle,
  load: (i) => loadPatch(i, 1),
  triangleOf: triangleOfPatch,
};

function findOfQuery(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  isHalfSpace: boolean,
  margin: Float64Array,
): number {
  clearPatches();
  if (isHalfSpace) {
    for (let axis = 0; axis < 3; axis++) plane[axis] = bodyB.axes[3 + axis];
    planeSizes[PLANE_RADIUS] = bodyB.rounding;
    planeSizes[PLANE_MARGIN] = margin[0];
    collidePlane(set, slot, plane, 0);
  } else {
    findChildren(set, slot, shape, triangles);
    collideTriangles(set, slot, shape, triangles, 0, pairOrigin, margin, seamsOf(set, slot, NONE));
  }
  return patchCount();
}

/** A surface that a query has placed, as the only collider of a set. */
let placedSet: ColliderSet | undefined;

function findPlaced(shape: RegisteredShape, pose: Float64Array, bounds: Float64Array, margin: Float64Array): number {
  placedSet ??= makePairSet();
  placedSet.registry.shapes[1] = shape;
  placedSet.kinds[0] = shape.record.kind;
  for (let i = 0; i < BODY_STRIDE; i++) placedSet.poses[i] = pose[i];
  for (let axis = 0; axis < 3; axis++) placedSet.poses[BODY_X + axis] = pairOrigin[axis];
  for (let side = 0; side < 6; side++) placedSet.bounds[side] = bounds[side];
  const count = findOfQuery(placedSet, 0, shape, false, margin);
  placedSet.registry.shapes[1] = undefined;
  return count;
}
