import { box, capsule, chain, circle, cos, sin } from 'bitecs-collision/2d';
import { createSolverSim, type Place } from '../../../shared/solver-sim.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';
import { DRUM_EXTENT, DRUM_WALL, placeDrum } from './drum.ts';

export const about: SceneAbout = {
  summary: 'Circles, boxes and capsules fall into a bowl and come to rest, or boxes tumble in a drum that turns.',
  hint: 'Stir with the pointer; the settings turn the bowl into a drum.',
};

const COUNT = 160;
const RADIUS = 9;
const PIECES = 40;
/** Bodies a row at first, above the bowl. */
const COLUMNS = 12;

const BOWL_WALL = Array.from({ length: PIECES + 1 }, (_, i): [number, number] => {
  const angle = (i / PIECES) * Math.PI;
  return [RADIUS * cos(angle), RADIUS * (sin(angle) - 1)];
});

const CONTAINERS = {
  bowl: { place: placeBowl, wall: BOWL_WALL, isClosed: false, extent: { minX: -11, minY: -14, maxX: 11, maxY: 0.5 } },
  drum: { place: placeDrum, wall: DRUM_WALL, isClosed: true, extent: DRUM_EXTENT },
};

export type Container = keyof typeof CONTAINERS;

export const CONTAINER_NAMES = Object.keys(CONTAINERS) as Container[];

export type BowlSim = ReturnType<typeof createSim>;

export function createSim({ seed, settings }: SimOptions) {
  const random = createRandom(seed);
  const asked = settings?.get('container');
  const container = CONTAINER_NAMES.find((name) => name === asked) ?? 'bowl';
  const { place: fill, wall, isClosed, extent } = CONTAINERS[container];
  const sim = createSolverSim((place) => fill(place, random));
  return { ...sim, wall, isClosed, extent, settings: { container } };
}

/** A bowl, the first body, and what falls into it. */
function placeBowl(place: Place, random: () => number): void {
  const shapes = [circle(0.4), box(0.4, 0.4), capsule(0.25, 0.3)];
  place(chain(BOWL_WALL), 0, 0, 0);
  for (let i = 0; i < COUNT; i++) {
    const x = ((i % COLUMNS) - (COLUMNS - 1) / 2) * 1.2 + random() * 0.2;
    place(shapes[i % shapes.length], x, -4 - Math.floor(i / COLUMNS) * 1.2, 1, random() * 6);
  }
}
