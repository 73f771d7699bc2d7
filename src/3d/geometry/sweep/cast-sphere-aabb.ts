import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit } from '../ray/ray-hit.ts';

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
  const radius = sphere[sphereOffset + 3];
  let distanceSquared = 0;
  for (let i = 0; i < 3; i++) {
    const c = sphere[sphereOffset + i];
    const d = translation[translationOffset + i];
    const min = aabb[aabbOffset + i];
    const max = aabb[aabbOffset + 3 + i];
    if (!(min <= max) || c - c !== 0 || d - d !== 0) return Infinity;
    const beyond = c < min ? min - c : c > max ? c - max : 0;
    distanceSquared += beyond * beyond;
    center[i] = c;
    step[i] = d;
    nearFace[i] = d < 0 || (d === 0 && c > max) ? max : min;
    farFace[i] = d < 0 ? min : max;
    near[i] = d === 0 ? (beyond > 0 ? Infinity : -Infinity) : (nearFace[i] - c) / d;
    far[i] = d === 0 ? Infinity : (farFace[i] - c) / d;
  }
  let t = 0;
  if (!(distanceSquared <= radius * radius)) {
    t = walk(radius);
    if (!(t <= 1)) return Infinity;
  }
  // A sphere without radius is a point: its normal is that of the face whose plane was crossed last.
  const last = near[0] >= near[1] && near[0] >= near[2] ? 0 : near[1] >= near[2] ? 1 : 2;
  for (let i = 0; i < 3; i++) {
    hit[i] = Math.min(Math.max(center[i] + t * step[i], aabb[aabbOffset + i]), aabb[aabbOffset + 3 + i]);
    if (t === 0) hit[3 + i] = 0;
    else if (radius > 0) hit[3 + i] = excess[i] + t * speed[i];
    else hit[3 + i] = i === last ? -step[i] : 0;
  }
  writeHit(out, outOffset, hit[0], hit[1], hit[2], hit[3], hit[4], hit[5]);
  return t;
}

/** Returns the fraction at which the squared distance comes down to radius², leaving the piece's excess and speed. */
function walk(radius: number): number {
  let begin = 0;
  for (let piece = 0; piece < 7; piece++) {
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
    const t = firstWithin(radius, begin, end);
    if (t !== Infinity) return t;
    begin = end;
    if (!(begin <= 1)) return Infinity;
  }
  return Infinity;
}

/** Returns the first fraction in [begin, end] with |excess + t·speed| ≤ radius, `Infinity` for none. */
function firstWithin(radius: number, begin: number, end: number): number {
  const mx = excess[0];
  const my = excess[1];
  const mz = excess[2];
  const dx = speed[0];
  const dy = speed[1];
  const dz = speed[2];
  const outside = mx * mx + my * my + mz * mz - radius * radius;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  if (!(lengthSquared > 0)) return outside <= 0 ? begin : Infinity;
  const kx = my * dz - mz * dy;
  const ky = mz * dx - mx * dz;
  const kz = mx * dy - my * dx;
  const hSquared = radius * radius * lengthSquared - (kx * kx + ky * ky + kz * kz);
  if (!(hSquared >= 0)) return Infinity;
  const h = Math.sqrt(hSquared);
  const b = mx * dx + my * dy + mz * dz;
  const sum = b < 0 ? h - b : -h - b;
  const enters = b < 0 ? outside / sum : sum / lengthSquared;
  const leaves = b < 0 ? sum / lengthSquared : sum === 0 ? 0 : outside / sum;
  if (leaves < begin) return Infinity;
  const first = Math.max(enters, begin);
  return first <= end ? first : Infinity;
}
