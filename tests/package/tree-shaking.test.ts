import { describe, expect, test } from 'vitest';
import { bundlesOf, entryPath, exportedFunctions, gzippedBundleSizes, KILOBYTE } from '../../scripts/bundle-size.ts';
import { effort } from '../support/effort.ts';

/** A game that uses one routine downloads that routine, not the catalogue. */
const LIMIT = 1 * KILOBYTE;

interface Family {
  readonly why: string;
  /** Bytes a routine of the family may cost, gzipped. */
  readonly limit: number;
  readonly names: string;
}

/**
 * Routines that are small programs in themselves, with limits of their own. One that has become small enough fails the
 * test until it is taken off the list, so the list cannot rot.
 */
const LARGER: Record<'geometry2d' | 'geometry3d', readonly Family[]> = {
  geometry2d: [
    {
      why: 'they triangulate polygons: Delaunay, with edges that stay, decided exactly',
      limit: 5300,
      names: 'triangulate decomposeConvex',
    },
    {
      why: 'the moving circle against sides and round ends, without a slit between them however flat it comes in',
      limit: 1450,
      names: 'castCircleSegment castCircleCapsule castCircleAabb castCircleObb',
    },
    {
      why: 'whether the ray meets each segment is decided exactly, and exact arithmetic takes code',
      limit: 1200,
      names: 'castRayChain castRayLoop',
    },
    {
      why: 'it checks every invariant, each with a message of its own',
      limit: 1650,
      names: 'validateBvh',
    },
    {
      why: 'they walk a hierarchy and test what lies in its leaves',
      limit: 2900,
      names:
        'castAabbBvh castRayBvh closestBvh queryBvhAabb queryBvhPoint querySegmentTreeAabb closestPointSegmentTree findNearestSegmentTree findSegmentTreePairs ' +
        'findFirstSegmentTreePair overlapsSegmentTrees castRaySegmentTree castRaySegmentTreeAll castRaySegmentTreeAny',
    },
    {
      why: 'they build a hierarchy, or bring along how both kinds are fitted and joined',
      limit: 4150,
      names: 'buildBvh createBvh',
    },
    {
      why: 'it builds a tree from the top or from the bottom, by the builder that meshes have, with volumes of three kinds',
      limit: 4900,
      names: 'buildSegmentTree refitSegmentTree',
    },
    {
      why: 'they iterate: a simplex or polytope with all its cases, or a search over the sides',
      limit: 2650,
      names:
        'findSeparatingAxis overlapsConvex castSupport castRaySupport distanceGjk distanceGjkSupport closestPointsGjk closestPointsGjkSupport penetrationEpa',
    },
    {
      why: 'a ray at the sum of two pieces, and the distance above where they touch at the start',
      limit: 3850,
      names: 'castConvex',
    },
    {
      why: 'the distance above at one time after another, with a bound on how far each shape turns',
      limit: 4060,
      names: 'timeOfImpact',
    },
    {
      why: 'separating axes, clipping and GJK where corners round off',
      limit: 5000,
      names: 'collideConvex penetrationSat collideCapsules',
    },
    {
      why: 'distances of segments and parity, both with exact sides',
      limit: 1400,
      names: 'overlapsCapsulePolygon',
    },
    {
      why: 'how much of a circle lies at each corner takes the angle between two sides, without Math.atan2',
      limit: 1830,
      names: 'computeCentroidConvex',
    },
    {
      why: 'which corners lie inside and which sides cross is decided exactly; a hull puts them in order',
      limit: 1980,
      names: 'intersectConvexPolygons',
    },
    {
      why: 'separating axes and clipping, and the case of two corners',
      limit: 2060,
      names: 'collideBoxes',
    },
  ],
  geometry3d: [
    {
      why: 'the side, the base and the apex, whose normals are kept apart from rounding, and the needle without a side',
      limit: 1310,
      names: 'castRayCone',
    },
    {
      why: "the moving sphere against each edge's tube and ball, and against the face, which need not be convex",
      limit: 1540,
      names: 'castSpherePolygon castSphereTriangle',
    },
    {
      why: 'sides are decided exactly, and exact arithmetic takes half a kilobyte; then the special cases, exact as well',
      limit: 1400,
      names: 'overlapsTriangleTriangle',
    },
    {
      why: 'watertight at edges, right in the plane and for slivers; and then the loops',
      limit: 1150,
      names: 'measureProbesTriangles castRayTriangleSingleSided',
    },
    {
      why: 'exact sides and the closest point of a triangle',
      limit: 1760,
      names: 'closestPointTetrahedron distanceSquaredPointTetrahedron',
    },
    {
      why: 'the nearest of two segments, parallel ones apart, once it is known where the ray may end',
      limit: 1200,
      names: 'closestPointsRaySegment distanceSquaredRaySegment',
    },
    {
      why: 'the ray cast at a cone, and a segment made a ray',
      limit: 1400,
      names: 'overlapsSegmentCone',
    },
    {
      why: 'the above for each pair of features',
      limit: 3800,
      names:
        'closestPointsSegmentTriangle distanceSquaredSegmentTriangle intersectTriangleTriangle ' +
        'closestPointsTriangleTriangle distanceSquaredTriangleTriangle overlapsCapsuleTriangle',
    },
    {
      why: 'they walk a hierarchy',
      limit: 2900,
      names: 'castAabbBvh castRayBvh closestBvh queryBvhAabb queryBvhPoint queryMeshTreeFrustum',
    },
    {
      why: 'they walk a hierarchy and test the triangles in its leaves',
      limit: 2700,
      names:
        'queryMeshTreeAabb queryMeshTreePoint queryMeshTreeSphere closestPointMeshTree findNearestMeshTree containsPointMeshTree refitMeshTree ' +
        'intersectMeshPlane',
    },
    {
      why: 'rays and pairs of triangles in the leaves of three kinds of hierarchy',
      limit: 5250,
      names:
        'findMeshTreePairs findFirstMeshTreePair overlapsMeshTrees castRayMeshTree castRayMeshTreeAll castRayMeshTreeAny',
    },
    {
      why: 'they check every invariant, each with a message of its own',
      limit: 1650,
      names: 'validateBvh validateMeshTree validateConvexHull',
    },
    {
      why: 'the nearest points of two lines, held at the ends of both',
      limit: 1260,
      names: 'closestPointsRaySegment closestPointsSegmentSegment distanceSquaredRaySegment',
    },
    {
      why: 'they build a hierarchy, or a hull of known faces',
      limit: 5700,
      names: 'buildMeshTree createBvh buildBvh buildBoxHull',
    },
    {
      why: 'exact sides of planes, faces that grow and merge in flat arrays, and what cleans its points',
      limit: 7400,
      names: 'buildConvexHull',
    },
    {
      why: 'they iterate: a simplex with all its cases, or a search over the faces',
      limit: 4800,
      names:
        'distanceGjk closestPointsGjk distanceGjkSupport closestPointsGjkSupport castConvex castSupport castRaySupport timeOfImpact ' +
        'closestPointConvexSublinear createConvexSupport ' +
        'overlapsCylinderCylinder overlapsCylinderCone overlapsConeCone ' +
        'overlapsCylinderAabb overlapsCylinderObb overlapsConeAabb overlapsConeObb',
    },
    {
      why: "the simplex, and then a polytope that grows until its nearest face is the shape's",
      limit: 8500,
      names: 'penetrationEpa separationSupport',
    },
    {
      why: 'separating axes over faces and edges, with clipping or witness points',
      limit: 4900,
      names: 'findSeparatingAxis overlapsConvex castConvexSat collideConvex penetrationSat',
    },
  ],
};

