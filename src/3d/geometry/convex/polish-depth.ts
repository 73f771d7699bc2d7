import { writeAcross } from '../vector.ts';
import {
  askAlongAxis,
  CURVATURE,
  copy,
  extent,
  found,
  MAX_HALVINGS,
  MAX_STEPS,
  measurePointAlong,
  newton,
  POINT,
  PROBE,
  polishAxis,
  polishPoints,
  probe,
  roundingOfPoints,
  SLOPE,
  SLOPE_ROUNDING,
  STEP,
  sides,
  step,
  stepAlong,
  tangents,
  there,
  turnFrom,
  way,
} from './polish-steps.ts';
import { followValley, settle } from './polish-valley.ts';
import type { SupportShape } from './support.ts';

// The extent h of B ⊖ A along a unit direction n is n·s, s its support point there. On the sphere of directions the
// slope of h is the part of s across n, and the rate at which this part changes gives the curvature: h'' = t·ds/dt − h
// along a tangent t. EPA's polytope comes near a minimum of h on a curved shape by halving faces; Newton's method is
// there in four or five steps.
//
// Where the surface of B ⊖ A has straight lines, as along a capsule, h has a valley with a sharp floor: the support
// point is one end of the line on one side of it and the other end on the other. With one end from each side the floor
// is where both are equally far, up to the curvature, which makes the error of each step about the square of the last
// one's; and along the floor h is smooth again. A flat face with rounded edges makes a pit, where three such sides
// meet, and is found in the same way.

const MAX_ROUNDS = 4;

/** How a direction is polished: see {@link polishDepth}. */
export type PolishDepth = (a: SupportShape, b: SupportShape, rounding: Float64Array) => void;
/** The support point at which the descent is. */
const here = new Float64Array(POINT);
/** The direction at which a step of a descent begins. */
const startAxis = new Float64Array(3);
/** The result of the last descent. */
const foundAxis = new Float64Array(3);
const foundPoints = new Float64Array(6);
/** Whether the last descent has ended on the floor of a valley or in a pit. */
let inValley = false;

/** The extent that `polishDepth` found. */
export const polishedHeight = new Float64Array(1);

/**
 * Turns the unit direction in {@link polishAxis} downhill to where the extent of B ⊖ A along it has a local minimum, as
 * long as that makes it smaller, and leaves the extent in {@link polishedHeight}, the points of A and B that make it in
 * {@link polishPoints}. A minimum on a smooth surface, or on an edge with two or three smooth sides, is found to within
 * `rounding[0]`, the rounding error of the support points in units of length.
 */
export function polishDepth(a: SupportShape, b: SupportShape, rounding: Float64Array): void {
  roundingOfPoints[0] = rounding[0];
  polishedHeight[0] = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    descend(a, b);
    const lower = found[0];
    if (round > 0 && !(lower < polishedHeight[0] - rounding[0])) {
      // The floor is the lowest point of the valley, where both of its sides meet: the result is a mix of their
      // points.
      copy(polishAxis, 0, foundAxis, 3);
      copy(polishPoints, 0, foundPoints, 6);
      break;
    }
    polishedHeight[0] = lower;
    if (!inValley) break;
    copy(foundAxis, 0, polishAxis, 3);
    copy(foundPoints, 0, polishPoints, 6);
  }
}

/** Goes downhill to a place from which a new start may lead on: the floor of a valley that has only one side. */
function descend(a: SupportShape, b: SupportShape): void {
  inValley = false;
  askAlongAxis(here, a, b);
  measurePointAlong(here, polishAxis, 0);
  let height = extent[0];
  for (let count = 0; count < MAX_STEPS; count++) {
    writeAcross(tangents, polishAxis, 0);
    found[0] = height;
    if (!setStep(a, b)) break;
    copy(startAxis, 0, polishAxis, 3);
    let lower = false;
    for (let halving = 0; halving <= MAX_HALVINGS && !lower; halving++) {
      turnFrom(startAxis);
      askAlongAxis(there, a, b);
      measurePointAlong(there, polishAxis, 0);
      const other = extent[0];
      lower = other < height;
      if (lower) {
        height = other;
        copy(here, 0, there, POINT);
      } else {
        // The step may have led across a valley.
        copy(sides, 0, here, POINT);
        copy(sides, POINT, there, POINT);
        settle(a, b, 2);
        if (found[0] < height) {
          inValley = true;
          followValley(a, b);
          return;
        }
      }
      step[0] *= 0.5;
      step[1] *= 0.5;
    }
    if (!lower) {
      copy(polishAxis, 0, startAxis, 3);
      break;
    }
  }
  copy(polishPoints, 0, here, 6);
  found[0] = height;
}

/**
 * Sets Newton's step, with the curvatures taken as positive: from a place that is no valley it leads down as well.
 * Returns false where the slope is rounding. The extent at the axis is in `found`.
 */
function setStep(a: SupportShape, b: SupportShape): boolean {
  const height = found[0];
  measurePointAlong(here, tangents, 0);
  const gu = extent[0];
  measurePointAlong(here, tangents, 3);
  const gv = extent[0];
  if (!(Math.sqrt(gu * gu + gv * gv) > SLOPE_ROUNDING * roundingOfPoints[0])) return false;
  way[0] = PROBE;
  probe(a, b, tangents, 0);
  measurePointAlong(there, tangents, 0);
  const uu = (extent[0] - gu) / PROBE - height;
  measurePointAlong(there, tangents, 3);
  const mixed = (extent[0] - gv) / PROBE;
  probe(a, b, tangents, 3);
  measurePointAlong(there, tangents, 3);
  const vv = (extent[0] - gv) / PROBE - height;
  measurePointAlong(there, tangents, 0);
  const uv = 0.5 * (mixed + (extent[0] - gu) / PROBE);
  // The principal directions: (c, s) and (−s, c), of the half angle of (uu − vv, 2 uv).
  const half = 0.5 * (uu - vv);
  const radius = Math.sqrt(half * half + uv * uv);
  const c = radius > 0 ? Math.sqrt(Math.max(0, 0.5 + (0.5 * half) / radius)) : 1;
  const s = (uv < 0 ? -1 : 1) * Math.sqrt(Math.max(0, 1 - c * c));
  const middle = 0.5 * (uu + vv);
  newton[SLOPE] = c * gu + s * gv;
  newton[CURVATURE] = Math.abs(middle + radius);
  stepAlong();
  const first = newton[STEP];
  newton[SLOPE] = c * gv - s * gu;
  newton[CURVATURE] = Math.abs(middle - radius);
  stepAlong();
  const second = newton[STEP];
  step[0] = c * first - s * second;
  step[1] = s * first + c * second;
  return step[0] !== 0 || step[1] !== 0;
}
