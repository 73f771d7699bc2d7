import { CollisionError, refuse } from '../../../core/errors.ts';
import { isCoordinate, requireCoordinate } from '../../../core/limits.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { type HalfEdgeMesh, NONE, nextOf } from './half-edge-mesh.ts';
import { createEdgeInserter, insertEdge, settleEdge } from './insert-edge.ts';
import { triangulatePoints } from './insert-points.ts';

/** The edges that bound a region. */
export interface BoundingEdges {
  /** The two vertices that each edge joins, and the ring of the edge: 0 is the outline, 1 the first hole. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly ring: Int32Array;
  /** The first vertex of each ring. */
  readonly starts: readonly number[];
}

/** The constrained Delaunay triangulation of a region. */
export interface PolygonMesh {
  readonly mesh: HalfEdgeMesh;
  /** The vertex of each point of the mesh: the first of the vertices that lie there. */
  readonly vertexOf: Int32Array;
  /** 1 for the triangles that make up the region. */
  readonly inside: Uint8Array;
}

/**
 * Reads the rings of a polygon: the outline, and holes from the given vertices on. All numbers are checked.
 * @throws CollisionError see `triangulate`.
 */
export function readRings(what: string, vertices: NumberArray, holeStarts: NumberArray): number[][] {
  const count = vertices.length / 2;
  if (!Number.isInteger(count)) {
    refuse('invalid-shape', `${what}: the length of the vertices`, 'even', vertices.length);
  }
  for (let i = 0; i < 2 * count; i++) {
    if (!isCoordinate(vertices[i])) {
      requireCoordinate(`${what}: ${i % 2 === 0 ? 'x' : 'y'} of vertex ${i >> 1}`, vertices[i]);
    }
  }
  const rings: number[][] = [];
  for (let ring = 0; ring <= holeStarts.length; ring++) {
    const start = ring === 0 ? 0 : holeStarts[ring - 1];
    const end = ring < holeStarts.length ? holeStarts[ring] : count;
    if (!(Number.isInteger(end) && end >= start && end <= count)) {
      refuse('out-of-range', `${what}: the start of hole ${ring}`, `an integer from ${start} to ${count}`, end);
    }
    if (end - start < 3) {
      refuse('invalid-shape', `${what}: the number of points of ${nameOf(ring)}`, 'at least 3', end - start);
    }
    const numbers: number[] = [];
    for (let i = start; i < end; i++) numbers.push(i);
    rings.push(numbers);
  }
  return rings;
}

function nameOf(ring: number): string {
  return ring === 0 ? 'the outline' : `hole ${ring - 1}`;
}

/** Returns the edges of closed rings of vertices; `starts` says where the numbers of each ring begin. */
export function edgesOf(rings: readonly (readonly number[])[], starts: readonly number[]): BoundingEdges {
  let count = 0;
  for (const numbers of rings) count += numbers.length;
  const edges = { from: new Int32Array(count), to: new Int32Array(count), ring: new Int32Array(count), starts };
  let at = 0;
  for (let ring = 0; ring < rings.length; ring++) {
    const numbers = rings[ring];
    for (let i = 0; i < numbers.length; i++) {
      edges.from[at] = numbers[i];
      edges.to[at] = numbers[i + 1 < numbers.length ? i + 1 : 0];
      edges.ring[at++] = ring;
    }
  }
  return edges;
}

/**
 * Triangulates the region within the outline and outside of all holes.
 *
 * Rings may touch themselves and each other, in points and along edges, and an edge that is passed twice bounds
 * nothing. The inside is found from outside: it changes with each edge that is crossed an odd number of times.
 *
 * @throws CollisionError `invalid-shape` when edges cross, when a hole does not lie within the outline, when holes
 * overlap, and when nothing is inside.
 */
export function buildPolygonMesh(what: string, vertices: NumberArray, edges: BoundingEdges): PolygonMesh {
  const { points, vertexOf, pointOf } = mergePoints(vertices, edges);
  const mesh = triangulatePoints(points);
  if (mesh === undefined) throw new CollisionError('invalid-shape', `${what}: all points lie on one line`);
  const { from, to, ring } = edges;
  const inserter = createEdgeInserter(mesh);
  // The uses of an edge are a list: which edge of a ring it is part of, and the next entry.
  const usedBy: number[] = [];
  const nextUse: number[] = [];
  for (let i = 0; i < from.length; i++) {
    const end = pointOf[to[i]];
    for (let at = pointOf[from[i]]; at !== end; ) {
      const edge = insertEdge(inserter, at, end);
      if (edge < 0) refuseCrossing(what, edges, usedBy[mesh.use[-1 - edge]], i);
      usedBy.push(i);
      nextUse.push(mesh.use[edge]);
      mesh.use[edge] = mesh.use[mesh.twin[edge]] = usedBy.length - 1;
      // Half-edges take other places when edges are flipped.
      at = mesh.origin[nextOf(edge)];
      settleEdge(inserter);
    }
  }
  return { mesh, vertexOf, inside: findInside(what, mesh, ring, usedBy, nextUse) };
}

