import { VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import { roundAxis } from './round-axis.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LIMIT,
  ROUND_LOW,
  ROUND_PAIR_SIZE,
  ROUND_SIDE_COSINE,
  ROUND_SIDE_SINE,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
  round,
} from './round-body.ts';
import { CONTACT_BEYOND, CONTACT_FOUND, CONTACT_UNKNOWN, roundPoints, SLACK } from './round-points.ts';

/*
 * Finds the vertex of a hull that is nearest to a round body, where the separation along the axis that was found is not
 * their distance.
 */

/**
 * Looks for the vertex of the hull that is nearest to the round body, and takes the way to it as the axis if no other
 * vertex is nearer along that.
 */
export function locateVertex(hull: FlatHull): number {
  const { numbers, vertices } = hull;
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const half = round[ROUND_HALF];
  const low = round[ROUND_LOW];
  const high = round[ROUND_HIGH];
  const cosine = round[ROUND_SIDE_COSINE];
  const sine = round[ROUND_SIDE_SINE];
  const end = vertices + VERTEX_STRIDE * hull.vertexCount;
  const slack = SLACK * round[ROUND_PAIR_SIZE];
  let least = Infinity;
  let nearest = vertices;
  let upBest = 0;
  let outBest = 0;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const x = numbers[i] - round[ROUND_X];
    const y = numbers[i + 1] - round[ROUND_Y];
    const z = numbers[i + 2] - round[ROUND_Z];
    const height = x * ax + y * ay + z * az;
    const sx = y * az - z * ay;
    const sy = z * ax - x * az;
    const sz = x * ay - y * ax;
    const out = Math.sqrt(sx * sx + sy * sy + sz * sz);
    // The nearest point of the profile, in height and distance from the axis: on a disk, else on the side.
    let up = height - Math.max(-half, Math.min(half, height));
    let away = out;
    if (up > 0 && out <= high) away = 0;
    else if (up < 0 && out <= low) away = 0;
    else {
      // Along the side, from the high rim on, downwards: the direction is (−cosine, sine) in height and distance.
      const length = 2 * half * cosine + (low - high) * sine;
      const t = Math.max(0, Math.min(length, (half - height) * cosine + (out - high) * sine));
      up = height - (half - t * cosine);
      away = out - (high + t * sine);
    }
    const square = up * up + away * away;
    if (!(square < least)) continue;
    least = square;
    nearest = i;
    upBest = up;
    outBest = away;
  }
  const distance = Math.sqrt(least);
  if (!(distance > 0)) return CONTACT_UNKNOWN;
  const x = numbers[nearest] - round[ROUND_X];
  const y = numbers[nearest + 1] - round[ROUND_Y];
  const z = numbers[nearest + 2] - round[ROUND_Z];
  const height = x * ax + y * ay + z * az;
  let ux = x - height * ax;
  let uy = y - height * ay;
  let uz = z - height * az;
  const out = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const scale = out > 0 ? outBest / (distance * out) : 0;
  const rise = upBest / distance;
  ux = scale * ux + rise * ax;
  uy = scale * uy + rise * ay;
  uz = scale * uz + rise * az;
  const length = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= length;
  uy *= length;
  uz *= length;
  const lowest = ux * numbers[nearest] + uy * numbers[nearest + 1] + uz * numbers[nearest + 2] - slack;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    if (ux * numbers[i] + uy * numbers[i + 1] + uz * numbers[i + 2] < lowest) return CONTACT_UNKNOWN;
  }
  roundAxis[0] = ux;
  roundAxis[1] = uy;
  roundAxis[2] = uz;
  roundAxis[3] = distance;
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[3 + axis] = numbers[nearest + axis];
    roundPoints[axis] = roundPoints[3 + axis] - distance * roundAxis[axis];
  }
  return distance <= round[ROUND_LIMIT] ? CONTACT_FOUND : CONTACT_BEYOND;
}
