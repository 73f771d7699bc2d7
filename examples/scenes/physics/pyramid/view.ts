import type { Application } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { drawFloor } from '../../../shared/solver-ground.ts';
import { createSolverView } from '../../../shared/solver-view.ts';
import { optionsOf } from '../../../shared/world-settings.ts';
import type { View } from '../../../shell/scene.ts';
import { ARRANGEMENT_NAMES, type PyramidSim } from './sim.ts';

export function createView(app: Application, sim: PyramidSim): View {
  const { extent, settings } = sim;
  return {
    ...createSolverView(app, sim, extent, drawFloor(extent.minX, extent.maxX)),
    restartSettings: ['boxes'],
    controls(pane: Pane) {
      pane.addBinding(settings, 'boxes', { options: optionsOf(ARRANGEMENT_NAMES) });
    },
  };
}
