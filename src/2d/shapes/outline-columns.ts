import type { Outline } from './outline-page.ts';

/** The values of a shape that the columns hold. */
interface OutlinedShape extends Outline {
  readonly count: number;
  readonly isRegular: boolean;
}

/**
 * Outlines by handle, as in `RegisteredShape`: everything that a tick reads of a polygon. They are kept side by side
 * here because reading them from the shapes would cost one or two cache misses for each shape.
 */
export interface OutlineColumns {
  readonly vertices: (Float64Array | undefined)[];
  readonly normals: (Float64Array | undefined)[];
  readonly first: number[];
  readonly count: number[];
  readonly isRegular: boolean[];
}

/** The columns of all registries that have no shapes yet: handle 0 means none. Not to be written to. */
export const NO_OUTLINES: OutlineColumns = {
  vertices: [undefined],
  normals: [undefined],
  first: [0],
  count: [0],
  isRegular: [false],
};

export function copyOutlines({ vertices, normals, first, count, isRegular }: OutlineColumns): OutlineColumns {
  return {
    vertices: vertices.slice(),
    normals: normals.slice(),
    first: first.slice(),
    count: count.slice(),
    isRegular: isRegular.slice(),
  };
}

/** Writes to the columns where the outline is of the shape that a handle means now; undefined for no shape. */
export function setOutline(columns: OutlineColumns, handle: number, shape: OutlinedShape | undefined): void {
  columns.vertices[handle] = shape?.vertices;
  columns.normals[handle] = shape?.normals;
  columns.first[handle] = shape?.first ?? 0;
  columns.count[handle] = shape?.count ?? 0;
  columns.isRegular[handle] = shape?.isRegular ?? false;
}
