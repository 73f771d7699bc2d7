import { BODY_HALF_X, BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { type ConvexBody, type CoreShape, NO_CORE } from '../geometry/convex/convex-body.ts';
import type { ConvexHull } from '../geometry/convex/convex-hull.ts';
import { boxCore } from '../shapes/box-core.ts';
import { capsuleCore } from '../shapes/capsule-core.ts';
import type { PosedShapes } from '../shapes/posed-shapes.ts';
import {
  isRegisteredKind,
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_HALF_SPACE,
  SHAPE_KIND_COUNT,
  SHAPE_SPHERE,
} from '../shapes/shape-kind.ts';
import { sphereCore } from '../shapes/sphere-core.ts';
import { pairOrigin } from './pair-origin.ts';

/** By kind: its core. The makers of kinds other than these four add their cores together with their routines. */
export const cores: (CoreShape | undefined)[] = /* @__PURE__ */ plainCores();

function plainCores(): (CoreShape | undefined)[] {
  const table: (CoreShape | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);
  table[SHAPE_SPHERE] = sphereCore;
  table[SHAPE_CAPSULE] = capsuleCore;
  table[SHAPE_BOX] = boxCore;
  table[SHAPE_HALF_SPACE] = NO_CORE;
  return table;
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
  body.place(poses, at, origin);
  body.rounding = poses[at + BODY_RADIUS];
  body.scale = poses[at + BODY_HALF_X];
  body.hull = hull;
}
