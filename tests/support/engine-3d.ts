import { column, type SpecOf } from '../../components/store.ts';
import { boxHierarchy } from '../../src/3d/bvh/box-hierarchy.ts';
import type { BoundsKernels } from '../../src/core/broad-phase/bounds-kernels.ts';
import {
  HOPELESS,
  PREDICTION_MARGIN,
  PREDICTION_MIDDLE,
  PREDICTION_NEW_MARGIN,
  PREDICTION_SPREAD,
  PREDICTION_SUM,
} from '../../src/core/broad-phase/make-fat-aabbs.ts';
import { boundsOverlap } from '../../src/core/bvh/bounds-overlap.ts';
import type { ColliderSet as Colliders, ShapeColumns as CommonColumns } from '../../src/core/collider-set.ts';
import { type ColliderSlots, FLAG_SENSOR, INVALID_SLOT } from '../../src/core/collider-slots.ts';
import {
  addContact,
  beginContacts,
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
} from '../../src/core/contact-list.ts';
import type { ContactTracking } from '../../src/core/contact-tracking.ts';
import { CollisionError } from '../../src/core/errors.ts';
import type { Collision } from '../../systems/core/collision.ts';
import { createEngine, type EngineOptions } from '../../systems/core/create-engine.ts';
import type { Dimension, DimensionTypes } from '../../systems/core/dimension.ts';
import type { ContactCursor } from '../../systems/core/events/dispatch.ts';

/*
 * An engine of space as small as can be: spheres and upright boxes, one point a contact. It proves that the stages of
 * the plane's engine do not know the plane.
 */

const SPHERE = 1;
const BOX = 2;
const BOUNDS_STRIDE = 6;

export interface Transform3d {
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
}

const transformSpec: SpecOf<Transform3d> = {
  x: column(Float64Array),
  y: column(Float64Array),
  z: column(Float64Array),
};

export interface Collider3d extends CommonColumns {
  /** Radius of a sphere. */
  radius: Float64Array;
  /** Half extents of a box. */
  halfX: Float64Array;
  halfY: Float64Array;
  halfZ: Float64Array;
}

const colliderSpec: SpecOf<Collider3d> = {
  kind: column(Uint8Array),
  radius: column(Float64Array),
  halfX: column(Float64Array),
  halfY: column(Float64Array),
  halfZ: column(Float64Array),
  shape: column(Uint32Array),
  categoryBits: column(Uint32Array, 1),
  maskBits: column(Uint32Array, 0xffffffff),
  groupIndex: column(Int32Array),
};

export const sphere = (radius: number) => ({ kind: SPHERE, radius, halfX: 0, halfY: 0, halfZ: 0 });
export const block = (halfX: number, halfY: number, halfZ: number) => ({ kind: BOX, radius: 0, halfX, halfY, halfZ });

type Set3d = Colliders<Transform3d, Collider3d>;

/** A contact as handlers see it. */
export class Contact3d implements ContactCursor {
  a = 0;
  b = 0;
  separation = 0;
  normal: [number, number, number] = [0, 0, 0];
  id = 0;
  age = 0;
  readonly #slots: ColliderSlots;
  readonly #list: ContactList;
  readonly #tracking: ContactTracking;

  constructor(tracking: ContactTracking) {
    this.#slots = tracking.slots;
    this.#list = tracking.list;
    this.#tracking = tracking;
  }

  show(row: number, flipped: boolean): void {
    const list = this.#list;
    const first = this.#slots.entity[list.slotA[row]];
    const second = this.#slots.entity[list.slotB[row]];
    this.a = flipped ? second : first;
    this.b = flipped ? first : second;
    this.age = this.#tracking.tick - list.beginTick[row];
    this.id = list.id[row];
    const at = row * list.manifoldStride;
    const hasPoint = (list.flags[row] & CONTACT_POINT_COUNT_MASK) > 0;
    const sign = flipped ? -1 : 1;
    const { manifolds } = list;
    this.normal = hasPoint ? [sign * manifolds[at], sign * manifolds[at + 1], sign * manifolds[at + 2]] : [0, 0, 0];
    this.separation = hasPoint ? manifolds[at + 6] : -Infinity;
  }
}

