/**
 * A node of a hierarchy in the plane: minX, minY, maxX, maxY in cells, or centre and radius of a circle; then the
 * numbers that nodes of every kind have.
 */
export const NODE_STRIDE = 6;
export const NODE_SKIP = 4;
export const NODE_FIRST = 5;

/** Quantised boxes of items: minX, minY, maxX, maxY. */
export const ITEM_BOX_STRIDE = 4;

/** Boxes as the caller gives them: minX, minY, maxX, maxY by item number. */
export const BOUNDS_STRIDE = 4;
