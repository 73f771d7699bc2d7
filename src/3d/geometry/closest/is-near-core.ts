import { CORE_BOX, type ConvexBody } from '../convex/convex-body.ts';
import { PLANE_STRIDE } from '../convex/convex-hull.ts';
import { coldGjkCache, gjkDistance, runGjk } from '../convex/gjk.ts';

/** The point in the frame of the core. */
const local = new Float64Array(3);
/** The result of `tellByPlanes` where the planes of a hull leave the question open. */
const UNKNOWN = -1;

/**
 * Returns whether a body that is a point, a sphere's core, lies no farther than `most[0]` from the core of a body that
 * is no triangle. Boxes are measured in closed form, and the planes of a hull decide about most points; GJK is left
 * with points beside an edge or a corner of a hull, and with curved cores.
 */
export function isNearCore(point: ConvexBody, body: ConvexBody, most: Float64Array): boolean {
  const { form } = body.core;
  if (form === CORE_BOX || body.hull !== undefined) {
    const { axes: m } = body;
    const dx = point.x - body.x;
    const dy = point.y - body.y;
    const dz = point.z - body.z;
    for (let k = 0; k < 3; k++) local[k] = m[3 * k] * dx + m[3 * k + 1] * dy + m[3 * k + 2] * dz;
  }
  if (form === CORE_BOX) return isNearBox(body, most);
  if (body.hull !== undefined) {
    const told = tellByPlanes(body, most);
    if (told !== UNKNOWN) return told === 1;
  }
  runGjk(point, body, coldGjkCache());
  return gjkDistance() <= most[0];
}

function isNearBox({ halfX, halfY, halfZ }: ConvexBody, most: Float64Array): boolean {
  const x = Math.max(0, Math.abs(local[0]) - halfX);
  const y = Math.max(0, Math.abs(local[1]) - halfY);
  const z = Math.max(0, Math.abs(local[2]) - halfZ);
  return x * x + y * y + z * z <= most[0] * most[0];
}

/**
 * Returns 0 for a point that is farther than `most` above a plane of a hull, and 1 for one that is above none, or above
 * one alone by no more than it is below each other one: then the foot of the point is on the hull.
 */
function tellByPlanes({ hull, scale }: ConvexBody, most: Float64Array): number {
  const { planes, faceCount } = hull!;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  let highest = -Infinity;
  let second = -Infinity;
  for (let p = 0; p < PLANE_STRIDE * faceCount; p += PLANE_STRIDE) {
    const above = planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - scale * planes[p + 3];
    if (above > highest) {
      second = highest;
      highest = above;
    } else if (above > second) second = above;
  }
  if (highest > most[0]) return 0;
  return faceCount > 0 && (highest <= 0 || highest + second <= 0) ? 1 : UNKNOWN;
}
