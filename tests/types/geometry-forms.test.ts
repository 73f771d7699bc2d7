import { expect, test } from 'vitest';
import { type Dimension, type Routine, readCatalogue, readRoutines } from '../../scripts/catalogue-reader.ts';

const catalogue = readCatalogue();
const routines = readRoutines();
const DIMENSIONS: readonly Dimension[] = ['2d', '3d'];

function isGeometry(routine: Routine): boolean {
  return routine.entries.some((entry) => entry.startsWith('geometry'));
}

/**
 * What a routine of one dimension may be called in the other: circles are spheres there, and trees hold segments or
 * meshes.
 */
function twinNames(name: string, dimension: Dimension): string[] {
  const words = [
    ['Circle', 'Sphere'],
    ['SegmentTree', 'MeshTree'],
  ];
  const names = words.map(([flat, deep]) =>
    dimension === '2d' ? name.replaceAll(flat, deep) : name.replaceAll(deep, flat),
  );
  return [...new Set([name, ...names])];
}

test('no routine of the geometry entries has more than eight parameters', () => {
  const all = DIMENSIONS.flatMap((dimension) => [...routines[dimension].values()].filter(isGeometry));
  expect(all.length).toBeGreaterThan(300);
  const long = all.filter(({ parameters }) => parameters.length > 8);
  expect(long.map(({ file, name, parameters }) => `${file}: ${name} has ${parameters.length}`)).toEqual([]);
});

test('what both dimensions export answers the same rows of the catalogue', () => {
  const missing = Object.entries(catalogue).flatMap(([id, row]) =>
    DIMENSIONS.flatMap((dimension) => {
      const other = dimension === '2d' ? '3d' : '2d';
      const [names, others] = [row[dimension], row[other]];
      if (names === undefined || others === undefined) return [];
      return names
        .flatMap((name) => twinNames(name, dimension))
        .filter((name) => routines[other].has(name) && !others.includes(name))
        .map((name) => `${id} in ${other}: ${name}`);
    }),
  );
  expect([...new Set(missing)]).toEqual([]);
});

/** Routines of one name whose parameters differ, each for a reason of its own. */
const OTHER_PARAMETERS: Record<string, string> = {
  buildConvexHull: 'a polygon in the plane is its vertices, in space a hull is an object',
  castConvex: 'pieces are small: there is nothing to warm-start',
  castRaySegment: 'in space a ray misses a segment without a radius',
  castRaySupport: 'in space a rounded shape is a core and a radius; in the plane supports hold the radius',
  castSupport: 'in space a rounded shape is a core and a radius; in the plane supports hold the radius',
  closestPointConvex: 'a piece brings its radius along',
  computeAabbConvex: 'a piece lies in the common frame already',
  containsPointConvex: 'a piece brings its radius along',
  distanceSquaredPointConvex: 'a piece brings its radius along',
  intersectLinePlane: 'in the plane the point is written as well',
  penetrationSat: 'pieces are small: there is nothing to remember',
};

test('routines of one name take the same parameters in both dimensions', () => {
  const words = (routine: Routine) =>
    routine.parameters.map((name) => name.replace(/^(piece|hull)$/, 'shape')).join(', ');
  const differing = [...routines['2d'].values()].filter((flat) => {
    const deep = routines['3d'].get(flat.name);
    return deep !== undefined && isGeometry(flat) && words(flat) !== words(deep);
  });
  expect(differing.map(({ name }) => name).sort()).toEqual(Object.keys(OTHER_PARAMETERS));
});

test('caches and reports may be left out', () => {
  const required = DIMENSIONS.flatMap((dimension) => [...routines[dimension].values()])
    .filter(isGeometry)
    .filter(({ signature }) => /\b(cache|cacheIndex|report): /.test(signature));
  expect(required.map(({ name, signature }) => `${name}${signature}`)).toEqual([]);
});
