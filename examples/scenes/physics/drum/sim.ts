import { box, chain, cos, sin } from 'bitecs-collision/2d';
import { createSolverSim } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Three hundred boxes in a drum that turns; its wall is one chain, without a seam to catch on.',
  hint: 'Drag boxes about.',
};

const COUNT = 300;
const HALF = 0.3;
const RADIUS = 9;
const CORNERS = 64;
/** Radians a second. */
const SPIN = 0.5;
/** Boxes a row at first. */
const COLUMNS = 14;
export const EXTENT = { minX: -10, minY: -10, maxX: 10, maxY: 10 };

export const WALL = Array.from({ length: CORNERS }, (_, i): [number, number] => {
  const angle = (i / CORNERS) * 2 * Math.PI;
  return [RADIUS * cos(angle), RADIUS * sin(angle)];
});

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const shape = box(HALF, HALF);
  return createSolverSim((place) => {
    const drum = place(chain(WALL, { closed: true }), 0, 0, 0);
    drum.motion.spin = SPIN;
    for (let i = 0; i < COUNT; i++) {
      const column = (i % COLUMNS) - (COLUMNS - 1) / 2;
      const row = Math.floor(i / COLUMNS) - COUNT / COLUMNS / 2;
      place(shape, column * 0.7, row * 0.7, 1, random() * 0.2);
    }
  });
}
