import type { Application } from 'pixi.js';
import { drawFloor } from '../../../shared/solver-ground.ts';
import type { SolverSim } from '../../../shared/solver-sim.ts';
import { createSolverView } from '../../../shared/solver-view.ts';
import { EXTENT } from './sim.ts';

export const createView = (app: Application, sim: SolverSim) =>
  createSolverView(app, sim, EXTENT, drawFloor(EXTENT.minX, EXTENT.maxX));
