import type { WritableNumberArray } from '../../../core/number-array.ts';
import { closestOnTriangle, triangleSquare, triangleWeights } from './triangle-weights.ts';

/**
 * The polytope that EPA grows inside B ⊖ A: triangles over support points, and a heap of the triangles by the distance
 * of their planes from the origin. Module-private; it grows by doubling and keeps its size, so that a steady load
 * allocates nothing.
 */

/** Numbers per vertex: w, a, b. */
export const VERTEX_NUMBERS = 9;
/** Corners, then the neighbours across corner i → i + 1. */
const LINKS = 6;
/** Unit normal, distance of the plane from the origin. */
const PLANE = 4;

const GONE = 0;
const OPEN = 1;
/** No point of B ⊖ A lies beyond the plane of the triangle. */
const CLOSED = 2;
/** The triangle has no area and so no plane: it is removed together with any neighbour that is removed. */
const DEGENERATE = 3;

let vertices = new Float64Array(64 * VERTEX_NUMBERS);
let links = new Int32Array(128 * LINKS);
let planes = new Float64Array(128 * PLANE);
let states = new Uint8Array(128);
let heap = new Int32Array(128);
let visible = new Int32Array(128);
let rim = new Int32Array(128 * 2);
/** For each vertex, the new triangle whose rim side starts there, valid where the stamp is that of this step. */
let rimTriangle = new Int32Array(64);
let rimStamp = new Int32Array(64);
let seen = new Int32Array(128);

let vertexCount = 0;
let faceCount = 0;
let heapSize = 0;
let visibleCount = 0;
let rimCount = 0;
let stamp = 0;

/** Returns the data of the vertices, {@link VERTEX_NUMBERS} each; fetch anew after {@link nextVertex}. */
export function polytopeVertices(): Float64Array {
  return vertices;
}

export function polytopeVertexCount(): number {
  return vertexCount;
}

/** Makes room for one more vertex and returns the offset to write it at; {@link commitVertex} keeps it. */
export function nextVertex(): number {
  if ((vertexCount + 1) * VERTEX_NUMBERS > vertices.length) {
    vertices = growFloats(vertices);
    rimTriangle = growInts(rimTriangle);
    rimStamp = growInts(rimStamp);
  }
  return vertexCount * VERTEX_NUMBERS;
}

export function commitVertex(): void {
  vertexCount++;
}

function growFloats(array: Float64Array): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(2 * array.length);
  grown.set(array);
  return grown;
}

function growInts(array: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(2 * array.length);
  grown.set(array);
  return grown;
}

export function clearPolytope(): void {
  vertexCount = 0;
  faceCount = 0;
  heapSize = 0;
}

/** Makes the first four vertices a tetrahedron. */
export function startTetrahedron(): void {
  const outward = volumeSign();
  const b = outward ? 1 : 2;
  const c = outward ? 2 : 1;
  addFace(0, b, c);
  addFace(0, 3, b);
  addFace(b, 3, c);
  addFace(c, 3, 0);
  setNeighbours(0, 1, 2, 3);
  setNeighbours(1, 3, 2, 0);
  setNeighbours(2, 1, 3, 0);
  setNeighbours(3, 2, 1, 0);
}

/** Returns whether vertex 3 lies below the triangle 0, 1, 2. */
function volumeSign(): boolean {
  const v = vertices;
  const n = VERTEX_NUMBERS;
  const ax = v[n] - v[0];
  const ay = v[n + 1] - v[1];
  const az = v[n + 2] - v[2];
  const bx = v[2 * n] - v[0];
  const by = v[2 * n + 1] - v[1];
  const bz = v[2 * n + 2] - v[2];
  const cx = v[3 * n] - v[0];
  const cy = v[3 * n + 1] - v[1];
  const cz = v[3 * n + 2] - v[2];
  return cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx) < 0;
}

function setNeighbours(face: number, first: number, second: number, third: number): void {
  links[face * LINKS + 3] = first;
  links[face * LINKS + 4] = second;
  links[face * LINKS + 5] = third;
}

function addFace(a: number, b: number, c: number): number {
  const face = faceCount++;
  if (faceCount > states.length) {
    growFaces();
  }
  links[face * LINKS] = a;
  links[face * LINKS + 1] = b;
  links[face * LINKS + 2] = c;
  seen[face] = 0;
  states[face] = setPlane(face, a * VERTEX_NUMBERS, b * VERTEX_NUMBERS, c * VERTEX_NUMBERS) ? OPEN : DEGENERATE;
  if (states[face] === OPEN) {
    pushHeap(face);
  }
  return face;
}

