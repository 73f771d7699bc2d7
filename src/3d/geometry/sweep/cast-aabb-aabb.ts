import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// On each axis the two intervals overlap from the fraction at which the moving one reaches the fixed one to the
// fraction at which it leaves it. The boxes touch from the latest of the three entries, if no axis has left by then.

const hit = new Float64Array(6);

/**
 * Casts a moving AABB (6) along a translation (3) at a fixed AABB (6). Returns the fraction of the translation at first
 * contact and writes the middle of the area of contact and the normal of the fixed box's face (6). A start in contact
 * gives 0, the middle of the common box and a zero normal. No contact, an empty box and NaN give `Infinity` and write
 * nothing. When edges or corners meet, the normal is that of the first of the axes x, y, z. For two moving boxes pass
 * the difference of their translations.
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
  for (let i = 0; i < 3; i++) {
    const min = aabb[aabbOffset + i];
    const max = aabb[aabbOffset + 3 + i];
    const fixedMin = fixed[fixedOffset + i];
    const fixedMax = fixed[fixedOffset + 3 + i];
    const d = translation[translationOffset + i];
    if (!(min <= max && fixedMin <= fixedMax)) return Infinity;
    if (d === 0) {
      if (!(min <= fixedMax && max >= fixedMin)) return Infinity;
      continue;
    }
    const near = (d > 0 ? fixedMin - max : fixedMax - min) / d;
    const far = (d > 0 ? fixedMax - min : fixedMin - max) / d;
    if (!(near <= far)) return Infinity;
    if (near > entry) {
      entry = near;
      entryAxis = i;
    }
    if (far < exit) exit = far;
  }
  if (!(entry <= exit && entry <= 1) || exit < 0) return Infinity;
  const t = Math.max(entry, 0);
  for (let i = 0; i < 3; i++) {
    const d = translation[translationOffset + i];
    const low = Math.max(aabb[aabbOffset + i] + t * d, fixed[fixedOffset + i]);
    const high = Math.min(aabb[aabbOffset + 3 + i] + t * d, fixed[fixedOffset + 3 + i]);
    const facing = t > 0 && i === entryAxis;
    hit[i] = facing ? (d > 0 ? fixed[fixedOffset + i] : fixed[fixedOffset + 3 + i]) : (low + high) / 2;
    hit[3 + i] = facing ? (d > 0 ? -1 : 1) : 0;
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = hit[i];
  return t;
}
