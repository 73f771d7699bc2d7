import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import land from 'world-atlas/land-50m.json';

/** Units per degree: the map is 3,600 units wide and 1,800 high, y pointing down. */
const SCALE = 10;

/**
 * The coastlines of the world (Natural Earth, 1:50 million) as closed rings of flat points x, y; a ring does not repeat its first
 * point.
 */
export function loadCoastlines(): Float64Array[] {
  const topology = land as unknown as Topology<{ land: GeometryCollection }>;
  const rings: Float64Array[] = [];
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    if (geometry.type === 'MultiPolygon')
      for (const polygon of geometry.coordinates) rings.push(...polygon.map(toFlat));
    else if (geometry.type === 'Polygon') rings.push(...geometry.coordinates.map(toFlat));
  }
  return rings;
}

function toFlat(ring: readonly (readonly number[])[]): Float64Array {
  const flat = new Float64Array((ring.length - 1) * 2);
  for (let i = 0; i + 1 < ring.length; i++) {
    flat[2 * i] = ring[i]![0]! * SCALE;
    flat[2 * i + 1] = -ring[i]![1]! * SCALE;
  }
  return flat;
}