const kernels: BoundsKernels = {
  boundsStride: BOUNDS_STRIDE,
  findEscaped(escaped, inside, fatAabbs, bounds, items, count) {
    let escapedCount = 0;
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      let isInside = true;
      for (let axis = 0; axis < 3; axis++) {
        const at = BOUNDS_STRIDE * slot + axis;
        isInside &&= bounds[at] >= fatAabbs[at] && bounds[at + 3] <= fatAabbs[at + 3];
      }
      if (isInside) inside[slot] = 1;
      else escaped[escapedCount++] = slot;
    }
    return escapedCount;
  },
  growFatAabbs(terms, fat, startBounds, bounds, items, count) {
    const { fatAabbs, pairs } = fat;
    let moved = 0;
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      const at = BOUNDS_STRIDE * slot;
      const isNew = !(startBounds[at] < Infinity);
      const around = terms[isNew ? PREDICTION_NEW_MARGIN : PREDICTION_MARGIN];
      const box = bounds.subarray(at, at + BOUNDS_STRIDE);
      const motion = Array.from(box, (side, i) => (isNew ? 0 : side - startBounds[at + i]));
      if (motion.some((side) => side !== 0)) moved++;
      const sizes = [0, 1, 2].map((axis) => box[axis + 3] - box[axis]);
      const ways = [0, 1, 2].map((axis) => motion[axis] + motion[axis + 3]);
      const sum = (values: number[]): number => values.reduce((total, value) => total + Math.abs(value), 0);
      const limit = sum(sizes);
      if (!(sum(ways) * terms[PREDICTION_SPREAD] < HOPELESS * limit && limit < Infinity)) continue;
      for (let axis = 0; axis < 3; axis++) {
        const way = ways[axis] * terms[PREDICTION_MIDDLE];
        const growth = Math.abs(motion[axis + 3] - motion[axis]) * terms[PREDICTION_MIDDLE];
        const reach = around + Math.abs(ways[axis]) * terms[PREDICTION_SPREAD] + growth;
        fatAabbs[at + axis] = box[axis] + way - reach;
        fatAabbs[at + axis + 3] = box[axis + 3] + way + reach;
      }
      terms[PREDICTION_SUM] += sum(ways);
      pairs.pairs[fat.memberCount++] = slot;
    }
    return moved;
  },
  copyOverlapping(to, count, pairs, start, end, bounds, inside, anyA) {
    let kept = count;
    for (let i = start; i < end; i++) {
      const a = pairs[2 * i];
      const b = pairs[2 * i + 1];
      if (((inside[a] | anyA) & inside[b]) === 0 || !boundsOverlap(bounds, 3, a, b)) continue;
      to[2 * kept] = a;
      to[2 * kept + 1] = b;
      kept++;
    }
    return kept;
  },
};

/** The columns of the half extents of a core: all zero for the point of a sphere, those of the box for a box. */
const HALF = ['halfX', 'halfY', 'halfZ'] as const;
const AXES = ['x', 'y', 'z'] as const;

function computeBounds(set: Set3d, items: Uint32Array, count: number, active: Uint32Array): number {
  const { shape, transform, slots, bounds, kinds, poses } = set;
  let activeCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const index = slots.index[slot];
    kinds[slot] = shape.kind[index];
    // No collider is marked as having the default filter, so all pairs are asked.
    slots.defaultFilter[slot] = 0;
    if (shape.kind[index] === 0) continue;
    let isUsable = true;
    for (let axis = 0; axis < 3; axis++) {
      const centre = transform[AXES[axis]][index];
      const half = shape[HALF[axis]][index] + shape.radius[index] + set.margin / 2;
      poses[3 * slot + axis] = centre;
      bounds[BOUNDS_STRIDE * slot + axis] = centre - half;
      bounds[BOUNDS_STRIDE * slot + 3 + axis] = centre + half;
      isUsable &&= Number.isFinite(centre) && half > 0;
    }
    if (isUsable) active[activeCount++] = slot;
    else if (set.refused === INVALID_SLOT) set.refused = slot;
  }
  return activeCount;
}

