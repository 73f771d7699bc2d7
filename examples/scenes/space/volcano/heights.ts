import data from './maps/volcano.json';

/**
 * Heights of Maunga Whau in Auckland, in metres on a grid of 10 m: a topographic map digitised by Ross Ihaka, as the
 * data sets of R and of `vega-datasets` (data/volcano.json) have it, row by row.
 */
export const COLUMNS = data.width;
export const ROWS = data.height;

/** Metres a unit of the scene. */
const METRES = 10;
/** How much steeper the hill is than it really is. */
const STEEPNESS = 1.3;
/** The height of the map that is 0 in the scene, in metres. */
const GROUND = 94;

/** Returns all heights in units of the scene: points are one unit apart. */
export function volcanoHeights(): Float64Array {
  return Float64Array.from(data.values, (metres) => ((metres - GROUND) * STEEPNESS) / METRES);
}
