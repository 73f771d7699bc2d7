import { box } from 'bitecs-collision/2d';
import { createSolverSim, type Place, placeFloor } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'A rigid-body solver of two hundred lines on top of the contacts: 210 boxes, or fifteen, standing still.',
  hint: 'Drag a box out. The settings make a stack of the boxes.',
};

const ROWS = 20;
const STACKED = 15;
const HALF = 0.5;
/** Between neighbours in a row: room to be set down in. */
const GAP = 0.05;

/** How boxes can be put up, and what is seen of the world then. */
const ARRANGEMENTS = {
  pyramid: { place: placePyramid, extent: { minX: -13, minY: -ROWS - 2, maxX: 13, maxY: 1 } },
  'stack of fifteen': { place: placeStack, extent: { minX: -9, minY: -STACKED - 1, maxX: 9, maxY: 1 } },
};

export type Arrangement = keyof typeof ARRANGEMENTS;

export const ARRANGEMENT_NAMES = Object.keys(ARRANGEMENTS) as Arrangement[];

export type PyramidSim = ReturnType<typeof createSim>;

export function createSim({ seed, settings }: SimOptions) {
  const random = createRandom(seed);
  const asked = settings?.get('boxes');
  const boxes = ARRANGEMENT_NAMES.find((name) => name === asked) ?? 'pyramid';
  const { place: placeBoxes, extent } = ARRANGEMENTS[boxes];
  const sim = createSolverSim((place) => {
    placeFloor(place);
    placeBoxes(place, random);
  });
  return { ...sim, extent, settings: { boxes } };
}

function placePyramid(place: Place, random: () => number): void {
  const shape = box(HALF, HALF);
  for (let row = 0; row < ROWS; row++) {
    const count = ROWS - row;
    for (let i = 0; i < count; i++) {
      const x = (i - (count - 1) / 2) * (2 * HALF + GAP) + (random() - 0.5) * 0.01;
      place(shape, x, -HALF * (2 * row + 1), 1);
    }
  }
}

/** One box on top of another: each contact keeps its id, so each keeps what it bore. */
function placeStack(place: Place, random: () => number): void {
  const shape = box(HALF, HALF);
  for (let i = 0; i < STACKED; i++) place(shape, (random() - 0.5) * 0.02, -HALF * (2 * i + 1), 1);
}
