import type { NumberArray } from '../../../core/number-array.ts';
import { buildBoxHull } from './build-box-hull.ts';
import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';

/*
 * Convex hulls as a tick reads them: everything that collides a pair, side by side in a few large arrays. Thousands of
 * hulls with arrays of their own are strewn over the heap, and a tick then waits for memory more than it computes.
 */

/**
 * The fields of a hull that the pair routines read. One object serves one operand: `readFlatHull` fills it for another
 * hull.
 */
export interface FlatHull {
  vertexCount: number;
  faceCount: number;
  edgeCount: number;
  /** The measures below, then vertices (`x y z` each) and planes (`nx ny nz d` each) are here. */
  numbers: Float64Array;
  /** The index in `numbers` of the first measure, of the first vertex, and of the first plane. */
  measures: number;
  vertices: number;
  planes: number;
  /** By edge: ARC_STRIDE numbers from `arcs` on, by which edges that cannot matter are left out. */
  arcNumbers: Float32Array;
  arcs: number;
  /** Edges (EDGE_STRIDE each, as in `ConvexHull`), first corner of each face, then the corners of all faces. */
  indices: Uint16Array;
  edges: number;
  faceStarts: number;
  corners: number;
}

/*
 * The measures of a hull, by index from `FlatHull.measures` on. They are no fields of the record because V8 puts each
 * fraction in a field on the heap, from where every pair would have to fetch it.
 */

/** The mean of the vertices: x, y, z. */
export const HULL_CENTRE = 0;
/** The radius of a ball about the centre that the hull holds. */
export const HULL_INNER_RADIUS = 3;
/** The greatest distance of a vertex from the centre. */
export const HULL_OUTER_RADIUS = 4;
/** The number of measures. */
const HULL_MEASURES = 5;

/**
 * How many numbers an edge takes in `arcNumbers`: of half the angle h between the normals of its two faces, cos² h and
 * sin h · cos h. Every axis that the edge supports lies on the arc between the two normals. Storing more numbers would
 * save computing, but cost more in memory traffic: thousands of hulls do not fit in a cache.
 */
export const ARC_STRIDE = 2;

/** The most vertices, half-edges or faces a hull may have here: they are counted in 16 bits, less a flag. */
export const FLAT_HULL_MOST = 0x7fff;

/** Numbers, arcs and indices of a page: enough for about a thousand hulls of 24 vertices. */
const PAGE_NUMBERS = 1 << 18;

let numberPage = new Float64Array(0);
let arcPage = new Float32Array(0);
let indexPage = new Uint16Array(0);
let numbersUsed = 0;
let arcsUsed = 0;
let indicesUsed = 0;

/** Makes an empty record, for `writeBoxHull` or as an operand. */
function createFlatHull(): FlatHull {
  return {
    vertexCount: 0,
    faceCount: 0,
    edgeCount: 0,
    numbers: numberPage,
    measures: 0,
    vertices: HULL_MEASURES,
    planes: 0,
    arcNumbers: arcPage,
    arcs: 0,
    indices: indexPage,
    edges: 0,
    faceStarts: 0,
    corners: 0,
  };
}

/** Enters a hull of at most FLAT_HULL_MOST half-edges into the pages. It stays there for as long as the result does. */
export function makeFlatHull(hull: ConvexHull): FlatHull {
  const { numbers, arcs, indices } = lengthsOf(hull);
  reservePages(numbers, arcs, indices);
  const flat = createFlatHull();
  flat.measures = numbersUsed;
  flat.vertices = numbersUsed + HULL_MEASURES;
  flat.arcs = arcsUsed;
  flat.edges = indicesUsed;
  numbersUsed += numbers;
  arcsUsed += arcs;
  indicesUsed += indices;
  copyHull(flat, hull);
  writeMeasures(flat, hull.centre);
  return flat;
}

/** Returns how many numbers, arc numbers and indices a hull takes. */
function lengthsOf({ vertexCount, faceCount, edgeCount, halfEdgeVertices }: ConvexHull) {
  return {
    numbers: HULL_MEASURES + VERTEX_STRIDE * vertexCount + PLANE_STRIDE * faceCount,
    arcs: ARC_STRIDE * edgeCount,
    indices: EDGE_STRIDE * edgeCount + faceCount + 1 + halfEdgeVertices.length,
  };
}

/** Copies a hull into the arrays of a record, from its `vertices`, `arcs` and `edges` on. */
function copyHull(flat: FlatHull, hull: ConvexHull): void {
  const { vertexCount, faceCount, edgeCount } = hull;
  const { numbers, indices } = flat;
  flat.vertexCount = vertexCount;
  flat.faceCount = faceCount;
  flat.edgeCount = edgeCount;
  flat.planes = flat.vertices + VERTEX_STRIDE * vertexCount;
  flat.faceStarts = flat.edges + EDGE_STRIDE * edgeCount;
  flat.corners = flat.faceStarts + faceCount + 1;
  numbers.set(hull.vertices, flat.vertices);
  numbers.set(hull.planes, flat.planes);
  indices.set(hull.edges, flat.edges);
  indices.set(hull.faceStarts, flat.faceStarts);
  indices.set(hull.halfEdgeVertices, flat.corners);
  writeArcs(flat);
}

