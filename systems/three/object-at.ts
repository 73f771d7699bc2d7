import type { Object3D } from 'three';
import { refuse } from '../../src/core/errors.ts';

/** The triangles in a surface of `meshFrom` that come from one object, or from one instance of an InstancedMesh. */
export interface MeshPart {
  readonly object: Object3D;
  /** The index of the instance of an InstancedMesh; undefined for other objects. */
  readonly instanceId: number | undefined;
  /** The number of its first triangle in the surface. The others follow in the order of its geometry. */
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** A triangle of an object, as the Raycaster of three.js names it. */
export interface ObjectFace {
  object: Object3D;
  /** The index of the instance of an InstancedMesh; undefined for other objects. */
  instanceId: number | undefined;
  /**
   * The triangle's number in the object's geometry: its corners are at 3 · faceIndex of the index, where it has one.
   */
  faceIndex: number;
}

/**
 * Returns whose triangle was hit, on a surface that `meshFrom(source, { parts })` has made: the object, the instance,
 * and the number of the triangle in the object's geometry. `child` is the `child` of a hit, or `childA` or `childB` of
 * a contact. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `out-of-range` for a child that is no triangle of these parts.
 */
export function objectAt(parts: readonly MeshPart[], child: number, out?: ObjectFace): ObjectFace {
  // The parts are in the order of their triangles, without a gap: the triangle belongs to the last part that begins no
  // later.
  let from = 0;
  let to = parts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (parts[middle].firstTriangle <= child) from = middle + 1;
    else to = middle;
  }
  const part = parts[from - 1] as MeshPart | undefined;
  const faceIndex = child - (part?.firstTriangle ?? 0);
  if (part === undefined || !Number.isInteger(child) || faceIndex >= part.triangleCount) {
    refuse('out-of-range', 'child', 'a triangle of the parts', child);
  }
  const { object, instanceId } = part;
  if (out === undefined) return { object, instanceId, faceIndex };
  out.object = object;
  out.instanceId = instanceId;
  out.faceIndex = faceIndex;
  return out;
}
