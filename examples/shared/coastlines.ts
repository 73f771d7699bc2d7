import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import land from 'world-atlas/land-50m.json';

/** Units per degree: the map is 3,600 units wide and 1,800 high, y pointing down. */
const SCALE = 10;
const WORLD = 360 * SCALE;

/**
 * The coastlines of the world (Natural Earth, 1:50 million) as closed rings of flat points x, y; a ring does not repeat
 * its first point.
 */
export function loadCoastlines(): Float64Array[] {
  const topology = land as unknown as Topology<{ land: GeometryCollection }>;
  const rings: Float64Array[] = [];
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    if (geometry.type === 'MultiPolygon')
      for (const polygon of geometry.coordinates) rings.push(...polygon.map(toFlat));
    else if (geometry.type === 'Polygon') rings.push(...geometry.coordinates.map(toFlat));
  }
  return rings.filter((ring) => !isPole(ring)).map(unwrap);
}

function toFlat(ring: readonly (readonly number[])[]): Float64Array {
  const flat = new Float64Array((ring.length - 1) * 2);
  for (let i = 0; i + 1 < ring.length; i++) {
    flat[2 * i] = ring[i][0] * SCALE;
    flat[2 * i + 1] = -ring[i][1] * SCALE;
  }
  return flat;
}

/**
 * A ring that crosses the 180th meridian jumps from one edge of the map to the other, a line across all oceans. Such a
 * ring goes on beyond the edge instead, and lies on the side where most of it is. One that runs all around the globe is
 * closed along the pole.
 */
function unwrap(ring: Float64Array): Float64Array {
  const points: number[] = [];
  let turns = 0;
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const step = i === 0 ? 0 : ring[i] - ring[i - 2];
    turns += step > WORLD / 2 ? -1 : step < -WORLD / 2 ? 1 : 0;
    const x = ring[i] + turns * WORLD;
    points.push(x, ring[i + 1]);
    sum += x;
  }
  const aside = Math.round(sum / (ring.length / 2) / WORLD) * WORLD;
  if (aside !== 0) for (let i = 0; i < points.length; i += 2) points[i] -= aside;
  const start = points[0];
  if (Math.abs(points.at(-2)! - start) > WORLD / 2) {
    const end = start + Math.sign(points.at(-2)! - start) * WORLD;
    points.push(end, points[1], end, WORLD / 4, start, WORLD / 4);
  }
  return new Float64Array(points);
}

/** Whether a ring is a mere line along the pole, which closes a continent on a flat map. */
function isPole(ring: Float64Array): boolean {
  for (let i = 1; i < ring.length; i += 2) if (Math.abs(ring[i]) < WORLD / 4 - 1) return false;
  return true;
}