function reservePages(numbers: number, arcs: number, indices: number): void {
  if (numbersUsed + numbers > numberPage.length) {
    numberPage = new Float64Array(Math.max(PAGE_NUMBERS, numbers));
    numbersUsed = 0;
  }
  if (arcsUsed + arcs > arcPage.length) {
    arcPage = new Float32Array(Math.max(PAGE_NUMBERS, arcs));
    arcsUsed = 0;
  }
  if (indicesUsed + indices > indexPage.length) {
    indexPage = new Uint16Array(Math.max(PAGE_NUMBERS, indices));
    indicesUsed = 0;
  }
}

function writeMeasures(flat: FlatHull, centre: NumberArray): void {
  const { numbers, measures } = flat;
  const centreX = centre[0];
  const centreY = centre[1];
  const centreZ = centre[2];
  let inner = Infinity;
  for (let f = 0; f < flat.faceCount; f++) {
    const p = flat.planes + PLANE_STRIDE * f;
    const below = numbers[p + 3] - (numbers[p] * centreX + numbers[p + 1] * centreY + numbers[p + 2] * centreZ);
    if (below < inner) inner = below;
  }
  let outer = 0;
  for (let v = 0; v < flat.vertexCount; v++) {
    const p = flat.vertices + VERTEX_STRIDE * v;
    const x = numbers[p] - centreX;
    const y = numbers[p + 1] - centreY;
    const z = numbers[p + 2] - centreZ;
    const square = x * x + y * y + z * z;
    if (square > outer) outer = square;
  }
  numbers[measures + HULL_CENTRE] = centreX;
  numbers[measures + HULL_CENTRE + 1] = centreY;
  numbers[measures + HULL_CENTRE + 2] = centreZ;
  numbers[measures + HULL_INNER_RADIUS] = Math.max(0, inner);
  numbers[measures + HULL_OUTER_RADIUS] = Math.sqrt(outer);
}

function writeArcs(flat: FlatHull): void {
  const { numbers, arcNumbers, indices } = flat;
  for (let e = 0; e < flat.edgeCount; e++) {
    const edge = flat.edges + EDGE_STRIDE * e;
    const left = flat.planes + PLANE_STRIDE * indices[edge + 2];
    const right = flat.planes + PLANE_STRIDE * indices[edge + 3];
    const arc = flat.arcs + ARC_STRIDE * e;
    const turn =
      numbers[left] * numbers[right] + numbers[left + 1] * numbers[right + 1] + numbers[left + 2] * numbers[right + 2];
    const cosine = Math.max(-1, Math.min(1, turn));
    arcNumbers[arc] = 0.5 + 0.5 * cosine;
    arcNumbers[arc + 1] = 0.5 * Math.sqrt(1 - cosine * cosine);
  }
}

/** Makes the record of a box, for `setBoxHull` to give it its size. It has arrays of its own. */
export function createBoxHull(): FlatHull {
  const hull = buildBoxHull(UNIT);
  const { numbers, arcs, indices } = lengthsOf(hull);
  const flat = createFlatHull();
  flat.numbers = new Float64Array(numbers);
  flat.arcNumbers = new Float32Array(arcs);
  flat.indices = new Uint16Array(indices);
  copyHull(flat, hull);
  setBoxHull(flat, UNIT, 0);
  return flat;
}

const UNIT: readonly number[] = [1, 1, 1];

/**
 * Gives a record that `createBoxHull` made the half extents at `sizes[at …]`. Corner i is on the positive side of axis
 * k by bit k.
 */
export function setBoxHull(flat: FlatHull, sizes: NumberArray, at: number): void {
  const { numbers, measures, vertices, planes } = flat;
  const halfX = sizes[at];
  const halfY = sizes[at + 1];
  const halfZ = sizes[at + 2];
  for (let corner = 0; corner < 8; corner++) {
    const at = vertices + VERTEX_STRIDE * corner;
    numbers[at] = (corner & 1) !== 0 ? halfX : -halfX;
    numbers[at + 1] = (corner & 2) !== 0 ? halfY : -halfY;
    numbers[at + 2] = (corner & 4) !== 0 ? halfZ : -halfZ;
  }
  for (let side = 0; side < 2; side++) {
    numbers[planes + PLANE_STRIDE * side + 3] = halfX;
    numbers[planes + PLANE_STRIDE * (2 + side) + 3] = halfY;
    numbers[planes + PLANE_STRIDE * (4 + side) + 3] = halfZ;
  }
  numbers[measures + HULL_INNER_RADIUS] = Math.min(halfX, halfY, halfZ);
  numbers[measures + HULL_OUTER_RADIUS] = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ);
}

