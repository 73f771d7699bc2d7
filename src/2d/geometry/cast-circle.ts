import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { castRayAtThickSegment } from './cast-ray-capsule.ts';
import { castRayCircleParts } from './cast-ray-circle.ts';
import { closestPointAabb } from './closest-point-aabb.ts';
import { closestFractionOnSegment } from './closest-point-segment.ts';
import { writeHit } from './ray-hit.ts';

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
  const reach = circle[circleOffset + CIRCLE_RADIUS] + fixedRadius;
  setCenterRay(circle, circleOffset, translation, translationOffset);
  const fraction = castRayCircleParts(localHit, 0, centerRay, 0, 1, fixedX, fixedY, reach);
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
  return castAtThickSegment(
    out,
    outOffset,
    circle,
    circleOffset,
    translation,
    translationOffset,
    segment,
    segmentOffset,
    0,
  );
}

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a solid capsule (a, b, radius). Returns the fraction
 * 0..1 of first contact and writes the contact point and the unit normal from the capsule to the circle (4 numbers); 0
 * when they overlap at the start, with the point of the capsule nearest to the centre and a zero normal. A miss or
 * NaN gives `Infinity` and writes nothing.
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
  return castAtThickSegment(
    out,
    outOffset,
    circle,
    circleOffset,
    translation,
    translationOffset,
    capsule,
    capsuleOffset,
    capsule[capsuleOffset + CAPSULE_RADIUS],
  );
}

function castAtThickSegment(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  translation: NumberArray,
  translationOffset: number,
  segment: NumberArray,
  segmentOffset: number,
  thickness: number,
): number {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  const reach = radius + thickness;
  setCenterRay(circle, circleOffset, translation, translationOffset);
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
  if (distance <= reach && !Number.isNaN(centerRay[2] + centerRay[3])) {
    // As far as the capsule's surface, but not beyond the centre.
    const part = distance > thickness ? 1 - thickness / distance : 0;
    writeHit(out, outOffset, x - part * mx, y - part * my, 0, 0);
    return 0;
  }
  const fraction = castRayAtThickSegment(localHit, 0, centerRay, 0, 1, segment, segmentOffset, reach);
  if (fraction !== Infinity) {
    const nx = localHit[2];
    const ny = localHit[3];
    writeHit(out, outOffset, localHit[0] - radius * nx, localHit[1] - radius * ny, nx, ny);
  }
  return fraction;
}

/**
 * Casts a moving circle (centre, radius) along a translation (2) at a solid AABB (4). Returns the fraction 0..1 of first
 * contact and writes the contact point on the box and the unit normal from the box to the circle (4 numbers); 0 when they
 * overlap at the start, with the point of the box nearest to the centre and a zero normal. Corners are exact: the
 * grown box has round ones. A miss or NaN gives `Infinity` and writes nothing.
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
  if (Number.isNaN(centerRay[2] + centerRay[3])) return Infinity;
  const distanceSquared = closestPointAabb(startPoint, 0, centerRay, 0, aabb, aabbOffset);
  if (distanceSquared <= radius * radius) {
    writeHit(out, outOffset, startPoint[0], startPoint[1], 0, 0);
    return 0;
  }
  return castAtRoundBox(out, outOffset, radius, aabb, aabbOffset);
}

/**
 * The ray `centerRay`, from outside, at the box grown by `radius` with square corners first. Where it enters that box
 * (or starts in it) decides: beside a side, it has hit the side; in a corner square, it can only hit the round corner,
 * for leaving the square any way that leads on into the grown box crosses the quarter disc.
 */
function castAtRoundBox(
  out: WritableNumberArray,
  outOffset: number,
  radius: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  let entry = 0;
  let exit = Infinity;
  let entryAxis = -1;
  for (let axis = 0; axis < 2; axis++) {
    const toMin = aabb[aabbOffset + axis] - centerRay[axis] - radius;
    const toMax = aabb[aabbOffset + 2 + axis] - centerRay[axis] + radius;
    const v = centerRay[2 + axis];
    if (v === 0) {
      if (!(toMin <= 0 && toMax >= 0)) {
        return Infinity;
      }
      continue;
    }
    const near = (v > 0 ? toMin : toMax) / v;
    const far = (v > 0 ? toMax : toMin) / v;
    if (!(near <= far)) {
      return Infinity;
    }
    if (near > entry) {
      entry = near;
      entryAxis = axis;
    }
    exit = Math.min(exit, far);
  }
  if (!(entry <= exit)) {
    return Infinity;
  }
  // Position at entry, relative to each side of the box: which of the nine regions is it in?
  const regionX = regionAlong(0, entry, entryAxis, aabb, aabbOffset);
  const regionY = regionAlong(1, entry, entryAxis, aabb, aabbOffset);
  if (regionX !== 0 && regionY !== 0) {
    const cornerX = aabb[aabbOffset + (regionX < 0 ? 0 : 2)];
    const cornerY = aabb[aabbOffset + (regionY < 0 ? 1 : 3)];
    const fraction = castRayCircleParts(localHit, 0, centerRay, 0, 1, cornerX, cornerY, radius);
    if (fraction !== Infinity) {
      writeHit(out, outOffset, cornerX, cornerY, localHit[2], localHit[3]);
    }
    return fraction;
  }
  if (!(entry <= 1)) {
    const endX = centerRay[0] + centerRay[2];
    const endY = centerRay[1] + centerRay[3];
    const gap = regionX !== 0 ? gapAlong(0, endX, aabb, aabbOffset) : gapAlong(1, endY, aabb, aabbOffset);
    // Ending in touch counts, whichever way the quotient rounded.
    if (!(gap <= radius)) {
      return Infinity;
    }
    entry = 1;
  }
  const x = centerRay[0] + entry * centerRay[2];
  const y = centerRay[1] + entry * centerRay[3];
  const contactX = regionX < 0 ? aabb[aabbOffset] : regionX > 0 ? aabb[aabbOffset + 2] : x;
  const contactY = regionY < 0 ? aabb[aabbOffset + 1] : regionY > 0 ? aabb[aabbOffset + 3] : y;
  writeHit(out, outOffset, contactX, contactY, regionX, regionY);
  return entry;
}

/** −1 below the box along an axis at the moment of entry, 1 above it, 0 beside it. */
function regionAlong(axis: number, entry: number, entryAxis: number, aabb: NumberArray, aabbOffset: number): number {
  const v = centerRay[2 + axis];
  if (axis === entryAxis) {
    return v > 0 ? -1 : 1;
  }
  const position = entry * v;
  if (position < aabb[aabbOffset + axis] - centerRay[axis]) {
    return -1;
  }
  return position > aabb[aabbOffset + 2 + axis] - centerRay[axis] ? 1 : 0;
}

/** Distance of a coordinate from the box's interval along an axis; 0 inside it. */
function gapAlong(axis: number, position: number, aabb: NumberArray, aabbOffset: number): number {
  return Math.max(aabb[aabbOffset + axis] - position, position - aabb[aabbOffset + 2 + axis], 0);
}

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
