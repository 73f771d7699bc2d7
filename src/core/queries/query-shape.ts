/**
 * A shape that is not in the world, placed for a query: its convex pieces about the shape's own position, and its
 * bounds.
 */
export interface QueryShape<Piece> {
  x: number;
  y: number;
  /** 0 in the plane. */
  z: number;
  pieces: Piece[];
  count: number;
  /** How much of the shape is a margin that is kept all around, which may reach into one-way tiles. */
  isPoint: boolean;
  /** How much of it is room that is kept all around, which may reach into one-way tiles. */
  grownBy: number;
  /** World bounds: the least coordinates, then the largest. */
  readonly box: Float64Array;
}

/** Makes an empty shape with a piece. */
export function createEmptyShape<Piece>(axes: number, piece: Piece): QueryShape<Piece> {
  // Not the coordinates first: objects of as many fields that begin alike share what V8 knows of these, and where a
  // store of columns has its `x` an array, each coordinate that is written here would be put on the heap.
  return {
    pieces: [piece],
    count: 0,
    isPoint: false,
    box: new Float64Array(2 * axes),
    grownBy: 0,
    x: 0,
    y: 0,
    z: 0,
  };
}
