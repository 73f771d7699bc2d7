import type { ConvexHull } from '../geometry/convex/convex-hull.ts';
import type { FlatHull } from '../geometry/convex/flat-hull.ts';

/** Hulls by handle, undefined for other shapes: a tick reads them here without asking the shape. */
export interface HullColumns {
  readonly flats: (FlatHull | undefined)[];
  readonly hulls: (ConvexHull | undefined)[];
}

/** The columns of all registries that have no shapes yet: handle 0 means none. Not to be written to. */
export const NO_HULLS: HullColumns = { flats: [undefined], hulls: [undefined] };

export function copyHulls({ flats, hulls }: HullColumns): HullColumns {
  return { flats: flats.slice(), hulls: hulls.slice() };
}

/** Writes to the columns the hull of the shape that a handle means from now on; undefined for no shape. */
export function setHull(
  columns: HullColumns,
  handle: number,
  shape: { readonly flat: FlatHull | undefined; readonly hull: ConvexHull | undefined } | undefined,
): void {
  columns.flats[handle] = shape?.flat;
  columns.hulls[handle] = shape?.hull;
}
