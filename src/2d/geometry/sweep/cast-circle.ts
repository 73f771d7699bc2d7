import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestPointAabb } from '../closest/closest-point-aabb.ts';
import { closestFractionOnSegment } from '../closest/closest-point-segment.ts';
import { castRayAtThickSegment } from '../ray/cast-ray-capsule.ts';
import { castRayCircleParts } from '../ray/cast-ray-circle.ts';
import { writeHit } from '../ray/ray-hit.ts';

// A moving circle first touches a shape when its centre, a mere point, first touches the shape grown by the radius. So
// each routine here is a ray from the centre along the translation: at a larger circle, at a capsule, at a box with
// rounded corners. The contact point lies one radius back from the centre along the normal.

const CIRCLE_RADIUS = 2;
const CAPSULE_RADIUS = 4;

const centerRay = new Float64Array(4);
const startPoint = new Float64Array(3);
const localHit = new Float64Array(4);

function setCenterRay(
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
): void {
  centerRay[0] = circle[circleOffset];
  centerRay[1] = circle[circleOffset + 1];
  centerRay[2] = translation[translationOffset];
  centerRay[3] = translation[translationOffset + 1];
}

/**
 * Casts a moving circle along a translation (2) at a fixed circle (both centre, radius). Returns the fraction 0..1 of
 * first contact and writes the contact point and the unit normal from the fixed to the moving circle (4 numbers); 0
 * when they overlap at the start, with the point of the fixed circle nearest to the moving centre and a zero normal. A
 * miss or NaN gives `Infinity` and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.5.
 */
export function castCircleCircle(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  fixed: NumberArray,
  fixedOffset: number,
): number {
  const fixedX = fixed[fixedOffset];
  const fixedY = fixed[fixedOffset + 1];
  const fixedRadius = fixed[fixedOffset + CIRCLE_RADIUS];
  const radii = circle[circleOffset + CIRCLE_RADIUS] + fixedRadius;
  setCenterRay(circle, circleOffset, translation, translationOffset);
  const fraction = castRayCircleParts(localHit, 0, centerRay, 0, 1, fixedX, fixedY, radii);
  if (fraction === Infinity) {
    return Infinity;
  }
  const nx = localHit[2];
  const ny = localHit[3];
  if (nx === 0 && ny === 0) {
    const dx = centerRay[0] - fixedX;
    const dy = centerRay[1] - fixedY;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const scale = distance > fixedRadius ? fixedRadius / distance : 1;
    writeHit(out, outOffset, fixedX + scale * dx, fixedY + scale * dy, 0, 0);
    return 0;
  }
  writeHit(out, outOffset, fixedX + fixedRadius * nx, fixedY + fixedRadius * ny, nx, ny);
  return fraction;
}

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a segment (4). Returns the fraction 0..1 of first
 * contact and writes the contact point and the unit normal from the segment to the circle (4 numbers); 0 when they
 * overlap at the start, with the point of the segment nearest to the centre and a zero normal. A miss or NaN gives
 * `Infinity` and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.6 and 5.3.7, reduced to the plane.
 */
export function castCircleSegment(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  setCenterRay(circle, circleOffset, translation, translationOffset);
  return castAtThickSegment(out, outOffset, circle[circleOffset + CIRCLE_RADIUS], segment, segmentOffset, 0);
}

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a solid capsule (a, b, radius). Returns the
 * fraction 0..1 of first contact and writes the contact point and the unit normal from the capsule to the circle (4
 * numbers); 0 when they overlap at the start, with the point of the capsule nearest to the centre and a zero normal. A
 * miss or NaN gives `Infinity` and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7 and 5.5.5, reduced to the plane.
 */
export function castCircleCapsule(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  const thickness = capsule[capsuleOffset + CAPSULE_RADIUS];
  setCenterRay(circle, circleOffset, translation, translationOffset);
  return castAtThickSegment(out, outOffset, circle[circleOffset + CIRCLE_RADIUS], capsule, capsuleOffset, thickness);
}

/** Casts a circle whose centre moves along `centerRay` at a segment that is thickened by `thickness` to either side. */
function castAtThickSegment(
  out: WritableNumberArray,
  outOffset: number,
  radius: number,
  segment: NumberArray,
  segmentOffset: number,
  thickness: number,
): number {
  const radii = radius + thickness;
  const x = centerRay[0];
  const y = centerRay[1];
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const t = closestFractionOnSegment(x, y, ax, ay, bx, by);
  const mx = t === 1 ? x - bx : x - ax - t * (bx - ax);
  const my = t === 1 ? y - by : y - ay - t * (by - ay);
  const distance = Math.sqrt(mx * mx + my * my);
  if (Number.isNaN(centerRay[2] + centerRay[3])) {
    return Infinity;
  }
  const fraction =
    distance <= radii ? 0 : castRayAtThickSegment(localHit, 0, centerRay, 0, 1, segment, segmentOffset, radii);
  if (fraction === 0) {
    // The point is at the capsule's surface, but not beyond the centre.
    const part = distance > thickness ? 1 - thickness / distance : 0;
    writeHit(out, outOffset, x - part * mx, y - part * my, 0, 0);
  } else if (fraction !== Infinity) {
    const nx = localHit[2];
    const ny = localHit[3];
    writeHit(out, outOffset, localHit[0] - radius * nx, localHit[1] - radius * ny, nx, ny);
  }
  return fraction;
}

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a solid AABB (4). Returns the fraction 0..1 of
 * first contact and writes the contact point on the box and the unit normal from the box to the circle (4 numbers); 0
 * when they overlap at the start, with the point of the box nearest to the centre and a zero normal. Corners are exact:
 * the grown box has round ones. A miss or NaN gives `Infinity` and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7.
 */
