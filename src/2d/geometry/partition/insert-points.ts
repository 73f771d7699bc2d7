import {
  createHalfEdgeMesh,
  flip,
  type HalfEdgeMesh,
  legalise,
  NONE,
  nextOf,
  orientation,
  pair,
  previousOf,
  pushEdge,
  setOrigin,
} from './half-edge-mesh.ts';

/**
 * Makes the Delaunay triangulation of points, no two of which are equal; undefined when all of them lie on one line.
 *
 * The points are inserted one by one: the triangle that contains a point is found by walking from the point inserted
 * before, and is split, and the edges around are flipped. The order is random in rounds of doubling size, which bounds
 * what is flipped, and along a curve within each round, which bounds the walks. All that decides about the topology is
 * exact.
 *
 * Sources: Guibas, Knuth and Sharir, Randomized Incremental Construction of Delaunay and Voronoi Diagrams, 1992;
 * Amenta, Choi and Rote, Incremental Constructions con BRIO, 2003.
 */
export function triangulatePoints(points: Float64Array): HalfEdgeMesh | undefined {
  const mesh = createHalfEdgeMesh(points);
  const order = insertionOrder(points);
  const third = startMesh(mesh, order);
  if (third < 0) return undefined;
  let start = 0;
  for (let i = 2; i < order.length; i++) {
    if (i === third) continue;
    start = insert(mesh, order[i], start);
  }
  return mesh;
}

/**
 * Makes the first triangle, of the first two points and the first one that is not in line with them, and its three
 * ghosts. Returns the place of the third point in the order, −1 when there is none.
 */
function startMesh(mesh: HalfEdgeMesh, order: Uint32Array): number {
  const { points, ghost } = mesh;
  for (let third = 2; third < order.length; third++) {
    const side = orientation(points, order[0], order[1], order[third]);
    if (side === 0) continue;
    const corners = side > 0 ? [order[0], order[1], order[third]] : [order[1], order[0], order[third]];
    mesh.triangles = 4;
    for (let i = 0; i < 3; i++) {
      const after = (i + 1) % 3;
      const outer = 3 * (i + 1);
      setOrigin(mesh, outer, corners[after]);
      setOrigin(mesh, outer + 1, corners[i]);
      setOrigin(mesh, outer + 2, ghost);
      setOrigin(mesh, i, corners[i]);
      pair(mesh, i, outer);
      pair(mesh, outer + 2, 3 * (after + 1) + 1);
    }
    return third;
  }
  return -1;
}

/** Inserts a point, looking for it from a triangle on, and returns a triangle at the point. */
function insert(mesh: HalfEdgeMesh, point: number, start: number): number {
  const { origin, twin, use } = mesh;
  const triangle = locate(mesh, point, start);
  const ab = 3 * triangle;
  const bc = 3 * mesh.triangles++;
  const ca = 3 * mesh.triangles++;
  const a = origin[ab];
  const b = origin[ab + 1];
  const c = origin[ab + 2];
  const side = onEdge(mesh, point, triangle);
  // The triangle becomes (a, b, point), and (b, c, point) and (c, a, point) are new.
  pair(mesh, bc, twin[ab + 1]);
  pair(mesh, ca, twin[ab + 2]);
  use[bc] = use[ab + 1];
  use[ca] = use[ab + 2];
  use[ab + 1] = use[ab + 2] = NONE;
  setOrigin(mesh, ab + 2, point);
  setOrigin(mesh, bc, b);
  setOrigin(mesh, bc + 1, c);
  setOrigin(mesh, bc + 2, point);
  setOrigin(mesh, ca, c);
  setOrigin(mesh, ca + 1, a);
  setOrigin(mesh, ca + 2, point);
  pair(mesh, ab + 1, bc + 2);
  pair(mesh, bc + 1, ca + 2);
  pair(mesh, ca + 1, ab + 2);
  const sides = [ab, bc, ca];
  let size = 0;
  for (let i = 0; i < 3; i++) {
    const edge = sides[i];
    if (i !== side) {
      size = pushEdge(mesh, size, edge);
      continue;
    }
    // The point lies on this edge, so the triangle of the two has no area: flipping the edge removes it.
    const other = twin[edge];
    flip(mesh, edge);
    size = pushEdge(mesh, size, previousOf(edge));
    size = pushEdge(mesh, size, nextOf(other));
  }
  legalise(mesh, size);
  return (mesh.leaving[point] / 3) | 0;
}

