import type { Application } from 'pixi.js';
import { drawWall } from '../../../shared/solver-ground.ts';
import type { SolverSim } from '../../../shared/solver-sim.ts';
import { createSolverView } from '../../../shared/solver-view.ts';
import { EXTENT, WALL } from './sim.ts';

export const createView = (app: Application, sim: SolverSim) =>
  createSolverView(app, sim, EXTENT, drawWall(WALL, false));
