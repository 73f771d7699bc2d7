import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { orient3d } from '../measure/orientation.ts';
import { isInTriangle } from '../overlap/overlaps-segment-triangle.ts';
import { closestPointTriangle } from './closest-point-triangle.ts';

const face = new Float64Array(9);
const candidate = new Float64Array(7);
const best = new Float64Array(3);

/** The corners of face i, which is opposite corner i; all four turn the same way seen from their opposite corner. */
const FACE_CORNERS = [1, 3, 2, 0, 2, 3, 0, 3, 1, 0, 1, 2];

function loadFace(points: NumberArray, a: number, b: number, c: number): void {
  for (let k = 0; k < 3; k++) {
    face[k] = points[a + k];
    face[3 + k] = points[b + k];
    face[6 + k] = points[c + k];
  }
}

// A point is on the inner side of a face if it is on the same side as the opposite corner; the two signs compared are
// of exact volumes, so either winding serves. The closest point of an outside point lies on a face that sees it outside
// (its way there leaves the body through that face's plane), so only those faces are searched.

/**
 * Writes the point `x y z` of a solid tetrahedron (four points, either winding) closest to a point; returns the squared
 * distance. A point inside or on it, which is decided exactly, gives itself and 0. A flat tetrahedron counts as the
 * union of its four faces. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.6.
 */
export function closestPointTetrahedron(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  tetrahedron: NumberArray,
  tetrahedronOffset: number,
): number {
  let outside = false;
  let distance = Infinity;
  let total = 0;
  for (let i = 0; i < 4; i++) {
    const a = tetrahedronOffset + 3 * FACE_CORNERS[3 * i];
    const b = tetrahedronOffset + 3 * FACE_CORNERS[3 * i + 1];
    const c = tetrahedronOffset + 3 * FACE_CORNERS[3 * i + 2];
    const inner = Math.sign(
      orient3d(tetrahedron, a, tetrahedron, b, tetrahedron, c, tetrahedron, tetrahedronOffset + 3 * i),
    );
    const above = Math.sign(orient3d(tetrahedron, a, tetrahedron, b, tetrahedron, c, point, pointOffset));
    const side = inner * above;
    total += side;
    // A flat tetrahedron has no inner side: every face is searched, and whether the point is on it asked exactly.
    if (side < 0 || inner === 0) {
      outside = true;
      loadFace(tetrahedron, a, b, c);
      const isOnFace = inner === 0 && above === 0 && isInTriangle(point, pointOffset, face, 0);
      const toFace = closestPointTriangle(candidate, 0, point, pointOffset, face, 0);
      total += toFace;
      if (isOnFace || toFace < distance) {
        distance = isOnFace ? 0 : toFace;
        for (let k = 0; k < 3; k++) best[k] = isOnFace ? point[pointOffset + k] : candidate[k];
      }
    }
  }
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  out[outOffset] = outside ? best[0] : px;
  out[outOffset + 1] = outside ? best[1] : py;
  out[outOffset + 2] = outside ? best[2] : pz;
  if (!(total > -5)) return Number.NaN;
  return outside ? distance : 0;
}

const scratch = new Float64Array(3);

/**
 * Returns the squared distance from a point to a solid tetrahedron of either winding; 0 inside and on it.
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.6.
 */
export function distanceSquaredPointTetrahedron(
  point: NumberArray,
  pointOffset: number,
  tetrahedron: NumberArray,
  tetrahedronOffset: number,
): number {
  return closestPointTetrahedron(scratch, 0, point, pointOffset, tetrahedron, tetrahedronOffset);
}

/**
 * Returns whether a point lies inside or on a tetrahedron (four points, either winding). Exact for every input; a flat
 * tetrahedron is the union of its four faces. NaN gives false.
 *
 * Source: signs of sub-volumes; Ericson, Real-Time Collision Detection, 3.4.
 */
export function containsPointTetrahedron(
  point: NumberArray,
  pointOffset: number,
  tetrahedron: NumberArray,
  tetrahedronOffset: number,
): boolean {
  let flat = false;
  for (let i = 0; i < 4; i++) {
    const a = tetrahedronOffset + 3 * FACE_CORNERS[3 * i];
    const b = tetrahedronOffset + 3 * FACE_CORNERS[3 * i + 1];
    const c = tetrahedronOffset + 3 * FACE_CORNERS[3 * i + 2];
    const opposite = tetrahedronOffset + 3 * i;
    const inner = Math.sign(orient3d(tetrahedron, a, tetrahedron, b, tetrahedron, c, tetrahedron, opposite));
    const side = orient3d(tetrahedron, a, tetrahedron, b, tetrahedron, c, point, pointOffset);
    if (inner === 0) {
      flat = true;
      loadFace(tetrahedron, a, b, c);
      if (side === 0 && isInTriangle(point, pointOffset, face, 0)) return true;
    } else if (!(inner * side >= 0)) {
      return false;
    }
  }
  return !flat;
}
