import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { castSphereAabb } from './cast-sphere-aabb.ts';

const localSphere = new Float64Array(4);
const localTranslation = new Float64Array(3);
const localBox = new Float64Array(6);
const localHit = new Float64Array(6);
const hit = new Float64Array(6);

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed solid OBB (15), which is an AABB in its own frame.
 * Otherwise as `castSphereAabb`.
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
  for (let i = 0; i < 3; i++) {
    const half = obb[obbOffset + 3 + i];
    localBox[i] = -half;
    localBox[3 + i] = half;
    localSphere[i] = 0;
    localTranslation[i] = 0;
    for (let k = 0; k < 3; k++) {
      const u = obb[obbOffset + 6 + 3 * i + k];
      localSphere[i] += (sphere[sphereOffset + k] - obb[obbOffset + k]) * u;
      localTranslation[i] += translation[translationOffset + k] * u;
    }
  }
  localSphere[3] = sphere[sphereOffset + 3];
  const t = castSphereAabb(localHit, 0, localSphere, 0, localTranslation, 0, localBox, 0);
  if (t === Infinity) return t;
  for (let i = 0; i < 3; i++) {
    hit[i] = 0;
    hit[3 + i] = 0;
    for (let k = 0; k < 3; k++) {
      const u = obb[obbOffset + 6 + 3 * k + i];
      hit[i] += localHit[k] * u;
      hit[3 + i] += localHit[3 + k] * u;
    }
    hit[i] += obb[obbOffset + i];
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = hit[i];
  return t;
}
