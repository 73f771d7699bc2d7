/** Numbers per vertex and per normal: x, y. */
export const PIECE_STRIDE = 2;

/**
 * A convex core rounded by a radius: a polygon (count ≥ 3, counter-clockwise with y up), a segment (count 2: the core
 * of a capsule) or a point (count 1: the core of a circle).
 *
 * `normals` holds the outward unit normal of edge i → i + 1, the last edge closing the loop; a segment has two, one for
 * each side; a point has none. Both arrays may be longer than `count` needs. Two pieces that meet in a routine must be
 * given in one frame, best with its origin near one of them: rounding grows with the distance from the origin.
 */
export interface ConvexPiece {
  vertices: Float64Array;
  normals: Float64Array;
  count: number;
  radius: number;
}

/** Makes an empty piece (count 0, radius 0) with room for `capacity` vertices. */
export function createConvexPiece(capacity: number): ConvexPiece {
  return {
    vertices: new Float64Array(capacity * PIECE_STRIDE),
    normals: new Float64Array(capacity * PIECE_STRIDE),
    count: 0,
    radius: 0,
  };
}

/** Makes room for `count` vertices, keeping those it has; allocates only when the piece is too small. */
export function reserveConvexPiece(piece: ConvexPiece, count: number): void {
  const needed = count * PIECE_STRIDE;
  if (piece.vertices.length >= needed) return;
  const size = Math.max(needed, piece.vertices.length * 2);
  const vertices = new Float64Array(size);
  const normals = new Float64Array(size);
  vertices.set(piece.vertices);
  normals.set(piece.normals);
  piece.vertices = vertices;
  piece.normals = normals;
}

/**
 * Computes the normals of a piece from its vertices. An edge of zero length takes the normal of the edge before it (a
 * true outward direction at that vertex); when all vertices coincide they are (1, 0) and (−1, 0) in turn.
 *
 * A piece whose vertices were rotated may have its normals rotated the same way instead: cheaper, and more accurate for
 * edges so short that rounding turns them.
 *
 * Derived here: each edge turned clockwise by a right angle.
 */
export function computeNormals(piece: ConvexPiece): void {
  const vertices = piece.vertices;
  const normals = piece.normals;
  const count = piece.count;
  if (count < 2) return;
  const last = (count - 1) * PIECE_STRIDE;
  let missing = 0;
  for (let i = 0; i <= last; i += PIECE_STRIDE) {
    const next = i === last ? 0 : i + PIECE_STRIDE;
    const edgeX = vertices[next] - vertices[i];
    const edgeY = vertices[next + 1] - vertices[i + 1];
    const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY);
    if (length > 0) {
      normals[i] = edgeY / length;
      // 0 − x keeps a zero positive.
      normals[i + 1] = (0 - edgeX) / length;
    } else {
      normals[i] = 0;
      normals[i + 1] = 0;
      missing++;
    }
  }
  if (missing > 0) fillMissingNormals(normals, count);
}

/**
 * Gives every zero normal the value of the nearest normal before it in the loop. Two rounds are needed for zero
 * normals at the beginning of the array, whose predecessor is at its end.
 */
function fillMissingNormals(normals: Float64Array, count: number): void {
  let x = 0;
  let y = 0;
  for (let step = 0; step < 2 * count; step++) {
    const i = (step % count) * PIECE_STRIDE;
    if (normals[i] === 0 && normals[i + 1] === 0) {
      normals[i] = x;
      normals[i + 1] = y;
    } else {
      x = normals[i];
      y = normals[i + 1];
    }
  }
  if (x !== 0 || y !== 0) return;
  for (let i = 0; i < count; i++) {
    // A piece without width has normals to both sides, as a segment has: with one normal, points on the other side
    // would seem to be below all edges.
    normals[i * PIECE_STRIDE] = i % 2 === 0 ? 1 : -1;
    normals[i * PIECE_STRIDE + 1] = 0;
  }
}
