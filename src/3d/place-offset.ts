import type { ColliderSet } from './collider-set.ts';

/** The result of the functions below: place (x, y, z) and quaternion, of any length. */
export const placed = new Float64Array(7);

/**
 * The offset that `placeByOffset` reads: a translation in the entity's own axes, and a turn after it (a quaternion).
 */
export const offset = new Float64Array(7);

/**
 * Writes to `placed` where the stores now put the collider of an entity index: its Transform and its offset. Columns
 * that a game's own stores lack stand for no rotation and scale 1.
 */
export function placeStored(set: ColliderSet, index: number): void {
  if (hasOffset(set, index)) {
    placeWithOffset(set, index);
    return;
  }
  const { x, y, z, qx, qy, qz, qw } = set.transform;
  // A sum with an offset of zero could turn a bit, and would not be the place where a tick puts the collider.
  placed[0] = x[index];
  placed[1] = y[index];
  placed[2] = z[index];
  placed[3] = qx === undefined ? 0 : qx[index];
  placed[4] = qy === undefined ? 0 : qy[index];
  placed[5] = qz === undefined ? 0 : qz[index];
  placed[6] = qw === undefined ? 1 : qw[index];
}

/** Returns whether the collider of an entity index is shifted or turned from the entity's place. */
export function hasOffset({ shape }: ColliderSet, index: number): boolean {
  return (
    shape.offsetX[index] !== 0 ||
    shape.offsetY[index] !== 0 ||
    shape.offsetZ[index] !== 0 ||
    shape.offsetQx[index] !== 0 ||
    shape.offsetQy[index] !== 0 ||
    shape.offsetQz[index] !== 0
  );
}

/** Places a collider that has an offset, see `placeStored`. */
export function placeWithOffset({ transform, shape }: ColliderSet, index: number): void {
  offset[0] = shape.offsetX[index];
  offset[1] = shape.offsetY[index];
  offset[2] = shape.offsetZ[index];
  offset[3] = shape.offsetQx[index];
  offset[4] = shape.offsetQy[index];
  offset[5] = shape.offsetQz[index];
  offset[6] = shape.offsetQw[index];
  placeByOffset(transform, index);
}

/**
 * Writes to `placed` where the offset in `offset` puts something relative to the Transform of an entity index, whose
 * scale applies to the offset.
 */
export function placeByOffset(transform: ColliderSet['transform'], index: number): void {
  const { x, y, z, qx: qxs, qy: qys, qz: qzs, qw: qws, scale } = transform;
  const qx = qxs === undefined ? 0 : qxs[index];
  const qy = qys === undefined ? 0 : qys[index];
  const qz = qzs === undefined ? 0 : qzs[index];
  const qw = qws === undefined ? 1 : qws[index];
  const factor = scale === undefined ? 1 : scale[index];
  const ox = factor * offset[0];
  const oy = factor * offset[1];
  const oz = factor * offset[2];
  const ux = offset[3];
  const uy = offset[4];
  const uz = offset[5];
  const uw = offset[6];
  const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  // o + s·(q × (q × o + w·o)): the rotation of o by the quaternion, whatever its length.
  const cx = qy * oz - qz * oy + qw * ox;
  const cy = qz * ox - qx * oz + qw * oy;
  const cz = qx * oy - qy * ox + qw * oz;
  placed[0] = x[index] + ox + s * (qy * cz - qz * cy);
  placed[1] = y[index] + oy + s * (qz * cx - qx * cz);
  placed[2] = z[index] + oz + s * (qx * cy - qy * cx);
  placed[3] = qw * ux + qx * uw + qy * uz - qz * uy;
  placed[4] = qw * uy - qx * uz + qy * uw + qz * ux;
  placed[5] = qw * uz + qx * uy - qy * ux + qz * uw;
  placed[6] = qw * uw - qx * ux - qy * uy - qz * uz;
}
