/**
 * Plots of the city, a house on most of them. Every so many plots there is a street, and wider avenues now and then.
 */
export const COLUMNS = 288;
export const ROWS = 180;
export const PLOT = 2;
const STREET = 6;
const AVENUE = 36;
const AVENUE_WIDTH = 2;

/** The city, its middle at the origin. */
export const EXTENT = {
  minX: (-COLUMNS * PLOT) / 2,
  minY: (-ROWS * PLOT) / 2,
  maxX: (COLUMNS * PLOT) / 2,
  maxY: (ROWS * PLOT) / 2,
};

/** Whether a row or column of plots is a street. */
export function isStreet(line: number): boolean {
  return line % STREET === 0 || line % AVENUE < AVENUE_WIDTH;
}

/** The left and right sides of the avenues that run from top to bottom. */
export const AVENUES = Array.from({ length: COLUMNS / AVENUE }, (_, i) => {
  const left = EXTENT.minX + PLOT * AVENUE * i;
  return { left, right: left + PLOT * AVENUE_WIDTH };
});

/** The middles of the streets from left to right, or of those from top to bottom. */
export const STREETS = {
  across: middles(ROWS, EXTENT.minY),
  along: middles(COLUMNS, EXTENT.minX),
};

function middles(lines: number, start: number): number[] {
  return Array.from({ length: lines }, (_, line) => line)
    .filter(isStreet)
    .map((line) => start + PLOT * (line + 0.5));
}
