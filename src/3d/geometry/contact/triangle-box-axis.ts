import { bodyB } from '../convex/convex-body.ts';
import { PARALLEL } from './separating-axis.ts';
import {
  AXIS_SEPARATION,
  bestAxis,
  edgeOfAxis,
  GAIN,
  LIMIT,
  sideOfAxis,
  takeAxis,
  triangleCorners,
  trianglePair,
  triedAxis,
} from './triangle-axis.ts';
import { boundByCorners, cornerDepths } from './triangle-solid-axis.ts';

/* The separating axes of a triangle and a box: its six faces, and nine axes across two edges. */

/** Measures the six faces of a box. Returns whether no gap is larger than the limit. */
export function findBoxFace(): boolean {
  let mostA = -Infinity;
  let mostB = -Infinity;
  let mostC = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const half = axis === 0 ? bodyB.halfX : axis === 1 ? bodyB.halfY : bodyB.halfZ;
    const a = triangleCorners[axis];
    const b = triangleCorners[3 + axis];
    const c = triangleCorners[6 + axis];
    const above = Math.min(a, b, c) - half;
    const below = -Math.max(a, b, c) - half;
    const separation = Math.max(above, below);
    mostA = Math.max(mostA, Math.abs(a) - half);
    mostB = Math.max(mostB, Math.abs(b) - half);
    mostC = Math.max(mostC, Math.abs(c) - half);
    if (!(separation > bestAxis[AXIS_SEPARATION])) continue;
    for (let k = 0; k < 3; k++) bestAxis[k] = 0;
    bestAxis[axis] = above > below ? -1 : 1;
    bestAxis[AXIS_SEPARATION] = separation;
  }
  cornerDepths[0] = mostA;
  cornerDepths[1] = mostB;
  cornerDepths[2] = mostC;
  boundByCorners();
  return bestAxis[AXIS_SEPARATION] <= trianglePair[LIMIT];
}

/** Measures the nine axes across an edge of the triangle and one of a box. Returns as `findBoxFace`. */
export function findBoxEdges(): boolean {
  const { halfX, halfY, halfZ } = bodyB;
  const gain = trianglePair[GAIN];
  const limit = trianglePair[LIMIT];
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const other = side === 0 ? 6 : from - 3;
    const ax = triangleCorners[from];
    const ay = triangleCorners[from + 1];
    const az = triangleCorners[from + 2];
    const ex = triangleCorners[to] - ax;
    const ey = triangleCorners[to + 1] - ay;
    const ez = triangleCorners[to + 2] - az;
    const cx = triangleCorners[other];
    const cy = triangleCorners[other + 1];
    const cz = triangleCorners[other + 2];
    const square = PARALLEL * (ex * ex + ey * ey + ez * ez);
    for (let axis = 0; axis < 3; axis++) {
      const lx = axis === 0 ? 0 : axis === 1 ? -ez : ey;
      const ly = axis === 0 ? ez : axis === 1 ? 0 : -ex;
      const lz = axis === 0 ? -ey : axis === 1 ? ex : 0;
      const length = lx * lx + ly * ly + lz * lz;
      if (!(length > square)) continue;
      const reach = halfX * Math.abs(lx) + halfY * Math.abs(ly) + halfZ * Math.abs(lz);
      const onSide = ax * lx + ay * ly + az * lz;
      const onOther = cx * lx + cy * ly + cz * lz;
      // The axis counts only if the side is what reaches farthest along it towards the box.
      const gap = onSide < onOther ? onSide - reach : -onSide - reach;
      const enough = bestAxis[AXIS_SEPARATION] + gain;
      // gap / √length > enough, by squares where both are negative.
      if (
        gap < 0
          ? enough >= 0 || gap * gap >= enough * enough * length
          : enough > 0 && gap * gap <= enough * enough * length
      )
        continue;
      const scale = 1 / Math.sqrt(length);
      const sign = onSide < onOther ? -1 : 1;
      triedAxis[0] = sign * lx;
      triedAxis[1] = sign * ly;
      triedAxis[2] = sign * lz;
      takeAxis(gap * scale, scale);
      sideOfAxis[0] = side;
      for (let k = 0; k < 3; k++) {
        const half = k === 0 ? halfX : k === 1 ? halfY : halfZ;
        edgeOfAxis[k] = triedAxis[k] > 0 ? -half : half;
        edgeOfAxis[3 + k] = k === axis ? 1 : 0;
      }
      if (bestAxis[AXIS_SEPARATION] > limit) return false;
    }
  }
  return true;
}
