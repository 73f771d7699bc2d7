import type { ColliderSet as Colliders } from '../../src/3d/collider-set.ts';
import { BODY_HALF_X, BODY_RADIUS, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../src/3d/geometry/body-pose.ts';
import { bodyA, bodyB, supportOfBodyA, supportOfBodyB } from '../../src/3d/geometry/convex/convex-body.ts';
import type { ConvexHull } from '../../src/3d/geometry/convex/convex-hull.ts';
import { type FlatHull, makeFlatHull } from '../../src/3d/geometry/convex/flat-hull.ts';
import { distanceGjkSupport } from '../../src/3d/geometry/convex/gjk.ts';
import { penetrationEpa } from '../../src/3d/geometry/convex/penetration-epa.ts';
import { createPointSupport } from '../../src/3d/geometry/convex/support.ts';
import '../../src/3d/kinds/shape-formats.ts';
import { addHullRoutines } from '../../src/3d/narrow-phase/hull-routines.ts';
import { loadBody } from '../../src/3d/narrow-phase/load-body.ts';
import { setPairOrigin } from '../../src/3d/narrow-phase/pair-origin.ts';
import { finishTriangle } from '../../src/3d/shapes/triangle-core.ts';
import { type ContactList, createContactList } from '../../src/core/contact-list.ts';
import { contactMargin } from '../../src/core/narrow-phase/contact-margin.ts';
import { KIND_STRIDE } from '../../src/core/narrow-phase/routine-table.ts';
import '../../src/3d/narrow-phase/narrow-phase.ts';
import { routines } from '../../src/3d/narrow-phase/routine-table.ts';
import { SHAPE_SPHERE } from '../../src/3d/shapes/shape-kind.ts';

/** A shape of a kind, as numbers of the stores describe it, and where it is. */
export interface PlacedCollider {
  readonly kind: number;
  readonly half: readonly number[];
  readonly radius: number;
  readonly hull?: ConvexHull;
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
}

/** The contact that a routine of the narrow phase has written for a pair. */
export interface PairContact {
  readonly count: number;
  readonly normal: readonly number[];
  /** x y z and separation of each point. */
  readonly points: readonly (readonly number[])[];
  readonly features: readonly number[];
}

const flats = new Map<ConvexHull, FlatHull>();

function flatOf(hull: ConvexHull): FlatHull {
  const known = flats.get(hull) ?? makeFlatHull(hull);
  flats.set(hull, known);
  return known;
}

function setOf(pair: readonly PlacedCollider[]): Colliders {
  const poses = new Float64Array(2 * BODY_STRIDE);
  for (const [slot, { kind, half, radius, position, quaternion }] of pair.entries()) {
    const at = BODY_STRIDE * slot;
    // The poses of spheres have no axes.
    if (kind !== SHAPE_SPHERE) writeBodyAxes(poses, at, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
    poses.set(position, at + BODY_X);
    poses.set(half, at + BODY_HALF_X);
    poses[at + BODY_RADIUS] = radius;
  }
  const set = {
    poses,
    kinds: new Uint8Array(pair.map(({ kind }) => kind)),
    handles: new Uint32Array([1, 2]),
    registry: {
      columns: {
        hulls: [undefined, pair[0].hull, pair[1].hull],
        flats: [undefined, ...pair.map(({ hull }) => (hull === undefined ? undefined : flatOf(hull)))],
      },
    },
    slots: { flags: new Uint8Array(2) },
  };
  return set as unknown as Colliders;
}

/** Collides two colliders as a tick does. */
export function collidePair(pair: readonly PlacedCollider[], margin = 0): PairContact {
  addHullRoutines();
  const set = setOf(pair);
  const list: ContactList = createContactList(3, 4, 4);
  contactMargin[0] = margin;
  routines[KIND_STRIDE * pair[0].kind + pair[1].kind]!(set, list, 0, 1);
  contactMargin[0] = 0;
  if (list.count === 0) return { count: 0, normal: [], points: [], features: [] };
  const count = list.flags[0] & 7;
  const points = [[...list.manifolds.subarray(3, 7)]];
  for (let i = 1; i < count; i++) points.push([...list.extraPoints.subarray(4 * i - 4, 4 * i)]);
  const features = count === 1 ? [list.featureOrExtra[0]] : [...list.extraFeatures.subarray(0, count)];
  return { count, normal: [...list.manifolds.subarray(0, 3)], points, features };
}

/**
 * The separation of the two by GJK and EPA to the last digits, whatever routine they have; normal and deepest points of
 * the cores are written to `out`. Leaves their cores in `bodyA` and `bodyB`.
 */
export function exactSeparation(pair: readonly PlacedCollider[], out = new Float64Array(9)): number {
  addHullRoutines();
  const set = setOf(pair);
  setPairOrigin(set, 0);
  loadBody(bodyA, set, 0);
  loadBody(bodyB, set, 1);
  const core = -penetrationEpa(out, 0, supportOfBodyA, supportOfBodyB);
  return core - (pair[0].radius + pair[1].radius);
}

/** The separation of a triangle (9 numbers, in the world) and a collider: the same way. */
export function separationFromTriangle(collider: PlacedCollider, corners: Float64Array): number {
  addHullRoutines();
  const set = setOf([collider, collider]);
  setPairOrigin(set, 0);
  loadBody(bodyB, set, 0);
  for (let i = 0; i < 9; i++) bodyA.corners[i] = corners[i] - collider.position[i % 3];
  bodyA.rounding = 0;
  finishTriangle(bodyA);
  const core = -penetrationEpa(new Float64Array(9), 0, supportOfBodyA, supportOfBodyB);
  return core - collider.radius;
}

const place = new Float64Array(3);
const supportOfPlace = createPointSupport(place, 0);

/** How far a point in the world is off the A (side 0) or B that `exactSeparation` has loaded. */
export function distanceToBody(side: number, point: readonly number[], [a]: readonly PlacedCollider[]): number {
  for (let axis = 0; axis < 3; axis++) place[axis] = point[axis] - a.position[axis];
  const body = side === 0 ? bodyA : bodyB;
  return distanceGjkSupport(supportOfPlace, side === 0 ? supportOfBodyA : supportOfBodyB) - body.rounding;
}

/**
 * The most that a contact's points, moved by half their separation each, are off the bodies `exactSeparation` has
 * loaded.
 */
export function farthestOff({ normal, points }: PairContact, pair: readonly PlacedCollider[]): number {
  let most = 0;
  for (const [x, y, z, gap] of points) {
    for (let side = 0; side < 2; side++) {
      const step = (side === 0 ? -0.5 : 0.5) * gap;
      const onSurface = [x + step * normal[0], y + step * normal[1], z + step * normal[2]];
      most = Math.max(most, distanceToBody(side, onSurface, pair));
    }
  }
  return most;
}
