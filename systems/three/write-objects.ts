import { Matrix4, Vector3 } from 'three';
import type { TransformColumns } from '../../src/3d/collider-set.ts';
import { refuse, requireKeys } from '../../src/core/errors.ts';
import { space } from '../3d/dimension.ts';
import { type EntityId, lifeOf, requireEntityIndex } from '../core/adapter/entities.ts';
import { requireState } from '../core/collision-state.ts';
import { KeptTransforms } from './kept-transforms.ts';
import { createPlace, readPlace } from './place-of.ts';
import { instanceCount, requireTracked, type TrackedInstances, type TrackedObjects } from './tracked-objects.ts';

/** Options of `writeObjects`. */
export interface WriteObjectsOptions {
  /** Where the entities were before the last tick: what `keepTransforms` returned. */
  from?: KeptTransforms;
  /** How far between `from`, 0, and where they are now, 1, the objects are placed. Default 1. */
  fraction?: number;
}

const KEYS = ['from', 'fraction'] as const;

/**
 * Moves the objects that show entities to where the Transforms of their entities are: position and rotation of an
 * Object3D, whose scale is left as it is, and the matrix of an instance, whose scale is Transform's. An object's parent
 * is taken to stand at the origin. With `from` and `fraction` they are placed between two ticks: on the straight way,
 * and turned the shorter way round; an entity that did not exist at `from` stands at its present place. Returns how
 * many were written.
 *
 *     before = keepTransforms(world, before);
 *     collisionSystem(world);
 *     writeObjects(world, objects, { from: before, fraction: unspent / TICK });
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision and for an object of neither kind,
 * `out-of-range` for a fraction that is not from 0 to 1, and for a mesh with too few instances.
 */
export function writeObjects(world: object, objects: TrackedObjects, options: WriteObjectsOptions = {}): number {
  const { set } = requireState(world, space);
  requireTracked(objects);
  requireKeys('writeObjects options', options, KEYS);
  const { from, fraction = 1 } = options;
  if (!(fraction >= 0 && fraction <= 1)) refuse('out-of-range', 'fraction', 'from 0 to 1', fraction);
  if (from !== undefined && !(from instanceof KeptTransforms)) {
    refuse('invalid-state', 'from of writeObjects', 'what keepTransforms returned', from);
  }
  const at = { world, columns: set.transform, from: fraction === 1 ? undefined : from, fraction };
  if (objects instanceof Map) {
    for (const [entity, object] of objects) {
      findPlace(at, entity);
      object.position.copy(place.position);
      object.quaternion.copy(place.quaternion);
    }
    return objects.size;
  }
  const instances = objects as TrackedInstances;
  const { mesh, entities } = instances;
  const count = instanceCount(instances);
  for (let i = 0; i < count; i++) {
    findPlace(at, entities[i]);
    mesh.setMatrixAt(i, matrix.compose(place.position, place.quaternion, size.setScalar(place.scale)));
  }
  mesh.count = count;
  mesh.instanceMatrix.needsUpdate = true;
  // The bounds of the earlier instances are out of date; three.js computes them again when it needs them.
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
  return count;
}

/** Which transforms are asked for, and when. */
interface Moment {
  readonly world: object;
  readonly columns: TransformColumns;
  readonly from: KeptTransforms | undefined;
  readonly fraction: number;
}

const place = /* @__PURE__ */ createPlace();
const before = /* @__PURE__ */ createPlace();
const matrix = /* @__PURE__ */ new Matrix4();
const size = /* @__PURE__ */ new Vector3();

/** Writes to `place` where an entity is at that moment. */
function findPlace({ world, columns, from, fraction }: Moment, entity: EntityId): void {
  const index = requireEntityIndex(world, entity);
  readPlace(place, columns, index);
  if (from === undefined) return;
  const life = lifeOf(world, entity);
  if (life === undefined || from.lives[index] !== life) return;
  readPlace(before, from.columns, index);
  place.position.lerp(before.position, 1 - fraction);
  place.quaternion.slerp(before.quaternion, 1 - fraction);
  place.scale += (before.scale - place.scale) * (1 - fraction);
}
