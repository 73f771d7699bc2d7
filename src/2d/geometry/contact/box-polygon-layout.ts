/*
 * The layout of `boxPolygon`, see collide-box-polygon.ts. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

export const LIMIT = 0;
export const RADIUS_OF_BOX = 1;
export const RADIUS_OF_POLYGON = 2;
