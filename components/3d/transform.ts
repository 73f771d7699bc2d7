import { refuse } from '../../src/core/errors.ts';
import { column, lengthColumn, type SpecOf, type StoreValues } from '../store.ts';

/**
 * Where an entity is. x, y, z in world units; the rotation as a quaternion (qx, qy, qz, qw), as three.js has it, of any
 * length but 0: it is normalised when it is read; scale, uniform and above 0, applies to the collider's sizes and
 * offset.
 */
export interface TransformStore {
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  qx: Float64Array;
  qy: Float64Array;
  qz: Float64Array;
  qw: Float64Array;
  scale: Float64Array;
}

export const transformSpec: SpecOf<TransformStore> = {
  x: lengthColumn(),
  y: lengthColumn(),
  z: lengthColumn(),
  qx: column(Float64Array),
  qy: column(Float64Array),
  qz: column(Float64Array),
  qw: column(Float64Array, 1),
  scale: column(Float64Array, 1),
};

/**
 * Values for the fields of Transform. Fields that are left out get their defaults when Transform is added, and keep
 * their values when it is set again.
 */
export type TransformValues = StoreValues<typeof transformSpec>;

const TURN = '{ qy: Math.sin(angle / 2), qw: Math.cos(angle / 2) }';

/**
 * Refuses an angle, in degrees or radians, in the place of a part of a quaternion: a qw that is left out is 1, and a
 * part larger than 1 beside it is always a mistake.
 * @throws CollisionError `invalid-number` with an example of a turn.
 */
export function refuseAngles(values: TransformValues): void {
  const { qx = 0, qy = 0, qz = 0, qw } = values;
  if (qw !== undefined || (qx <= 1 && qx >= -1 && qy <= 1 && qy >= -1 && qz <= 1 && qz >= -1)) return;
  const key = Math.abs(qx) > 1 ? 'qx' : Math.abs(qy) > 1 ? 'qy' : 'qz';
  const wanted = `given with qw, as a part of a quaternion: a turn by an angle about y is ${TURN}`;
  refuse('invalid-number', `Transform.${key}`, wanted, values[key]);
}
