import type { NumberArray } from '../../../core/number-array.ts';
import { areaVector, sumAreaVector } from '../measure/polygon.ts';
import { VERTEX_STRIDE } from './convex-hull.ts';
import type { HullTriangle } from './triangulated-hull.ts';

/** A plane through a point, and how much of it the triangle or polygon covers that gave it. */
export interface HullPlane {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** A point of the plane. */
  readonly at: number;
  /** Twice the area. */
  readonly area: number;
}

/** The triangulated hull with what the merge needs to know: planes by triangle, neighbours by vertex. */
export class HullSurface {
  readonly points: NumberArray;
  readonly offset: number;
  readonly triangles: readonly HullTriangle[];
  readonly planes: readonly HullPlane[];
  readonly indexOf = new Map<HullTriangle, number>();
  /** Neighbouring vertices of each vertex of the triangulation, for climbing to the farthest one. */
  readonly adjacent = new Map<number, number[]>();

  /** For each point, the search that has met it last. */
  private readonly seen: Int32Array;
  private searches = 0;

  constructor(points: NumberArray, offset: number, count: number, triangles: readonly HullTriangle[]) {
    this.seen = new Int32Array(count);
    this.points = points;
    this.offset = offset;
    this.triangles = triangles;
    this.planes = triangles.map((triangle) => this.planeOf(triangle.corners));
    triangles.forEach((triangle, index) => {
      this.indexOf.set(triangle, index);
      for (let side = 0; side < 3; side++) {
        const from = triangle.corners[side];
        const list = this.adjacent.get(from);
        if (list) list.push(triangle.corners[(side + 1) % 3]);
        else this.adjacent.set(from, [triangle.corners[(side + 1) % 3]]);
      }
    });
  }

  /** Signed distance of a point from a plane. */
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
   * The vertex farthest along a plane's normal, climbing from `start`. Heights carry rounding of up to `slack`, which
   * over edges that short could look like a summit: so the search goes on over everything that is no lower than that.
   */
  farthest(plane: HullPlane, start: number, slack: number): number {
    let best = start;
    let height = this.height(plane, start);
    const search = ++this.searches;
    this.seen[start] = search;
    const open = [start];
    for (let vertex = open.pop(); vertex !== undefined; vertex = open.pop()) {
      for (const candidate of this.adjacent.get(vertex)!) {
        const other = this.height(plane, candidate);
        if (other > height) {
          height = other;
          best = candidate;
        }
        if (other >= height - slack && this.seen[candidate] !== search) {
          this.seen[candidate] = search;
          open.push(candidate);
        }
      }
    }
    return best;
  }

  /** A triangle, begun at the corner opposite its longest side: the cross product of the other two rounds least. */
  private fromShorterSides(corners: readonly number[]): readonly number[] {
    const { points, offset } = this;
    let longest = -1;
    let first = 0;
    for (let i = 0; i < 3; i++) {
      const p = offset + VERTEX_STRIDE * corners[i];
      const q = offset + VERTEX_STRIDE * corners[(i + 1) % 3];
      const x = points[q] - points[p];
      const y = points[q + 1] - points[p + 1];
      const z = points[q + 2] - points[p + 2];
      const square = x * x + y * y + z * z;
      if (square > longest) {
        longest = square;
        first = (i + 2) % 3;
      }
    }
    return [corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]];
  }

  /** The area vector of a closed loop of points, as a plane through one of them. */
  planeOf(corners: readonly number[]): HullPlane {
    const { points, offset } = this;
    const loop = corners.length === 3 ? this.fromShorterSides(corners) : corners;
    const vertices: number[] = [];
    for (const corner of loop) {
      const p = offset + VERTEX_STRIDE * corner;
      vertices.push(points[p], points[p + 1], points[p + 2]);
    }
    const area = sumAreaVector(vertices, 0, loop.length);
    const scale = area > 0 ? 1 / area : 0;
    const [x, y, z] = areaVector;
    return { x: x * scale, y: y * scale, z: z * scale, at: loop[0], area };
  }
}
