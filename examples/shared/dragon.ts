import data from './dragon.json';
import { type MeshArrays, unpackMesh } from './packed-mesh.ts';

/** How long the scan is along x, in its own units, and where its middle and its feet are. */
const SCAN = { length: 0.2, x: -0.006, y: 0.0528, z: -0.0046 };

/**
 * Returns the Stanford dragon, all 47,794 triangles of its third resolution, so many units long: it stands on y = 0,
 * its middle over the origin.
 */
export function dragonMesh(length: number): MeshArrays {
  const scale = length / SCAN.length;
  const { positions, index } = unpackMesh(data, scale);
  for (let at = 0; at < positions.length; at += 3) {
    positions[at] -= SCAN.x * scale;
    positions[at + 1] -= SCAN.y * scale;
    positions[at + 2] -= SCAN.z * scale;
  }
  return { positions, index };
}
