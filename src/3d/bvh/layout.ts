/**
 * A node of a hierarchy in space: minX … maxZ in cells, or centre and radius of a sphere; then the numbers that every
 * kind of node has.
 */
export const NODE_STRIDE = 8;
export const NODE_SKIP = 6;
export const NODE_FIRST = 7;

/** Quantised boxes of items: minX, minY, minZ, maxX, maxY, maxZ. */
export const ITEM_BOX_STRIDE = 6;
