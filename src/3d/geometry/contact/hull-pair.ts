import { BODY_X, BODY_Y, BODY_Z } from '../body-pose.ts';
import { VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';

/*
 * Two hulls of which the separating axis is being looked for (find-hull-axis.ts), in the frame of A and in its unit of
 * length: where B stands, the best axis so far, and the vertices farthest along a direction.
 */

/** Rotation from B's frame to A's, row by row, then the place of B's origin there, in units of A. */
export const relative = new Float64Array(12);
/** The vertices of B in the frame of A. */
export let verticesB = new Float64Array(VERTEX_STRIDE * 64);
/** The best axis so far: unit normal from A to B in the frame of A, and the separation along it, in units of A. */
export const hullAxis = new Float64Array(4);
/** The features that gave the best axis: one of the kinds below, and the face, or the edge, of A and that of B. */
export const hullAxisOf = new Int32Array(3);
export const AXIS_OF_A = 1;
export const AXIS_OF_B = 2;

export const AXIS_CENTRES = 0;
export const AXIS_FACE_A = 1;
export const AXIS_FACE_B = 2;
export const AXIS_EDGES = 3;

/**
 * Numbers of the pair that its functions share: the unit vector from the centre of A to that of B, one over their
 * distance (0 for the same centre), the radii of the balls together, the least gain that counts, how many units of A a
 * unit of B is, and the outer radii of both added up.
 */
export const hullPair = new Float64Array(8);
export const BETWEEN = 3;
export const BALLS = 4;
export const GAIN = 5;
export const UNIT = 6;
export const PAIR_SIZE = 7;

/** World units a unit of A, a unit of B, and the margin: see `collideHullHull`. */
export const SCALE_A = 0;
export const SCALE_B = 1;
export const MARGIN = 2;

/** Writes `relative`, `verticesB` and the unit of `hullPair`. */
export function placeB(hullB: FlatHull, poses: Float64Array, a: number, b: number, sizes: Float64Array): void {
  const scaleA = sizes[SCALE_A];
  const unit = sizes[SCALE_B] / scaleA;
  hullPair[UNIT] = unit;
  const dx = (poses[b + BODY_X] - poses[a + BODY_X]) / scaleA;
  const dy = (poses[b + BODY_Y] - poses[a + BODY_Y]) / scaleA;
  const dz = (poses[b + BODY_Z] - poses[a + BODY_Z]) / scaleA;
  for (let row = 0; row < 3; row++) {
    const x = poses[a + 3 * row];
    const y = poses[a + 3 * row + 1];
    const z = poses[a + 3 * row + 2];
    relative[3 * row] = x * poses[b] + y * poses[b + 1] + z * poses[b + 2];
    relative[3 * row + 1] = x * poses[b + 3] + y * poses[b + 4] + z * poses[b + 5];
    relative[3 * row + 2] = x * poses[b + 6] + y * poses[b + 7] + z * poses[b + 8];
    relative[9 + row] = x * dx + y * dy + z * dz;
  }
  const r00 = unit * relative[0];
  const r01 = unit * relative[1];
  const r02 = unit * relative[2];
  const r10 = unit * relative[3];
  const r11 = unit * relative[4];
  const r12 = unit * relative[5];
  const r20 = unit * relative[6];
  const r21 = unit * relative[7];
  const r22 = unit * relative[8];
  const px = relative[9];
  const py = relative[10];
  const pz = relative[11];
  const { numbers, vertices } = hullB;
  const count = VERTEX_STRIDE * hullB.vertexCount;
  if (verticesB.length < count) verticesB = new Float64Array(2 * count);
  const placed = verticesB;
  for (let i = 0; i < count; i += VERTEX_STRIDE) {
    const x = numbers[vertices + i];
    const y = numbers[vertices + i + 1];
    const z = numbers[vertices + i + 2];
    placed[i] = r00 * x + r01 * y + r02 * z + px;
    placed[i + 1] = r10 * x + r11 * y + r12 * z + py;
    placed[i + 2] = r20 * x + r21 * y + r22 * z + pz;
  }
}

/**
 * The direction that `highestA`, `lowestB` and `mostAlong` (find-hull-face.ts) look along. Written by their callers.
 */
export const sought = new Float64Array(3);

/** Returns the index, in the numbers of A, of the vertex of A that reaches farthest along `sought`. */
export function highestA(hullA: FlatHull): number {
  const x = sought[0];
  const y = sought[1];
  const z = sought[2];
  const { numbers, vertices } = hullA;
  const end = vertices + VERTEX_STRIDE * hullA.vertexCount;
  let highest = -Infinity;
  let chosen = vertices;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const height = x * numbers[i] + y * numbers[i + 1] + z * numbers[i + 2];
    if (height > highest) {
      highest = height;
      chosen = i;
    }
  }
  return chosen;
}

/** Returns the index, in `verticesB`, of the vertex of B that reaches farthest against `sought`. */
export function lowestB(hullB: FlatHull): number {
  const x = sought[0];
  const y = sought[1];
  const z = sought[2];
  const end = VERTEX_STRIDE * hullB.vertexCount;
  const placed = verticesB;
  let lowest = Infinity;
  let chosen = 0;
  for (let i = 0; i < end; i += VERTEX_STRIDE) {
    const height = x * placed[i] + y * placed[i + 1] + z * placed[i + 2];
    if (height < lowest) {
      lowest = height;
      chosen = i;
    }
  }
  return chosen;
}

/**
 * Vertices that are likely to be far along the next axis. First one of A and one of B, those that were farthest along
 * the last axis: these two alone rule out most axes. Then one of B and one of A, those that are farthest along the way
 * between the centres.
 */
export const hints = new Int32Array(4);