function growFaces(): void {
  links = growInts(links);
  planes = growFloats(planes);
  const grown = new Uint8Array(2 * states.length);
  grown.set(states);
  states = grown;
  heap = growInts(heap);
  visible = growInts(visible);
  rim = growInts(rim);
  seen = growInts(seen);
}

/** If the area of a triangle divided by the product of two sides is below this, its normal is nothing but rounding. */
const DEGENERATE_SINE = 2 ** -48; // 16 EPSILON

/**
 * Computes the plane at the corner between the two shorter sides, where the cross product rounds least, and turns it
 * perpendicular to the longest, because the rounding that is left tilts the plane of a needle most along this side.
 */
function setPlane(face: number, a: number, b: number, c: number): boolean {
  const v = vertices;
  const ux = v[b] - v[a];
  const uy = v[b + 1] - v[a + 1];
  const uz = v[b + 2] - v[a + 2];
  const vx = v[c] - v[b];
  const vy = v[c + 1] - v[b + 1];
  const vz = v[c + 2] - v[b + 2];
  const wx = v[a] - v[c];
  const wy = v[a + 1] - v[c + 1];
  const wz = v[a + 2] - v[c + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = wx * wx + wy * wy + wz * wz;
  let x = 0;
  let y = 0;
  let z = 0;
  let sides = 0;
  let tilt = 0;
  if (ww >= uu && ww >= vv) {
    x = uy * vz - uz * vy;
    y = uz * vx - ux * vz;
    z = ux * vy - uy * vx;
    sides = uu * vv;
    tilt = (x * wx + y * wy + z * wz) / ww;
    x -= tilt * wx;
    y -= tilt * wy;
    z -= tilt * wz;
  } else if (uu >= vv) {
    x = vy * wz - vz * wy;
    y = vz * wx - vx * wz;
    z = vx * wy - vy * wx;
    sides = vv * ww;
    tilt = (x * ux + y * uy + z * uz) / uu;
    x -= tilt * ux;
    y -= tilt * uy;
    z -= tilt * uz;
  } else {
    x = wy * uz - wz * uy;
    y = wz * ux - wx * uz;
    z = wx * uy - wy * ux;
    sides = ww * uu;
    tilt = (x * vx + y * vy + z * vz) / vv;
    x -= tilt * vx;
    y -= tilt * vy;
    z -= tilt * vz;
  }
  const square = x * x + y * y + z * z;
  if (!(square > DEGENERATE_SINE * DEGENERATE_SINE * sides)) {
    return false;
  }
  const scale = 1 / Math.sqrt(square);
  const p = face * PLANE;
  planes[p] = x * scale;
  planes[p + 1] = y * scale;
  planes[p + 2] = z * scale;
  // The heights of the three corners agree to rounding. The lowest is taken, so that the distance stays a lower bound.
  planes[p + 3] = Math.min(heightOf(p, a), heightOf(p, b), heightOf(p, c));
  return true;
}

function heightOf(plane: number, vertex: number): number {
  return (
    planes[plane] * vertices[vertex] +
    planes[plane + 1] * vertices[vertex + 1] +
    planes[plane + 2] * vertices[vertex + 2]
  );
}

/** Removes the open face nearest the origin from the heap and returns it; −1 when none is left. */
export function popNearestFace(): number {
  while (heapSize > 0) {
    const face = heap[0];
    const last = heap[--heapSize];
    if (heapSize > 0) siftDown(last);
    if (states[face] === OPEN) return face;
  }
  return -1;
}

function pushHeap(face: number): void {
  const key = planes[face * PLANE + 3];
  let at = heapSize++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!(planes[heap[parent] * PLANE + 3] > key)) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = face;
}

