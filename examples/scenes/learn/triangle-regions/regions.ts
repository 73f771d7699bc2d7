import {
  closestPointTriangle,
  TRIANGLE_REGION_EDGE_AB,
  TRIANGLE_REGION_EDGE_BC,
  TRIANGLE_REGION_EDGE_CA,
  TRIANGLE_REGION_FACE,
  TRIANGLE_REGION_VERTEX_A,
  TRIANGLE_REGION_VERTEX_B,
  TRIANGLE_REGION_VERTEX_C,
} from 'bitecs-collision/geometry2d';
import type { Grid } from '../../../shared/grid.ts';

/** Names of the regions, in the place of their constant. */
export const REGION_NAMES: string[] = [];
REGION_NAMES[TRIANGLE_REGION_VERTEX_A] = 'corner A';
REGION_NAMES[TRIANGLE_REGION_VERTEX_B] = 'corner B';
REGION_NAMES[TRIANGLE_REGION_VERTEX_C] = 'corner C';
REGION_NAMES[TRIANGLE_REGION_EDGE_AB] = 'edge AB';
REGION_NAMES[TRIANGLE_REGION_EDGE_BC] = 'edge BC';
REGION_NAMES[TRIANGLE_REGION_EDGE_CA] = 'edge CA';
REGION_NAMES[TRIANGLE_REGION_FACE] = 'inside';

/** Offsets in what `closestPointTriangle` writes: x, y, the weights of A, B and C, the region. */
export const CLOSEST_X = 0;
export const CLOSEST_Y = 1;
export const CLOSEST_WEIGHTS = 2;
export const CLOSEST_REGION = 5;
export const CLOSEST_NUMBERS = 6;

/** Asks for region and distance of every point of a grid. */
export function sampleRegions(triangle: Float64Array, grid: Grid): void {
  const { minX, minY, step, columns, rows, regions, distances } = grid;
  const point = new Float64Array(2);
  const found = new Float64Array(CLOSEST_NUMBERS);
  for (let row = 0, i = 0; row < rows; row++) {
    point[1] = minY + row * step;
    for (let column = 0; column < columns; column++, i++) {
      point[0] = minX + column * step;
      distances[i] = Math.sqrt(closestPointTriangle(found, 0, point, 0, triangle, 0));
      regions[i] = found[CLOSEST_REGION];
    }
  }
}
