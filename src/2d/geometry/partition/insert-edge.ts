import {
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
 * A chain of vertices along one side of the triangles that a new edge crosses, from one end of the edge to the other.
 * Each vertex but the first comes with the side of those triangles that leads to it from the vertex before: `slots` has
 * the half-edge of this side, `twins` the half-edge's twin, `uses` the first entry of its uses.
 */
interface Chain {
  readonly vertices: number[];
  readonly slots: number[];
  readonly twins: number[];
  readonly uses: number[];
}

/** Scratch for inserting edges into one triangulation. */
export interface EdgeInserter {
  readonly mesh: HalfEdgeMesh;
  /** The triangles that the current edge crosses; afterwards the triangles that have taken their places. */
  readonly corridor: number[];
  /** The number of triangles in the corridor that have been rebuilt. */
  made: number;
  readonly left: Chain;
  readonly right: Chain;
  /**
   * `crossedBy`, by triangle: the number of the inserted edge that crossed it last. `moved`, by half-edge: the
   * half-edge that has replaced it as a side of the hole.
   */
  readonly crossedBy: Int32Array;
  readonly moved: Int32Array;
  edges: number;
}

export function createEdgeInserter(mesh: HalfEdgeMesh): EdgeInserter {
  return {
    mesh,
    corridor: [],
    made: 0,
    left: createChain(),
    right: createChain(),
    crossedBy: new Int32Array(mesh.triangles),
    moved: new Int32Array(3 * mesh.triangles),
    edges: 0,
  };
}

function createChain(): Chain {
  return { vertices: [], slots: [], twins: [], uses: [] };
}

/**
 * Makes the segment from a towards b an edge of the triangulation, up to the first point that lies on it. Returns the
 * half-edge that begins at a. `settleEdge` must follow, once the edge is in use. Where the segment crosses an edge in
 * use, nothing changes, and the result is −1 minus the half-edge that it crosses.
 *
 * The triangles in the way are taken out. The hole on either side of the new edge is a polygon of which every vertex is
 * visible from that edge, so cutting off ears along it, as Graham's scan does, triangulates it.
 */
export function insertEdge(inserter: EdgeInserter, a: number, b: number): number {
  const { mesh, corridor, left, right } = inserter;
  corridor.length = 0;
  const first = findFirst(mesh, a, b);
  if (mesh.origin[first] === a) return first;
  const blocked = collect(inserter, a, b, first);
  if (blocked !== NONE) return -1 - blocked;
  inserter.made = 0;
  const forward = fill(inserter, left, true);
  const backward = fill(inserter, right, false);
  pair(mesh, forward, backward);
  mesh.use[forward] = mesh.use[backward] = NONE;
  return forward;
}

/** Makes the triangulation Delaunay again around the edge that was inserted last. */
export function settleEdge({ mesh, corridor }: EdgeInserter): void {
  let size = 0;
  for (let i = 0; i < corridor.length; i++) {
    for (let k = 0; k < 3; k++) size = pushEdge(mesh, size, 3 * corridor[i] + k);
  }
  legalise(mesh, size);
}

/**
 * Finds where the segment from a to b leaves a: the half-edge from a to a point that lies on the segment, or else the
 * one opposite to a that the segment crosses.
 */
function findFirst({ points, ghost, origin, twin, leaving }: HalfEdgeMesh, a: number, b: number): number {
  let edge = leaving[a];
  do {
    const next = nextOf(edge);
    const u = origin[next];
    const v = origin[nextOf(next)];
    if (u === b) return edge;
    if (u !== ghost) {
      const side = orientation(points, a, b, u);
      if (side === 0 && isAhead(points, a, b, u)) return edge;
      if (side < 0 && v !== ghost && orientation(points, a, b, v) > 0) return next;
    }
    edge = twin[previousOf(edge)];
  } while (edge !== leaving[a]);
  return NONE;
}

/** Returns whether a point of the line through a and b lies on the side of a where b is. */
function isAhead(points: Float64Array, a: number, b: number, point: number): boolean {
  const ax = points[2 * a];
  const bx = points[2 * b];
  if (ax !== bx) return points[2 * point] > ax === bx > ax;
  return points[2 * point + 1] > points[2 * a + 1] === points[2 * b + 1] > points[2 * a + 1];
}

/**
 * Collects the triangles that the segment crosses, from the half-edge opposite to a on to the first point on the
 * segment, and the two chains along them. Returns a half-edge in use that the segment crosses, or NONE.
 */
function collect(inserter: EdgeInserter, a: number, b: number, first: number): number {
  const { mesh, corridor, crossedBy, left, right } = inserter;
  const { points, origin, twin, use } = mesh;
  const stamp = ++inserter.edges;
  left.vertices.length = left.slots.length = left.twins.length = left.uses.length = 0;
  right.vertices.length = right.slots.length = right.twins.length = right.uses.length = 0;
  append(inserter, left, a, NONE);
  append(inserter, right, a, NONE);
  // The edge that is crossed runs from the right of the segment to its left.
  let edge = first;
  append(inserter, right, origin[edge], previousOf(edge));
  append(inserter, left, origin[nextOf(edge)], nextOf(edge));
  for (;;) {
    corridor.push((edge / 3) | 0);
    crossedBy[(edge / 3) | 0] = stamp;
    if (use[edge] !== NONE) return edge;
    const across = twin[edge];
    // The next triangle: `across` runs from the left of the segment to its right, the half-edge after it leads to the
    // point ahead, and the last one leads back to the left.
    const ahead = origin[previousOf(across)];
    const side = orientation(points, a, b, ahead);
    if (side <= 0) append(inserter, right, ahead, nextOf(across));
    if (side >= 0) append(inserter, left, ahead, previousOf(across));
    if (side === 0) {
      corridor.push((across / 3) | 0);
      crossedBy[(across / 3) | 0] = stamp;
      return NONE;
    }
    edge = side > 0 ? nextOf(across) : previousOf(across);
  }
}

/** Adds a vertex to a chain, and the side of the triangles that leads there. */
function append({ mesh, moved }: EdgeInserter, chain: Chain, vertex: number, slot: number): void {
  chain.vertices.push(vertex);
  chain.slots.push(slot);
  chain.twins.push(slot === NONE ? NONE : mesh.twin[slot]);
  chain.uses.push(slot === NONE ? NONE : mesh.use[slot]);
  if (slot !== NONE) moved[slot] = NONE;
}

/** Triangulates the hole between a chain and the new edge, and returns the half-edge of the new edge that bounds it. */
function fill(inserter: EdgeInserter, chain: Chain, isLeft: boolean): number {
  const { mesh } = inserter;
  const { vertices, slots, twins, uses } = chain;
  // The front of the chain is the stack of the scan.
  let top = 0;
  for (let i = 1; i < vertices.length; i++) {
    const vertex = vertices[i];
    let slot = slots[i];
    let twin = twins[i];
    let use = uses[i];
    while (top > 0) {
      const turn = orientation(mesh.points, vertices[top - 1], vertices[top], vertex);
      if (isLeft ? turn >= 0 : turn <= 0) break;
      const edge = 3 * inserter.corridor[inserter.made++];
      // The three half-edges of the triangle, counter-clockwise: the two sides of the chain, and then the new one.
      const before = isLeft ? edge + 1 : edge;
      const after = isLeft ? edge : edge + 1;
      setOrigin(mesh, edge, isLeft ? vertex : vertices[top - 1]);
      setOrigin(mesh, edge + 1, vertices[top]);
      setOrigin(mesh, edge + 2, isLeft ? vertices[top - 1] : vertex);
      mesh.use[edge + 2] = NONE;
      place(inserter, before, slots[top], twins[top], uses[top]);
      place(inserter, after, slot, twin, use);
      slot = NONE;
      twin = edge + 2;
      use = NONE;
      top--;
    }
    top++;
    vertices[top] = vertex;
    slots[top] = slot;
    twins[top] = twin;
    uses[top] = use;
  }
  return twins[1];
}

/**
 * Makes a new half-edge take the place of half-edge `slot` as a side of a chain; without a slot (NONE), pairs it with
 * the half-edge `twin`.
 */
function place(inserter: EdgeInserter, edge: number, slot: number, twin: number, use: number): void {
  const { mesh, crossedBy, moved, edges } = inserter;
  mesh.use[edge] = use;
  if (slot === NONE) {
    pair(mesh, edge, twin);
    return;
  }
  moved[slot] = edge;
  // If an edge ends inside the hole, both of its half-edges belong to the chain: whichever is placed second is paired
  // with the first.
  const isWithin = crossedBy[(twin / 3) | 0] === edges;
  if (!isWithin) pair(mesh, edge, twin);
  else if (moved[twin] !== NONE) pair(mesh, edge, moved[twin]);
}
