import { CLOSEST_SQUARED, measurePointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import { bodyA, bodyB, writeBodySupport } from '../geometry/convex/convex-body.ts';
import type { Surface } from '../shapes/surface.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { neighbour, nextAround, searchWay, startAround } from './surface-neighbours.ts';
import { APART, bodyMiddle, pairNumbers, surfacePoint } from './surface-pair.ts';

/*
 * A body that lies on the edge of a surface overlaps the wall below the edge, too. Along the wall's normal the overlap
 * is as deep as the body reaches over the edge, but a small way up, off the surface beside the wall, parts the two.
 */

const normal = new Float64Array(3);
const against = new Float64Array(3);
const lowest = new Float64Array(3);
const nearest = new Float64Array(8);

/**
 * Returns whether the body would leave the current triangle, too, if it left the face of a triangle that adjoins at a
 * point of the current one, and by a way shorter than `most[0]`. The contact with that face then parts the two.
 */
export function isPartedByNeighbour({ solid, oneSided }: Surface, at: Float64Array, most: Float64Array): boolean {
  const apart = pairNumbers[APART];
  for (let axis = 0; axis < 3; axis++) {
    surfacePoint[axis] = at[axis];
    searchWay[axis] = 0;
  }
  startAround();
  while (nextAround()) {
    const { corners } = neighbour;
    measurePointTriangle(nearest, 0, surfacePoint, 0, corners, 0);
    if (!(nearest[CLOSEST_SQUARED] <= apart * apart)) continue;
    writeTriangleNormal(normal, corners);
    const isBehind = along(normal, bodyMiddle) < along(normal, corners);
    if (isBehind && (solid || oneSided)) continue;
    const side = isBehind ? -1 : 1;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] *= side;
      against[axis] = -normal[axis];
    }
    // False for a neighbour without area, which has no normal.
    if (overlapAlong() < most[0] && along(normal, normal) > 0.5) return true;
  }
  return false;
}

/** Returns how deep the body and the current triangle overlap along `normal`: the way along it that parts them. */
function overlapAlong(): number {
  const { corners } = bodyA;
  writeBodySupport(lowest, 0, bodyB, against);
  let highest = -Infinity;
  for (let corner = 0; corner < 9; corner += 3) {
    const height = normal[0] * corners[corner] + normal[1] * corners[corner + 1] + normal[2] * corners[corner + 2];
    if (height > highest) highest = height;
  }
  return highest - along(normal, lowest);
}

function along(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
