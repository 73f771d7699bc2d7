import type { InstancedMesh, Object3D } from 'three';
import { refuse } from '../../src/core/errors.ts';
import type { EntityId } from '../core/adapter/entities.ts';

/** The instances of a mesh, one for each entity in the order of the list; its `count` may be less. */
export interface TrackedInstances {
  readonly mesh: InstancedMesh;
  readonly entities: ArrayLike<EntityId>;
}

/** The objects that show entities: an object for each entity, or the instances of a mesh. */
export type TrackedObjects = ReadonlyMap<EntityId, Object3D> | TrackedInstances;

/**
 * Refuses a value that is neither a Map nor instances with a list of entities. @throws CollisionError `invalid-state`.
 */
export function requireTracked(objects: TrackedObjects): void {
  const { mesh, entities } = objects as Partial<TrackedInstances>;
  if (objects instanceof Map || (mesh?.isInstancedMesh === true && typeof entities?.length === 'number')) return;
  refuse('invalid-state', 'objects', 'a Map from entities to objects, or { mesh, entities }', objects);
}

/**
 * Returns how many entities the instances of a mesh show.
 *
 * @throws CollisionError `out-of-range` when the mesh has room for fewer instances than there are entities.
 */
export function instanceCount({ mesh, entities }: TrackedInstances): number {
  const room = mesh.instanceMatrix.count;
  if (entities.length > room)
    refuse('out-of-range', 'entities', `at most ${room}, as the mesh has room for`, entities.length);
  return entities.length;
}
