import type { NumberArray } from '../core/number-array.ts';
import type { ColliderSet } from './collider-set.ts';

/** The result of `placeOffset`: place (x, y, z) and quaternion, of any length. */
export const placed = new Float64Array(7);

/** Writes to `placed` where an offset, a translation in the entity's own axes and a turn after it, puts a collider. */
function placeOffset(
  x: number,
  y: number,
  z: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  ox: number,
  oy: number,
  oz: number,
  ux: number,
  uy: number,
  uz: number,
  uw: number,
): void {
  const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  // o + s·(q × (q × o + w·o)): the rotation of o by the quaternion, whatever its length.
  const cx = qy * oz - qz * oy + qw * ox;
  const cy = qz * ox - qx * oz + qw * oy;
  const cz = qx * oy - qy * ox + qw * oz;
  placed[0] = x + ox + s * (qy * cz - qz * cy);
  placed[1] = y + oy + s * (qz * cx - qx * cz);
  placed[2] = z + oz + s * (qx * cy - qy * cx);
  placed[3] = qw * ux + qx * uw + qy * uz - qz * uy;
  placed[4] = qw * uy - qx * uz + qy * uw + qz * ux;
  placed[5] = qw * uz + qx * uy - qy * ux + qz * uw;
  placed[6] = qw * uw - qx * ux - qy * uy - qz * uz;
}

/**
 * Writes to `placed` where the stores now put the collider of an entity index: its Transform and its offset. What a
 * game's own stores lack stands for no turn and scale 1.
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

/** Whether the collider of an entity index is shifted or turned from the entity's place. */
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
  const { offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw } = shape;
  placeFromColumns(transform, index, offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw, index);
}

/**
 * Writes to `placed` where an offset, whose numbers stand at `at` of its columns, puts something from the Transform of
 * an entity index, with whose scale it grows.
 */
export function placeFromColumns(
  transform: ColliderSet['transform'],
  index: number,
  offsetX: NumberArray,
  offsetY: NumberArray,
  offsetZ: NumberArray,
  offsetQx: NumberArray,
  offsetQy: NumberArray,
  offsetQz: NumberArray,
  offsetQw: NumberArray,
  at: number,
): void {
  const { x, y, z, qx, qy, qz, qw, scale } = transform;
  const factor = scale === undefined ? 1 : scale[index];
  placeOffset(
    x[index],
    y[index],
    z[index],
    qx === undefined ? 0 : qx[index],
    qy === undefined ? 0 : qy[index],
    qz === undefined ? 0 : qz[index],
    qw === undefined ? 1 : qw[index],
    factor * offsetX[at],
    factor * offsetY[at],
    factor * offsetZ[at],
    offsetQx[at],
    offsetQy[at],
    offsetQz[at],
    offsetQw[at],
  );
}
