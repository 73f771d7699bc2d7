import { COLUMNS, EXTENT, isStreet, PLOT, ROWS } from './plots.ts';
import { BANK, riverAt } from './river.ts';

export interface House {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly rotation: number;
}

/** Round, with a path about each. */
const PATH = 1;
export const PARKS = [
  { x: -120, y: -70, radius: 25 },
  { x: 70, y: 75, radius: 33 },
  { x: 175, y: -60, radius: 19 },
];

/** Lays out the houses: all plots that are not street, river, bank or park. Those by the parks stand as they like. */
export function layOut(random: () => number): House[] {
  const houses: House[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const x = EXTENT.minX + PLOT * (column + 0.5);
      const y = EXTENT.minY + PLOT * (row + 0.5);
      if (isStreet(column) || isStreet(row) || Math.abs(y - riverAt(x)) < BANK) continue;
      const green = Math.min(...PARKS.map((park) => distance(x - park.x, y - park.y) / (park.radius + PATH)));
      if (green < 1) continue;
      houses.push({
        x,
        y,
        halfWidth: 0.45 + 0.4 * random(),
        halfHeight: 0.45 + 0.4 * random(),
        rotation: green < 1.5 ? random() : 0,
      });
    }
  }
  return houses;
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
