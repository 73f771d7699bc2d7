import type { NumberArray } from '../../../core/number-array.ts';
import { areaVector, sumAreaVector } from '../measure/polygon.ts';
import { VERTEX_STRIDE } from './convex-hull.ts';
import type { TriangulatedHull } from './triangulated-hull.ts';

/** A plane through a point, with the area of the triangle or polygon that it comes from. */
export interface HullPlane {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The index of a point of the plane. */
  readonly at: number;
  /** Twice the area of the triangle or polygon that the plane comes from. */
  readonly area: number;
}

/** How many numbers a triangle takes in `HullSurface.planes`: the unit normal, and twice the area. */
export const TRIANGLE_PLANE_STRIDE = 4;

/*
 * The arrays of a surface are those of the one before: hulls are built one at a time, and arrays of its own would take
 * more of the time of a small hull than filling them.
 */
const spare = {
  planes: new Float64Array(0),
  planePoints: new Int32Array(0),
  adjacent: new Int32Array(0),
  adjacentStarts: new Int32Array(0),
  seen: new Int32Array(0),
  open: new Int32Array(0),
};
/**
 * The number of the last search: marks in `seen` from earlier searches are less than the number of any search to come.
 */
let searches = 0;

function reserve(points: number, triangles: number): void {
  if (spare.planePoints.length < triangles) {
    spare.planes = new Float64Array(2 * TRIANGLE_PLANE_STRIDE * triangles);
    spare.planePoints = new Int32Array(2 * triangles);
    spare.adjacent = new Int32Array(6 * triangles);
  }
  if (spare.seen.length < points || searches > MOST_SEARCHES) {
    spare.seen = new Int32Array(2 * points);
    spare.open = new Int32Array(2 * points);
    spare.adjacentStarts = new Int32Array(2 * points + 1);
    searches = 0;
  }
}

/** The number of searches after which `seen` is cleared: far below the largest number that it holds. */
const MOST_SEARCHES = 2 ** 30;

/** Three corners, one after the other. */
const loopOfTriangle = new Float64Array(3 * VERTEX_STRIDE);

/** The triangulated hull with what the merge needs to know: planes by triangle, neighbours by vertex. */
export class HullSurface {
  readonly points: NumberArray;
  readonly offset: number;
  readonly triangles: TriangulatedHull;
  /** At least as long as there are triangles; the same goes for the arrays below. */
  readonly planes: Float64Array;
  /** A corner of each triangle, a point of its plane. */
  readonly planePoints: Int32Array;
  /**
   * By vertex: the vertices that it shares a side with, for climbing to the farthest vertex; and where the list of each
   * begins.
   */
  readonly adjacent: Int32Array;
  readonly adjacentStarts: Int32Array;

  /**
   * By point: the number of the last search that has met it. Then the stack of points that the current search has
   * still to look at.
   */
  private readonly seen: Int32Array;
  private readonly open: Int32Array;

  constructor(points: NumberArray, offset: number, count: number, triangles: TriangulatedHull) {
    reserve(count, triangles.count);
    this.points = points;
    this.offset = offset;
    this.triangles = triangles;
    this.seen = spare.seen;
    this.open = spare.open;
    this.planes = spare.planes;
    this.planePoints = spare.planePoints;
    this.adjacentStarts = spare.adjacentStarts;
    this.adjacent = spare.adjacent;
    for (let triangle = 0; triangle < triangles.count; triangle++) this.writeTrianglePlane(triangle);
    this.listAdjacent(count);
  }

  private listAdjacent(count: number): void {
    const { adjacent, adjacentStarts } = this;
    const { corners } = this.triangles;
    const sides = 3 * this.triangles.count;
    for (let i = 0; i <= count; i++) adjacentStarts[i] = 0;
    for (let i = 0; i < sides; i++) adjacentStarts[corners[i] + 1]++;
    for (let i = 0; i < count; i++) adjacentStarts[i + 1] += adjacentStarts[i];
    const filled = this.open;
    for (let i = 0; i < count; i++) filled[i] = adjacentStarts[i];
    for (let i = 0; i < sides; i++) adjacent[filled[corners[i]]++] = corners[i % 3 === 2 ? i - 2 : i + 1];
  }

  planeOfTriangle(triangle: number): HullPlane {
    const { planes } = this;
    const at = TRIANGLE_PLANE_STRIDE * triangle;
    return {
      x: planes[at],
      y: planes[at + 1],
      z: planes[at + 2],
      at: this.planePoints[triangle],
      area: planes[at + 3],
    };
  }

  /**
   * Returns which of the three corners from `at` on is opposite the longest side: there the cross product rounds least.
   */
  private oppositeLongest(corners: NumberArray, at: number): number {
    const { points, offset } = this;
    let longest = -1;
    let first = 0;
    for (let i = 0; i < 3; i++) {
      const p = offset + VERTEX_STRIDE * corners[at + i];
      const q = offset + VERTEX_STRIDE * corners[at + (i === 2 ? 0 : i + 1)];
      const x = points[q] - points[p];
      const y = points[q + 1] - points[p + 1];
      const z = points[q + 2] - points[p + 2];
      const square = x * x + y * y + z * z;
      if (square > longest) {
        longest = square;
        first = i === 0 ? 2 : i - 1;
      }
    }
    return first;
  }

