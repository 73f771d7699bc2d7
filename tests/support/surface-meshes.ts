import type { TestMesh } from './meshes.ts';
import type { Rng } from './rng.ts';

/** A terrain of columns × rows cells over the given heights: two triangles a cell, cut along alternating diagonals. */
export function makeTerrain(columns: number, rows: number, height: (x: number, z: number) => number): TestMesh {
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  const index = new Uint32Array(6 * columns * rows);
  let vertex = 0;
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      positions.set([column, height(column, row), row], 3 * vertex++);
    }
  }
  let at = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const b = a + 1;
      const c = a + columns + 1;
      const d = c + 1;
      index.set((row + column) % 2 === 0 ? [a, c, d, a, d, b] : [a, c, b, b, c, d], at);
      at += 6;
    }
  }
  return { positions, index };
}

/** A closed ring about y of so many sections of so many corners each: 1 from the middle, `girth` thick to each side. */
export function makeRing(sections: number, corners: number, girth: number): TestMesh {
  const positions = new Float64Array(3 * sections * corners);
  const index = new Uint32Array(6 * sections * corners);
  for (let section = 0; section < sections; section++) {
    const turn = (2 * Math.PI * section) / sections;
    for (let corner = 0; corner < corners; corner++) {
      const angle = (2 * Math.PI * corner) / corners;
      const away = 1 + girth * Math.cos(angle);
      const vertex = section * corners + corner;
      positions.set([away * Math.cos(turn), girth * Math.sin(angle), away * Math.sin(turn)], 3 * vertex);
      const next = section * corners + ((corner + 1) % corners);
      const ahead = ((section + 1) % sections) * corners + corner;
      const both = ((section + 1) % sections) * corners + ((corner + 1) % corners);
      index.set([vertex, next, both, vertex, both, ahead], 6 * vertex);
    }
  }
  return { positions, index };
}

/** Triangles without order, of sizes from 1 to 1/100 of the size given, a fifth of them slivers. */
export function makeTriangleSoup(rng: Rng, triangles: number, size: number): TestMesh {
  const positions = new Float64Array(9 * triangles);
  for (let t = 0; t < triangles; t++) {
    const extent = size * 10 ** -rng.range(0, 2);
    const thin = rng.next() < 0.2 ? 1e-3 : 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = 9 * t + axis;
      positions[at] = rng.range(-size, size);
      positions[at + 3] = positions[at] + rng.range(-extent, extent);
      positions[at + 6] = positions[at + 3] + thin * rng.range(-extent, extent);
    }
  }
  return { positions, index: Uint32Array.from({ length: 3 * triangles }, (_, i) => i) };
}

/**
 * Returns the triangles of a mesh with every corner a vertex of its own, in a random order and turn: nothing is shared
 * any more.
 */
export function unshare(rng: Rng, { positions, index }: TestMesh): TestMesh {
  const count = index.length / 3;
  const places = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const k = rng.integer(0, i);
    [places[i], places[k]] = [places[k], places[i]];
  }
  const soup = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const turn = rng.integer(0, 2);
    for (let corner = 0; corner < 3; corner++) {
      const vertex = index[3 * places[t] + ((corner + turn) % 3)];
      for (let axis = 0; axis < 3; axis++) soup[9 * t + 3 * corner + axis] = positions[3 * vertex + axis];
    }
  }
  return { positions: soup, index: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

/** Cuts some triangles in two at a point of their longest edge, whose neighbour stays whole: a T-junction each. */
export function cutEdges(rng: Rng, { positions, index }: TestMesh, share: number): TestMesh {
  const points = Array.from(positions);
  const triangles: number[] = [];
  const lengthOf = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => points[3 * a + axis] - points[3 * b + axis]));
  for (let i = 0; i < index.length; i += 3) {
    const corners = [index[i], index[i + 1], index[i + 2]];
    if (rng.next() >= share) {
      triangles.push(...corners);
      continue;
    }
    const sides = [0, 1, 2].map((k) => lengthOf(corners[k], corners[(k + 1) % 3]));
    const k = sides.indexOf(Math.max(...sides));
    const [a, b, c] = [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]];
    const t = rng.range(0.2, 0.8);
    const middle = points.length / 3;
    for (let axis = 0; axis < 3; axis++) {
      points.push(points[3 * a + axis] + t * (points[3 * b + axis] - points[3 * a + axis]));
    }
    triangles.push(a, middle, c, middle, b, c);
  }
  return { positions: Float64Array.from(points), index: Uint32Array.from(triangles) };
}
