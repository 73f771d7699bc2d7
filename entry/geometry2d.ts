/** `bitecs-collision/geometry2d`: geometric routines in the plane. Layouts and rules: docs/geometry-conventions.md. */
export * from '../src/2d/geometry/basic-door.ts';
export * from '../src/2d/geometry/convex-door.ts';
