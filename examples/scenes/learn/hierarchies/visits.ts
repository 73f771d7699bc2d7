import type { Bvh } from 'bitecs-collision/geometry2d';

/**
 * How a hierarchy keeps its nodes, see `Bvh.nodes`: four numbers of bounds, then where the walk goes on without the
 * subtree.
 */
const STRIDE = 6;
const SKIP = 4;

/** The node of a hierarchy, as a box or a circle in world units. */
export interface Visit {
  readonly level: number;
  /** Whether the query overlaps the node's volume: only then does the walk go on into its children. */
  readonly isOpened: boolean;
  /** minX, minY, maxX, maxY, or x, y, radius. */
  readonly bounds: readonly number[];
}

/** A box: minX, minY, maxX, maxY. */
export type QueryBox = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Walks a hierarchy as a query for a box does, and returns every node it looks at. */
export function visitsOf(bvh: Bvh, query: QueryBox): Visit[] {
  const visits: Visit[] = [];
  const ends: number[] = []; // where the subtrees end that the walk is in
  let node = 0;
  while (node < bvh.nodeEnd) {
    while (ends.length > 0 && node >= ends.at(-1)!) ends.pop();
    const bounds = bvh.kind === 'aabb' ? boxOf(bvh, node) : circleOf(bvh, node);
    const isOpened = bvh.kind === 'aabb' ? overlapsBox(bounds, query) : overlapsCircle(bounds, query);
    visits.push({ level: ends.length, isOpened, bounds });
    const end = bvh.nodes[node + SKIP];
    ends.push(end);
    node = isOpened ? node + STRIDE : end;
  }
  return visits;
}

/** Where `Bvh.frame` has the origin of the cells that boxes are kept in, and cells a unit: a number an axis each. */
const ORIGIN = 0;
const SCALE = 3;

/** Boxes are kept in whole cells, counted from an origin; a maximum lies at the end of its cell. */
function boxOf({ nodes, frame }: Bvh, node: number): number[] {
  const place = (axis: number, cell: number): number => frame[ORIGIN + axis] + cell / frame[SCALE + axis];
  return [
    place(0, nodes[node]),
    place(1, nodes[node + 1]),
    place(0, nodes[node + 2] + 1),
    place(1, nodes[node + 3] + 1),
  ];
}

/** Circles have a column of their own, three numbers each. */
function circleOf({ nodeSpheres }: Bvh, node: number): number[] {
  const own = (3 * node) / STRIDE;
  return [nodeSpheres[own], nodeSpheres[own + 1], nodeSpheres[own + 2]];
}

function overlapsBox([minX, minY, maxX, maxY]: readonly number[], query: QueryBox): boolean {
  return minX <= query[2] && maxX >= query[0] && minY <= query[3] && maxY >= query[1];
}

function overlapsCircle([x, y, radius]: readonly number[], [minX, minY, maxX, maxY]: QueryBox): boolean {
  const awayX = x - Math.max(minX, Math.min(maxX, x));
  const awayY = y - Math.max(minY, Math.min(maxY, y));
  return awayX * awayX + awayY * awayY <= radius * radius;
}
