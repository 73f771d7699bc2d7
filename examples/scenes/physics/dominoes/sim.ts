import { box, circle } from 'bitecs-collision/2d';
import { createSolverSim, placeFloor } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'A ball rolls down and sets them off.',
  hint: 'Drag one to set it up again.',
};

const COUNT = 17;
const HALF_WIDTH = 0.12;
const HALF_HEIGHT = 0.8;
const SPACING = 0.9;
export const RAMP = { x: -10.2, y: -1.6, rotation: 0.4, halfWidth: 2.4, halfHeight: 0.1 };
export const EXTENT = { minX: -13, minY: -6, maxX: 11, maxY: 1 };

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const domino = box(HALF_WIDTH, HALF_HEIGHT);
  return createSolverSim((place) => {
    placeFloor(place);
    place(box(RAMP.halfWidth, RAMP.halfHeight), RAMP.x, RAMP.y, 0, RAMP.rotation);
    place(circle(0.4), RAMP.x - 1.6, RAMP.y - 1.3 - random() * 0.5, 4);
    for (let i = 0; i < COUNT; i++) place(domino, -6.5 + i * SPACING, -HALF_HEIGHT, 1);
  });
}
