import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { refuse } from '../../src/core/errors.ts';
import type { WritableNumberArray } from '../../src/core/number-array.ts';
import { space } from '../3d/dimension.ts';
import { type EntityId, requireEntityIndex } from '../core/adapter/entities.ts';
import { requireState } from '../core/collision-state.ts';
import { requireTracked, type TrackedInstances, type TrackedObjects } from './tracked-objects.ts';
import { placeInWorld, placeOfMatrix, sizeOfMatrix } from './world-place.ts';

/**
 * How much the three scales of an object may differ, relative to the largest: rounding differs by less, and a Transform
 * cannot have scales that differ by more.
 */
const UNIFORM = 1e-6;

/**
 * Does the opposite of `writeObjects`: writes to the Transforms of entities where the objects or instances that show
 * them are in the world. It is for objects that a player drags or an animation moves, and to place an entity once where
 * an object stands. Scale is written from instances only, for a shape that was made of the geometry: a shape that was
 * made of an object with `frame` has the object's scale already. A sheared object, as one that is turned below a parent
 * of different scales by axis, has the rotation that three.js' `decompose` gives it. Returns how many entities were
 * written.
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision and for a value that is no object of either
 * kind; `out-of-range`, naming the entity, for an instance whose scale differs by axis, and for a value that is no
 * entity id: nothing is written then.
 */
export function readObjects(world: object, objects: TrackedObjects): number {
  const { transform } = requireState(world, space).set;
  requireTracked(objects);
  const columns = transform as unknown as Record<string, WritableNumberArray | undefined>;
  const position = new Vector3();
  const quaternion = new Quaternion();

  function write(index: number): void {
    for (const axis of ['x', 'y', 'z'] as const) {
      columns[axis]![index] = position[axis];
      const turn = columns[`q${axis}`];
      if (turn !== undefined) turn[index] = quaternion[axis];
    }
    if (columns.qw !== undefined) columns.qw[index] = quaternion.w;
  }

  if (objects instanceof Map) {
    const placed = objects as ReadonlyMap<EntityId, Object3D>;
    for (const entity of placed.keys()) requireEntityIndex(world, entity);
    for (const [entity, object] of placed) {
      placeInWorld(position, quaternion, object);
      write(requireEntityIndex(world, entity));
    }
    return placed.size;
  }
  const { mesh, entities } = objects as TrackedInstances;
  const count = Math.min(mesh.count, entities.length);
  const matrix = new Matrix4();
  mesh.updateWorldMatrix(true, false);
  const read = (i: number): number => {
    mesh.getMatrixAt(i, matrix);
    placeOfMatrix(position, quaternion, matrix.premultiply(mesh.matrixWorld));
    const { x, y, z } = sizeOfMatrix;
    const most = Math.max(x, y, z);
    if (!(most - Math.min(x, y, z) <= UNIFORM * most)) {
      refuse('out-of-range', `the scale of entity ${entities[i]}`, 'the same on all axes', `${x} ${y} ${z}`);
    }
    return requireEntityIndex(world, entities[i]);
  };
  for (let i = 0; i < count; i++) read(i);
  for (let i = 0; i < count; i++) {
    const index = read(i);
    write(index);
    if (columns.scale !== undefined) columns.scale[index] = sizeOfMatrix.x;
  }
  return count;
}
