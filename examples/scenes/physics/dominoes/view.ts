import { type Application, Container, Graphics } from 'pixi.js';
import { drawFloor } from '../../../shared/solver-ground.ts';
import type { SolverSim } from '../../../shared/solver-sim.ts';
import { createSolverView } from '../../../shared/solver-view.ts';
import { palette } from '../../../shell/palette.ts';
import { EXTENT, RAMP } from './sim.ts';

export function createView(app: Application, sim: SolverSim) {
  const ground = new Container();
  const { x, y, rotation, halfWidth, halfHeight } = RAMP;
  const ramp = new Graphics();
  ramp.rect(-halfWidth, -halfHeight, 2 * halfWidth, 2 * halfHeight).fill(palette().faint);
  ramp.position.set(x, y);
  ramp.rotation = rotation;
  ground.addChild(drawFloor(EXTENT.minX, EXTENT.maxX), ramp);
  return createSolverView(app, sim, EXTENT, ground);
}
