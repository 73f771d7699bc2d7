import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { castSphereAabb } from './cast-sphere-aabb.ts';

const localSphere = new Float64Array(4);
const localTranslation = new Float64Array(3);
const localBox = new Float64Array(6);
const localHit = new Float64Array(6);

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed solid OBB (15), which is an AABB in its own frame. Otherwise as
 * `castSphereAabb`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7, in the box's frame.
 */
export function castSphereObb(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const mx = sphere[sphereOffset] - obb[obbOffset];
  const my = sphere[sphereOffset + 1] - obb[obbOffset + 1];
  const mz = sphere[sphereOffset + 2] - obb[obbOffset + 2];
  const dx = translation[translationOffset];
  const dy = translation[translationOffset + 1];
  const dz = translation[translationOffset + 2];
  for (let i = 0; i < 3; i++) {
    const axis = obbOffset + 6 + i * 3;
    const half = obb[obbOffset + 3 + i];
    localSphere[i] = mx * obb[axis] + my * obb[axis + 1] + mz * obb[axis + 2];
    localTranslation[i] = dx * obb[axis] + dy * obb[axis + 1] + dz * obb[axis + 2];
    localBox[i] = -half;
    localBox[3 + i] = half;
  }
  localSphere[3] = sphere[sphereOffset + 3];
  const t = castSphereAabb(localHit, 0, localSphere, 0, localTranslation, 0, localBox, 0);
  if (t === Infinity) return Infinity;
  toWorld(out, outOffset, obb, obbOffset);
  return t;
}

function toWorld(out: WritableNumberArray, outOffset: number, obb: NumberArray, obbOffset: number): void {
  const x = localHit[0];
  const y = localHit[1];
  const z = localHit[2];
  const nx = localHit[3];
  const ny = localHit[4];
  const nz = localHit[5];
  for (let i = 0; i < 3; i++) {
    const axisX = obb[obbOffset + 6 + i];
    const axisY = obb[obbOffset + 9 + i];
    const axisZ = obb[obbOffset + 12 + i];
    localHit[i] = obb[obbOffset + i] + (x * axisX + y * axisY + z * axisZ);
    localHit[3 + i] = nx * axisX + ny * axisY + nz * axisZ;
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = localHit[i];
}
