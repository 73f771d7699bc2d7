import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit } from '../ray/ray-hit.ts';

// Along each axis the boxes' intervals overlap from entry to exit; the boxes overlap while they do on both. Each time
// is a difference of two given coordinates over the speed, so no sum or centre is rounded first.

/**
 * Casts a moving AABB (4) along a translation (2) at a fixed AABB (4). Returns the fraction 0..1 of first contact and
 * writes the contact point (the middle of the side they share) and the unit normal from the fixed to the moving box (4
 * numbers); corner to corner the normal is along x. 0 when they touch or overlap at the start, with the middle of what
 * they share and a zero normal. A miss or NaN gives `Infinity` and writes nothing. Sliding along a side counts as
 * touching.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.8.
 */
export function castAabbAabb(
  out: WritableNumberArray,
  outOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
  translation: NumberArray,
  translationOffset: number,
  fixed: NumberArray,
  fixedOffset: number,
): number {
  let entry = -Infinity;
  let exit = Infinity;
  let entryAxis = -1;
  for (let axis = 0; axis < 2; axis++) {
    const toFixed = fixed[fixedOffset + axis] - aabb[aabbOffset + 2 + axis];
    const pastFixed = fixed[fixedOffset + 2 + axis] - aabb[aabbOffset + axis];
    const v = translation[translationOffset + axis];
    if (v === 0) {
      if (!(toFixed <= 0 && pastFixed >= 0)) {
        return Infinity;
      }
      continue;
    }
    const near = (v > 0 ? toFixed : pastFixed) / v;
    const far = (v > 0 ? pastFixed : toFixed) / v;
    if (!(near <= far)) {
      return Infinity;
    }
    if (near > entry) {
      entry = near;
      entryAxis = axis;
    }
    exit = Math.min(exit, far);
  }
  if (!(entry <= exit && exit >= 0 && entry <= 1)) {
    return Infinity;
  }
  const fraction = Math.max(entry, 0);
  const vx = translation[translationOffset];
  const vy = translation[translationOffset + 1];
  const x = middleOfShared(0, fraction * vx, aabb, aabbOffset, fixed, fixedOffset);
  const y = middleOfShared(1, fraction * vy, aabb, aabbOffset, fixed, fixedOffset);
  if (fraction === 0) {
    writeHit(out, outOffset, x, y, 0, 0);
  } else if (entryAxis === 0) {
    writeHit(out, outOffset, fixed[fixedOffset + (vx > 0 ? 0 : 2)], y, vx > 0 ? -1 : 1, 0);
  } else {
    writeHit(out, outOffset, x, fixed[fixedOffset + (vy > 0 ? 1 : 3)], 0, vy > 0 ? -1 : 1);
  }
  return fraction;
}

function middleOfShared(
  axis: number,
  shift: number,
  aabb: NumberArray,
  aabbOffset: number,
  fixed: NumberArray,
  fixedOffset: number,
): number {
  const low = Math.max(aabb[aabbOffset + axis] + shift, fixed[fixedOffset + axis]);
  const high = Math.min(aabb[aabbOffset + 2 + axis] + shift, fixed[fixedOffset + 2 + axis]);
  return low + (high - low) * 0.5;
}
