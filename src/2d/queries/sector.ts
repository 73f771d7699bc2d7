import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  CLOSEST_DISTANCE,
  CLOSEST_LENGTH,
  CLOSEST_NORMAL_X,
  CLOSEST_NORMAL_Y,
} from '../geometry/closest/closest-point-piece.ts';
import {
  HIT_FRACTION,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_X,
  RAY_Y,
} from '../geometry/ray/cast-ray-piece.ts';
import { HIT_WITH_POINT_LENGTH } from './cast-piece.ts';
import { castRayChild, castRayCollider, rayToLocal } from './cast-ray-collider.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { pointToLocal } from './local-frame.ts';
import { createPieceCursor } from './pieces.ts';

/** A sector of a disc, about a direction: the field of view of a watcher facing that way. */
export interface Sector {
  readonly apex: Float64Array;
  /** The unit vector that the sector faces. */
  readonly facing: Float64Array;
  radius: number;
  /** The cosine of half the sector's angle, which is 0 to π; −Infinity for the whole disc, which has no sides. */
  cosine: number;
  /** The two straight sides of the sector, as rays from the apex as long as the radius. */
  readonly sides: readonly [Float64Array, Float64Array];
  readonly box: Float64Array;
}

export function createSector(): Sector {
  return {
    apex: new Float64Array(2),
    facing: new Float64Array(2),
    radius: 0,
    cosine: 0,
    sides: [new Float64Array(RAY_LENGTH), new Float64Array(RAY_LENGTH)],
    box: new Float64Array(4),
  };
}

/** Sets a sector whose apex and facing are written, given the cosine and sine of half its angle. */
export function finishSector(sector: Sector, radius: number, cosine: number, sine: number): void {
  const { apex, facing, sides, box } = sector;
  sector.radius = radius;
  sector.cosine = cosine;
  for (let i = 0; i < 2; i++) {
    const s = i === 0 ? sine : 0 - sine;
    sides[i][RAY_X] = apex[0];
    sides[i][RAY_Y] = apex[1];
    sides[i][RAY_DIRECTION_X] = cosine < -1 ? 0 : radius * (cosine * facing[0] - s * facing[1]);
    sides[i][RAY_DIRECTION_Y] = cosine < -1 ? 0 : radius * (s * facing[0] + cosine * facing[1]);
    box[i] = apex[i] - radius;
    box[i + 2] = apex[i] + radius;
  }
}

const cursor = createPieceCursor();
const closest = new Float64Array(CLOSEST_LENGTH);
const hit = new Float64Array(HIT_WITH_POINT_LENGTH);
const localPoint = new Float64Array(2);
const localRay = new Float64Array(RAY_LENGTH);
const least = new Float64Array(1);

/**
 * Returns whether a collider overlaps a sector; `nearest` is then its point in the sector that is nearest to the apex.
 *
 * For a convex piece this is the nearest of all its points if that lies in the sector. Otherwise it is on one of the
 * two straight sides, where the ray along the side enters the piece: the distance has no other minimum inside the
 * sector.
 */
export function overlapsSector(nearest: Float64Array, sector: Sector, set: ColliderSet, slot: number): boolean {
  least[0] = Infinity;
  if (compositeOf(set, slot) === undefined) {
    closestPointCollider(closest, sector.apex, set, slot);
    takeClosest(nearest, sector);
    for (let i = 0; i < 2; i++) {
      castRayCollider(hit, sector.sides[i], set, slot);
      takeSide(nearest, sector, i);
    }
    return least[0] < Infinity;
  }
  cursor.find(set, slot, sector.box);
  pointToLocal(localPoint, sector.apex, set, slot, true);
  for (let k = 0; k < cursor.count; k++) {
    const child = cursor.children.items[k];
    closestPointChild(closest, localPoint, set, slot, child);
    takeClosest(nearest, sector);
    for (let i = 0; i < 2; i++) {
      rayToLocal(localRay, sector.sides[i], set, slot, true);
      hit[HIT_FRACTION] = Infinity;
      castRayChild(hit, localRay, set, slot, child);
      takeSide(nearest, sector, i);
    }
  }
  return least[0] < Infinity;
}

/** Makes the nearest of all points the result if it is in the sector and nearer than the result so far. */
function takeClosest(nearest: Float64Array, { apex, facing, radius, cosine }: Sector): void {
  const distance = closest[CLOSEST_DISTANCE];
  if (!(distance <= radius && distance < least[0])) return;
  // From the apex to the point: against the normal, which is a unit vector, or (0, 0) from inside.
  const x = 0 - closest[CLOSEST_NORMAL_X];
  const y = 0 - closest[CLOSEST_NORMAL_Y];
  if (distance > 0 && x * facing[0] + y * facing[1] < cosine) return;
  nearest[0] = apex[0] + distance * x;
  nearest[1] = apex[1] + distance * y;
  least[0] = distance;
}

function takeSide(nearest: Float64Array, { apex, radius, sides }: Sector, side: number): void {
  const fraction = hit[HIT_FRACTION];
  if (!(fraction <= 1 && fraction * radius < least[0])) return;
  nearest[0] = apex[0] + fraction * sides[side][RAY_DIRECTION_X];
  nearest[1] = apex[1] + fraction * sides[side][RAY_DIRECTION_Y];
  least[0] = fraction * radius;
}
