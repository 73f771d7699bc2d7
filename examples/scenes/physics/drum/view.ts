import type { Application } from 'pixi.js';
import { drawWall } from '../../../shared/solver-ground.ts';
import type { SolverSim } from '../../../shared/solver-sim.ts';
import { createSolverView } from '../../../shared/solver-view.ts';
import type { View } from '../../../shell/scene.ts';
import { EXTENT, WALL } from './sim.ts';

export function createView(app: Application, sim: SolverSim): View {
  const wall = drawWall(WALL, true);
  const view = createSolverView(app, sim, EXTENT, wall);
  return {
    ...view,
    draw() {
      wall.rotation = sim.collision.Transform.rotation[sim.bodies[0].eid];
      view.draw();
    },
  };
}
