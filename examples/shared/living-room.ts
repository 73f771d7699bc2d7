import data from './living-room.json';
import { type MeshArrays, unpackMesh } from './packed-mesh.ts';

/**
 * Returns the living room of `@iwer/sem` as a headset has scanned it: 62,102 triangles, in metres. y is up and the
 * floor lies near y = 0; the room is about 6 by 4.6 m and 3.9 m high, its middle near the origin.
 */
export function livingRoom(): MeshArrays {
  return unpackMesh(data);
}
