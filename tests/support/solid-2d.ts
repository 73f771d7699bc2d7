import earcut from 'earcut';
import type { RandomPolygon } from './random-polygons-2d.ts';
import { ringsOf } from './random-polygons-2d.ts';

/* References for concave solids: brute force over the outline, and over triangles made by another package. */

/** A convex polygon: x, y of every corner. */
export type Corners = readonly number[];
export type Vector = readonly [number, number];

export interface Nearest {
  /** To the outline; negative inside. */
  readonly distance: number;
  /** The direction in which the distance grows. */
  readonly normal: Vector;
}

export function contains(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [ax, ay, bx, by] of sidesOf(ring)) {
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  }
  return inside;
}

export function* sidesOf(ring: readonly number[]): Generator<readonly [number, number, number, number]> {
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    yield [ring[i], ring[i + 1], ring[next], ring[next + 1]];
  }
}

/** The signed distance of a point to the outline. */
export function nearestOn(rings: readonly (readonly number[])[], x: number, y: number): Nearest {
  let best = Infinity;
  let normal: Vector = [0, 0];
  const sign = contains(rings, x, y) ? -1 : 1;
  for (const ring of rings) {
    for (const [ax, ay, bx, by] of sidesOf(ring)) {
      const [ex, ey] = [bx - ax, by - ay];
      const t = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
      const [dx, dy] = [x - ax - t * ex, y - ay - t * ey];
      const distance = Math.hypot(dx, dy);
      if (distance >= best) continue;
      best = distance;
      normal = [(sign * dx) / distance, (sign * dy) / distance];
    }
  }
  return { distance: sign * best, normal };
}

/** The triangles of a polygon, counter-clockwise, as earcut makes them. */
export function trianglesOf({ vertices, holeStarts }: RandomPolygon): Corners[] {
  const indices = earcut(vertices as number[], holeStarts as number[]);
  const triangles: Corners[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [vertices[2 * indices[i + k]], vertices[2 * indices[i + k] + 1]] as const);
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area !== 0) triangles.push(area > 0 ? [...a, ...b, ...c] : [...a, ...c, ...b]);
  }
  return triangles;
}

/** The normals to the right of each side: outwards of what is counter-clockwise. */
export function normalsOf(corners: Corners): Vector[] {
  return [...sidesOf(corners)].map(([ax, ay, bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay);
    return [(by - ay) / length, (ax - bx) / length] as const;
  });
}

/** The normals of an outline, away from the solid. */
export function outlineNormals({ vertices, holeStarts }: RandomPolygon): Vector[] {
  const rings = ringsOf({ vertices, holeStarts });
  return rings.flatMap((ring) => {
    const [[nx, ny]] = normalsOf(ring);
    const [x, y] = [(ring[0] + ring[2]) / 2, (ring[1] + ring[3]) / 2];
    const length = Math.hypot(ring[2] - ring[0], ring[3] - ring[1]);
    const step = 1e-6 * length;
    const isReversed = contains(rings, x + step * nx, y + step * ny);
    return normalsOf(ring).map(([nx, ny]) => (isReversed ? ([-nx, -ny] as const) : ([nx, ny] as const)));
  });
}

function project(corners: Corners, [x, y]: Vector): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    const along = corners[i] * x + corners[i + 1] * y;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  return [low, high];
}

/** From where to where along a way a convex polygon overlaps another; undefined where it never does. */
function overlapAlong(moving: Corners, way: Vector, fixed: Corners, slack: number): [number, number] | undefined {
  let low = -Infinity;
  let high = Infinity;
  for (const axis of [...normalsOf(moving), ...normalsOf(fixed)]) {
    const [m0, m1] = project(moving, axis);
    const [f0, f1] = project(fixed, axis);
    const speed = way[0] * axis[0] + way[1] * axis[1];
    if (Math.abs(speed) < 1e-12) {
      if (m1 <= f0 + slack || f1 <= m0 + slack) return undefined;
      continue;
    }
    low = Math.max(low, Math.min((f0 - m1) / speed, (f1 - m0) / speed));
    high = Math.min(high, Math.max((f0 - m1) / speed, (f1 - m0) / speed));
  }
  return high - low > slack ? [low, high] : undefined;
}

/** How far a convex polygon must go along a way until it overlaps none of the others; 0 for one that does not. */
export function wayToFree(moving: Corners, way: Vector, fixed: readonly Corners[], slack: number): number {
  const overlaps = fixed
    .map((one) => overlapAlong(moving, way, one, slack))
    .filter((one) => one !== undefined && one[1] > slack) as [number, number][];
  overlaps.sort((a, b) => a[0] - b[0]);
  let free = 0;
  for (const [low, high] of overlaps) if (low <= free + slack) free = Math.max(free, high);
  return free;
}

/**
 * The least that takes a convex polygon whose middle is inside out over the outline: its middle straight across a side,
 * or through a corner that is nearest to it, and all of it past the line across the way there.
 */
export function depthOverOutline(polygon: RandomPolygon, corners: Corners, x: number, y: number): number {
  let best = Infinity;
  const measure = (distance: number, way: Vector) => {
    const back = x * way[0] + y * way[1] - project(corners, way)[0];
    best = Math.min(best, distance + back);
  };
  const outward = outlineNormals(polygon);
  let at = 0;
  for (const ring of ringsOf(polygon)) {
    const sides = [...sidesOf(ring)];
    sides.forEach(([ax, ay, bx, by], i) => {
      const way = outward[at++];
      const length = Math.hypot(bx - ax, by - ay);
      const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
      const distance = (ax - x) * way[0] + (ay - y) * way[1];
      if (along >= 0 && along <= length && distance >= 0) measure(distance, way);
      const [cx, cy, dx, dy] = sides[(i + 1) % sides.length];
      const isBeforeNext = (x - cx) * (dx - cx) + (y - cy) * (dy - cy) <= 0;
      const away = Math.hypot(cx - x, cy - y);
      if (along >= length && isBeforeNext) measure(away, [(cx - x) / away, (cy - y) / away]);
    });
  }
  return best;
}
