import { box, chain, cos, sin } from 'bitecs-collision/2d';
import type { Place } from '../../../shared/solver-sim.ts';

const COUNT = 300;
const HALF = 0.3;
const RADIUS = 9;
const CORNERS = 64;
/** Radians a second. */
const SPIN = 0.5;
/** Boxes a row at first. */
const COLUMNS = 14;

export const DRUM_EXTENT = { minX: -10, minY: -10, maxX: 10, maxY: 10 };

export const DRUM_WALL = Array.from({ length: CORNERS }, (_, i): [number, number] => {
  const angle = (i / CORNERS) * 2 * Math.PI;
  return [RADIUS * cos(angle), RADIUS * sin(angle)];
});

/** A drum that turns, with boxes in it. Its wall, the first body, is one chain, without a seam to catch on. */
export function placeDrum(place: Place, random: () => number): void {
  const shape = box(HALF, HALF);
  const drum = place(chain(DRUM_WALL, { closed: true }), 0, 0, 0);
  drum.motion.spin = SPIN;
  for (let i = 0; i < COUNT; i++) {
    const column = (i % COLUMNS) - (COLUMNS - 1) / 2;
    const row = Math.floor(i / COLUMNS) - COUNT / COLUMNS / 2;
    place(shape, column * 0.7, row * 0.7, 1, random() * 0.2);
  }
}
