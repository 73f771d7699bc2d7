/**
 * A shape that is not in the world, placed for a query: its convex pieces about the shape's own position, and its
 * bounds.
 */
export interface QueryShape<Piece> {
  x: number;
  y: number;
  /** Always 0 in the plane. */
  z: number;
  pieces: Piece[];
  count: number;
  /** Whether the shape is a point that is cast as a ray. */
  isPoint: boolean;
  /**
   * By how much the shape is grown, for the distance that is kept all around it. The space that is added, unlike the
   * shape, may reach into one-way tiles.
   */
  grownBy: number;
  /** World bounds: the least coordinates, then the largest. */
  readonly box: Float64Array;
}

/** Makes an empty shape with a piece. */
export function createEmptyShape<Piece>(axes: number, piece: Piece): QueryShape<Piece> {
  // The coordinates do not come first: objects with equally many fields that begin alike share what V8 knows of their
  // types, and where the `x` of a store of columns is an array, V8 would put each coordinate written here on the heap.
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
