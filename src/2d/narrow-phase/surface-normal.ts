import { POSE_COS, POSE_SIN } from '../collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../geometry/contact/contact-layout.ts';
import { placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { SegmentContact } from './segment-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';
import { ANGLE_SLACK, local, parts, tile } from './surface-tile.ts';

/**
 * Returns whether the surface of the whole solid has the normal of a contact with the tile: if an edge of the tile has
 * this normal, the edge must be open along all its length; else no neighbour may go on beyond the vertex that lies
 * farthest along the normal.
 */
export function isSurfaceNormal(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  { manifold, child }: SegmentContact,
): boolean {
  const { vertices, normals, count } = tile;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  let vertex = 0;
  let farthest = -Infinity;
  for (let i = 0; i < count; i++) {
    const cross = x * normals[2 * i + 1] - y * normals[2 * i];
    if (count > 1 && Math.abs(cross) <= ANGLE_SLACK && x * normals[2 * i] + y * normals[2 * i + 1] > 0) {
      const open = surface.openParts(parts, shape, child, i);
      return open === 1 && parts[0] === 0 && parts[1] === 1;
    }
    const along = x * vertices[2 * i] + y * vertices[2 * i + 1];
    if (!(along > farthest)) continue;
    farthest = along;
    vertex = i;
  }
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  local[0] = c * x + s * y;
  local[1] = c * y - s * x;
  return surface.isFreeAtVertex(shape, child, vertex, local);
}
