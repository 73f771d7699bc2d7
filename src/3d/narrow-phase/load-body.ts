import { BODY_HALF_X, BODY_RADIUS, BODY_STRIDE, BODY_X, BODY_Y, BODY_Z } from '../geometry/body-pose.ts';
import type { ConvexBody, CoreShape } from '../geometry/convex/convex-body.ts';
import type { ConvexHull } from '../geometry/convex/convex-hull.ts';
import { boxCore } from '../shapes/box-core.ts';
import { capsuleCore } from '../shapes/capsule-core.ts';
import { coneCore } from '../shapes/cone-core.ts';
import { cylinderCore } from '../shapes/cylinder-core.ts';
import type { PosedShapes } from '../shapes/posed-shapes.ts';
import {
  isRegisteredKind,
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CONE,
  SHAPE_CYLINDER,
  SHAPE_KIND_COUNT,
  SHAPE_SPHERE,
} from '../shapes/shape-kind.ts';
import { sphereCore } from '../shapes/sphere-core.ts';

/** By kind: the core. Kinds of registered shapes add theirs with their routines. */
export const cores: (CoreShape | undefined)[] = /* @__PURE__ */ inlineCores();

function inlineCores(): (CoreShape | undefined)[] {
  const table: (CoreShape | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);
  table[SHAPE_SPHERE] = sphereCore;
  table[SHAPE_CAPSULE] = capsuleCore;
  table[SHAPE_BOX] = boxCore;
  table[SHAPE_CYLINDER] = cylinderCore;
  table[SHAPE_CONE] = coneCore;
  return table;
}

/** The place of A in the pair under way, from which everything is measured. */
export const pairOrigin = new Float64Array(3);

/** Takes the place of a slot as that of A. */
export function setPairOrigin(set: Pick<PosedShapes, 'poses'>, slot: number): void {
  const at = BODY_STRIDE * slot;
  pairOrigin[0] = set.poses[at + BODY_X];
  pairOrigin[1] = set.poses[at + BODY_Y];
  pairOrigin[2] = set.poses[at + BODY_Z];
}

/** Loads a shape of one piece into an operand, relative to `pairOrigin`. */
export function loadBody(body: ConvexBody, { kinds, poses, handles, registry }: PosedShapes, slot: number): void {
  const kind = kinds[slot];
  const hull = isRegisteredKind(kind) ? registry.columns.hulls[handles[slot]] : undefined;
  loadPose(body, kind, poses, BODY_STRIDE * slot, hull, pairOrigin);
}

/** Loads a shape of a kind, which may have a hull, at the body pose `poses[at …]`, relative to a place. */
export function loadPose(
  body: ConvexBody,
  kind: number,
  poses: Float64Array,
  at: number,
  hull: ConvexHull | undefined,
  origin: Float64Array,
): void {
  body.core = cores[kind]!;
  body.place(poses, at, origin[0], origin[1], origin[2]);
  body.rounding = poses[at + BODY_RADIUS];
  body.scale = poses[at + BODY_HALF_X];
  body.hull = hull;
}
