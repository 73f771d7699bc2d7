import { Quaternion, Vector3 } from 'three';
import type { TransformColumns } from '../../src/3d/collider-set.ts';

/** The position, rotation and scale of an entity as three.js represents them. */
export interface Place {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
  scale: number;
}

export function createPlace(): Place {
  return { position: new Vector3(), quaternion: new Quaternion(), scale: 1 };
}

/** Reads the place of an entity index from columns. Without columns for it, the rotation is none and the scale is 1. */
export function readPlace(place: Place, columns: TransformColumns, index: number): void {
  const { x, y, z, qx, qy, qz, qw, scale } = columns;
  place.position.set(x[index], y[index], z[index]);
  place.quaternion.set(qx?.[index] ?? 0, qy?.[index] ?? 0, qz?.[index] ?? 0, qw?.[index] ?? 1).normalize();
  place.scale = scale?.[index] ?? 1;
}
