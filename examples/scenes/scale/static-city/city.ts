/**
 * Plots of the city, a house on most of them. Every so many plots there is a street, and wider avenues now and then.
 */
export const COLUMNS = 288;
export const ROWS = 180;
export const PLOT = 2;
const STREET = 6;
const AVENUE = 36;

/** The city, its middle at the origin. */
export const EXTENT = {
  minX: (-COLUMNS * PLOT) / 2,
  minY: (-ROWS * PLOT) / 2,
  maxX: (COLUMNS * PLOT) / 2,
  maxY: (ROWS * PLOT) / 2,
};

export interface House {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly rotation: number;
}

/** Half the width of the river and how far its banks wind. */
const RIVER = 9;
const BEND = 45;

/** How far the river's middle is from y = 0: a cubic, which bends twice. */
export function riverAt(x: number): number {
  const t = (2 * x) / (EXTENT.maxX - EXTENT.minX);
  return BEND * (2.6 * t * t * t - 1.6 * t);
}

export const PARKS = [
  { x: -120, y: -70, radius: 26 },
  { x: 70, y: 75, radius: 34 },
  { x: 175, y: -60, radius: 20 },
];

/** Lays out the houses: all plots that are not street, river or park. Those by the parks stand as they like. */
export function layOut(random: () => number): House[] {
  const houses: House[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const x = EXTENT.minX + PLOT * (column + 0.5);
      const y = EXTENT.minY + PLOT * (row + 0.5);
      if (isStreet(column) || isStreet(row) || Math.abs(y - riverAt(x)) < RIVER) continue;
      const green = Math.min(...PARKS.map((park) => distance(x - park.x, y - park.y) / park.radius));
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

function isStreet(line: number): boolean {
  return line % STREET === 0 || line % AVENUE < 2;
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
