import { type ConvexBody, type CoreFace, setFaceNormal } from '../geometry/convex/convex-body.ts';

/**
 * The sine of the angle to the axis below which a direction counts as along the axis: the centre of the disk then
 * serves as well as a point of its rim.
 */
export const AXIAL_SINE = 1e-15;
/** Corners of the polygon that stands for a round face, fixed in the body: all lie on the rim. */
const RIM_CORNERS = 8;
const RIM_DIAGONAL = Math.SQRT1_2;
const RIM_X: readonly number[] = [1, RIM_DIAGONAL, 0, -RIM_DIAGONAL, -1, -RIM_DIAGONAL, 0, RIM_DIAGONAL];
const RIM_Z: readonly number[] = [0, RIM_DIAGONAL, 1, RIM_DIAGONAL, 0, -RIM_DIAGONAL, -1, -RIM_DIAGONAL];
/** Names of the round faces and of the line along the side, and of the corners of the latter. */
const BOTTOM = 0;
const TOP = 1;
export const SIDE = 2;
export const SIDE_LOW = 2 * RIM_CORNERS;
export const SIDE_HIGH = SIDE_LOW + 1;

/** Writes the corners of the round face of a body, of radius `halfX` and at the height ±`halfY`. */
export function writeDisk(face: CoreFace, { halfX, halfY }: ConvexBody, isTop: boolean): void {
  const { corners, names } = face;
  face.count = RIM_CORNERS;
  face.name = isTop ? TOP : BOTTOM;
  setFaceNormal(face, 0, isTop ? 1 : -1, 0);
  for (let i = 0; i < RIM_CORNERS; i++) {
    // The corners of the rim run from x to z, which is clockwise seen from above, so the top takes them in reverse.
    const k = isTop ? RIM_CORNERS - 1 - i : i;
    corners[3 * i] = halfX * RIM_X[k];
    corners[3 * i + 1] = isTop ? halfY : -halfY;
    corners[3 * i + 2] = halfX * RIM_Z[k];
    names[i] = isTop ? RIM_CORNERS + k : k;
  }
}
