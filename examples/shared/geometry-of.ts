import { BufferAttribute, BufferGeometry } from 'three';
import type { MeshArrays } from './packed-mesh.ts';

/** Returns the geometry of a mesh, with a normal at each vertex; it keeps the arrays. */
export function geometryOf({ positions, index }: MeshArrays): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.computeVertexNormals();
  return geometry;
}