describe.each(['geometry2d', 'geometry3d'] as const)('%s', (entry) => {
  test(`a single routine costs less than ${LIMIT} bytes`, async () => {
    const sizes = await sizesOf(entry);
    expect(sizes.size).toBeGreaterThan(20);
    const limits = limitsOf(entry);
    const offenders = [...sizes].filter(([name, size]) => size >= (limits.get(name) ?? LIMIT));
    expect(Object.fromEntries(offenders)).toEqual({});
  });

  test('the list of larger routines holds only those that need it', async () => {
    const sizes = await sizesOf(entry);
    expect([...limitsOf(entry).keys()].filter((name) => !((sizes.get(name) ?? 0) >= LIMIT))).toEqual([]);
  });
});

test('a game ships the reader of maps that it imports, and no other', async () => {
  const names = ['readTiled', 'tiledFromXml', 'decompressTiled', 'readTiled, tiledFromXml, decompressTiled'];
  const sizes = await gzippedBundleSizes(names.map((name) => `export { ${name} } from '${entryPath('maps')}';`));
  const [reader, xml, decompressor, all] = sizes as [number, number, number, number];
  expect(xml).toBeLessThan(2000);
  expect(decompressor).toBeLessThan(1500);
  expect(all - reader).toBeGreaterThan(1000);
});

