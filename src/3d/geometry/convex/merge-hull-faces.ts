import { VERTEX_STRIDE } from './convex-hull.ts';
import { type HullPlane, type HullSurface, TRIANGLE_PLANE_STRIDE } from './hull-surface.ts';
import { isConvexLoop } from './is-convex-loop.ts';

/** A face: its corners counterclockwise seen from outside, and its plane. */
export interface HullFace {
  readonly loop: readonly number[];
  readonly plane: HullPlane;
}

/** Triangles of a face that turned out to be no convex polygon may only join again when they are this much flatter. */
const TIGHTER = 1 / 16;
/** The share of the points' rounding below which a tolerance no longer joins any faces. */
const LEAST_SHARE_OF_NOISE = 1 / 64;
const NEVER = -1;
/**
 * A face's plane may lie this many tolerances above a corner of it: as many as its corners may lie apart, and one more.
 */
const MOST_SAG = 3;

/**
 * Joins the triangles of a hull's surface to faces: largest triangle first, as long as all corners lie within the
 * tolerance of its plane. Then a vertex between two faces that lies on the line of its neighbours is dropped.
 *
 * A set of triangles within the tolerance of a plane may still have any shape: it may hold tiny triangles at any angle,
 * and an outline full of dents where the noise of the points is as large as the tolerance. A polyhedron with such a
 * face is not convex, and searches that climb along its edges get stuck. So each face has to be one loop, convex and
 * flat to the tolerance. Where it is not, its triangles are joined again with a smaller tolerance; in the end each is a
 * face of its own, which is right because the surface is exact.
 */
export function mergeFaces(surface: HullSurface, tolerance: number, noise: Float64Array): HullFace[] {
  const limits = new Float64Array(surface.triangles.count).fill(tolerance);
  for (;;) {
    const seeds = growRegions(surface, limits);
    const improper = new Set<number>();
    const faces = traceFaces(surface, seeds, tolerance, noise, improper);
    if (improper.size === 0) {
      if (hasSphereTopology(faces)) return faces;
      for (const [index, seed] of seeds.entries()) if (index !== seed) improper.add(seed);
      if (improper.size === 0) return faces;
    }
    for (const [index, seed] of seeds.entries()) {
      if (!improper.has(seed)) continue;
      const tighter = TIGHTER * limits[index];
      limits[index] = tighter > LEAST_SHARE_OF_NOISE * noise[0] ? tighter : NEVER;
    }
  }
}

/** Gives each triangle the index of the triangle that seeded its face. */
function growRegions(surface: HullSurface, limits: Float64Array): Int32Array {
  const { count, corners, neighbours } = surface.triangles;
  const seeds = new Int32Array(count).fill(-1);
  const areaOf = (triangle: number): number => surface.planes[TRIANGLE_PLANE_STRIDE * triangle + 3];
  const order = Array.from({ length: count }, (_, index) => index).sort((a, b) => areaOf(b) - areaOf(a) || a - b);
  for (const seed of order) {
    if (seeds[seed] >= 0) {
      continue;
    }
    const plane = surface.planeOfTriangle(seed);
    seeds[seed] = seed;
    const region = [seed];
    for (let i = 0; i < region.length; i++) {
      for (let side = 0; side < 3; side++) {
        const index = neighbours[3 * region[i] + side];
        if (seeds[index] >= 0) continue;
        const limit = Math.min(limits[seed], limits[index]);
        let isFlat = true;
        for (let corner = 3 * index; corner < 3 * index + 3 && isFlat; corner++) {
          isFlat = Math.abs(surface.height(plane, corners[corner])) <= limit;
        }
        if (!isFlat) continue;
        seeds[index] = seed;
        region.push(index);
      }
    }
  }
  return seeds;
}

/** Makes a polygon of each region, and lists in `improper` the seeds of the regions that are no polygon. */
function traceFaces(
  surface: HullSurface,
  seeds: Int32Array,
  tolerance: number,
  noise: Float64Array,
  improper: Set<number>,
): HullFace[] {
  const { loops, facesAround } = traceLoops(surface, seeds, improper);
  if (improper.size > 0) {
    return [];
  }
  const straight = findStraightVertices(surface, loops, facesAround, tolerance);
  const joined = new Set(seeds.filter((seed, index) => seed !== index));
  const faces: HullFace[] = [];
  for (const [seed, whole] of loops) {
    const loop = straight.size > 0 ? whole.filter((vertex) => !straight.has(vertex)) : whole;
    const own = surface.planeOfTriangle(seed);
    if (!joined.has(seed)) {
      faces.push({ loop, plane: own });
      continue;
    }
    const average = surface.planeOf(loop);
    // The average plane of a long, narrow region may be tilted out of it. The plane of the triangle that the region
    // began with is the second choice: no point lies above it.
    const plane = [average, own].find((p) => sag(surface, p, loop, noise) <= MOST_SAG * tolerance);
    if (plane && isConvexLoop(surface, plane, loop, tolerance)) {
      faces.push({ loop, plane });
    } else {
      improper.add(seed);
    }
  }
  return faces;
}

const normal = new Float64Array(3);

/**
 * Returns how far corners of a face lie below its plane when the plane has been moved out to the hull's farthest
 * vertex.
 */
function sag(surface: HullSurface, plane: HullPlane, loop: readonly number[], noise: Float64Array): number {
  normal[0] = plane.x;
  normal[1] = plane.y;
  normal[2] = plane.z;
  const top = surface.height(plane, surface.farthest(normal, 0, plane.at, loop[0], noise));
  return loop.reduce((most, vertex) => Math.max(most, top - surface.height(plane, vertex)), 0);
}