/** The signed separation of two colliders along the normal it writes, from A to B. */
export function separate(normal: Float64Array, set: Set3d, slotA: number, slotB: number): number {
  const { shape, slots, poses } = set;
  const a = slots.index[slotA];
  const b = slots.index[slotB];
  let squared = 0;
  let shallowest = -Infinity;
  let across = 0;
  for (let axis = 0; axis < 3; axis++) {
    const to = poses[3 * slotB + axis] - poses[3 * slotA + axis];
    const gap = Math.abs(to) - shape[HALF[axis]][a] - shape[HALF[axis]][b];
    normal[axis] = gap > 0 ? Math.sign(to) * gap : 0;
    squared += normal[axis] * normal[axis];
    if (gap > shallowest) {
      shallowest = gap;
      across = axis;
    }
  }
  const distance = Math.sqrt(squared);
  for (let axis = 0; axis < 3; axis++) {
    if (distance > 0) normal[axis] /= distance;
    else normal[axis] = axis === across ? (poses[3 * slotB + axis] < poses[3 * slotA + axis] ? -1 : 1) : 0;
  }
  return (distance > 0 ? distance : shallowest) - shape.radius[a] - shape.radius[b];
}

const normal = new Float64Array(3);

export const space: Dimension<Set3d> = {
  axes: 3,
  poseStride: 3,
  maxPoints: 1,
  transformSpec,
  colliderSpec,
  positionColumns: AXES,
  hierarchy: boxHierarchy,
  hierarchyNames: 'a hierarchy of space',
  kernels,
  shapes: {
    lastInlineKind: BOX,
    extents: [],
    changesInPlace: new Uint8Array(BOX + 1),
    noColumns: {},
    copyColumns: (columns) => columns,
    setColumns: () => {},
  },
  computeBounds,
  explainInvalid(set, slot) {
    throw new CollisionError('invalid-number', `entity ${set.slots.entity[slot]} has no place or size`);
  },
  collide(set, { pairs, accepted, count }, list) {
    beginContacts(list);
    for (let i = 0; i < count; i++) {
      const a = pairs[2 * i];
      const b = pairs[2 * i + 1];
      if (accepted[i] === 0) continue;
      const separation = separate(normal, set, a, b);
      if (separation > set.margin) continue;
      const touching = separation <= 0 ? CONTACT_TOUCHING : 0;
      const isSensed = ((set.slots.flags[a] | set.slots.flags[b]) & FLAG_SENSOR) !== 0;
      if (isSensed && touching === 0) continue;
      const row = addContact(list, a, b, 0, 0, isSensed ? touching : touching | 1);
      for (let axis = 0; axis < 3; axis++) {
        list.manifolds[list.manifoldStride * row + axis] = normal[axis];
        list.manifolds[list.manifoldStride * row + 3 + axis] = set.poses[3 * a + axis];
      }
      list.manifolds[list.manifoldStride * row + 6] = separation;
    }
  },
  makeView: (tracking) => new Contact3d(tracking),
};

export interface SpaceTypes extends DimensionTypes {
  readonly transform: Transform3d;
  readonly collider: Collider3d;
  readonly contact: Contact3d;
  readonly set: Set3d;
}

export function createCollision3d(world: object, options: EngineOptions = {}): Collision<SpaceTypes> {
  return createEngine<SpaceTypes>(space, world, options);
}
