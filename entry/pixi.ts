/** `bitecs-collision/pixi`: debug drawing with PixiJS. */
export { DEBUG_COLOURS, type DebugColours } from '../systems/core/debug/debug-colours.ts';
export type { DebugDrawSettings } from '../systems/core/debug/debug-lines.ts';
export { createDebugDraw, type DebugDraw, type DebugDrawOptions } from '../systems/pixi/debug-draw.ts';
export { drawCollider } from '../systems/pixi/draw-collider.ts';
export { drawShape } from '../systems/pixi/draw-shape.ts';
