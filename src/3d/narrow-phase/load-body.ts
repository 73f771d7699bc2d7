import type { ColliderSet } from '../collider-set.ts';
import { BODY_HALF_X, BODY_RADIUS, BODY_STRIDE, BODY_X, BODY_Y, BODY_Z } from '../geometry/body-pose.ts';
import type { ConvexBody, CoreShape } from '../geometry/convex/convex-body.ts';
import { boxCore } from '../shapes/box-core.ts';
import { capsuleCore } from '../shapes/capsule-core.ts';
import { coneCore } from '../shapes/cone-core.ts';
import { cylinderCore } from '../shapes/cylinder-core.ts';
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
export function setPairOrigin(set: ColliderSet, slot: number): void {
  const at = BODY_STRIDE * slot;
  pairOrigin[0] = set.poses[at + BODY_X];
  pairOrigin[1] = set.poses[at + BODY_Y];
  pairOrigin[2] = set.poses[at + BODY_Z];
}

/** Loads a convex collider into an operand, relative to `pairOrigin`. */
export function loadBody(body: ConvexBody, set: ColliderSet, slot: number): void {
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  body.core = cores[set.kinds[slot]]!;
  body.place(poses, at, pairOrigin[0], pairOrigin[1], pairOrigin[2]);
  body.rounding = poses[at + BODY_RADIUS];
  body.scale = poses[at + BODY_HALF_X];
  body.hull = isRegisteredKind(set.kinds[slot]) ? set.registry.columns.hulls[set.handles[slot]] : undefined;
}
