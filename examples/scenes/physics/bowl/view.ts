import type { Application } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { drawWall } from '../../../shared/solver-ground.ts';
import { createSolverView } from '../../../shared/solver-view.ts';
import { optionsOf } from '../../../shared/world-settings.ts';
import type { View } from '../../../shell/scene.ts';
import { type BowlSim, CONTAINER_NAMES } from './sim.ts';

export function createView(app: Application, sim: BowlSim): View {
  const { bodies, collision, settings } = sim;
  const wall = drawWall(sim.wall, sim.isClosed);
  const view = createSolverView(app, sim, sim.extent, wall);
  return {
    ...view,
    restartSettings: ['container'],
    controls(pane: Pane) {
      pane.addBinding(settings, 'container', { options: optionsOf(CONTAINER_NAMES) });
    },
    draw() {
      wall.rotation = collision.Transform.rotation[bodies[0].eid];
      view.draw();
    },
  };
}
