import { Graphics } from 'pixi.js';
import { palette } from '../shell/palette.ts';
import { FLOOR } from './solver-sim.ts';

/** A floor as wide as the scene. */
export function drawFloor(minX: number, maxX: number): Graphics {
  return new Graphics().rect(minX, 0, maxX - minX, 2 * FLOOR.halfHeight).fill(palette().faint);
}

/** A line along points (x, y). */
export function drawWall(points: readonly (readonly [number, number])[], isClosed: boolean): Graphics {
  return new Graphics().poly(points.flat(), isClosed).stroke({ color: palette().ink, width: 0.12, join: 'round' });
}
