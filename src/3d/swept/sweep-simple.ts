import { IMPACT_EXIT, IMPACT_FRACTION, IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import { BODY_AXES, BODY_HALF_X, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { SHAPE_BOX, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { IMPACT_POINT, touch } from './impact.ts';
import { isMet } from './settle-impact.ts';
import { pair, WAY_A, WAY_AB, WAY_B, WAY_BA } from './swept-pair.ts';

/** The vector from A to B at the start of the sweep, and the motion of A as seen from B. */
const apart = new Float64Array(3);
const way = new Float64Array(3);

/**
 * Sweeps two spheres, or a sphere and a box, that do not turn, which are the most usual pairs, as `sweepStraight` does,
 * without loading pieces. Returns whether the result is complete.
 */
export function sweepSimple(paths: SweptPaths): boolean {
  if (pair.turns) return false;
  const { kinds } = pair.set!;
  const kindA = kinds[pair.slotA];
  const kindB = kinds[pair.slotB];
  if (kindA === SHAPE_SPHERE && kindB === SHAPE_SPHERE) return sweepSpheres();
  if (kindA === SHAPE_SPHERE && kindB === SHAPE_BOX) return sweepSphereAndBox(paths, pair.slotA, pair.slotB, 1);
  if (kindA === SHAPE_BOX && kindB === SHAPE_SPHERE) return sweepSphereAndBox(paths, pair.slotB, pair.slotA, -1);
  return false;
}

/** Writes where B is from A where the sweep begins, and the way of A as seen from B. */
function takeStart(): void {
  const { slotA, slotB, backwards, ways } = pair;
  const { poses } = pair.set!;
  const a = slotA * BODY_STRIDE + BODY_X;
  const b = slotB * BODY_STRIDE + BODY_X;
  for (let axis = 0; axis < 3; axis++) {
    apart[axis] = poses[b + axis] - (poses[a + axis] + (backwards ? 0 : ways[WAY_AB + axis]));
    way[axis] = backwards ? 0 - ways[WAY_BA + axis] : ways[WAY_BA + axis];
  }
}

/**
 * Sweeps two spheres, which touch when |c − t w| = R. With D = R² w² − |c × w|², which keeps its digits however far
 * apart the two are, this is so at t = (c² − R²) / (c·w + √D), and again at (c·w + √D) / w².
 */
function sweepSpheres(): boolean {
  const { slotA, slotB, backwards, ways, impact } = pair;
  const { poses } = pair.set!;
  const a = slotA * BODY_STRIDE;
  const b = slotB * BODY_STRIDE;
  takeStart();
  const x = apart[0];
  const y = apart[1];
  const z = apart[2];
  const wayX = way[0];
  const wayY = way[1];
  const wayZ = way[2];
  const radiusA = poses[a + BODY_RADIUS];
  const radius = radiusA + poses[b + BODY_RADIUS];
  const distance = Math.sqrt(x * x + y * y + z * z);
  // Spheres that overlap at the start need a point and a way out, which this routine does not compute.
  if (distance <= radius && !backwards) return false;
  const along = x * wayX + y * wayY + z * wayZ;
  const crossX = y * wayZ - z * wayY;
  const crossY = z * wayX - x * wayZ;
  const crossZ = x * wayY - y * wayX;
  const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
  const root = radius * radius * square - (crossX * crossX + crossY * crossY + crossZ * crossZ);
  const later = along + Math.sqrt(root);
  let fraction = distance <= radius ? 0 : ((distance - radius) * (distance + radius)) / later;
  // NaN, the result for spheres that pass each other by, counts as a miss as well.
  if (!(fraction >= 0 && fraction <= 1)) fraction = Infinity;
  impact[IMPACT_EXIT] = later / square;
  if (fraction === Infinity) return true;
  touch[IMPACT_FRACTION] = fraction;
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    const toB = apart[axis] - fraction * way[axis];
    touch[IMPACT_NORMAL + axis] = toB;
    length += toB * toB;
  }
  length = Math.sqrt(length);
  for (let axis = 0; axis < 3; axis++) {
    const normal = touch[IMPACT_NORMAL + axis] / length;
    touch[IMPACT_NORMAL + axis] = normal;
    const startA = poses[a + BODY_X + axis] - ways[WAY_A + axis];
    touch[IMPACT_POINT + axis] = startA + fraction * ways[WAY_A + axis] + radiusA * normal;
  }
  pair.childA = 0;
  pair.childB = 0;
  pair.takeTouch(touch);
  return true;
}

/** The sphere's centre where the sweep begins, and its way, in the axes of the box and from its middle. */
const centre = new Float64Array(3);
const along = new Float64Array(3);

/**
 * Casts the centre of the sphere as a ray at the box grown by both radii. If the ray misses the grown box with square
 * edges, which contains the one with round edges, or enters it through one of the six faces, nothing else has to be
 * tested. `sign` is 1 where A is the sphere, −1 where it is B.
 */
function sweepSphereAndBox(paths: SweptPaths, sphere: number, box: number, sign: number): boolean {
  const { backwards, ways, impact } = pair;
  const { poses } = pair.set!;
  const s = sphere * BODY_STRIDE;
  const b = box * BODY_STRIDE;
  takeStart();
  const grow = poses[s + BODY_RADIUS] + poses[b + BODY_RADIUS];
  let enter = -Infinity;
  let leave = Infinity;
  let face = 0;
  for (let axis = 0; axis < 3; axis++) {
    const m = b + BODY_AXES + 3 * axis;
    const from = -sign * (apart[0] * poses[m] + apart[1] * poses[m + 1] + apart[2] * poses[m + 2]);
    const by = sign * (way[0] * poses[m] + way[1] * poses[m + 1] + way[2] * poses[m + 2]);
    const half = poses[b + BODY_HALF_X + axis] + grow;
    centre[axis] = from;
    along[axis] = by;
    if (by === 0) {
      if (Math.abs(from) > half) return true;
      continue;
    }
    const near = (by > 0 ? -half - from : half - from) / by;
    const far = (by > 0 ? half - from : -half - from) / by;
    if (near > enter) {
      enter = near;
      face = axis;
    }
    if (far < leave) leave = far;
  }
  if (enter > leave || enter > 1 || leave < 0) return true;
  // The sphere starts inside the grown box, or meets one of its round edges: both are left to the general routine.
  if (!(enter > 0)) return false;
  for (let axis = 0; axis < 3; axis++) {
    if (axis !== face && Math.abs(centre[axis] + enter * along[axis]) > poses[b + BODY_HALF_X + axis]) return false;
  }
  const out = along[face] > 0 ? -1 : 1;
  const m = b + BODY_AXES + 3 * face;
  const wayOfSphere = sign > 0 ? WAY_A : WAY_B;
  touch[IMPACT_FRACTION] = enter;
  for (let axis = 0; axis < 3; axis++) {
    // The normal leads from the box to the sphere.
    const normal = out * poses[m + axis];
    touch[IMPACT_NORMAL + axis] = 0 - sign * normal;
    const start = poses[s + BODY_X + axis] - ways[wayOfSphere + axis];
    touch[IMPACT_POINT + axis] = start + enter * ways[wayOfSphere + axis] - poses[s + BODY_RADIUS] * normal;
  }
  pair.childA = 0;
  pair.childB = 0;
  impact[IMPACT_EXIT] = NaN;
  if (backwards || isMet(paths)) pair.takeTouch(touch);
  return true;
}