/** Returns the boundary of each region as a loop of vertices, and the faces around each vertex. */
function traceLoops(surface: HullSurface, seeds: Int32Array, improper: Set<number>) {
  const nextOf = new Map<number, Map<number, number>>();
  const facesAround = new Map<number, Set<number>>();
  const { count, corners, neighbours } = surface.triangles;
  for (let index = 0; index < count; index++) {
    const seed = seeds[index];
    for (let side = 3 * index; side < 3 * index + 3; side++) {
      if (seeds[neighbours[side]] === seed) continue;
      const from = corners[side];
      const next = nextOf.get(seed) ?? new Map<number, number>();
      if (next.has(from)) improper.add(seed);
      nextOf.set(seed, next.set(from, corners[side % 3 === 2 ? side - 2 : side + 1]));
      facesAround.set(from, (facesAround.get(from) ?? new Set<number>()).add(seed));
    }
  }
  const loops = new Map<number, number[]>();
  for (const [seed, next] of nextOf) {
    if (improper.has(seed)) continue;
    const start = next.keys().next().value!;
    const loop: number[] = [];
    let at = start;
    do {
      loop.push(at);
      at = next.get(at)!;
    } while (at !== start);
    if (loop.length !== next.size) improper.add(seed);
    loops.set(seed, loop);
  }
  return { loops, facesAround };
}

/**
 * Finds the vertices between just two faces, on the line of their neighbours: points along an edge of the merged hull.
 * Two sorts of these vertices stay: those of a stretch that is straight only from each vertex to the next, and those
 * without which a face would have fewer than three corners.
 */
function findStraightVertices(
  surface: HullSurface,
  loops: ReadonlyMap<number, readonly number[]>,
  facesAround: ReadonlyMap<number, ReadonlySet<number>>,
  tolerance: number,
): Set<number> {
  const straight = new Set<number>();
  for (const [seed, loop] of loops) {
    for (const [i, vertex] of loop.entries()) {
      const around = facesAround.get(vertex)!;
      // A vertex of only two faces has the same two neighbours in both, so the face with the lower number decides for
      // both.
      if (around.size !== 2 || Math.min(...around) !== seed) {
        continue;
      }
      const before = loop[(i + loop.length - 1) % loop.length];
      const after = loop[(i + 1) % loop.length];
      if (distanceFromLine(surface, vertex, before, after) <= tolerance) {
        straight.add(vertex);
      }
    }
  }
  for (let changed = straight.size > 0; changed; ) {
    changed = false;
    for (const loop of loops.values()) {
      for (const vertex of bentStretches(surface, loop, straight, tolerance)) {
        changed = straight.delete(vertex) || changed;
      }
    }
  }
  return straight;
}

/** Returns the straight vertices of a loop that may not go after all. */
function bentStretches(
  surface: HullSurface,
  loop: readonly number[],
  straight: ReadonlySet<number>,
  tolerance: number,
): number[] {
  const count = loop.length;
  const kept = loop.filter((vertex) => !straight.has(vertex));
  if (kept.length === count) return [];
  if (kept.length < 3) return loop.filter((vertex) => straight.has(vertex));
  const bent: number[] = [];
  const first = loop.indexOf(kept[0]);
  let stretch: number[] = [];
  let from = kept[0];
  for (let i = 1; i <= count; i++) {
    const vertex = loop[(first + i) % count];
    if (straight.has(vertex)) {
      stretch.push(vertex);
      continue;
    }
    const [a, b] = [from, vertex];
    if (stretch.some((s) => distanceFromLine(surface, s, a, b) > tolerance)) bent.push(...stretch);
    stretch = [];
    from = vertex;
  }
  return bent;
}

function distanceFromLine(surface: HullSurface, point: number, a: number, b: number): number {
  const { points, offset } = surface;
  const ip = offset + VERTEX_STRIDE * point;
  const ia = offset + VERTEX_STRIDE * a;
  const ib = offset + VERTEX_STRIDE * b;
  const dx = points[ib] - points[ia];
  const dy = points[ib + 1] - points[ia + 1];
  const dz = points[ib + 2] - points[ia + 2];
  const x = points[ip] - points[ia];
  const y = points[ip + 1] - points[ia + 1];
  const z = points[ip + 2] - points[ia + 2];
  const cx = dy * z - dz * y;
  const cy = dz * x - dx * z;
  const cz = dx * y - dy * x;
  const length = dx * dx + dy * dy + dz * dz;
  const along = dx * x + dy * y + dz * z;
  // The vertex must lie between the two, not beyond them: the tip of a spike lies on their line as well.
  return along >= 0 && along <= length && length > 0 ? Math.sqrt((cx * cx + cy * cy + cz * cz) / length) : Infinity;
}

/**
 * Returns whether a surface is closed like a sphere: it has each directed side once, together with its opposite, and
 * V − E + F = 2.
 */
function hasSphereTopology(faces: readonly HullFace[]): boolean {
  const vertices = new Set<number>();
  const sides = new Set<number>();
  for (const { loop } of faces) {
    for (let i = 0; i < loop.length; i++) {
      const side = loop[i] * SIDE_BASE + loop[i + 1 < loop.length ? i + 1 : 0];
      if (sides.has(side)) return false;
      sides.add(side);
      vertices.add(loop[i]);
    }
  }
  for (const side of sides) {
    const from = Math.floor(side / SIDE_BASE);
    if (!sides.has((side - from * SIDE_BASE) * SIDE_BASE + from)) return false;
  }
  return vertices.size - sides.size / 2 + faces.length === 2;
}

/**
 * A number larger than the number of points of any hull: the numbers of two points make one number of a side, exactly.
 */
const SIDE_BASE = 2 ** 26;