  private writeTrianglePlane(triangle: number): void {
    const { points, offset, planes } = this;
    const { corners } = this.triangles;
    const first = this.oppositeLongest(corners, 3 * triangle);
    for (let i = 0; i < 3; i++) {
      const corner = first + i < 3 ? first + i : first + i - 3;
      const p = offset + VERTEX_STRIDE * corners[3 * triangle + corner];
      for (let axis = 0; axis < 3; axis++) loopOfTriangle[VERTEX_STRIDE * i + axis] = points[p + axis];
    }
    this.planePoints[triangle] = corners[3 * triangle + first];
    const area = sumAreaVector(loopOfTriangle, 0, 3);
    const scale = area > 0 ? 1 / area : 0;
    const at = TRIANGLE_PLANE_STRIDE * triangle;
    for (let axis = 0; axis < 3; axis++) planes[at + axis] = areaVector[axis] * scale;
    planes[at + 3] = area;
  }

  /**
   * Returns whether no two neighbouring triangles lie in a plane to a tolerance: then each is a face of its own. Seen
   * from a triangle, the corner of its neighbour that it does not share has to be farther off its plane than that.
   */
  isTriangular(tolerance: number): boolean {
    const { points, offset, planes, planePoints } = this;
    const { count, corners, neighbours } = this.triangles;
    for (let triangle = 0; triangle < count; triangle++) {
      const at = TRIANGLE_PLANE_STRIDE * triangle;
      const q = offset + VERTEX_STRIDE * planePoints[triangle];
      for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
        const other = 3 * neighbours[side];
        let back = 0;
        while (neighbours[other + back] !== triangle) back++;
        const p = offset + VERTEX_STRIDE * corners[other + (back === 0 ? 2 : back - 1)];
        const height =
          planes[at] * (points[p] - points[q]) +
          planes[at + 1] * (points[p + 1] - points[q + 1]) +
          planes[at + 2] * (points[p + 2] - points[q + 2]);
        if (!(Math.abs(height) > tolerance)) return false;
      }
    }
    return true;
  }

  /** Returns the signed distance of a point from a plane. */
  height(plane: HullPlane, point: number): number {
    const p = this.offset + VERTEX_STRIDE * point;
    const q = this.offset + VERTEX_STRIDE * plane.at;
    return (
      plane.x * (this.points[p] - this.points[q]) +
      plane.y * (this.points[p + 1] - this.points[q + 1]) +
      plane.z * (this.points[p + 2] - this.points[q + 2])
    );
  }

  /**
   * Returns the vertex farthest along a normal, `planes[at …]` a plane through the point `through`, climbing from
   * `start`. Heights carry rounding of up to `slack[0]`, so that a vertex between short edges could seem to be a
   * summit: the search goes on over all vertices that are lower by no more than this.
   */
  farthest(planes: Float64Array, at: number, through: number, start: number, slack: Float64Array): number {
    const { points, offset, adjacent, adjacentStarts, seen, open } = this;
    const nx = planes[at];
    const ny = planes[at + 1];
    const nz = planes[at + 2];
    const q = offset + VERTEX_STRIDE * through;
    const s = offset + VERTEX_STRIDE * start;
    let best = start;
    let height =
      nx * (points[s] - points[q]) + ny * (points[s + 1] - points[q + 1]) + nz * (points[s + 2] - points[q + 2]);
    const search = ++searches;
    seen[start] = search;
    open[0] = start;
    let count = 1;
    while (count > 0) {
      const vertex = open[--count];
      const end = adjacentStarts[vertex + 1];
      for (let i = adjacentStarts[vertex]; i < end; i++) {
        const candidate = adjacent[i];
        const p = offset + VERTEX_STRIDE * candidate;
        const other =
          nx * (points[p] - points[q]) + ny * (points[p + 1] - points[q + 1]) + nz * (points[p + 2] - points[q + 2]);
        if (other > height) {
          height = other;
          best = candidate;
        }
        if (other >= height - slack[0] && seen[candidate] !== search) {
          seen[candidate] = search;
          open[count++] = candidate;
        }
      }
    }
    return best;
  }

  /** Returns the area vector of a closed loop of points, as a plane through one of them. */
  planeOf(corners: readonly number[]): HullPlane {
    const { points, offset } = this;
    const count = corners.length;
    const first = count === 3 ? this.oppositeLongest(corners, 0) : 0;
    const vertices: number[] = [];
    for (let i = 0; i < count; i++) {
      const p = offset + VERTEX_STRIDE * corners[(first + i) % count];
      vertices.push(points[p], points[p + 1], points[p + 2]);
    }
    const area = sumAreaVector(vertices, 0, count);
    const scale = area > 0 ? 1 / area : 0;
    const [x, y, z] = areaVector;
    return { x: x * scale, y: y * scale, z: z * scale, at: corners[first], area };
  }
}
