import { FLAG_SENSOR } from '../../core/collider-slots.ts';
import type { ColliderSet } from '../collider-set.ts';
import { bodyA, type ConvexBody } from '../geometry/convex/convex-body.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { manifold } from './emit-contact.ts';
import { type Seams, seamNormal, seamPoint } from './seams.ts';
import { keepOpenPoints, writeSeamBody } from './settle-piece.ts';
import type { SurfaceSeams, SurfaceSeamsOf } from './surface-seams.ts';

const ALL_TRIANGLES = -1;

/** The triangles of seamless surfaces as parts of the union of all seamless colliders. */
export class SeamlessSurfaces implements SurfaceSeamsOf, SurfaceSeams {
  readonly #seams: Seams;
  #surface = 0;

  constructor(seams: Seams) {
    this.#seams = seams;
  }

  slotOf(set: ColliderSet, slot: number): number {
    return set === this.#seams.set ? slot : set.slots.index[slot];
  }

  between(set: ColliderSet, surface: number, body: number): SurfaceSeams | undefined {
    const seams = this.#seams;
    const { members } = seams;
    const slot = this.slotOf(set, surface);
    if (!members.has(slot) || (set.slots.flags[surface] & FLAG_SENSOR) !== 0 || !seams.prepare()) return undefined;
    if (body >= 0 && members.has(this.slotOf(set, body))) return undefined;
    this.#surface = slot;
    return this;
  }

  begin(origin: Float64Array): boolean {
    return this.#seams.begin(this.#surface, ALL_TRIANGLES, origin);
  }

  isNormalAt(point: Float64Array): boolean {
    writeSeamBody(true);
    for (let axis = 0; axis < 3; axis++) {
      seamNormal[axis] = manifold[axis];
      seamPoint[axis] = point[axis] + bodyA.rounding * manifold[axis];
    }
    return this.#seams.isNormal(bodyA);
  }

  isHidden(place: Float64Array): boolean {
    writeSeamBody(true);
    for (let axis = 0; axis < 3; axis++) {
      seamNormal[axis] = manifold[axis];
      seamPoint[axis] = place[axis];
    }
    return this.#seams.isHidden();
  }

  isOpenAt(triangle: ConvexBody, point: Float64Array): boolean {
    writeSeamBody(true);
    writeTriangleNormal(seamNormal, triangle.corners);
    for (let axis = 0; axis < 3; axis++) seamPoint[axis] = point[axis] + triangle.rounding * seamNormal[axis];
    return this.#seams.isNormalOfFace(triangle);
  }

  keepOpen(points: number, origin: Float64Array): number {
    writeSeamBody(true);
    return keepOpenPoints(this.#seams, points, origin, true);
  }
}
