import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { finishHit, rayFraction } from '../ray/ray-hit.ts';

// The squared distance from the moving centre to the box is the sum over the axes of the squared excess beyond the
// box's faces. Each axis goes through up to three phases: before the near face (excess measured from it), between the
// faces (none), past the far face (excess from that). So along the path the squared distance is a convex chain of at
// most seven parabolas, joined at the at most six fractions at which a face plane is crossed. The sphere touches where
// the chain first comes down to r²: walk the pieces, and in each solve the ray against a ball around a vertex (three
// axes in excess), a cylinder around an edge (two) or a face moved out by r (one). The same stable roots serve all:
// with m the excess at fraction 0 of the piece's axes and d the translation along them, h² = r²d² − |m × d|².
//
// A piece also reports contact when its beginning is within r already, so a root that rounding pushes across a joint
// is caught on its other side.

/** Per axis: the fractions at which the near and the far face are crossed, and the coordinates of both. */
const near = new Float64Array(3);
const far = new Float64Array(3);
const nearFace = new Float64Array(3);
const farFace = new Float64Array(3);
const center = new Float64Array(3);
const step = new Float64Array(3);
/** Per axis of the current piece: excess at fraction 0 and speed; both 0 between the faces. */
const excess = new Float64Array(3);
const speed = new Float64Array(3);
const hit = new Float64Array(6);
/**
 * The radius of the sphere, and the fractions at which the current piece begins and ends. They are in arrays for the
 * reason given at `rayFraction`.
 */
const reach = new Float64Array(1);
const piece = new Float64Array(2);

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed solid AABB (6). Returns the fraction of the translation
 * at first contact and writes the contact point and the unit normal from the box to the sphere (6), exact on faces,
 * edges and vertices. A start in contact gives 0, the point of the box nearest to the centre, and a zero normal. No
 * contact, an empty box and NaN give `Infinity` and write nothing.
 *
 * Source: the problem is Ericson's, Real-Time Collision Detection, 5.5.7; the solution is derived above.
 */
export function castSphereAabb(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  const isMet = meetAabb(out, outOffset, sphere, sphereOffset, translation, translationOffset, aabb, aabbOffset);
  return isMet ? rayFraction[0] : Infinity;
}

/** Returns whether `castSphereAabb` finds a contact, whose fraction is in `rayFraction` then. */
export function meetAabb(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const radius = sphere[sphereOffset + 3];
  let distanceSquared = 0;
  for (let i = 0; i < 3; i++) {
    const c = sphere[sphereOffset + i];
    const d = translation[translationOffset + i];
    const min = aabb[aabbOffset + i];
    const max = aabb[aabbOffset + 3 + i];
    if (!(min <= max) || c - c !== 0 || d - d !== 0) return false;
    const beyond = c < min ? min - c : c > max ? c - max : 0;
    distanceSquared += beyond * beyond;
    center[i] = c;
    step[i] = d;
    nearFace[i] = d < 0 || (d === 0 && c > max) ? max : min;
    farFace[i] = d < 0 ? min : max;
    // The branches store their numbers: V8 puts a number on the heap that is chosen between a constant and a computed
    // number.
    if (d === 0) {
      near[i] = beyond > 0 ? Infinity : -Infinity;
      far[i] = Infinity;
    } else {
      near[i] = (nearFace[i] - c) / d;
      far[i] = (farFace[i] - c) / d;
    }
  }
  rayFraction[0] = 0;
  if (!(distanceSquared <= radius * radius)) {
    reach[0] = radius;
    if (!walk()) return false;
  }
  const t = rayFraction[0];
  // A sphere without radius is a point: its normal is that of the face whose plane was crossed last.
  const last = near[0] >= near[1] && near[0] >= near[2] ? 0 : near[1] >= near[2] ? 1 : 2;
  for (let i = 0; i < 3; i++) {
    hit[i] = Math.min(Math.max(center[i] + t * step[i], aabb[aabbOffset + i]), aabb[aabbOffset + 3 + i]);
    if (t === 0) hit[3 + i] = 0;
    else if (radius > 0) hit[3 + i] = excess[i] + t * speed[i];
    else hit[3 + i] = i === last ? -step[i] : 0;
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = hit[i];
  finishHit(out, outOffset);
  return true;
}

/**
 * Returns whether the squared distance comes down to the square of `reach` on the way. Writes the fraction to
 * `rayFraction`, and leaves the piece's excess and speed.
 */
function walk(): boolean {
  let begin = 0;
  for (let at = 0; at < 7; at++) {
    let end = Infinity;
    for (let i = 0; i < 3; i++) {
      if (begin < near[i]) {
        end = Math.min(end, near[i]);
        excess[i] = center[i] - nearFace[i];
        speed[i] = step[i];
      } else if (begin < far[i]) {
        end = Math.min(end, far[i]);
        excess[i] = 0;
        speed[i] = 0;
      } else {
        excess[i] = center[i] - farFace[i];
        speed[i] = step[i];
      }
    }
    piece[0] = begin;
    piece[1] = end;
    if (findFirstWithin()) return rayFraction[0] <= 1;
    begin = end;
    if (!(begin <= 1)) return false;
  }
  return false;
}

/**
 * Returns whether |excess + t·speed| is at most `reach` for a fraction within `piece`, and writes the first such
 * fraction to `rayFraction`.
 */
function findFirstWithin(): boolean {
  const radius = reach[0];
  const begin = piece[0];
  const end = piece[1];
  const mx = excess[0];
  const my = excess[1];
  const mz = excess[2];
  const dx = speed[0];
  const dy = speed[1];
  const dz = speed[2];
  const outside = mx * mx + my * my + mz * mz - radius * radius;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  if (!(lengthSquared > 0)) {
    rayFraction[0] = begin;
    return outside <= 0;
  }
  const kx = my * dz - mz * dy;
  const ky = mz * dx - mx * dz;
  const kz = mx * dy - my * dx;
  const hSquared = radius * radius * lengthSquared - (kx * kx + ky * ky + kz * kz);
  if (!(hSquared >= 0)) return false;
  const h = Math.sqrt(hSquared);
  const b = mx * dx + my * dy + mz * dz;
  const sum = b < 0 ? h - b : -h - b;
  const enters = b < 0 ? outside / sum : sum / lengthSquared;
  const leaves = b < 0 ? sum / lengthSquared : sum === 0 ? 0 : outside / sum;
  if (leaves < begin) return false;
  const first = Math.max(enters, begin);
  rayFraction[0] = first;
  return first <= end;
}
