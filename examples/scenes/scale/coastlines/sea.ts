import { containsPointPolygon, signedAreaPolygon } from 'bitecs-collision/geometry2d';

/** The map, in tenths of a degree. */
export const EXTENT = { minX: -1800, minY: -900, maxX: 1800, maxY: 900 };

/** A direction of length 1, without sines, whose last bits differ between engines. */
export function someDirection(random: () => number): [number, number] {
  for (;;) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const squared = x * x + y * y;
    if (squared > 0.01 && squared <= 1) return [x / Math.sqrt(squared), y / Math.sqrt(squared)];
  }
}

interface Land {
  readonly coast: Float64Array;
  /** Lakes are rings that run the other way round. */
  readonly isLake: boolean;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Bounds of a coast, which save most of the work of finding out whether a point is on land. */
export function boundsOf(coast: Float64Array): Land {
  const isLake = signedAreaPolygon(coast, 0, coast.length / 2) < 0;
  const bounds = { coast, isLake, minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < coast.length; i += 2) {
    bounds.minX = Math.min(bounds.minX, coast[i]);
    bounds.maxX = Math.max(bounds.maxX, coast[i]);
    bounds.minY = Math.min(bounds.minY, coast[i + 1]);
    bounds.maxY = Math.max(bounds.maxY, coast[i + 1]);
  }
  return bounds;
}

/** Returns a place where no coast is around it. */
export function somewhereAtSea(lands: readonly Land[], random: () => number): [number, number] {
  for (;;) {
    const x = EXTENT.minX + (EXTENT.maxX - EXTENT.minX) * random();
    const y = EXTENT.minY + 100 + (EXTENT.maxY - EXTENT.minY - 200) * random();
    if (!isOnLand(lands, x, y)) return [x, y];
  }
}

/** Whether a point is in more lands than lakes. */
export function isOnLand(lands: readonly Land[], x: number, y: number): boolean {
  let around = 0;
  for (const { coast, isLake, minX, minY, maxX, maxY } of lands) {
    if (x < minX || x > maxX || y < minY || y > maxY) continue;
    if (containsPointPolygon([x, y], 0, coast, 0, coast.length / 2)) around += isLake ? -1 : 1;
  }
  return around > 0;
}
