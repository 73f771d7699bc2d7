import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadBunny, loadDragon, type TestMesh } from '../tests/support/meshes.ts';

/**
 * Writes examples/shared/real-meshes.json: the Stanford bunny and dragon for scenes in space, with fewer triangles and
 * coordinates of few digits, so that a page can fetch them and draw a hundred of each:
 *
 *   npx tsx scripts/real-meshes.ts
 */
const file = fileURLToPath(new URL('../examples/shared/real-meshes.json', import.meta.url));
/** Cells along the longest side of a mesh: all vertices in a cell become one. */
const CELLS = { bunny: 18, dragon: 22 };
/** Coordinates are whole numbers from 0 to this, times the mesh's scale. */
const STEPS = 2000;

const meshes = { bunny: simplify(loadBunny(), CELLS.bunny), dragon: simplify(loadDragon(4), CELLS.dragon) };
writeFileSync(file, `${JSON.stringify(meshes)}\n`);
for (const [name, { positions, index }] of Object.entries(meshes))
  console.log(`${name}: ${positions.length / 3} vertices, ${index.length / 3} triangles`);

interface SmallMesh {
  readonly positions: readonly number[];
  readonly index: readonly number[];
}

/**
 * Joins vertices by cells of a grid. Each cell keeps that of its vertices which lies farthest from the middle of the
 * mesh, so that the hull loses next to nothing; triangles with two corners in one cell vanish.
 */
function simplify({ positions, index }: TestMesh, cells: number): SmallMesh {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3], value);
    high[i % 3] = Math.max(high[i % 3], value);
  });
  const size = Math.max(...high.map((value, axis) => value - low[axis]));
  const middle = low.map((value, axis) => (value + high[axis]) / 2);
  const at = (vertex: number): number[] => [...positions.slice(3 * vertex, 3 * vertex + 3)];
  const farness = (vertex: number) => at(vertex).reduce((sum, value, axis) => sum + (value - middle[axis]) ** 2, 0);
  const cellOf = (vertex: number) =>
    at(vertex)
      .map((value, axis) => Math.floor(((value - low[axis]) / size) * cells))
      .join(' ');

  const kept = new Map<string, number>();
  for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
    const cell = cellOf(vertex);
    const other = kept.get(cell);
    if (other === undefined || farness(vertex) > farness(other)) kept.set(cell, vertex);
  }
  const numbers = new Map<number, number>();
  const small = { positions: [] as number[], index: [] as number[] };
  const seen = new Set<string>();
  for (let i = 0; i < index.length; i += 3) {
    const corners = [...index.slice(i, i + 3)].map((vertex) => kept.get(cellOf(vertex))!);
    if (new Set(corners).size < 3) continue;
    const triangle = [...corners].sort((a, b) => a - b).join(' ');
    if (seen.has(triangle)) continue;
    seen.add(triangle);
    for (const vertex of corners) {
      if (!numbers.has(vertex)) {
        numbers.set(vertex, numbers.size);
        small.positions.push(...at(vertex).map((value, axis) => Math.round(((value - middle[axis]) / size) * STEPS)));
      }
      small.index.push(numbers.get(vertex)!);
    }
  }
  return small;
}
