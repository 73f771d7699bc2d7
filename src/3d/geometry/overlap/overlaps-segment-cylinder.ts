import type { NumberArray } from '../../../core/number-array.ts';
import { castRayCone } from '../ray/cast-ray-cone.ts';
import { castRayCylinder } from '../ray/cast-ray-cylinder.ts';
import { rayFromSegment } from '../ray/ray-from-segment.ts';

/** The segment as a ray, and its hit, which is not read. */
const ray = new Float64Array(6);
const hit = new Float64Array(6);

/**
 * Returns whether a segment (two points) touches a solid, capped cylinder (a, b, radius), by clipping it with the slab
 * between the caps and with the tube. An axis of zero length points nowhere: false. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7.
 */
export function overlapsSegmentCylinder(
  segment: NumberArray,
  segmentOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): boolean {
  rayFromSegment(ray, 0, segment, segmentOffset);
  return castRayCylinder(hit, 0, ray, 0, 1, cylinder, cylinderOffset) !== Infinity;
}

/**
 * Returns whether a segment (two points) touches a solid cone (apex, centre of base, radius of base), by clipping it
 * with the slab between apex and base and with the side. An axis of zero length points nowhere: false. NaN gives false.
 *
 * Source: Eberly, Intersection of a Line and a Cone, 2000.
 */
export function overlapsSegmentCone(
  segment: NumberArray,
  segmentOffset: number,
  cone: NumberArray,
  coneOffset: number,
): boolean {
  rayFromSegment(ray, 0, segment, segmentOffset);
  return castRayCone(hit, 0, ray, 0, 1, cone, coneOffset) !== Infinity;
}