export function castCircleAabb(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  setCenterRay(circle, circleOffset, translation, translationOffset);
  const distanceSquared = closestPointAabb(startPoint, 0, centerRay, 0, aabb, aabbOffset);
  if (Number.isNaN(distanceSquared + centerRay[2] + centerRay[3])) return Infinity;
  const fraction = distanceSquared <= radius * radius ? 0 : castAtRoundBox(radius, aabb, aabbOffset);
  if (fraction === 0) {
    writeHit(out, outOffset, startPoint[0], startPoint[1], 0, 0);
  } else if (fraction !== Infinity) {
    const nx = localHit[2];
    const ny = localHit[3];
    const x = nx === 0 ? localHit[0] : aabb[aabbOffset + (nx < 0 ? 0 : 2)];
    const y = ny === 0 ? localHit[1] : aabb[aabbOffset + (ny < 0 ? 1 : 3)];
    writeHit(out, outOffset, x, y, nx, ny);
  }
  return fraction;
}

const facingSide = new Float64Array(4);

/**
 * Casts the ray `centerRay`, which starts outside, at the box grown by `radius`, with round corners. The ray enters
 * through one of the two sides that face it or through the corners at their ends, so it is cast at both sides as
 * segments that are `radius` thick. Leaves the hit in `localHit`.
 */
function castAtRoundBox(radius: number, aabb: NumberArray, aabbOffset: number): number {
  let first = Infinity;
  for (let axis = 0; axis < 2; axis++) {
    for (let i = 0; i < 4; i++) facingSide[i] = aabb[aabbOffset + i];
    const isLow = centerRay[2 + axis] > 0;
    facingSide[axis] = facingSide[2 + axis] = facingSide[isLow ? axis : 2 + axis];
    // Of two equally near hits the first one counts, as the search only looks before the fraction found so far.
    const fraction = castRayAtThickSegment(sideHit, 0, centerRay, 0, Math.min(first, 1), facingSide, 0, radius);
    if (fraction < first) {
      first = fraction;
      for (let i = 0; i < 4; i++) localHit[i] = sideHit[i];
      // At the round end of one side, the normal may seem by rounding to lean back across the other side that faces the
      // ray, which it does truly only when the box is so narrow that the centre has passed it.
      const leansBack = isLow ? sideHit[2 + axis] > 0 : sideHit[2 + axis] < 0;
      const center = centerRay[axis] + fraction * centerRay[2 + axis];
      const isPast = isLow ? center > aabb[aabbOffset + 2 + axis] : center < aabb[aabbOffset + axis];
      if (leansBack && !isPast) {
        localHit[2 + axis] = 0;
        localHit[3 - axis] = Math.sign(sideHit[3 - axis]);
      }
    }
  }
  return first;
}

const sideHit = new Float64Array(4);

const localCircle = new Float64Array(3);
const localTranslation = new Float64Array(2);
const localBox = new Float64Array(4);

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a solid OBB (6): castCircleAabb in the box's own
 * frame, with point and normal turned back.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7.
 */
export function castCircleObb(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const centerX = obb[obbOffset];
  const centerY = obb[obbOffset + 1];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const mx = circle[circleOffset] - centerX;
  const my = circle[circleOffset + 1] - centerY;
  const vx = translation[translationOffset];
  const vy = translation[translationOffset + 1];
  localCircle[0] = mx * cos + my * sin;
  localCircle[1] = my * cos - mx * sin;
  localCircle[2] = circle[circleOffset + CIRCLE_RADIUS];
  localTranslation[0] = vx * cos + vy * sin;
  localTranslation[1] = vy * cos - vx * sin;
  localBox[0] = -obb[obbOffset + 2];
  localBox[1] = -obb[obbOffset + 3];
  localBox[2] = obb[obbOffset + 2];
  localBox[3] = obb[obbOffset + 3];
  const fraction = castCircleAabb(localHit, 0, localCircle, 0, localTranslation, 0, localBox, 0);
  if (fraction === Infinity) {
    return Infinity;
  }
  const inside = localHit[0] === localCircle[0] && localHit[1] === localCircle[1];
  const x = inside ? circle[circleOffset] : centerX + localHit[0] * cos - localHit[1] * sin;
  const y = inside ? circle[circleOffset + 1] : centerY + localHit[0] * sin + localHit[1] * cos;
  const nx = localHit[2];
  const ny = localHit[3];
  writeHit(out, outOffset, x, y, nx * cos - ny * sin, nx * sin + ny * cos);
  return fraction;
}