/** Makes the record of a segment along y, for `setSegmentHull` to give it its length. It has two vertices alone. */
export function createSegmentHull(): FlatHull {
  const flat = createFlatHull();
  flat.vertexCount = 2;
  flat.numbers = new Float64Array(HULL_MEASURES + 2 * VERTEX_STRIDE);
  return flat;
}

/** Gives a record that `createSegmentHull` made the half length at `sizes[at]`. */
export function setSegmentHull({ numbers, measures, vertices }: FlatHull, sizes: NumberArray, at: number): void {
  const half = sizes[at];
  numbers[measures + HULL_OUTER_RADIUS] = half;
  numbers[vertices + 1] = -half;
  numbers[vertices + VERTEX_STRIDE + 1] = half;
}

/** Makes the record of a triangle, for `setTriangleHull` to give it its corners. It has arrays of its own. */
export function createTriangleHull(): FlatHull {
  const flat = createFlatHull();
  flat.vertexCount = 3;
  flat.faceCount = TRIANGLE_FACES.length;
  flat.edgeCount = 6;
  flat.planes = flat.vertices + 3 * VERTEX_STRIDE;
  flat.numbers = new Float64Array(flat.planes + TRIANGLE_FACES.length * PLANE_STRIDE);
  // A quarter turn from a side of the triangle to the plane beside it.
  flat.arcNumbers = new Float32Array(ARC_STRIDE * flat.edgeCount).fill(0.5);
  const edges = [0, 1, 2].flatMap((i) => [i, (i + 1) % 3, 0, 2 + i, i, (i + 1) % 3, 2 + i, 1]);
  const starts = TRIANGLE_FACES.map((_, face) => TRIANGLE_FACES.slice(0, face).flat().length);
  const corners = TRIANGLE_FACES.flat();
  flat.faceStarts = edges.length;
  flat.corners = flat.faceStarts + starts.length + 1;
  flat.indices = Uint16Array.from([...edges, ...starts, corners.length, ...corners]);
  return flat;
}

/**
 * The faces of a triangle: both sides of it and, for each edge, the plane that stands on it. These planes part the half
 * turn of directions between the two sides in two arcs, as the arc of an edge has to be less than a half turn.
 */
const TRIANGLE_FACES: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [0, 1],
  [1, 2],
  [2, 0],
];

/** Gives a record that `createTriangleHull` made three corners, of a triangle with an area. */
export function setTriangleHull(flat: FlatHull, corners: Float64Array): void {
  const { numbers, measures, vertices, planes } = flat;
  for (let i = 0; i < 9; i++) numbers[vertices + i] = corners[i];
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= scale;
  ny *= scale;
  nz *= scale;
  const height = nx * corners[0] + ny * corners[1] + nz * corners[2];
  for (let face = 0; face < 2; face++) {
    const sign = face === 0 ? 1 : -1;
    const at = planes + PLANE_STRIDE * face;
    numbers[at] = sign * nx;
    numbers[at + 1] = sign * ny;
    numbers[at + 2] = sign * nz;
    numbers[at + 3] = sign * height;
  }
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const ex = corners[to] - corners[from];
    const ey = corners[to + 1] - corners[from + 1];
    const ez = corners[to + 2] - corners[from + 2];
    const shrink = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    const at = planes + PLANE_STRIDE * (2 + side);
    const ox = (ey * nz - ez * ny) * shrink;
    const oy = (ez * nx - ex * nz) * shrink;
    const oz = (ex * ny - ey * nx) * shrink;
    numbers[at] = ox;
    numbers[at + 1] = oy;
    numbers[at + 2] = oz;
    numbers[at + 3] = ox * corners[from] + oy * corners[from + 1] + oz * corners[from + 2];
  }
  const centreX = (corners[0] + corners[3] + corners[6]) / 3;
  const centreY = (corners[1] + corners[4] + corners[7]) / 3;
  const centreZ = (corners[2] + corners[5] + corners[8]) / 3;
  let outer = 0;
  for (let corner = 0; corner < 9; corner += 3) {
    const x = corners[corner] - centreX;
    const y = corners[corner + 1] - centreY;
    const z = corners[corner + 2] - centreZ;
    const square = x * x + y * y + z * z;
    if (square > outer) outer = square;
  }
  numbers[measures + HULL_CENTRE] = centreX;
  numbers[measures + HULL_CENTRE + 1] = centreY;
  numbers[measures + HULL_CENTRE + 2] = centreZ;
  numbers[measures + HULL_OUTER_RADIUS] = Math.sqrt(outer);
}
