import type { RegisteredShape } from '../shapes/registered-shape.ts';

/*
 * Where the extent of a shape about its pose's position is handed over: minX, minY, maxX, maxY, turned and scaled. The
 * radius is not in it; it is an operand, in world units, half the margin included. In an array: see placed-piece.ts.
 */
export const EXTENT_MIN_X = 0;
export const EXTENT_MIN_Y = 1;
export const EXTENT_MAX_X = 2;
export const EXTENT_MAX_Y = 3;
export const EXTENT_RADIUS = 4;
export const extent = new Float64Array(5);

/**
 * Writes the extent of a registered shape at the pose `poses[at …]`. Shapes bring their own, see registered-shape.ts.
 */
export type ExtentRoutine = (shape: RegisteredShape, poses: Float64Array, at: number) => void;
