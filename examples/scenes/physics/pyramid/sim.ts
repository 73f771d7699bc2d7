import { box } from 'bitecs-collision/2d';
import { createSolverSim, placeFloor } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'A rigid-body solver of two hundred lines on top of the contacts: 210 boxes, standing still.',
  hint: 'Drag a box, if you have to.',
};

const ROWS = 20;
const HALF = 0.5;
/** Between neighbours in a row: room to be set down in. */
const GAP = 0.05;
export const EXTENT = { minX: -13, minY: -ROWS - 2, maxX: 13, maxY: 1 };

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const shape = box(HALF, HALF);
  return createSolverSim((place) => {
    placeFloor(place);
    for (let row = 0; row < ROWS; row++) {
      const count = ROWS - row;
      for (let i = 0; i < count; i++) {
        const x = (i - (count - 1) / 2) * (2 * HALF + GAP) + (random() - 0.5) * 0.01;
        place(shape, x, -HALF * (2 * row + 1), 1);
      }
    }
  });
}