/** Numbers the different points among the vertices of edges. */
function mergePoints(vertices: NumberArray, { from }: BoundingEdges) {
  // Every vertex of a ring begins an edge.
  const order = from
    .slice()
    .sort((a, b) => vertices[2 * a] - vertices[2 * b] || vertices[2 * a + 1] - vertices[2 * b + 1] || a - b);
  const points = new Float64Array(2 * order.length);
  const vertexOf = new Int32Array(order.length);
  const pointOf = new Int32Array(vertices.length / 2);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const x = vertices[2 * order[i]];
    const y = vertices[2 * order[i] + 1];
    if (count === 0 || points[2 * count - 2] !== x || points[2 * count - 1] !== y) {
      points[2 * count] = x;
      points[2 * count + 1] = y;
      vertexOf[count++] = order[i];
    }
    pointOf[order[i]] = count - 1;
  }
  return { points: points.slice(0, 2 * count), vertexOf: vertexOf.slice(0, count), pointOf };
}

function refuseCrossing(what: string, edges: BoundingEdges, a: number, b: number): never {
  throw new CollisionError('invalid-shape', `${what}: ${edgeName(edges, a)} crosses ${edgeName(edges, b)}`);
}

function edgeName({ from, to, ring, starts }: BoundingEdges, edge: number): string {
  const start = starts[ring[edge]];
  return `the edge from point ${from[edge] - start} to ${to[edge] - start} of ${nameOf(ring[edge])}`;
}

/** Marks the triangles that are within ring 0 and in no other ring, from the ghosts, which are in none, inwards. */
function findInside(
  what: string,
  { twin, use, triangles, ghost, leaving }: HalfEdgeMesh,
  ring: Int32Array,
  usedBy: readonly number[],
  nextUse: readonly number[],
): Uint8Array {
  const inside = new Uint8Array(triangles);
  const isWithin = new Uint8Array(triangles);
  // The hole that a triangle lies in, by its ring; NONE for no hole, UNSEEN for a triangle that has not been reached.
  const holeOf = new Int32Array(triangles).fill(UNSEEN);
  const stack = new Int32Array(triangles);
  let size = 1;
  let found = false;
  stack[0] = (leaving[ghost] / 3) | 0;
  holeOf[stack[0]] = NONE;
  while (size > 0) {
    const triangle = stack[--size];
    for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
      const next = (twin[edge] / 3) | 0;
      if (holeOf[next] !== UNSEEN) continue;
      let within = isWithin[triangle];
      let hole = holeOf[triangle];
      let leaves = false;
      let entered = NONE;
      let entry = use[edge];
      for (; entry !== NONE; entry = nextUse[entry]) {
        const crossed = ring[usedBy[entry]];
        if (crossed === 0) within = 1 - within;
        else if (crossed === hole) leaves = !leaves;
        else if (entered === NONE) entered = crossed;
        else if (entered === crossed) entered = NONE;
        else refuseHoles(what, entered, crossed);
      }
      if (leaves) hole = NONE;
      if (entered !== NONE) {
        if (hole !== NONE) refuseHoles(what, hole, entered);
        hole = entered;
      }
      if (hole !== NONE && within === 0) {
        throw new CollisionError('invalid-shape', `${what}: ${nameOf(hole)} lies outside of the outline`);
      }
      isWithin[next] = within;
      holeOf[next] = hole;
      inside[next] = within === 1 && hole === NONE ? 1 : 0;
      if (inside[next] === 1) found = true;
      stack[size++] = next;
    }
  }
  if (!found) throw new CollisionError('invalid-shape', `${what}: nothing is inside`);
  return inside;
}

const UNSEEN = -2;

function refuseHoles(what: string, a: number, b: number): never {
  throw new CollisionError('invalid-shape', `${what}: ${nameOf(a)} and ${nameOf(b)} overlap`);
}