/** Returns the half-edge of a triangle, 0 to 2, that a point in it lies on; −1 when it lies on none. */
function onEdge({ points, ghost, origin }: HalfEdgeMesh, point: number, triangle: number): number {
  for (let i = 0; i < 3; i++) {
    const a = origin[3 * triangle + i];
    const b = origin[nextOf(3 * triangle + i)];
    if (a !== ghost && b !== ghost && orientation(points, a, b, point) === 0) return i;
  }
  return -1;
}

/**
 * Finds the triangle that holds a point, by walking across edges that have the point on their far side. A ghost
 * triangle holds what is beyond its edge of the hull. The edge to begin with is drawn by lot at each step, so that a
 * walk cannot go in circles (Devillers, Pion and Teillaud, Walking in a Triangulation, 2001).
 */
function locate({ points, ghost, origin, twin }: HalfEdgeMesh, point: number, start: number): number {
  let triangle = start;
  let lot = point + 1;
  for (;;) {
    const edge = 3 * triangle;
    let inner = NONE;
    for (let i = 0; i < 3; i++) if (origin[edge + i] === ghost) inner = twin[nextOf(edge + i)];
    if (inner !== NONE) {
      // From a ghost triangle the walk goes back into the hull, unless the point is outside of the hull here.
      if (orientation(points, origin[inner], origin[nextOf(inner)], point) < 0) return triangle;
      triangle = (inner / 3) | 0;
      continue;
    }
    lot = (Math.imul(lot, 1664525) + 1013904223) >>> 0;
    const first = (lot >>> 16) % 3;
    let beyond = NONE;
    for (let i = 0; i < 3 && beyond === NONE; i++) {
      const tried = edge + ((first + i) % 3);
      if (orientation(points, origin[tried], origin[nextOf(tried)], point) < 0) beyond = tried;
    }
    if (beyond === NONE) return triangle;
    triangle = (twin[beyond] / 3) | 0;
  }
}

/** How many bits of a coordinate the curve uses. */
const CURVE_BITS = 15;

/** The last round inserts half of the points, the one before it a quarter, and so on; the remaining points go first. */
const ROUNDS = 16;

/** Returns the order in which points are inserted. */
function insertionOrder(points: Float64Array): Uint32Array {
  const count = points.length / 2;
  const order = new Uint32Array(count);
  const keys = new Float64Array(count);
  let minX = Infinity;
  let minY = Infinity;
  let size = 0;
  for (let i = 0; i < count; i++) {
    minX = Math.min(minX, points[2 * i]);
    minY = Math.min(minY, points[2 * i + 1]);
  }
  for (let i = 0; i < count; i++) size = Math.max(size, points[2 * i] - minX, points[2 * i + 1] - minY);
  const perUnit = size > 0 ? (2 ** CURVE_BITS - 1) / size : 0;
  for (let i = 0; i < count; i++) {
    order[i] = i;
    const place = curvePlace((points[2 * i] - minX) * perUnit, (points[2 * i + 1] - minY) * perUnit);
    const round = Math.max(0, ROUNDS - Math.clz32(mixed(i)));
    keys[i] = round * 4 ** CURVE_BITS + place;
  }
  return order.sort((a, b) => keys[a] - keys[b] || a - b);
}

/** Mixes the bits of a number: half of the results begin with a 1, a quarter with 01, and so on. */
function mixed(i: number): number {
  let bits = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Returns how far along a Hilbert curve a cell lies. */
function curvePlace(x: number, y: number): number {
  let column = x | 0;
  let row = y | 0;
  let place = 0;
  for (let half = 1 << (CURVE_BITS - 1); half > 0; half >>= 1) {
    const right = (column & half) > 0 ? 1 : 0;
    const upper = (row & half) > 0 ? 1 : 0;
    place = 4 * place + ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        column = half - 1 - (column & (half - 1));
        row = half - 1 - (row & (half - 1));
      }
      const swapped = column;
      column = row;
      row = swapped;
    }
  }
  return place;
}
