/** `bitecs-collision/three`: shapes from objects of three.js, objects where their entities are, and debug drawing. */
export { DEBUG_COLOURS, type DebugColours } from '../systems/core/debug/debug-colours.ts';
export type { DebugDrawSettings } from '../systems/core/debug/debug-lines.ts';
export { boxFrom } from '../systems/three/box-from.ts';
export { createDebugDrawing, type DebugDrawing, type DebugDrawingOptions } from '../systems/three/debug-drawing.ts';
export { frustumOf } from '../systems/three/frustum-of.ts';
export {
  type HeightfieldFromOptions,
  heightfieldFrom,
  type PlacedHeightfield,
} from '../systems/three/heightfield-from.ts';
export { type HullFromOptions, hullFrom } from '../systems/three/hull-from.ts';
export { type KeptTransforms, keepTransforms } from '../systems/three/kept-transforms.ts';
export { type MeshFromOptions, meshFrom } from '../systems/three/mesh-from.ts';
export { type MeshPart, type ObjectFace, objectAt } from '../systems/three/object-at.ts';
export type { PlacedSpec } from '../systems/three/placed-spec.ts';
export type { FrameOptions, PointSource } from '../systems/three/points-of.ts';
export { type CameraRay, rayOf } from '../systems/three/ray-of.ts';
export { type RaycastFunction, raycastWith } from '../systems/three/raycast-with.ts';
export { readObjects } from '../systems/three/read-objects.ts';
export { sphereFrom } from '../systems/three/sphere-from.ts';
export type { TrackedInstances, TrackedObjects } from '../systems/three/tracked-objects.ts';
export { type WriteObjectsOptions, writeObjects } from '../systems/three/write-objects.ts';
