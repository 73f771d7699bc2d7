import { box, capsule, chain, circle, cos, sin } from 'bitecs-collision/2d';
import { createSolverSim } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Circles, boxes and capsules fall into a bowl and come to rest.',
  hint: 'Stir with the pointer.',
};

const COUNT = 160;
const RADIUS = 9;
const PIECES = 40;
/** Bodies a row at first, above the bowl. */
const COLUMNS = 12;
export const EXTENT = { minX: -11, minY: -14, maxX: 11, maxY: 0.5 };

export const WALL = Array.from({ length: PIECES + 1 }, (_, i): [number, number] => {
  const angle = (i / PIECES) * Math.PI;
  return [RADIUS * cos(angle), RADIUS * (sin(angle) - 1)];
});

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const shapes = [circle(0.4), box(0.4, 0.4), capsule(0.25, 0.3)];
  return createSolverSim((place) => {
    place(chain(WALL), 0, 0, 0);
    for (let i = 0; i < COUNT; i++) {
      const x = ((i % COLUMNS) - (COLUMNS - 1) / 2) * 1.2 + random() * 0.2;
      place(shapes[i % shapes.length], x, -4 - Math.floor(i / COLUMNS) * 1.2, 1, random() * 6);
    }
  });
}
