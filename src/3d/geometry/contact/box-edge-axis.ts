import { BODY_HALF_X } from '../body-pose.ts';
import { FACE_PREFERENCE, PARALLEL } from './separating-axis.ts';

/*
 * The axes across an edge of one box and an edge of the other, and the numbers of the pair that `collideBoxBox` writes.
 */

/** How many numbers a row of the matrix below has. It has a row for each axis of A, and a column for each axis of B. */
export const ROW = 3;
/** Cosines of the angles between the axes of A and B, and their magnitudes. */
export const cosines = new Float64Array(9);
export const magnitudes = new Float64Array(9);
/** The way from A to B in the frame of A. */
export const way = new Float64Array(3);
/**
 * Numbers of the current pair, written by `collideBoxBox`: the way from A to B in the world, the largest separation
 * that is a contact, the sizes added up, and the separation along the best axis of a face.
 */
export const pair = new Float64Array(6);
export const LIMIT = 3;
export const SIZE = 4;
export const SEPARATION = 5;

/**
 * Below this squared sine rounding tilts the cross product of two edges so far that it has to be made upright again.
 */
const NEARLY_PARALLEL = 1e-10;

/** Results of `findEdgeAxis` that name no edges: none is better than a face, or the boxes are apart along one. */
export const NO_EDGES = -1;
export const APART = -2;

/** Results of `findEdgeAxis`: the unit normal from A to B in the frame of A, and the separation along it. */
export const edgeAxis = new Float64Array(4);

/**
 * Searches the nine axes across an edge of A and one of B for the largest separation that is clearly above that of the
 * faces. Returns which: three times the axis of A plus the axis of B, NO_EDGES when none is, APART when one has a gap
 * of more than the limit.
 *
 * Across edges i and j the axis is (axis i of A) × (axis j of B). In the frame of A it has no component i, the two
 * others are cosines of B's axis j, and the sum of their squares is the squared sine between the edges, which is all it
 * takes to compare separations without a root.
 */
export function findEdgeAxis(poses: Float64Array, a: number, b: number): number {
  const margin = pair[LIMIT];
  let chosen = NO_EDGES;
  let most = pair[SEPARATION] + FACE_PREFERENCE * pair[SIZE];
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const half1 = poses[a + BODY_HALF_X + i1];
    const half2 = poses[a + BODY_HALF_X + i2];
    const w1 = way[i1];
    const w2 = way[i2];
    const row = ROW * i;
    const row1 = ROW * i1;
    const row2 = ROW * i2;
    for (let j = 0; j < 3; j++) {
      const c1 = cosines[row1 + j];
      const c2 = cosines[row2 + j];
      const square = c1 * c1 + c2 * c2;
      if (square < NEARLY_PARALLEL) {
        if (square > PARALLEL) {
          measureNearlyParallel(poses, a, b, i, j);
          const separation = edgeAxis[3];
          if (separation > margin) return APART;
          if (separation > most) {
            most = separation;
            chosen = ROW * i + j;
          }
        }
        continue;
      }
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      // Axis j of B is perpendicular to the axis: the two others reach along it by the cosines of the row of A's axis
      // i.
      const gap =
        Math.abs(w2 * c1 - w1 * c2) -
        (half1 * magnitudes[row2 + j] +
          half2 * magnitudes[row1 + j] +
          poses[b + BODY_HALF_X + j1] * magnitudes[row + j2] +
          poses[b + BODY_HALF_X + j2] * magnitudes[row + j1]);
      // gap / sine > most, by squares.
      if (gap < 0 ? most >= 0 || gap * gap >= most * most * square : most > 0 && gap * gap <= most * most * square) {
        continue;
      }
      const separation = gap / Math.sqrt(square);
      if (separation > margin) return APART;
      if (separation > most) {
        most = separation;
        chosen = ROW * i + j;
      }
    }
  }
  if (chosen === NO_EDGES) return NO_EDGES;
  writeEdgeAxis((chosen / ROW) | 0, chosen % ROW);
  edgeAxis[3] = most;
  return chosen;
}

/** Writes the unit axis across edges i of A and j of B, from A to B, in the frame of A. */
function writeEdgeAxis(i: number, j: number): void {
  const i1 = i === 2 ? 0 : i + 1;
  const i2 = i === 0 ? 2 : i - 1;
  const c1 = cosines[ROW * i1 + j];
  const c2 = cosines[ROW * i2 + j];
  let scale = 1 / Math.sqrt(c1 * c1 + c2 * c2);
  if (way[i2] * c1 - way[i1] * c2 < 0) scale = -scale;
  edgeAxis[i] = 0;
  edgeAxis[i1] = -c2 * scale;
  edgeAxis[i2] = c1 * scale;
}

/**
 * Writes to `edgeAxis` the axis across two edges that are nearly parallel, and the separation along it, for which all
 * axes of both boxes are projected.
 */
function measureNearlyParallel(poses: Float64Array, a: number, b: number, i: number, j: number): void {
  writeEdgeAxis(i, j);
  let separation = 0;
  for (let k = 0; k < 3; k++) {
    separation += way[k] * edgeAxis[k] - poses[a + BODY_HALF_X + k] * Math.abs(edgeAxis[k]);
    const along = edgeAxis[0] * cosines[k] + edgeAxis[1] * cosines[ROW + k] + edgeAxis[2] * cosines[2 * ROW + k];
    separation -= poses[b + BODY_HALF_X + k] * Math.abs(along);
  }
  edgeAxis[3] = separation;
}
