import { box } from 'bitecs-collision/2d';
import { createSolverSim, placeFloor } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Fifteen boxes on top of each other: each contact keeps its id, so each keeps what it bore.',
  hint: 'Pull one out.',
};

const COUNT = 15;
const HALF = 0.5;
export const EXTENT = { minX: -9, minY: -COUNT - 1, maxX: 9, maxY: 1 };

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const shape = box(HALF, HALF);
  return createSolverSim((place) => {
    placeFloor(place);
    for (let i = 0; i < COUNT; i++) place(shape, (random() - 0.5) * 0.02, -HALF * (2 * i + 1), 1);
  });
}