function siftDown(face: number): void {
  const key = planes[face * PLANE + 3];
  let at = 0;
  for (let child = 1; child < heapSize; child = 2 * at + 1) {
    if (child + 1 < heapSize && planes[heap[child + 1] * PLANE + 3] < planes[heap[child] * PLANE + 3]) child++;
    if (!(planes[heap[child] * PLANE + 3] < key)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = face;
}

/** Writes the unit normal of a face, and the distance of its plane from the origin (4 numbers). */
export function writeFacePlane(out: Float64Array, face: number): void {
  for (let i = 0; i < PLANE; i++) out[i] = planes[face * PLANE + i];
}

export function closeFace(face: number): void {
  states[face] = CLOSED;
}

/**
 * Replaces the faces that the newest vertex sees, starting from a face it lies above, by a fan. Returns false, with
 * nothing changed, when rounding has made the rim something else than one loop. `rounding[0]` is how far above a face a
 * vertex must be to see it.
 */
export function replaceVisible(start: number, rounding: Float64Array): boolean {
  const apex = vertexCount - 1;
  stamp++;
  collectVisible(start, apex * VERTEX_NUMBERS, rounding);
  if (!collectRim() || !isOneLoop()) {
    return false;
  }
  for (let i = 0; i < visibleCount; i++) {
    states[visible[i]] = GONE;
  }
  const first = faceCount;
  for (let i = 0; i < rimCount; i++) {
    const inner = rim[2 * i];
    const side = rim[2 * i + 1];
    const from = links[inner * LINKS + side];
    const beyond = links[inner * LINKS + 3 + side];
    const face = addFace(from, links[inner * LINKS + ((side + 1) % 3)], apex);
    links[face * LINKS + 3] = beyond;
    relink(beyond, inner, face);
    rimTriangle[from] = face;
  }
  for (let face = first; face < faceCount; face++) {
    const next = rimTriangle[links[face * LINKS + 1]];
    links[face * LINKS + 4] = next;
    links[next * LINKS + 5] = face;
  }
  return true;
}

function relink(face: number, before: number, after: number): void {
  for (let side = 3; side < LINKS; side++) {
    if (links[face * LINKS + side] === before) {
      links[face * LINKS + side] = after;
      return;
    }
  }
}

function collectVisible(start: number, apex: number, rounding: Float64Array): void {
  const least = rounding[0];
  visible[0] = start;
  visibleCount = 1;
  seen[start] = stamp;
  for (let i = 0; i < visibleCount; i++) {
    const face = visible[i];
    for (let side = 3; side < LINKS; side++) {
      const neighbour = links[face * LINKS + side];
      if (seen[neighbour] === stamp) continue;
      const p = neighbour * PLANE;
      if (states[neighbour] === DEGENERATE || heightOf(p, apex) - planes[p + 3] > least) {
        seen[neighbour] = stamp;
        visible[visibleCount++] = neighbour;
      }
    }
  }
}

/** Lists the sides between seen and unseen faces; false when two of them start at one vertex. */
function collectRim(): boolean {
  rimCount = 0;
  for (let i = 0; i < visibleCount; i++) {
    const face = visible[i];
    for (let side = 0; side < 3; side++) {
      if (seen[links[face * LINKS + 3 + side]] === stamp) continue;
      const from = links[face * LINKS + side];
      if (rimStamp[from] === stamp) return false;
      rimStamp[from] = stamp;
      rimTriangle[from] = rimCount;
      rim[2 * rimCount] = face;
      rim[2 * rimCount + 1] = side;
      rimCount++;
    }
  }
  return rimCount >= 3;
}

function isOneLoop(): boolean {
  let at = 0;
  for (let steps = 1; steps <= rimCount; steps++) {
    const to = links[rim[2 * at] * LINKS + ((rim[2 * at + 1] + 1) % 3)];
    if (rimStamp[to] !== stamp) return false;
    at = rimTriangle[to];
    if (at === 0) return steps === rimCount;
  }
  return false;
}

/**
 * Writes the points of A and of B (6 numbers) that a point on the surface, in `triangleTarget`, stands for: the
 * triangle nearest to that point gives the weights of the support points that make it up.
 */
export function writePolytopeWitness(out: WritableNumberArray, outOffset: number): void {
  let nearest = Infinity;
  let chosen = 0;
  for (let face = 0; face < faceCount; face++) {
    if (states[face] === GONE) continue;
    closestOnFace(face);
    if (triangleSquare[0] < nearest) {
      nearest = triangleSquare[0];
      chosen = face;
    }
  }
  closestOnFace(chosen);
  const i = links[chosen * LINKS] * VERTEX_NUMBERS;
  const j = links[chosen * LINKS + 1] * VERTEX_NUMBERS;
  const k = links[chosen * LINKS + 2] * VERTEX_NUMBERS;
  const u = triangleWeights[1];
  const v = triangleWeights[2];
  for (let axis = 0; axis < 6; axis++) {
    const base = vertices[i + 3 + axis];
    out[outOffset + axis] = base + u * (vertices[j + 3 + axis] - base) + v * (vertices[k + 3 + axis] - base);
  }
}

function closestOnFace(face: number): void {
  const at = face * LINKS;
  closestOnTriangle(
    vertices,
    links[at] * VERTEX_NUMBERS,
    links[at + 1] * VERTEX_NUMBERS,
    links[at + 2] * VERTEX_NUMBERS,
  );
}