test('a game that saves shapes ships the kinds whose formats it lists, and one that does not ships no format', async () => {
  const game = 'createCollision, collisionSystem, circle, chain';
  const lists = [game, `${game}, shapeToJson, shapeFromJson, circleFormat, chainFormat`, `${game}, SHAPE_FORMATS`];
  const sizes = await gzippedBundleSizes(lists.map((names) => `export { ${names} } from '${entryPath('2d')}';`));
  const [plain, few, all] = sizes as [number, number, number];
  expect(few - plain).toBeGreaterThan(200);
  expect(few - plain).toBeLessThan(1000);
  expect(all - plain).toBeGreaterThan(10_000);
});

function limitsOf(entry: 'geometry2d' | 'geometry3d'): Map<string, number> {
  return new Map(LARGER[entry].flatMap(({ names, limit }) => names.split(' ').map((name) => [name, limit] as const)));
}

const measured = new Map<string, Promise<Map<string, number>>>();

function sizesOf(entry: 'geometry2d' | 'geometry3d'): Promise<Map<string, number>> {
  const known = measured.get(entry) ?? measureAll(entry);
  measured.set(entry, known);
  return known;
}

async function measureAll(entry: 'geometry2d' | 'geometry3d'): Promise<Map<string, number>> {
  // Each takes a bundle of its own: `npm test` makes do with those that are listed and a share of the others.
  const listed = limitsOf(entry);
  const all = await exportedFunctions(entry);
  const names = all.filter((name, i) => listed.has(name) || i % effort(1, 6) === 0);
  const sizes = await gzippedBundleSizes(names.map((name) => `export { ${name} } from '${entryPath(entry)}';`));
  return new Map(names.map((name, i) => [name, sizes[i]]));
}

test('a game in space without a mesh ships none', async () => {
  const made = (await exportedFunctions('3d')).filter((name) => !/^mesh|Format|FORMATS|JSON|Json/.test(name));
  const game = (names: readonly string[]) => `export { ${names.join(', ')} } from '${entryPath('3d')}';`;
  const [without, withMeshes] = await bundlesOf([game(made), game([...made, 'mesh'])]);
  const text = (bundle: Uint8Array) => new TextDecoder().decode(bundle);
  // What only meshes say: of the maker, and of the arrays it reads.
  for (const own of ['has no triangle with an area', 'the number of a vertex']) {
    expect(text(without)).not.toContain(own);
    expect(text(withMeshes)).toContain(own);
  }
  expect(withMeshes.length - without.length).toBeGreaterThan(8000);
});

/** At most so many bytes, gzipped, on top of spheres, boxes and capsules in space. */
const MOST_IN_SPACE: readonly (readonly [names: string, bytes: number])[] = [
  ['castRay', 19_200],
  ['castShape', 24_500],
  ['castCollider', 24_700],
  ['queryPoint', 11_800],
  ['oneWay', 16_000],
  ['overlapShape', 15_000],
  ['compound', 6000],
  ['cone', 24_500],
  ['mesh', 40_300],
];

test('what a game in space ships of a feature is what the feature takes', async () => {
  const plain = 'createCollision, collisionSystem, sphere, box, capsule';
  const lists = [plain, ...MOST_IN_SPACE.map(([names]) => `${plain}, ${names}`)];
  const sizes = await gzippedBundleSizes(lists.map((names) => `export { ${names} } from '${entryPath('3d')}';`));
  const [base, ...others] = sizes;
  const added = MOST_IN_SPACE.map(([names, bytes], i) => [names, others[i] - base, bytes] as const);
  expect(added.filter(([, size, bytes]) => !(size > 0 && size <= bytes))).toEqual([]);
});

test('a game in space with compounds and no queries ships no queries', async () => {
  const game = (names: string) => `export { createCollision, collisionSystem, ${names} } from '${entryPath('3d')}';`;
  const shapes = 'sphere, box, capsule, cylinder, cone, hull, compound';
  const sizes = await gzippedBundleSizes([game(shapes), game(`${shapes}, castRay`), game(`${shapes}, closestPoint`)]);
  const [without, withRays, withPoints] = sizes as [number, number, number];
  expect(withRays - without).toBeGreaterThan(10_000);
  expect(withPoints - without).toBeGreaterThan(5000);
});
