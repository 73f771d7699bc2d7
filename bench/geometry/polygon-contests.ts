import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import earcut from 'earcut';
import { makeCCW, type Point, quickDecomp } from 'poly-decomp-es';
import { feature } from 'topojson-client';
import { decomposeConvex, triangulate } from '../../entry/geometry2d.ts';
import { type RandomPolygon, randomGrown, randomStar, signedArea } from '../../tests/support/random-polygons-2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from './contest.ts';

const SEED = 20240603;

/** The polygons of the land of the world that are simple. */
function loadLand(): RandomPolygon[] {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8'));
  const land = feature(topology, topology.objects.land) as unknown as {
    features: { geometry: { coordinates: [number, number][][][] } }[];
  };
  const polygons: RandomPolygon[] = [];
  for (const rings of land.features.flatMap((one) => one.geometry.coordinates)) {
    const vertices: number[] = [];
    const holeStarts: number[] = [];
    for (const ring of rings) {
      if (vertices.length > 0) holeStarts.push(vertices.length / 2);
      for (const [x, y] of ring.slice(1)) vertices.push(x, y);
    }
    try {
      triangulate(vertices, holeStarts);
      polygons.push({ vertices, holeStarts });
    } catch {
      // A simplified ring may cross itself: such polygons are left out.
    }
  }
  return polygons;
}

function areaOfTriangles(vertices: readonly number[], indices: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    sum += Math.abs(
      signedArea([0, 1, 2].flatMap((k) => [vertices[2 * indices[i + k]], vertices[2 * indices[i + k] + 1]])),
    );
  }
  return sum;
}

function pointsOf(vertices: readonly number[]): Point[] {
  const points = Array.from({ length: vertices.length / 2 }, (_, i): Point => [vertices[2 * i], vertices[2 * i + 1]]);
  makeCCW(points);
  return points;
}

/** Triangles and convex pieces of polygons, against the packages that games use for them. */
export function makePolygonContests(): Contest[] {
  const rng = createRng(SEED);
  const land = loadLand();
  const points = land.reduce((sum, { vertices }) => sum + vertices.length / 2, 0);
  const small = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? randomStar(rng, 20) : randomGrown(rng, 20)));
  const smallPoints = small.map(pointsOf);
  return [
    {
      family: 'polygons',
      name: `triangulate the land of the world, ${points} points`,
      rival: 'earcut',
      operations: 1,
      tolerance: 1e-9,
      ours: () =>
        land.reduce(
          (sum, { vertices, holeStarts }) => sum + areaOfTriangles(vertices, triangulate(vertices, holeStarts)),
          0,
        ),
      theirs: () =>
        land.reduce(
          (sum, { vertices, holeStarts }) => sum + areaOfTriangles(vertices, earcut(vertices, holeStarts)),
          0,
        ),
    },
    {
      family: 'polygons',
      name: 'convex pieces of a polygon of 20 points',
      rival: 'poly-decomp-es',
      operations: small.length,
      // How many pieces: theirs adds points, and needs fewer pieces for it.
      tolerance: 0.2,
      ours: () => small.reduce((sum, vertices) => sum + decomposeConvex(vertices).starts.length - 1, 0),
      theirs: () => smallPoints.reduce((sum, polygon) => sum + quickDecomp(polygon.slice()).length, 0),
    },
  ];
}
