import { orient2d } from '../../src/core/exact-arithmetic.ts';
import type { Rng } from './rng.ts';

/** A simple polygon with holes: x, y of every vertex, the outline first. */
export interface RandomPolygon {
  readonly vertices: number[];
  readonly holeStarts: number[];
}

/** The vertices of each ring. */
export function ringsOf({ vertices, holeStarts }: RandomPolygon): number[][] {
  const starts = [0, ...holeStarts, vertices.length / 2];
  return starts.slice(1).map((end, ring) => vertices.slice(2 * starts[ring], 2 * end));
}

/** The area within the rings, from an origin among them, so that nothing cancels. */
export function areaOf(polygon: RandomPolygon): number {
  return ringsOf(polygon).reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * Math.abs(signedArea(ring)), 0);
}

export function signedArea(ring: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) - (ring[i + 1] - ring[1]) * (ring[i + 2] - ring[0]);
  }
  return sum / 2;
}

function segmentsTouch(p: readonly number[], a: number, b: number, c: number, d: number): boolean {
  const side = (i: number, j: number, k: number) =>
    Math.sign(orient2d(p[2 * i], p[2 * i + 1], p[2 * j], p[2 * j + 1], p[2 * k], p[2 * k + 1]));
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

/** Whether no two edges of a ring touch, but for neighbours in their common vertex. Takes n² time. */
export function isStrictlySimple(ring: readonly number[]): boolean {
  const count = ring.length / 2;
  for (let i = 0; i < count; i++) {
    for (let k = i + 1; k < count; k++) {
      const [a, b, c, d] = [i, (i + 1) % count, k, (k + 1) % count];
      if (b === c || d === a) {
        // Neighbours may not fold back onto each other.
        const [before, joint, after] = b === c ? [a, b, d] : [c, d, b];
        const [bx, by] = [ring[2 * before] - ring[2 * joint], ring[2 * before + 1] - ring[2 * joint + 1]];
        const [ax, ay] = [ring[2 * after] - ring[2 * joint], ring[2 * after + 1] - ring[2 * joint + 1]];
        if (bx * ay - by * ax === 0 && bx * ax + by * ay >= 0) return false;
      } else if (segmentsTouch(ring, a, b, c, d)) return false;
    }
  }
  return true;
}

/** A polygon that its middle sees whole: spiky, with `count` vertices about (x, y) at distances up to `radius`. */
export function randomStar(rng: Rng, count: number, radius = 10, x = 0, y = 0): number[] {
  const ring: number[] = [];
  const turn = rng.range(0, 2 * Math.PI);
  for (let i = 0; i < count; i++) {
    const angle = turn + (2 * Math.PI * (i + rng.range(0, 0.9))) / count;
    const distance = radius * rng.range(0.15, 1);
    ring.push(x + distance * Math.cos(angle), y + distance * Math.sin(angle));
  }
  return ring;
}

/** A triangle whose edges are bent at random, one after another, as long as none comes to touch another. */
export function randomGrown(rng: Rng, count: number, size = 10): number[] {
  const ring = [0, 0, size, 0, size * rng.range(0, 1), size];
  for (let tries = 0; ring.length < 2 * count && tries < 8 * count; tries++) {
    const edge = rng.integer(0, ring.length / 2 - 1);
    const next = (edge + 1) % (ring.length / 2);
    const t = rng.range(0.2, 0.8);
    const [ex, ey] = [ring[2 * next] - ring[2 * edge], ring[2 * next + 1] - ring[2 * edge + 1]];
    const out = rng.range(-1.2, 1.2);
    const bent = ring.slice();
    bent.splice(2 * edge + 2, 0, ring[2 * edge] + t * ex - out * ey, ring[2 * edge + 1] + t * ey + out * ex);
    if (isStrictlySimple(bent)) ring.splice(0, ring.length, ...bent);
  }
  return ring;
}

/** Random points in a tour whose crossings are undone, two edges at a time. */
export function randomTour(rng: Rng, count: number, size = 10): number[] {
  const points: [number, number][] = [];
  for (let i = 0; i < count; i++) points.push([rng.range(0, size), rng.range(0, size)]);
  for (let undone = true; undone; ) {
    undone = false;
    for (let i = 0; i < count && !undone; i++) {
      for (let k = i + 2; k < count && !undone; k++) {
        if (i === 0 && k === count - 1) continue;
        if (!segmentsTouch(points.flat(), i, i + 1, k, (k + 1) % count)) continue;
        points.splice(i + 1, k - i, ...points.slice(i + 1, k + 1).reverse());
        undone = true;
      }
    }
  }
  return points.flat();
}

/** The outline of a connected set of cells: right angles, straight vertices, and corners that touch. */
export function randomCells(rng: Rng, cells: number): RandomPolygon {
  const size = 2 + Math.ceil(Math.sqrt(3 * cells));
  const filled = new Set([(size * size) >> 1]);
  for (let tries = 0; filled.size < cells && tries < 50 * cells; tries++) {
    const column = rng.integer(1, size - 2);
    const row = rng.integer(1, size - 2);
    const cell = row * size + column;
    if ([cell - 1, cell + 1, cell - size, cell + size].some((next) => filled.has(next))) filled.add(cell);
  }
  // Edges around the cells, with the cells on the left; where two begin in one corner, the sharper turn is taken.
  const edges = new Map<string, [number, number][]>();
  for (const cell of filled) {
    const [x, y] = [cell % size, Math.floor(cell / size)];
    const sides = [
      [x, y, 1, 0, cell - size],
      [x + 1, y, 0, 1, cell + 1],
      [x + 1, y + 1, -1, 0, cell + size],
      [x, y + 1, 0, -1, cell - 1],
    ];
    for (const [ax, ay, dx, dy, next] of sides) {
      if (filled.has(next)) continue;
      const key = `${ax},${ay}`;
      edges.set(key, [...(edges.get(key) ?? []), [dx, dy]]);
    }
  }
  const rings: number[][] = [];
  while (edges.size > 0) {
    const ring: number[] = [];
    let [x, y] = [...edges.keys()][0].split(',').map(Number);
    let [fromX, fromY] = [0, 0];
    for (;;) {
      const leaving = edges.get(`${x},${y}`);
      if (leaving === undefined) break;
      const turnsLeft = leaving.findIndex(([dx, dy]) => fromX * dy - fromY * dx > 0);
      const [[dx, dy]] = leaving.splice(Math.max(0, turnsLeft), 1);
      if (leaving.length === 0) edges.delete(`${x},${y}`);
      ring.push(x, y);
      [x, y, fromX, fromY] = [x + dx, y + dy, dx, dy];
    }
    rings.push(ring);
  }
  rings.sort((a, b) => signedArea(b) - signedArea(a));
  const holeStarts: number[] = [];
  let total = rings[0].length / 2;
  for (const ring of rings.slice(1)) {
    holeStarts.push(total);
    total += ring.length / 2;
  }
  return { vertices: rings.flat(), holeStarts };
}

/** A star with holes around its middle, which it sees whole. */
export function randomHoled(rng: Rng, count: number, holes: number): RandomPolygon {
  const vertices = randomStar(rng, count).map((value) => value * 4);
  const holeStarts: number[] = [];
  // Within the circle that no vertex comes into; in sectors, so that no two overlap.
  for (let i = 0; i < holes; i++) {
    holeStarts.push(vertices.length / 2);
    const angle = (2 * Math.PI * i) / holes;
    const distance = holes === 1 ? 0 : 2.6;
    const radius = holes === 1 ? 3 : Math.min(1.5, 2.5 * Math.sin(Math.PI / holes));
    vertices.push(
      ...randomStar(rng, rng.integer(3, 9), radius, distance * Math.cos(angle), distance * Math.sin(angle)),
    );
  }
  return { vertices, holeStarts };
}

/** Turns the rings of a polygon at random, and puts points on its edges, exactly, and others twice. */
export function roughened(rng: Rng, polygon: RandomPolygon): RandomPolygon {
  const vertices: number[] = [];
  const holeStarts: number[] = [];
  ringsOf(polygon).forEach((ring, i) => {
    if (i > 0) holeStarts.push(vertices.length / 2);
    const points: [number, number][] = [];
    for (let k = 0; k < ring.length; k += 2) {
      const next = (k + 2) % ring.length;
      points.push([ring[k], ring[k + 1]]);
      if (rng.next() < 0.2) points.push([ring[k], ring[k + 1]]);
      const middle: [number, number] = [(ring[k] + ring[next]) / 2, (ring[k + 1] + ring[next + 1]) / 2];
      const isExact = orient2d(ring[k], ring[k + 1], ring[next], ring[next + 1], middle[0], middle[1]) === 0;
      if (isExact && rng.next() < 0.3) points.push(middle);
    }
    if (rng.next() < 0.5) points.reverse();
    vertices.push(...points.flat());
  });
  return { vertices, holeStarts };
}

/** A polygon of one of five kinds: a star, a grown one, a tour, one with holes, or one of cells. */
export function randomPolygon(rng: Rng, kind: number): RandomPolygon {
  const size = rng.integer(5, 20);
  if (kind === 0) return { vertices: randomStar(rng, size), holeStarts: [] };
  if (kind === 1) return { vertices: randomGrown(rng, size), holeStarts: [] };
  if (kind === 2) return { vertices: randomTour(rng, rng.integer(5, 12)), holeStarts: [] };
  if (kind === 3) return randomHoled(rng, size, rng.integer(1, 4));
  return randomCells(rng, size);
}
