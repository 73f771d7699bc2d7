import { hullFrom } from 'bitecs-collision/three';
import { BufferAttribute, BufferGeometry } from 'three';
import data from './real-meshes.json';

/** The Stanford bunny and dragon, as scripts/real-meshes.ts has made them small. */
export const REAL_MESHES = ['bunny', 'dragon'] as const;
export type RealMesh = (typeof REAL_MESHES)[number];

/** The coordinates in the file are whole numbers, of which the longest side of a mesh takes this many. */
const STEPS = 2000;

/** Returns a mesh about its middle, its longest side of the given length. */
export function realGeometry(name: RealMesh, length: number): BufferGeometry {
  const { positions, index } = data[name];
  const geometry = new BufferGeometry();
  const scaled = Float32Array.from(positions, (value) => (value * length) / STEPS);
  geometry.setAttribute('position', new BufferAttribute(scaled, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

/** Returns the shape that such a mesh collides as: its convex hull. */
export function realHull(name: RealMesh, length: number): ReturnType<typeof hullFrom> {
  return hullFrom(realGeometry(name, length));
}
